// RUN: xdsl-opt %s -p 'gpu-async-region{dependencies=memory}' --split-input-file | filecheck %s

// Both halves of a buffer are filled at the same time. What needs the whole waits for
// both, and they for the allocation.

// CHECK-LABEL: func.func @halves(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %d, %[[T1:.*]] = gpu.alloc async [%[[T0]]]
// CHECK:         %[[LOW:.*]] = gpu.memcpy async [%[[T1]]] %low, %a
// CHECK-NEXT:    %[[T3:.*]] = gpu.wait async [%[[T1]]]
// CHECK-NEXT:    %[[HIGH:.*]] = gpu.memcpy async [%[[T3]]] %high, %b
// CHECK-NEXT:    %[[T5:.*]] = gpu.wait async [%[[LOW]], %[[HIGH]]]
// CHECK-NEXT:    %[[T6:.*]] = gpu.memcpy async [%[[T5]]] %c, %d
// CHECK-NEXT:    %[[T7:.*]] = gpu.dealloc async [%[[T6]]] %d
func.func @halves(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<8xf32>) {
  %d = gpu.alloc () : memref<8xf32>
  %low = memref.subview %d[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %high = memref.subview %d[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  gpu.memcpy %low, %a : memref<4xf32, strided<[1]>>, memref<4xf32>
  gpu.memcpy %high, %b : memref<4xf32, strided<[1], offset: 4>>, memref<4xf32>
  gpu.memcpy %c, %d : memref<8xf32>, memref<8xf32>
  gpu.dealloc %d : memref<8xf32>
  return
}

// -----

// Where the second part begins is known at run time only, so one waits for the other.

// CHECK-LABEL: func.func @unknown(
// CHECK:         %[[LOW:.*]] = gpu.memcpy async [%{{.*}}] %low, %a
// CHECK-NEXT:    gpu.memcpy async [%[[LOW]]] %part, %b
func.func @unknown(%d: memref<8xf32>, %i: index, %a: memref<4xf32>, %b: memref<4xf32>) {
  %low = memref.subview %d[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %part = memref.subview %d[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  gpu.memcpy %low, %a : memref<4xf32, strided<[1]>>, memref<4xf32>
  gpu.memcpy %part, %b : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32>
  return
}

// -----

// Several buffers in one allocation, each some bytes from the start.

// CHECK-LABEL: func.func @arena(
// CHECK:         %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    gpu.memcpy async [%[[T0]]] %x, %a
// CHECK-NEXT:    %[[T1:.*]] = gpu.wait async
// CHECK-NEXT:    gpu.memcpy async [%[[T1]]] %y, %b
func.func @arena(%d: memref<32xi8>, %a: memref<4xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %x = memref.view %d[%c0][] : memref<32xi8> to memref<4xf32>
  %y = memref.view %d[%c16][] : memref<32xi8> to memref<4xf32>
  gpu.memcpy %x, %a : memref<4xf32>, memref<4xf32>
  gpu.memcpy %y, %b : memref<4xf32>, memref<4xf32>
  return
}

// -----

// Double buffering inside one allocation: the halves change places.

// CHECK-LABEL: func.func @double_buffer(
// CHECK:         scf.for %i = {{.*}} iter_args(%now = %a, %next = %b)
// CHECK-NEXT:      %[[C0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[C:.*]] = gpu.memcpy async [%[[C0]]] %next, %in
// CHECK-NEXT:      %[[K0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[K:.*]] = gpu.memcpy async [%[[K0]]] %out, %now
// CHECK-NEXT:      gpu.wait [%[[C]], %[[K]]]
// CHECK-NEXT:      scf.yield %next, %now
func.func @double_buffer(%in: memref<4xf32>, %out: memref<4xf32>, %d: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.subview %d[%c0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %b = memref.subview %d[%c4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%now = %a, %next = %b) -> (memref<4xf32, strided<[1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>) {
    gpu.memcpy %next, %in : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32>
    gpu.memcpy %out, %now : memref<4xf32>, memref<4xf32, strided<[1], offset: ?>>
    scf.yield %next, %now : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

// What a kernel is given may be less than what it touches: it can leave its part of the
// buffer, so that the copy to the other part waits for it. And what is freed is all of a
// buffer, by whatever name.

// CHECK-LABEL: func.func @strays(
// CHECK:         %[[K:.*]] = gpu.launch_func async [%{{.*}}] @k::@outer {{.*}} args(%low
// CHECK-NEXT:    %[[C:.*]] = gpu.memcpy async [%[[K]]] %high, %a
// CHECK-NEXT:    gpu.dealloc async [%[[C]]] %low
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @outer(%x: memref<4xf32, strided<[1]>>) kernel {
      func.call @inner(%x) : (memref<4xf32, strided<[1]>>) -> ()
      gpu.return
    }
    func.func @inner(%x: memref<4xf32, strided<[1]>>) {
      %c0 = arith.constant 0 : index
      %f = arith.constant 0.0 : f32
      %y = memref.reinterpret_cast %x to offset: [4], sizes: [4], strides: [1] : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: 4>>
      memref.store %f, %y[%c0] : memref<4xf32, strided<[1], offset: 4>>
      func.return
    }
  }
  func.func @strays(%a: memref<4xf32>, %d: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %low = memref.subview %d[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    %high = memref.subview %d[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
    gpu.launch_func @k::@outer blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%low : memref<4xf32, strided<[1]>>)
    gpu.memcpy %high, %a : memref<4xf32, strided<[1], offset: 4>>, memref<4xf32>
    gpu.dealloc %low : memref<4xf32, strided<[1]>>
    func.return
  }
}
