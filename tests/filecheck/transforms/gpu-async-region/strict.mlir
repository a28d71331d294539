// RUN: xdsl-opt %s -p 'gpu-async-region{strict=true}' --split-input-file --verify-diagnostics | filecheck %s

// Functions that use tokens already are refused with `strict`.

// CHECK-LABEL: func.func @synchronous(
// CHECK-NEXT:    gpu.wait async
// CHECK-NEXT:    gpu.dealloc async
func.func @synchronous(%m: memref<?xf32>) {
  gpu.dealloc %m : memref<?xf32>
  return
}

// -----

// CHECK: 'gpu.wait' op unexpected pre-existing gpu.wait
func.func @wait(%m: memref<?xf32>) {
  gpu.wait
  return
}

// -----

// CHECK: 'gpu.dealloc' op is already async
func.func @asynchronous(%m: memref<?xf32>, %t: !gpu.async.token) {
  %u = gpu.dealloc async [%t] %m : memref<?xf32>
  return
}
