// RUN: xdsl-opt %s -p 'gpu-async-region{dependencies=memory}' --split-input-file | filecheck %s

// Double buffering: while the kernel works on one buffer, the next part of the input is
// copied to the other. On one chain the two operations of an iteration would wait for
// each other.

// CHECK-LABEL: func.func @double_buffer(
// CHECK:         scf.for %i = {{.*}} iter_args(%now = %a, %next = %b)
// CHECK-NEXT:      %part = memref.subview
// CHECK-NEXT:      %[[C0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[C:.*]] = gpu.memcpy async [%[[C0]]] %next, %part
// CHECK-NEXT:      %[[K0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[K:.*]] = gpu.launch_func async [%[[K0]]] @k::@add {{.*}} args(%now
// CHECK-NEXT:      gpu.wait [%[[C]], %[[K]]]
// CHECK-NEXT:      scf.yield %next, %now
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @add(%x: memref<4xf32>, %sum: memref<4xf32>) kernel {
      %i = gpu.thread_id x
      %a = memref.load %x[%i] : memref<4xf32>
      %b = memref.load %sum[%i] : memref<4xf32>
      %c = arith.addf %a, %b : f32
      memref.store %c, %sum[%i] : memref<4xf32>
      gpu.return
    }
  }
  func.func @double_buffer(%in: memref<400xf32>, %a: memref<4xf32>, %b: memref<4xf32>, %sum: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c400 = arith.constant 400 : index
    %r:2 = scf.for %i = %c4 to %c400 step %c4 iter_args(%now = %a, %next = %b) -> (memref<4xf32>, memref<4xf32>) {
      %part = memref.subview %in[%i] [4] [1] : memref<400xf32> to memref<4xf32, strided<[1], offset: ?>>
      gpu.memcpy %next, %part : memref<4xf32>, memref<4xf32, strided<[1], offset: ?>>
      gpu.launch_func @k::@add blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%now : memref<4xf32>, %sum : memref<4xf32>)
      scf.yield %next, %now : memref<4xf32>, memref<4xf32>
    }
    func.return
  }
}
