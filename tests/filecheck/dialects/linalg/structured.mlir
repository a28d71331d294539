// RUN: xdsl-opt %s --split-input-file | xdsl-opt --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | xdsl-opt --split-input-file | filecheck %s

// Attributes before and after the operands of `generic`; results are spelled.
#id = affine_map<(d0) -> (d0)>
#trait = {doc = "copies", indexing_maps = [#id, #id], iterator_types = ["parallel"], library_call = "copy"}
// CHECK-LABEL: @generic
func.func @generic(%a: memref<4xf32>, %b: memref<4xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic {doc = "copies", indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"], library_call = "copy"} ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<4xf32>) attrs = {x}
  linalg.generic #trait ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) attrs = {x} {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  // CHECK: outs(%{{.*}} : tensor<4xf32>) {
  // CHECK: } -> tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%t : tensor<4xf32>) {
  ^bb0(%out: f32):
    linalg.yield %out : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A body that is one operation on the arguments is written by its name.
// CHECK-LABEL: @payloads
func.func @payloads(%a: memref<4x8xf32>, %b: memref<4xf32>, %c: memref<4x8xi32>, %t: tensor<4x8xf32>) {
  // CHECK: linalg.map { arith.addi {overflowFlags = #arith.overflow<nsw>} } ins(%{{.*}}, %{{.*}} : memref<4x8xi32>, memref<4x8xi32>) outs(%{{.*}} : memref<4x8xi32>)
  linalg.map { arith.addi {overflowFlags = #arith.overflow<nsw>} } ins(%c, %c : memref<4x8xi32>, memref<4x8xi32>) outs(%c : memref<4x8xi32>)
  // CHECK: %{{.*}} = linalg.map { math.exp } ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>)
  %0 = linalg.map { math.exp } ins(%t : tensor<4x8xf32>) outs(%t : tensor<4x8xf32>)
  // CHECK: linalg.reduce { arith.maximumf } ins(%{{.*}} : memref<4x8xf32>) outs(%{{.*}} : memref<4xf32>) dimensions = [1] {x}
  linalg.reduce { arith.maximumf } ins(%a : memref<4x8xf32>) outs(%b : memref<4xf32>) dimensions = [1] {x}
  // CHECK: linalg.reduce ins(%{{.*}} : memref<4x8xf32>) outs(%{{.*}} : memref<4xf32>) dimensions = [1] (%{{.*}}: f32, %{{.*}}: f32) {
  linalg.reduce ins(%a : memref<4x8xf32>) outs(%b : memref<4xf32>) dimensions = [1]
    (%in: f32, %init: f32) {
      %1 = arith.subf %in, %init : f32
      linalg.yield %1 : f32
    }
  // CHECK: linalg.map outs(%{{.*}} : memref<4xf32>) (%{{.*}}: f32) {
  linalg.map outs(%b : memref<4xf32>) (%out: f32) {
    %1 = arith.constant 1.0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// CHECK-LABEL: @moves
func.func @moves(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: memref<4xf32>, %d: memref<4x8xf32>) {
  // CHECK: %{{.*}} = linalg.transpose ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<8x4xf32>) permutation = [1, 0]
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) permutation = [1, 0]
  // CHECK: linalg.broadcast ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<4x8xf32>) dimensions = [1] {x}
  linalg.broadcast ins(%c : memref<4xf32>) outs(%d : memref<4x8xf32>) dimensions = [1] {x}
  return
}

// -----

// Maps of one's own, also by the attributes of the generic syntax.
#a = affine_map<(m, n, k) -> (k, m)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
// CHECK-LABEL: @maps
func.func @maps(%a: memref<8x4xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  // CHECK: linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins
  linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : memref<8x4xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  // CHECK: linalg.contract indexing_maps = [
  linalg.contract indexing_maps = [#a, #b, #c] ins(%a, %b : memref<8x4xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  // CHECK: linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(
  linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%c, %c : memref<4x16xf32>, memref<4x16xf32>) outs(%c : memref<4x16xf32>)
  // CHECK: linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(
  linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%c : memref<4x16xf32>) outs(%c : memref<4x16xf32>)
  return
}
