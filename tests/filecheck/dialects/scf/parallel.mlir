// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @parallel(%lb: index, %ub: index, %s: index, %x: f32, %a: i32) {
  scf.parallel (%i) = (%lb) to (%ub) step (%s) {
    scf.reduce
  }
  scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%s, %s) {
    scf.parallel (%k) = (%i) to (%j) step (%s) {
      scf.reduce
    }
    scf.reduce
  } {tag}
  %0 = scf.parallel (%i) = (%lb) to (%ub) step (%s) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %1 = arith.addf %p, %q : f32
      scf.reduce.return %1 : f32
    }
  }
  %2:2 = scf.parallel (%i) = (%lb) to (%ub) step (%s) init (%x, %a) -> (f32, i32) {
    scf.reduce(%x, %a : f32, i32) {
    ^bb0(%p: f32, %q: f32):
      scf.reduce.return %p : f32
    }, {
    ^bb0(%p: i32, %q: i32):
      scf.reduce.return %q : i32
    }
  }
  return
}

// CHECK-LABEL: func.func @parallel(
// CHECK-NEXT: scf.parallel (%i) = (%lb) to (%ub) step (%s) {
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.parallel (%i_1, %j) = (%lb, %lb) to (%ub, %ub) step (%s, %s) {
// CHECK-NEXT: scf.parallel (%k) = (%i_1) to (%j) step (%s) {
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: } {tag}
// CHECK-NEXT: %0 = scf.parallel (%i_2) = (%lb) to (%ub) step (%s) init (%x) -> f32 {
// CHECK-NEXT: scf.reduce(%x : f32) {
// CHECK-NEXT: ^bb0(%p: f32, %q: f32):
// CHECK-NEXT: %1 = arith.addf %p, %q : f32
// CHECK-NEXT: scf.reduce.return %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %2, %3 = scf.parallel (%i_3) = (%lb) to (%ub) step (%s) init (%x, %a) -> (f32, i32) {
// CHECK-NEXT: scf.reduce(%x, %a : f32, i32) {
// CHECK-NEXT: ^bb0(%p_1: f32, %q_1: f32):
// CHECK-NEXT: scf.reduce.return %p_1 : f32
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%p_2: i32, %q_2: i32):
// CHECK-NEXT: scf.reduce.return %q_2 : i32
// CHECK-NEXT: }

// -----

func.func @forall(%n: index, %m: memref<?xf32>, %x: f32) {
  scf.forall (%i) in (8) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  scf.forall (%i, %j) in (%n, 4) {
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  scf.forall (%i) = (2) to (%n) step (%n) {
  } {tag}
  scf.forall (%i, %j) = (0, %n) to (10, 20) step (1, 2) {
    scf.forall (%k) in (%j) {
    }
  }
  return
}

// CHECK-LABEL: func.func @forall(
// CHECK-NEXT: scf.forall (%i) in (8) {
// CHECK-NEXT: memref.store %x, %m[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.forall (%i_1, %j) in (%n, 4) {
// CHECK-NEXT: } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
// CHECK-NEXT: scf.forall (%i_2) = (2) to (%n) step (%n) {
// CHECK-NEXT: } {tag}
// CHECK-NEXT: scf.forall (%i_3, %j_1) = (0, %n) to (10, 20) step (1, 2) {
// CHECK-NEXT: scf.forall (%k) in (%j_1) {
// CHECK-NEXT: }

// -----

func.func @tensors(%n: index, %t: tensor<?x4xf32>, %u: tensor<8xi32>, %s: tensor<1x4xf32>, %r: tensor<4xf32>) {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<?x4xf32>) {
    scf.forall.in_parallel {
    }
  }
  %1:2 = scf.forall (%i) in (%n) shared_outs(%o = %t, %p = %u) -> (tensor<?x4xf32>, tensor<8xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<?x4xf32>
      tensor.parallel_insert_slice %r into %o[%i, 0] [1, 4] [%n, 1] {tag} : tensor<4xf32> into tensor<?x4xf32>
    }
  } {mapping = [#gpu.block<x>]}
  return
}

// CHECK-LABEL: func.func @tensors(
// CHECK-NEXT: %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<?x4xf32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: ^bb0:
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %1, %2 = scf.forall (%i_1) in (%n) shared_outs(%o_1 = %t, %p = %u) -> (tensor<?x4xf32>, tensor<8xi32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %s into %o_1[%i_1, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<?x4xf32>
// CHECK-NEXT: tensor.parallel_insert_slice %r into %o_1[%i_1, 0] [1, 4] [%n, 1] {tag} : tensor<4xf32> into tensor<?x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } {mapping = [#gpu.block<x>]}
