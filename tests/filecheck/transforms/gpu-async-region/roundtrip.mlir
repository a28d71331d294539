// REQUIRES: mlir-opt
// RUN: xdsl-opt %s -p gpu-async-region | mlir-opt | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s | mlir-opt --gpu-async-region | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s -p gpu-async-region --print-op-generic | mlir-opt --mlir-print-op-generic | xdsl-opt | filecheck %s

// Either tool goes on with what the other makes.

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @scale(%m: memref<?xf32>) kernel { gpu.return }
}

// CHECK-LABEL: func.func @host(
// CHECK-NEXT:    %[[A:.*]], %[[V:.*]] = async.execute -> !async.value<!gpu.async.token> {
// CHECK-NEXT:      %[[A0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[A1:.*]] = gpu.memcpy async [%[[A0]]]
// CHECK-NEXT:      async.yield %[[A1]] : !gpu.async.token
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[B:.*]], %[[W:.*]] = async.execute [%[[A]]] (%[[V]] as %[[B0:.*]]: !async.value<!gpu.async.token>) -> !async.value<!gpu.async.token> {
// CHECK-NEXT:      %[[B1:.*]] = gpu.wait async [%[[B0]]]
// CHECK-NEXT:      %[[B2:.*]] = gpu.launch_func async [%[[B1]]] @kernels::@scale
// CHECK-NEXT:      async.yield %[[B2]] : !gpu.async.token
// CHECK-NEXT:    }
// CHECK-NEXT:    async.await %[[B]] : !async.token
// CHECK-NEXT:    %[[C:.*]] = async.await %[[W]] : !async.value<!gpu.async.token>
// CHECK-NEXT:    gpu.wait [%[[C]]]
// CHECK-NEXT:    func.return
func.func @host(%m: memref<?xf32>, %k: memref<?xf32>, %n: index) {
  %a = async.execute {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    async.yield
  }
  %b = async.execute [%a] {
    gpu.launch_func @kernels::@scale blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<?xf32>)
    async.yield
  }
  async.await %b : !async.token
  return
}
}
