// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @all_minui(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce minui %x {} : (f32) -> f32
  return
}

// CHECK: `minui` reduction operation is not compatible with type f32

// -----

func.func @all_minsi(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce minsi %x {} : (f32) -> f32
  return
}

// CHECK: `minsi` reduction operation is not compatible with type f32

// -----

func.func @all_maxui(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce maxui %x {} : (f32) -> f32
  return
}

// CHECK: `maxui` reduction operation is not compatible with type f32

// -----

func.func @all_maxsi(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce maxsi %x {} : (f32) -> f32
  return
}

// CHECK: `maxsi` reduction operation is not compatible with type f32

// -----

func.func @all_and(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce and %x {} : (f32) -> f32
  return
}

// CHECK: `and` reduction operation is not compatible with type f32

// -----

func.func @all_or(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce or %x {} : (f32) -> f32
  return
}

// CHECK: `or` reduction operation is not compatible with type f32

// -----

func.func @all_xor(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce xor %x {} : (f32) -> f32
  return
}

// CHECK: `xor` reduction operation is not compatible with type f32

// -----

func.func @subgroup_minnumf(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_reduce minnumf %i : (i32) -> i32
  return
}

// CHECK: `minnumf` reduction operation is not compatible with type i32

// -----

func.func @subgroup_maxnumf(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_reduce maxnumf %i : (i32) -> i32
  return
}

// CHECK: `maxnumf` reduction operation is not compatible with type i32

// -----

func.func @subgroup_minimumf(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_reduce minimumf %i : (i32) -> i32
  return
}

// CHECK: `minimumf` reduction operation is not compatible with type i32

// -----

func.func @subgroup_maximumf(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_reduce maximumf %i : (i32) -> i32
  return
}

// CHECK: `maximumf` reduction operation is not compatible with type i32

// -----

func.func @neither(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce %x {} : (f32) -> f32
  return
}

// CHECK: expected either an op attribute or a non-empty body

// -----

func.func @both(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce add %x {
  ^bb0(%l: f32, %r: f32):
    gpu.yield %l : f32
  } : (f32) -> f32
  return
}

// CHECK: expected either an op attribute or a non-empty body

// -----

func.func @one_argument(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce %x {
  ^bb0(%l: f32):
    gpu.yield %l : f32
  } : (f32) -> f32
  return
}

// CHECK: expected two region arguments

// -----

func.func @argument_type(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce %x {
  ^bb0(%l: f32, %r: i32):
    gpu.yield %l : f32
  } : (f32) -> f32
  return
}

// CHECK: incorrect region argument type

// -----

func.func @yield_nothing(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce %x {
  ^bb0(%l: f32, %r: f32):
    gpu.yield
  } : (f32) -> f32
  return
}

// CHECK: expected one gpu.yield operand

// -----

func.func @yield_type(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce %x {
  ^bb0(%l: f32, %r: f32):
    %c = arith.constant 1 : i32
    gpu.yield %c : i32
  } : (f32) -> f32
  return
}

// CHECK: incorrect gpu.yield type

// -----

func.func @no_yield(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce %x {
  ^bb0(%l: f32, %r: f32):
    llvm.return %l : f32
  } : (f32) -> f32
  return
}

// CHECK: expected gpu.yield op in region

// -----

func.func @not_isolated(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce %x {
  ^bb0(%l: f32, %r: f32):
    gpu.yield %x : f32
  } : (f32) -> f32
  return
}

// CHECK: gpu.all_reduce

// -----

func.func @kind(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce max %x {} : (f32) -> f32
  return
}

// CHECK: invalid op kind

// -----

func.func @quoted_kind(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce "add" %x {} : (f32) -> f32
  return
}

// CHECK: operand expected

// -----

func.func @all_index(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce add %n {} : (index) -> index
  return
}

// CHECK: must be Integer or Float, but got 'index'

// -----

func.func @all_vector(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce add %v {} : (vector<4xf32>) -> vector<4xf32>
  return
}

// CHECK: must be Integer or Float, but got 'vector<4xf32>'

// -----

func.func @all_unsigned(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce add %u {} : (ui8) -> ui8
  return
}

// CHECK: must be Integer or Float, but got 'ui8'

// -----

func.func @all_result(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce add %x {} : (f32) -> f64
  return
}

// CHECK: f64

// -----

func.func @no_region(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.all_reduce add %x : (f32) -> f32
  return
}

// CHECK: Expected region!

// -----

func.func @subgroup_no_kind(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_reduce %x : (f32) -> f32
  return
}

// CHECK: op

// -----

func.func @subgroup_two_dimensions(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_reduce add %w : (vector<2x2xf32>) -> vector<2x2xf32>
  return
}

// CHECK: fixed-length vector of Integer or Float values of ranks 1, but got 'vector<2x2xf32>'

// -----

func.func @subgroup_scalable(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_reduce add %s : (vector<[4]xf32>) -> vector<[4]xf32>
  return
}

// CHECK: fixed-length vector of Integer or Float values of ranks 1, but got 'vector<[4]xf32>'

// -----

func.func @subgroup_vector_kind(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_reduce and %v : (vector<4xf32>) -> vector<4xf32>
  return
}

// CHECK: `and` reduction operation is not compatible with type vector<4xf32>

// -----

func.func @cluster_size(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_reduce add %x cluster(size = 3) : (f32) -> f32
  return
}

// CHECK: 'gpu.subgroup_reduce' op cluster size 3 is not a power of two

// -----

func.func @cluster_stride(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_reduce add %x cluster(size = 4, stride = 3) : (f32) -> f32
  return
}

// CHECK: 'gpu.subgroup_reduce' op cluster stride 3 is not a power of two

// -----

func.func @stride_alone(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_reduce add %x {cluster_stride = 2 : i32} : (f32) -> f32
  return
}

// CHECK: 'gpu.subgroup_reduce' op cluster stride can only be specified if cluster size is specified

// -----

func.func @stride_syntax(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_reduce add %x cluster(stride = 2) : (f32) -> f32
  return
}

// CHECK: size
