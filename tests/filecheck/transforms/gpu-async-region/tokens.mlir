// RUN: xdsl-opt %s -p gpu-async-region | filecheck %s

// Operations that are asynchronous already, and waits that are there, join the chain.

// CHECK-LABEL: func.func @dependencies(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.memcpy async [%[[T0]]] %m, %k
// The token of the chain comes first.
// CHECK-NEXT:    %u = gpu.memcpy async [%[[T1]], %t] %k, %m
// CHECK-NEXT:    %[[T2:.*]] = gpu.dealloc async [%u] %k
// A wait for some tokens waits for the chain too.
// CHECK-NEXT:    gpu.wait [%[[T2]], %t]
// CHECK-NEXT:    func.return
func.func @dependencies(%m: memref<?xf32>, %k: memref<?xf32>, %t: !gpu.async.token) {
  gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
  %u = gpu.memcpy async [%t] %k, %m : memref<?xf32>, memref<?xf32>
  gpu.dealloc %k : memref<?xf32>
  gpu.wait [%t]
  return
}

// CHECK-LABEL: func.func @async_wait(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.dealloc async [%[[T0]]] %m
// CHECK-NEXT:    %j = gpu.wait async [%[[T1]], %t]
// CHECK-NEXT:    %[[T2:.*]] = gpu.dealloc async [%j] %k
// CHECK-NEXT:    gpu.wait [%[[T2]]]
// CHECK-NEXT:    func.return
func.func @async_wait(%m: memref<?xf32>, %k: memref<?xf32>, %t: !gpu.async.token) {
  gpu.dealloc %m : memref<?xf32>
  %j = gpu.wait async [%t]
  gpu.dealloc %k : memref<?xf32>
  return
}

// The host has waited for all: a new chain begins.

// CHECK-LABEL: func.func @plain_wait(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.dealloc async [%[[T0]]] %m
// CHECK-NEXT:    gpu.wait [%[[T1]]]
// CHECK-NEXT:    %[[T2:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T3:.*]] = gpu.dealloc async [%[[T2]]] %k
// CHECK-NEXT:    gpu.wait [%[[T3]]]
// CHECK-NEXT:    func.return
func.func @plain_wait(%m: memref<?xf32>, %k: memref<?xf32>) {
  gpu.dealloc %m : memref<?xf32>
  gpu.wait
  gpu.dealloc %k : memref<?xf32>
  return
}

// A token that is returned is waited for like any other.

// CHECK-LABEL: func.func @returned(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %t = gpu.dealloc async [%[[T0]]] %m
// CHECK-NEXT:    gpu.wait [%t]
// CHECK-NEXT:    func.return %t
func.func @returned(%m: memref<?xf32>) -> !gpu.async.token {
  %t = gpu.dealloc async %m : memref<?xf32>
  return %t : !gpu.async.token
}
