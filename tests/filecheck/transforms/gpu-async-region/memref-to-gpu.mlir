// RUN: xdsl-opt %s -p memref-to-gpu,gpu-async-region | filecheck %s

// xDSL's own pass makes operations of xDSL's own classes.

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %m, %[[T1:.*]] = "gpu.alloc"(%[[T0]]) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!gpu.async.token) -> (memref<4xf32>, !gpu.async.token)
// CHECK-NEXT:    %k, %[[T2:.*]] = "gpu.alloc"(%[[T1]], %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!gpu.async.token, index) -> (memref<?xf32>, !gpu.async.token)
// CHECK-NEXT:    gpu.wait [%[[T2]]]
// CHECK-NEXT:    memref.store %x, %k[%n]
// CHECK-NEXT:    %[[T3:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T4:.*]] = "gpu.dealloc"(%[[T3]], %k) {operandSegmentSizes = array<i32: 1, 1>} : (!gpu.async.token, memref<?xf32>) -> !gpu.async.token
// CHECK-NEXT:    %[[T5:.*]] = "gpu.dealloc"(%[[T4]], %m) {operandSegmentSizes = array<i32: 1, 1>} : (!gpu.async.token, memref<4xf32>) -> !gpu.async.token
// CHECK-NEXT:    gpu.wait [%[[T5]]]
// CHECK-NEXT:    func.return
func.func @f(%n: index, %x: f32) {
  %m = memref.alloc() : memref<4xf32>
  %k = memref.alloc(%n) : memref<?xf32>
  memref.store %x, %k[%n] : memref<?xf32>
  memref.dealloc %k : memref<?xf32>
  memref.dealloc %m : memref<4xf32>
  return
}
