// RUN: xdsl-opt %s -p gpu-async-region | filecheck %s

// Only the functions of the outermost module are the host's. Those of a `gpu.module`
// run on the device, and a nested module is not looked into.

// CHECK:      gpu.module @kernels {
// CHECK-NEXT:   func.func @helper(%m: memref<?xf32>) {
// CHECK-NEXT:     gpu.dealloc %m
gpu.module @kernels {
  func.func @helper(%m: memref<?xf32>) {
    gpu.dealloc %m : memref<?xf32>
    return
  }
}

// CHECK:      @nested {
// CHECK-NEXT:   func.func @helper(%m: memref<?xf32>) {
// CHECK-NEXT:     gpu.dealloc %m
module @nested {
  func.func @helper(%m: memref<?xf32>) {
    gpu.dealloc %m : memref<?xf32>
    return
  }
}

// CHECK:      func.func private @external(memref<?xf32>)
func.func private @external(memref<?xf32>)

// CHECK:      func.func @host(%m: memref<?xf32>) {
// CHECK-NEXT:   gpu.wait async
// CHECK-NEXT:   gpu.dealloc async
// CHECK-NEXT:   gpu.wait
// CHECK-NEXT:   func.return
func.func @host(%m: memref<?xf32>) {
  gpu.dealloc %m : memref<?xf32>
  return
}
