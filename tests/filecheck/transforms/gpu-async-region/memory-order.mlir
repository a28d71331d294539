// RUN: xdsl-opt %s -p 'gpu-async-region{dependencies=memory}' --split-input-file | filecheck %s

// What touches different memory is on chains of its own, each of which begins with a
// `gpu.wait async`. At the end the host waits for all of them.

// CHECK-LABEL: func.func @independent(
// CHECK-NEXT:    %[[A0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[A1:.*]] = gpu.memset async [%[[A0]]] %a, %x : memref<4xf32>, f32
// CHECK-NEXT:    %[[B0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[B1:.*]] = gpu.memset async [%[[B0]]] %b, %x : memref<4xf32>, f32
// CHECK-NEXT:    gpu.wait [%[[A1]], %[[B1]]]
// CHECK-NEXT:    func.return
func.func @independent(%a: memref<4xf32>, %b: memref<4xf32>, %x: f32) {
  gpu.memset %a, %x : memref<4xf32>, f32
  gpu.memset %b, %x : memref<4xf32>, f32
  func.return
}

// -----

// A read waits for the write before it, a write for the read before it: one chain.

// CHECK-LABEL: func.func @one_chain(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.memset async [%[[T0]]] %a, %x
// CHECK-NEXT:    %[[T2:.*]] = gpu.memcpy async [%[[T1]]] %b, %a
// CHECK-NEXT:    %[[T3:.*]] = gpu.memset async [%[[T2]]] %a, %x
// CHECK-NEXT:    gpu.wait [%[[T3]]]
func.func @one_chain(%a: memref<4xf32>, %b: memref<4xf32>, %x: f32) {
  gpu.memset %a, %x : memref<4xf32>, f32
  gpu.memcpy %b, %a : memref<4xf32>, memref<4xf32>
  gpu.memset %a, %x : memref<4xf32>, f32
  func.return
}

// -----

// Two readers may overlap. The first goes on with the chain, the second begins another
// one after the same write. What writes next waits for both.

// CHECK-LABEL: func.func @readers(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.memset async [%[[T0]]] %a, %x
// CHECK-NEXT:    %[[T2:.*]] = gpu.memcpy async [%[[T1]]] %b, %a
// CHECK-NEXT:    %[[T3:.*]] = gpu.wait async [%[[T1]]]
// CHECK-NEXT:    %[[T4:.*]] = gpu.memcpy async [%[[T3]]] %c, %a
// CHECK-NEXT:    %[[T5:.*]] = gpu.wait async [%[[T2]], %[[T4]]]
// CHECK-NEXT:    %[[T6:.*]] = gpu.memset async [%[[T5]]] %a, %x
// CHECK-NEXT:    gpu.wait [%[[T2]], %[[T4]], %[[T6]]]
func.func @readers(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>, %x: f32) {
  gpu.memset %a, %x : memref<4xf32>, f32
  gpu.memcpy %b, %a : memref<4xf32>, memref<4xf32>
  gpu.memcpy %c, %a : memref<4xf32>, memref<4xf32>
  gpu.memset %a, %x : memref<4xf32>, f32
  func.return
}

// -----

// The last copy touches what the first two wrote, but the second came after the first.

// CHECK-LABEL: func.func @reduced(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.memset async [%[[T0]]] %a, %x
// CHECK-NEXT:    %[[T2:.*]] = gpu.memcpy async [%[[T1]]] %b, %a
// CHECK-NEXT:    %[[T3:.*]] = gpu.memcpy async [%[[T2]]] %a, %b
// CHECK-NEXT:    gpu.wait [%[[T3]]]
func.func @reduced(%a: memref<4xf32>, %b: memref<4xf32>, %x: f32) {
  gpu.memset %a, %x : memref<4xf32>, f32
  gpu.memcpy %b, %a : memref<4xf32>, memref<4xf32>
  gpu.memcpy %a, %b : memref<4xf32>, memref<4xf32>
  func.return
}

// -----

// A buffer is allocated before it is used, and freed after.

// CHECK-LABEL: func.func @lifetime(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %m, %[[T1:.*]] = gpu.alloc async [%[[T0]]] () : memref<4xf32>
// CHECK-NEXT:    %[[T2:.*]] = gpu.memcpy async [%[[T1]]] %m, %a
// CHECK-NEXT:    %[[T3:.*]] = gpu.dealloc async [%[[T2]]] %m
// CHECK-NEXT:    gpu.wait [%[[T3]]]
func.func @lifetime(%a: memref<4xf32>) {
  %m = gpu.alloc () : memref<4xf32>
  gpu.memcpy %m, %a : memref<4xf32>, memref<4xf32>
  gpu.dealloc %m : memref<4xf32>
  func.return
}

// -----

// Memory that the host shares is allocated at once, without tokens: LLVM lowers it only
// so. What frees it follows its tokens like anything else.

// CHECK-LABEL: func.func @host_shared(
// CHECK-NEXT:    %m = gpu.alloc host_shared () : memref<4xf32>
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.memcpy async [%[[T0]]] %m, %a
// CHECK-NEXT:    %[[T2:.*]] = gpu.dealloc async [%[[T1]]] %m
// CHECK-NEXT:    gpu.wait [%[[T2]]]
func.func @host_shared(%a: memref<4xf32>) {
  %m = gpu.alloc host_shared () : memref<4xf32>
  gpu.memcpy %m, %a : memref<4xf32>, memref<4xf32>
  gpu.dealloc %m : memref<4xf32>
  func.return
}

// -----

// Views and choices stand for the buffers that they may refer to.

// CHECK-LABEL: func.func @aliases(
// CHECK:         %[[T1:.*]] = gpu.memset async [%{{.*}}] %view, %x
// CHECK:         %[[T2:.*]] = gpu.memset async [%{{.*}}] %b, %x
// CHECK-NEXT:    %either = arith.select
// CHECK-NEXT:    %[[T3:.*]] = gpu.wait async [%[[T1]], %[[T2]]]
// CHECK-NEXT:    %[[T4:.*]] = gpu.memset async [%[[T3]]] %either, %x
func.func @aliases(%a: memref<4xf32>, %b: memref<4xf32>, %x: f32, %p: i1) {
  %view = memref.cast %a : memref<4xf32> to memref<?xf32>
  gpu.memset %view, %x : memref<?xf32>, f32
  gpu.memset %b, %x : memref<4xf32>, f32
  %either = arith.select %p, %a, %b : memref<4xf32>
  gpu.memset %either, %x : memref<4xf32>, f32
  func.return
}
