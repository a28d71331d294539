// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @shuffle_mode(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a, %b = gpu.shuffle left %x, %i, %i : f32
  return
}

// CHECK: expected one of: xor, down, up, idx

// -----

func.func @shuffle_type(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a, %b = gpu.shuffle xor %n, %i, %i : index
  return
}

// CHECK: but got 'index'

// -----

func.func @shuffle_result(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a, %b = "gpu.shuffle"(%x, %i, %i) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f64, i1)
  return
}

// CHECK: f64

// -----

func.func @shuffle_valid(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a, %b = "gpu.shuffle"(%x, %i, %i) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i32)
  return
}

// CHECK: i1

// -----

func.func @shuffle_offset(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a, %b = "gpu.shuffle"(%x, %n, %i) <{mode = #gpu<shuffle_mode xor>}> : (f32, index, i32) -> (f32, i1)
  return
}

// CHECK: i32

// -----

func.func @rotate_offset(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a, %b = gpu.rotate %x, 16, 16 : f32
  return
}

// CHECK: 'gpu.rotate' op offset must be in the range [0, 16)

// -----

func.func @rotate_negative(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a, %b = gpu.rotate %x, -1, 16 : f32
  return
}

// CHECK: -1

// -----

func.func @rotate_width(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a, %b = gpu.rotate %x, 1, 15 : f32
  return
}

// CHECK: power of two

// -----

func.func @rotate_type(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a, %b = gpu.rotate %w, 1, 16 : vector<2x2xf32>
  return
}

// CHECK: but got 'vector<2x2xf32>'

// -----

func.func @lane_missing(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_broadcast %x, specific_lane : f32
  return
}

// CHECK: 'gpu.subgroup_broadcast' op lane must be specified for `specific_lane` broadcast

// -----

func.func @lane_given(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_broadcast %x, first_active_lane %i : f32
  return
}

// CHECK: 'gpu.subgroup_broadcast' op lane can only be specified for `specific_lane` broadcast

// -----

func.func @broadcast_kind(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = gpu.subgroup_broadcast %x, last_lane : f32
  return
}

// CHECK: expected one of: first_active_lane, specific_lane

// -----

func.func @broadcast_result(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %a = "gpu.subgroup_broadcast"(%x) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (f32) -> f64
  return
}

// CHECK: f64

// -----

func.func @lane0_arguments(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  gpu.warp_execute_on_lane_0(%n)[32] args(%v : vector<4xf32>) {
  ^bb0(%a: vector<128xf32>, %b: f32):
  }
  return
}

// CHECK: 'gpu.warp_execute_on_lane_0' op expected same number op arguments and block arguments.

// -----

func.func @lane0_results(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %r = gpu.warp_execute_on_lane_0(%n)[32] -> (f32) {
    gpu.yield
  }
  return
}

// CHECK: 'gpu.warp_execute_on_lane_0' op expected same number of yield operands and return values.

// -----

func.func @lane0_scalars(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  %r = gpu.warp_execute_on_lane_0(%n)[32] -> (f32) {
    gpu.yield %i : i32
  }
  return
}

// CHECK: 'gpu.warp_execute_on_lane_0' op expected vector type for distributed operands.

// -----

func.func @lane0_rank(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  gpu.warp_execute_on_lane_0(%n)[32] args(%v : vector<4xf32>) {
  ^bb0(%a: vector<4x32xf32>):
  }
  return
}

// CHECK: 'gpu.warp_execute_on_lane_0' op expected distributed vectors to have same rank and element type.

// -----

func.func @lane0_element(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  gpu.warp_execute_on_lane_0(%n)[32] args(%v : vector<4xf32>) {
  ^bb0(%a: vector<128xf16>):
  }
  return
}

// CHECK: 'gpu.warp_execute_on_lane_0' op expected distributed vectors to have same rank and element type.

// -----

func.func @lane0_multiple(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  gpu.warp_execute_on_lane_0(%n)[32] args(%v : vector<4xf32>) {
  ^bb0(%a: vector<126xf32>):
  }
  return
}

// CHECK: expected expanded vector dimension #0 (126) to be a multipler of the distributed vector dimension (4)

// -----

func.func @lane0_size(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  gpu.warp_execute_on_lane_0(%n)[32] args(%v : vector<4xf32>) {
  ^bb0(%a: vector<64xf32>):
  }
  return
}

// CHECK: incompatible distribution dimensions from vector<64xf32> to vector<4xf32> with warp size = 32

// -----

func.func @lane0_blocks(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  gpu.warp_execute_on_lane_0(%n)[32] {
    cf.br ^a
  ^a:
    gpu.yield
  }
  return
}

// CHECK: block

// -----

func.func @lane0_terminator(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  gpu.warp_execute_on_lane_0(%n)[32] {
    func.return
  }
  return
}

// CHECK: instead of gpu.yield

// -----

func.func @lane0_lane_type(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  gpu.warp_execute_on_lane_0(%i)[32] {
  }
  return
}

// CHECK: operand is used with type index, but has been previously used or defined with type i32

// -----

func.func @lane0_empty_args(%x: f32, %i: i32, %n: index, %u: ui8, %v: vector<4xf32>, %w: vector<2x2xf32>, %s: vector<[4]xf32>) {
  gpu.warp_execute_on_lane_0(%n)[32] args() {
  }
  return
}

// CHECK: operand expected
