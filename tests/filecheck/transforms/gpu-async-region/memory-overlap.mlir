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

// -----

// Here both may be the same buffer from the second iteration on.

// CHECK-LABEL: func.func @same_buffer(
// CHECK:         scf.for %i = {{.*}} iter_args(%now = %a, %next = %b)
// CHECK-NEXT:      %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[T1:.*]] = gpu.memset async [%[[T0]]] %now, %x
// CHECK-NEXT:      %[[T2:.*]] = gpu.memset async [%[[T1]]] %next, %x
// CHECK-NEXT:      gpu.wait [%[[T2]]]
func.func @same_buffer(%a: memref<4xf32>, %b: memref<4xf32>, %n: index, %x: f32) {
  %r:2 = scf.for %i = %n to %n step %n iter_args(%now = %a, %next = %b) -> (memref<4xf32>, memref<4xf32>) {
    gpu.memset %now, %x : memref<4xf32>, f32
    gpu.memset %next, %x : memref<4xf32>, f32
    scf.yield %next, %next : memref<4xf32>, memref<4xf32>
  }
  func.return
}

// -----

// And here from the first.

// CHECK-LABEL: func.func @same_beginning(
// CHECK:         scf.for %i = {{.*}} iter_args(%now = %a, %next = %a)
// CHECK-NEXT:      %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[T1:.*]] = gpu.memset async [%[[T0]]] %now, %x
// CHECK-NEXT:      %[[T2:.*]] = gpu.memset async [%[[T1]]] %next, %x
// CHECK-NEXT:      gpu.wait [%[[T2]]]
func.func @same_beginning(%a: memref<4xf32>, %n: index, %x: f32) {
  %r:2 = scf.for %i = %n to %n step %n iter_args(%now = %a, %next = %a) -> (memref<4xf32>, memref<4xf32>) {
    gpu.memset %now, %x : memref<4xf32>, f32
    gpu.memset %next, %x : memref<4xf32>, f32
    scf.yield %next, %now : memref<4xf32>, memref<4xf32>
  }
  func.return
}

// -----

// Either may be %a, and a view of either is that.

// CHECK-LABEL: func.func @either(
// CHECK:         scf.for %i = {{.*}} iter_args(%now = %a, %next = %b)
// CHECK-NEXT:      %view = memref.cast %now
// CHECK-NEXT:      %[[N0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[N:.*]] = gpu.memset async [%[[N0]]] %view, %x
// CHECK-NEXT:      %[[M0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[M:.*]] = gpu.memset async [%[[M0]]] %next, %x
// CHECK-NEXT:      %[[J:.*]] = gpu.wait async [%[[N]], %[[M]]]
// CHECK-NEXT:      %[[A:.*]] = gpu.memset async [%[[J]]] %a, %x
// CHECK-NEXT:      gpu.wait [%[[N]], %[[M]], %[[A]]]
func.func @either(%a: memref<4xf32>, %b: memref<4xf32>, %n: index, %x: f32) {
  %r:2 = scf.for %i = %n to %n step %n iter_args(%now = %a, %next = %b) -> (memref<4xf32>, memref<4xf32>) {
    %view = memref.cast %now : memref<4xf32> to memref<?xf32>
    gpu.memset %view, %x : memref<?xf32>, f32
    gpu.memset %next, %x : memref<4xf32>, f32
    gpu.memset %a, %x : memref<4xf32>, f32
    scf.yield %next, %now : memref<4xf32>, memref<4xf32>
  }
  func.return
}
