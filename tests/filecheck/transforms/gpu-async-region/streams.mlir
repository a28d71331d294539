// RUN: xdsl-opt %s -p gpu-async-region | filecheck %s

// A launch on an explicit stream is ordered by that: it takes no tokens. What was
// launched before is waited for.

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @scale(%m: memref<?xf32>) kernel { gpu.return }
}

// CHECK-LABEL: func.func @stream(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.memcpy async [%[[T0]]] %m, %k
// CHECK-NEXT:    gpu.wait [%[[T1]]]
// CHECK-NEXT:    gpu.launch_func <%s : !llvm.ptr> @kernels::@scale blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<?xf32>)
// CHECK-NEXT:    %[[T2:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T3:.*]] = gpu.launch_func async [%[[T2]]] @kernels::@scale blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%k : memref<?xf32>)
// CHECK-NEXT:    gpu.wait [%[[T3]]]
// CHECK-NEXT:    func.return
func.func @stream(%m: memref<?xf32>, %k: memref<?xf32>, %n: index, %s: !llvm.ptr) {
  gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
  gpu.launch_func <%s : !llvm.ptr> @kernels::@scale blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<?xf32>)
  gpu.launch_func @kernels::@scale blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%k : memref<?xf32>)
  return
}
}
