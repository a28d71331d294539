// RUN: xdsl-opt %s -p gpu-offload-pipeline | filecheck %s
// RUN: xdsl-opt %s -p 'insert-gpu-allocs{copy-op="gpu.memcpy"},gpu-launch-sink-index-computations,gpu-kernel-outlining,gpu-async-region{dependencies=memory}' | filecheck %s

// From a kernel on host memory to asynchronous work on device memory: the two inputs are
// copied at the same time, and the kernel waits for both. The constant is in the kernel.

// CHECK:       builtin.module attributes {gpu.container_module} {
// CHECK-NEXT:    func.func @add(%a: memref<8xf32>, %b: memref<8xf32>) {
// CHECK-DAG:       %[[B0:.*]], %[[TB0:.*]] = gpu.alloc async [%{{.*}}] () : memref<8xf32>
// CHECK:           %[[TB1:.*]] = gpu.memcpy async [%[[TB0]]] %[[B0]], %b
// CHECK:           %[[A0:.*]], %[[TA0:.*]] = gpu.alloc async [%{{.*}}] () : memref<8xf32>
// CHECK:           %[[TA1:.*]] = gpu.memcpy async [%[[TA0]]] %[[A0]], %a
// CHECK:           %[[J:.*]] = gpu.wait async [%[[TB1]], %[[TA1]]]
// CHECK-NEXT:      %[[K:.*]] = gpu.launch_func async [%[[J]]] @add_kernel::@add_kernel {{.*}} args(%[[A0]] : memref<8xf32>, %[[B0]] : memref<8xf32>)
// CHECK:           %[[C:.*]] = gpu.memcpy async [%{{.*}}] %b, %[[B0]]
// CHECK:           gpu.wait [{{.*}}]
// CHECK-NEXT:      func.return
// CHECK:       gpu.module @add_kernel {
// CHECK-NEXT:    gpu.func @add_kernel(%{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
// CHECK:           arith.constant 5.000000e-01 : f32
func.func @add(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %half = arith.constant 0.5 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%tx] : memref<8xf32>
    %y = memref.load %b[%tx] : memref<8xf32>
    %sum = arith.addf %x, %y : f32
    %mean = arith.mulf %sum, %half : f32
    memref.store %mean, %b[%tx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}
