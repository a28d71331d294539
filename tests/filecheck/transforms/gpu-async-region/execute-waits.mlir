// RUN: xdsl-opt %s -p gpu-async-region | filecheck %s

// Where a wait stays in the body of an `async.execute`.

// The token goes elsewhere than to `async.await` and `async.execute`, which might be out
// of the control flow that the body is in.

// CHECK-LABEL: func.func @returned(
// CHECK-NEXT:    %a = async.execute {
// CHECK-NEXT:      %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[T1:.*]] = gpu.memcpy async [%[[T0]]] %m, %k
// CHECK-NEXT:      gpu.wait [%[[T1]]]
// CHECK-NEXT:      async.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    async.await %a
// CHECK-NEXT:    func.return %a
func.func @returned(%m: memref<?xf32>, %k: memref<?xf32>) -> !async.token {
  %a = async.execute {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    async.yield
  }
  async.await %a : !async.token
  return %a : !async.token
}

// Nobody waits for the body.

// CHECK-LABEL: func.func @unused(
// CHECK:           gpu.wait [%{{.*}}]
// CHECK-NEXT:      async.yield
func.func @unused(%m: memref<?xf32>, %k: memref<?xf32>) {
  %a = async.execute {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    async.yield
  }
  return
}

// The host does something after the wait.

// CHECK-LABEL: func.func @host_work(
// CHECK:           gpu.wait [%{{.*}}]
// CHECK-NEXT:      memref.store
// CHECK-NEXT:      async.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    async.await %a
// CHECK-NEXT:    func.return
func.func @host_work(%m: memref<?xf32>, %k: memref<?xf32>, %n: index, %x: f32) {
  %a = async.execute {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    memref.store %x, %m[%n] : memref<?xf32>
    async.yield
  }
  async.await %a : !async.token
  return
}

// Something without side effects after it is no reason to keep it.

// CHECK-LABEL: func.func @pure_work(
// CHECK:           %[[T:.*]] = gpu.memcpy async
// CHECK-NEXT:      %[[N:.*]] = arith.addi
// CHECK-NEXT:      async.yield %[[N]], %[[T]] : index, !gpu.async.token
func.func @pure_work(%m: memref<?xf32>, %k: memref<?xf32>, %n: index) {
  %a, %r = async.execute -> !async.value<index> {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    gpu.wait
    %0 = arith.addi %n, %n : index
    async.yield %0 : index
  }
  async.await %a : !async.token
  return
}

// A wait that was there, with its tokens, is moved like one that the pass made.

// CHECK-LABEL: func.func @own_wait(
// CHECK-NEXT:    %a, %[[V:.*]], %[[W:.*]] = async.execute -> (!async.value<!gpu.async.token>, !async.value<!gpu.async.token>) {
// CHECK-NEXT:      async.yield %s, %t : !gpu.async.token, !gpu.async.token
// CHECK-NEXT:    }
// CHECK-NEXT:    async.await %a : !async.token
// CHECK-NEXT:    %[[S:.*]] = async.await %[[V]] : !async.value<!gpu.async.token>
// CHECK-NEXT:    %[[T:.*]] = async.await %[[W]] : !async.value<!gpu.async.token>
// CHECK-NEXT:    gpu.wait [%[[S]], %[[T]]]
// CHECK-NEXT:    func.return
func.func @own_wait(%s: !gpu.async.token, %t: !gpu.async.token) {
  %a = async.execute {
    gpu.wait [%s, %t]
    async.yield
  }
  async.await %a : !async.token
  return
}
