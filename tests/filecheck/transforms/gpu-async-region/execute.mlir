// RUN: xdsl-opt %s -p gpu-async-region | filecheck %s

// The body of an `async.execute` does not keep a thread of the host waiting for the
// device. It yields the token of its last GPU operation instead, and who waits for the
// body waits for that token too.

// CHECK-LABEL: func.func @await(
// CHECK-NEXT:    %a, %[[V:.*]] = async.execute -> !async.value<!gpu.async.token> {
// CHECK-NEXT:      %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[T1:.*]] = gpu.memcpy async [%[[T0]]] %m, %k
// CHECK-NEXT:      async.yield %[[T1]] : !gpu.async.token
// CHECK-NEXT:    }
// CHECK-NEXT:    async.await %a : !async.token
// CHECK-NEXT:    %[[T2:.*]] = async.await %[[V]] : !async.value<!gpu.async.token>
// CHECK-NEXT:    gpu.wait [%[[T2]]]
// CHECK-NEXT:    func.return
func.func @await(%m: memref<?xf32>, %k: memref<?xf32>) {
  %a = async.execute {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    async.yield
  }
  async.await %a : !async.token
  return
}

// Where another body depends on it, its first GPU operation takes the token.

// CHECK-LABEL: func.func @chain(
// CHECK-NEXT:    %a, %[[V:.*]] = async.execute -> !async.value<!gpu.async.token> {
// CHECK-NEXT:      %[[A0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[A1:.*]] = gpu.memcpy async [%[[A0]]] %m, %k
// CHECK-NEXT:      async.yield %[[A1]] : !gpu.async.token
// CHECK-NEXT:    }
// CHECK-NEXT:    %b, %[[W:.*]] = async.execute [%a] (%[[V]] as %[[B0:.*]]: !async.value<!gpu.async.token>) -> !async.value<!gpu.async.token> {
// CHECK-NEXT:      %[[B1:.*]] = gpu.wait async [%[[B0]]]
// CHECK-NEXT:      %[[B2:.*]] = gpu.memcpy async [%[[B1]]] %k, %m
// CHECK-NEXT:      async.yield %[[B2]] : !gpu.async.token
// CHECK-NEXT:    }
// CHECK-NEXT:    async.await %b : !async.token
// CHECK-NEXT:    %[[C:.*]] = async.await %[[W]] : !async.value<!gpu.async.token>
// CHECK-NEXT:    gpu.wait [%[[C]]]
// CHECK-NEXT:    func.return
func.func @chain(%m: memref<?xf32>, %k: memref<?xf32>) {
  %a = async.execute {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    async.yield
  }
  %b = async.execute [%a] {
    gpu.memcpy %k, %m : memref<?xf32>, memref<?xf32>
    async.yield
  }
  async.await %b : !async.token
  return
}

// A body without GPU work hands the token on. Work of the host in it comes first: it
// has to wait for the device, and so nothing is handed on.

// CHECK-LABEL: func.func @hand_on(
// CHECK:         %b, %[[W:.*]] = async.execute [%a] (%{{.*}} as %[[B:.*]]: !async.value<!gpu.async.token>) -> !async.value<!gpu.async.token> {
// CHECK-NEXT:      %{{.*}} = arith.addi %n, %n : index
// CHECK-NEXT:      async.yield %[[B]] : !gpu.async.token
// CHECK-NEXT:    }
// CHECK-NEXT:    %c = async.execute [%b] (%[[W]] as %[[C:.*]]: !async.value<!gpu.async.token>) {
// CHECK-NEXT:      gpu.wait [%[[C]]]
// CHECK-NEXT:      memref.store %x, %m[%n]
// CHECK-NEXT:      async.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    async.await %c : !async.token
// CHECK-NEXT:    func.return
func.func @hand_on(%m: memref<?xf32>, %k: memref<?xf32>, %n: index, %x: f32) {
  %a = async.execute {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    async.yield
  }
  %b = async.execute [%a] {
    %0 = arith.addi %n, %n : index
    async.yield
  }
  %c = async.execute [%b] {
    memref.store %x, %m[%n] : memref<?xf32>
    async.yield
  }
  async.await %c : !async.token
  return
}

// Two users: the token is yielded once for each.

// CHECK-LABEL: func.func @fork(
// CHECK-NEXT:    %a, %[[V:.*]], %[[W:.*]] = async.execute -> (!async.value<!gpu.async.token>, !async.value<!gpu.async.token>) {
// CHECK-NEXT:      %[[A0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[A1:.*]] = gpu.memcpy async [%[[A0]]] %m, %k
// CHECK-NEXT:      async.yield %[[A1]], %[[A1]] : !gpu.async.token, !gpu.async.token
// CHECK-NEXT:    }
// CHECK-NEXT:    async.await %a : !async.token
// CHECK-NEXT:    %[[B:.*]] = async.await %[[V]] : !async.value<!gpu.async.token>
// CHECK-NEXT:    gpu.wait [%[[B]]]
// CHECK-NEXT:    async.await %a : !async.token
// CHECK-NEXT:    %[[C:.*]] = async.await %[[W]] : !async.value<!gpu.async.token>
// CHECK-NEXT:    gpu.wait [%[[C]]]
// CHECK-NEXT:    func.return
func.func @fork(%m: memref<?xf32>, %k: memref<?xf32>) {
  %a = async.execute {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    async.yield
  }
  async.await %a : !async.token
  async.await %a : !async.token
  return
}

// One user of two bodies waits for the work of both.

// CHECK-LABEL: func.func @join(
// CHECK:         %c = async.execute [%a, %b] (%[[V:.*]] as %[[A:.*]]: !async.value<!gpu.async.token>, %[[W:.*]] as %[[B:.*]]: !async.value<!gpu.async.token>) {
// CHECK-NEXT:      %[[C0:.*]] = gpu.wait async [%[[B]], %[[A]]]
// CHECK-NEXT:      %[[C1:.*]] = gpu.memcpy async [%[[C0]]] %k, %m
// CHECK-NEXT:      gpu.wait [%[[C1]]]
// CHECK-NEXT:      async.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return
func.func @join(%m: memref<?xf32>, %k: memref<?xf32>) {
  %a = async.execute {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    async.yield
  }
  %b = async.execute {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    async.yield
  }
  // Nobody waits for this one, and so it waits itself.
  %c = async.execute [%a, %b] {
    gpu.memcpy %k, %m : memref<?xf32>, memref<?xf32>
    async.yield
  }
  return
}

// What a body yielded already stays, and comes first.

// CHECK-LABEL: func.func @values(
// CHECK-NEXT:    %a, %r, %[[V:.*]] = async.execute -> (!async.value<f32>, !async.value<!gpu.async.token>) {
// CHECK-NEXT:      %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[T1:.*]] = gpu.memcpy async [%[[T0]]] %m, %k
// CHECK-NEXT:      async.yield %x, %[[T1]] : f32, !gpu.async.token
// CHECK-NEXT:    }
// CHECK-NEXT:    %b = async.execute [%a] (%r as %y: !async.value<f32>, %[[V]] as %[[T2:.*]]: !async.value<!gpu.async.token>) {
// CHECK-NEXT:      gpu.wait [%[[T2]]]
// CHECK-NEXT:      memref.store %y, %m[%n]
// CHECK-NEXT:      async.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    async.await %b : !async.token
// CHECK-NEXT:    func.return
func.func @values(%m: memref<?xf32>, %k: memref<?xf32>, %n: index, %x: f32) {
  %a, %r = async.execute -> !async.value<f32> {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    async.yield %x : f32
  }
  %b = async.execute [%a] (%r as %y: !async.value<f32>) {
    memref.store %y, %m[%n] : memref<?xf32>
    async.yield
  }
  async.await %b : !async.token
  return
}

// The wait leaves one body, and then the one around it.

// CHECK-LABEL: func.func @nest(
// CHECK-NEXT:    %a, %[[V:.*]] = async.execute -> !async.value<!gpu.async.token> {
// CHECK-NEXT:      %b, %[[W:.*]] = async.execute -> !async.value<!gpu.async.token> {
// CHECK-NEXT:        %[[B0:.*]] = gpu.wait async
// CHECK-NEXT:        %[[B1:.*]] = gpu.memcpy async [%[[B0]]] %m, %k
// CHECK-NEXT:        async.yield %[[B1]] : !gpu.async.token
// CHECK-NEXT:      }
// CHECK-NEXT:      async.await %b : !async.token
// CHECK-NEXT:      %[[C:.*]] = async.await %[[W]] : !async.value<!gpu.async.token>
// CHECK-NEXT:      async.yield %[[C]] : !gpu.async.token
// CHECK-NEXT:    }
// CHECK-NEXT:    async.await %a : !async.token
// CHECK-NEXT:    %[[A:.*]] = async.await %[[V]] : !async.value<!gpu.async.token>
// CHECK-NEXT:    gpu.wait [%[[A]]]
// CHECK-NEXT:    func.return
func.func @nest(%m: memref<?xf32>, %k: memref<?xf32>) {
  %a = async.execute {
    %b = async.execute {
      gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
      async.yield
    }
    async.await %b : !async.token
    async.yield
  }
  async.await %a : !async.token
  return
}
