// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

func.func @all_reduce_floats(%f: f32) {
  %f0 = gpu.all_reduce add %f {} : (f32) -> f32
  %f1 = gpu.all_reduce mul %f {} : (f32) -> f32
  %f2 = gpu.all_reduce minnumf %f {} : (f32) -> f32
  %f3 = gpu.all_reduce maxnumf %f {} : (f32) -> f32
  %f4 = gpu.all_reduce minimumf %f {} : (f32) -> f32
  %f5 = gpu.all_reduce maximumf %f {} : (f32) -> f32
  return
}

// CHECK-LABEL: func.func @all_reduce_floats(
// CHECK-NEXT: %f0 = gpu.all_reduce add %f {
// CHECK-NEXT: } : (f32) -> f32
// CHECK-NEXT: %f1 = gpu.all_reduce mul %f {
// CHECK-NEXT: } : (f32) -> f32
// CHECK-NEXT: %f2 = gpu.all_reduce minnumf %f {
// CHECK-NEXT: } : (f32) -> f32
// CHECK-NEXT: %f3 = gpu.all_reduce maxnumf %f {
// CHECK-NEXT: } : (f32) -> f32
// CHECK-NEXT: %f4 = gpu.all_reduce minimumf %f {
// CHECK-NEXT: } : (f32) -> f32
// CHECK-NEXT: %f5 = gpu.all_reduce maximumf %f {
// CHECK-NEXT: } : (f32) -> f32
// GENERIC: %f0 = "gpu.all_reduce"(%f) <{op = #gpu<all_reduce_op add>}> ({
// GENERIC: }) : (f32) -> f32

// -----

func.func @all_reduce_integers(%i: i16) {
  %i0 = gpu.all_reduce add %i {} : (i16) -> i16
  %i1 = gpu.all_reduce mul %i {} : (i16) -> i16
  %i2 = gpu.all_reduce minui %i {} : (i16) -> i16
  %i3 = gpu.all_reduce minsi %i {} : (i16) -> i16
  %i4 = gpu.all_reduce maxui %i {} : (i16) -> i16
  %i5 = gpu.all_reduce maxsi %i {} : (i16) -> i16
  %i6 = gpu.all_reduce and %i {} : (i16) -> i16
  %i7 = gpu.all_reduce or %i {} : (i16) -> i16
  %i8 = gpu.all_reduce xor %i {} : (i16) -> i16
  return
}

// CHECK-LABEL: func.func @all_reduce_integers(
// CHECK-NEXT: %i0 = gpu.all_reduce add %i {
// CHECK-NEXT: } : (i16) -> i16
// CHECK-NEXT: %i1 = gpu.all_reduce mul %i {
// CHECK-NEXT: } : (i16) -> i16
// CHECK-NEXT: %i2 = gpu.all_reduce minui %i {
// CHECK-NEXT: } : (i16) -> i16
// CHECK-NEXT: %i3 = gpu.all_reduce minsi %i {
// CHECK-NEXT: } : (i16) -> i16
// CHECK-NEXT: %i4 = gpu.all_reduce maxui %i {
// CHECK-NEXT: } : (i16) -> i16
// CHECK-NEXT: %i5 = gpu.all_reduce maxsi %i {
// CHECK-NEXT: } : (i16) -> i16
// CHECK-NEXT: %i6 = gpu.all_reduce and %i {
// CHECK-NEXT: } : (i16) -> i16
// CHECK-NEXT: %i7 = gpu.all_reduce or %i {
// CHECK-NEXT: } : (i16) -> i16
// CHECK-NEXT: %i8 = gpu.all_reduce xor %i {
// CHECK-NEXT: } : (i16) -> i16

// -----

func.func @all_reduce_uniform(%x: bf16) {
  %x0 = gpu.all_reduce add %x uniform {} : (bf16) -> bf16
  %y = gpu.all_reduce add %x uniform {} {tag} : (bf16) -> (bf16)
  return
}

// CHECK-LABEL: func.func @all_reduce_uniform(
// CHECK-NEXT: %x0 = gpu.all_reduce add %x uniform {
// CHECK-NEXT: } : (bf16) -> bf16
// CHECK-NEXT: %y = gpu.all_reduce add %x uniform {
// CHECK-NEXT: } {tag} : (bf16) -> bf16
// GENERIC: <{op = #gpu<all_reduce_op add>, uniform}>

// -----

func.func @all_reduce_body(%x: f32) {
  %y = gpu.all_reduce %x {
  ^bb0(%l: f32, %r: f32):
    %lr = arith.addf %l, %r : f32
    gpu.yield %lr : f32
  } : (f32) -> f32
  %z = gpu.all_reduce %y uniform {
  ^bb0(%l: f32, %r: f32):
    cf.br ^bb1
  ^bb1:
    gpu.yield %l : f32
  } : (f32) -> f32
  return
}

// CHECK-LABEL: func.func @all_reduce_body(
// CHECK-NEXT: %y = gpu.all_reduce %x {
// CHECK-NEXT: ^bb0(%l: f32, %r: f32):
// CHECK-NEXT: %lr = arith.addf %l, %r : f32
// CHECK-NEXT: gpu.yield %lr : f32
// CHECK-NEXT: } : (f32) -> f32
// CHECK-NEXT: %z = gpu.all_reduce %y uniform {
// CHECK-NEXT: ^bb0(%l: f32, %r: f32):
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: gpu.yield %l : f32
// CHECK-NEXT: } : (f32) -> f32

// -----

func.func @subgroup_reduce_floats(%f: f32) {
  %f0 = gpu.subgroup_reduce add %f : (f32) -> f32
  %f1 = gpu.subgroup_reduce mul %f : (f32) -> f32
  %f2 = gpu.subgroup_reduce minnumf %f : (f32) -> f32
  %f3 = gpu.subgroup_reduce maxnumf %f : (f32) -> f32
  %f4 = gpu.subgroup_reduce minimumf %f : (f32) -> f32
  %f5 = gpu.subgroup_reduce maximumf %f : (f32) -> f32
  return
}

// CHECK-LABEL: func.func @subgroup_reduce_floats(
// CHECK-NEXT: %f0 = gpu.subgroup_reduce add %f : (f32) -> f32
// CHECK-NEXT: %f1 = gpu.subgroup_reduce mul %f : (f32) -> f32
// CHECK-NEXT: %f2 = gpu.subgroup_reduce minnumf %f : (f32) -> f32
// CHECK-NEXT: %f3 = gpu.subgroup_reduce maxnumf %f : (f32) -> f32
// CHECK-NEXT: %f4 = gpu.subgroup_reduce minimumf %f : (f32) -> f32
// CHECK-NEXT: %f5 = gpu.subgroup_reduce maximumf %f : (f32) -> f32
// GENERIC: %f0 = "gpu.subgroup_reduce"(%f) <{op = #gpu<all_reduce_op add>, cluster_stride = 1 : i32}> : (f32) -> f32

// -----

func.func @subgroup_reduce_vectors(%v: vector<4xi8>, %w: vector<2xf16>) {
  %v0 = gpu.subgroup_reduce add %v : (vector<4xi8>) -> vector<4xi8>
  %v1 = gpu.subgroup_reduce mul %v : (vector<4xi8>) -> vector<4xi8>
  %v2 = gpu.subgroup_reduce minui %v : (vector<4xi8>) -> vector<4xi8>
  %v3 = gpu.subgroup_reduce minsi %v : (vector<4xi8>) -> vector<4xi8>
  %v4 = gpu.subgroup_reduce maxui %v : (vector<4xi8>) -> vector<4xi8>
  %v5 = gpu.subgroup_reduce maxsi %v : (vector<4xi8>) -> vector<4xi8>
  %v6 = gpu.subgroup_reduce and %v : (vector<4xi8>) -> vector<4xi8>
  %v7 = gpu.subgroup_reduce or %v : (vector<4xi8>) -> vector<4xi8>
  %v8 = gpu.subgroup_reduce xor %v : (vector<4xi8>) -> vector<4xi8>
  %w0 = gpu.subgroup_reduce maximumf %w : (vector<2xf16>) -> vector<2xf16>
  return
}

// CHECK-LABEL: func.func @subgroup_reduce_vectors(
// CHECK-NEXT: %v0 = gpu.subgroup_reduce add %v : (vector<4xi8>) -> vector<4xi8>
// CHECK-NEXT: %v1 = gpu.subgroup_reduce mul %v : (vector<4xi8>) -> vector<4xi8>
// CHECK-NEXT: %v2 = gpu.subgroup_reduce minui %v : (vector<4xi8>) -> vector<4xi8>
// CHECK-NEXT: %v3 = gpu.subgroup_reduce minsi %v : (vector<4xi8>) -> vector<4xi8>
// CHECK-NEXT: %v4 = gpu.subgroup_reduce maxui %v : (vector<4xi8>) -> vector<4xi8>
// CHECK-NEXT: %v5 = gpu.subgroup_reduce maxsi %v : (vector<4xi8>) -> vector<4xi8>
// CHECK-NEXT: %v6 = gpu.subgroup_reduce and %v : (vector<4xi8>) -> vector<4xi8>
// CHECK-NEXT: %v7 = gpu.subgroup_reduce or %v : (vector<4xi8>) -> vector<4xi8>
// CHECK-NEXT: %v8 = gpu.subgroup_reduce xor %v : (vector<4xi8>) -> vector<4xi8>
// CHECK-NEXT: %w0 = gpu.subgroup_reduce maximumf %w : (vector<2xf16>) -> vector<2xf16>

// -----

func.func @subgroup_reduce_clusters(%x: f32) {
  %a = gpu.subgroup_reduce add %x uniform : (f32) -> f32
  %b = gpu.subgroup_reduce add %x cluster(size = 4) : (f32) -> f32
  %c = gpu.subgroup_reduce add %x uniform cluster(size = 4, stride = 2) {tag} : (f32) -> f32
  %d = gpu.subgroup_reduce add %x cluster(size = 8, stride = 1) : (f32) -> f32
  %e = gpu.subgroup_reduce add %x {cluster_size = 2 : i32} : (f32) -> f32
  return
}

// CHECK-LABEL: func.func @subgroup_reduce_clusters(
// CHECK-NEXT: %a = gpu.subgroup_reduce add %x uniform : (f32) -> f32
// CHECK-NEXT: %b = gpu.subgroup_reduce add %x cluster(size = 4) : (f32) -> f32
// CHECK-NEXT: %c = gpu.subgroup_reduce add %x uniform cluster(size = 4, stride = 2) {tag} : (f32) -> f32
// CHECK-NEXT: %d = gpu.subgroup_reduce add %x cluster(size = 8) : (f32) -> f32
// CHECK-NEXT: %e = gpu.subgroup_reduce add %x cluster(size = 2) : (f32) -> f32
// GENERIC: %c = "gpu.subgroup_reduce"(%x) <{op = #gpu<all_reduce_op add>, uniform, cluster_size = 4 : i32, cluster_stride = 2 : i32}> {tag} : (f32) -> f32
