// RUN: xdsl-opt %s -p 'gpu-async-region{dependencies=memory}' --split-input-file | filecheck %s

// Tokens that are there already still hold, next to what memory demands.

// CHECK-LABEL: func.func @asynchronous(
// CHECK-NEXT:    %s = gpu.wait async
// CHECK-NEXT:    %t = gpu.memset async [%s] %a, %x
// CHECK-NEXT:    %u = gpu.memset async [%t] %b, %x
// CHECK-NEXT:    %[[J:.*]] = gpu.wait async [%t]
// CHECK-NEXT:    %[[C:.*]] = gpu.memcpy async [%[[J]]] %c, %a
// CHECK-NEXT:    gpu.wait [%u, %[[C]]]
// CHECK-NEXT:    func.return
func.func @asynchronous(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>, %x: f32) {
  %s = gpu.wait async
  %t = gpu.memset async [%s] %a, %x : memref<4xf32>, f32
  %u = gpu.memset async [%t] %b, %x : memref<4xf32>, f32
  gpu.memcpy %c, %a : memref<4xf32>, memref<4xf32>
  func.return
}

// -----

// Several dependencies are joined, as lowerings take one. Those that follow are left out.

// CHECK-LABEL: func.func @several(
// CHECK:         %t = gpu.memset async [%{{.*}}] %a, %x
// CHECK:         %u = gpu.memcpy async [%t] %c, %a
// CHECK:         %v = gpu.memset async [%{{.*}}] %b, %x
// CHECK-NEXT:    %[[J:.*]] = gpu.wait async [%u, %v]
// CHECK-NEXT:    %w = gpu.memcpy async [%[[J]]] %d, %b
func.func @several(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>, %d: memref<4xf32>, %x: f32) {
  %t = gpu.memset async %a, %x : memref<4xf32>, f32
  %u = gpu.memcpy async [%t] %c, %a : memref<4xf32>, memref<4xf32>
  %v = gpu.memset async %b, %x : memref<4xf32>, f32
  %w = gpu.memcpy async [%t, %u, %v] %d, %b : memref<4xf32>, memref<4xf32>
  func.return
}

// -----

// A `gpu.wait` of the host waits for all that is going on, as any operation with unknown
// effects does.

// CHECK-LABEL: func.func @wait(
// CHECK:         %[[A:.*]] = gpu.memset async [%{{.*}}] %a, %x
// CHECK:         %[[B:.*]] = gpu.memset async [%{{.*}}] %b, %x
// CHECK-NEXT:    gpu.wait [%[[A]], %[[B]]]
// CHECK-NEXT:    func.return
func.func @wait(%a: memref<4xf32>, %b: memref<4xf32>, %x: f32) {
  gpu.memset %a, %x : memref<4xf32>, f32
  gpu.memset %b, %x : memref<4xf32>, f32
  gpu.wait
  func.return
}

// -----

// A token from elsewhere is a dependency like others. Its chain is for others to end.

// CHECK-LABEL: func.func @argument(
// CHECK-NEXT:    %[[T:.*]] = gpu.memset async [%before] %a, %x
// CHECK-NEXT:    %[[J:.*]] = gpu.wait async [%[[T]]]
// CHECK-NEXT:    gpu.wait [%[[J]]]
// CHECK-NEXT:    func.return
func.func @argument(%a: memref<4xf32>, %x: f32, %before: !gpu.async.token) {
  gpu.memset [%before] %a, %x : memref<4xf32>, f32
  func.return
}

// -----

// So is one that somebody else uses.

// CHECK-LABEL: func.func @returned(
// CHECK-NEXT:    %s = gpu.wait async
// CHECK-NEXT:    %t = gpu.memset async [%s] %a, %x
// CHECK-NEXT:    %[[J:.*]] = gpu.wait async [%t]
// CHECK-NEXT:    gpu.wait [%[[J]]]
// CHECK-NEXT:    func.return %t
func.func @returned(%a: memref<4xf32>, %x: f32) -> !gpu.async.token {
  %s = gpu.wait async
  %t = gpu.memset async [%s] %a, %x : memref<4xf32>, f32
  func.return %t : !gpu.async.token
}
