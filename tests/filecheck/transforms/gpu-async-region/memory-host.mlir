// RUN: xdsl-opt %s -p 'gpu-async-region{dependencies=memory}' --split-input-file | filecheck %s

// The host waits for what it could conflict with: a load for the write before it, a store
// for the read before it.

// CHECK-LABEL: func.func @load_and_store(
// CHECK-NEXT:    %[[A0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[A:.*]] = gpu.memcpy async [%[[A0]]] %a, %b
// CHECK-NEXT:    %[[C0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[C:.*]] = gpu.memset async [%[[C0]]] %c, %x
// CHECK-NEXT:    %v = memref.load %b[%i]
// CHECK-NEXT:    %w = arith.addf %v, %x : f32
// CHECK-NEXT:    gpu.wait [%[[A]]]
// CHECK-NEXT:    memref.store %w, %b[%i]
// CHECK-NEXT:    %u = memref.load %a[%i]
// CHECK-NEXT:    gpu.wait [%[[C]]]
// CHECK-NEXT:    func.return
func.func @load_and_store(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>, %i: index, %x: f32) {
  gpu.memcpy %a, %b : memref<4xf32>, memref<4xf32>
  gpu.memset %c, %x : memref<4xf32>, f32
  %v = memref.load %b[%i] : memref<4xf32>
  %w = arith.addf %v, %x : f32
  memref.store %w, %b[%i] : memref<4xf32>
  %u = memref.load %a[%i] : memref<4xf32>
  func.return
}

// -----

// Waiting for the middle of a chain does not end the chain.

// CHECK-LABEL: func.func @inside_a_chain(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.memset async [%[[T0]]] %a, %x
// CHECK-NEXT:    %[[T2:.*]] = gpu.memcpy async [%[[T1]]] %b, %a
// CHECK-NEXT:    %[[T3:.*]] = gpu.wait async [%[[T1]]]
// CHECK-NEXT:    gpu.wait [%[[T3]]]
// CHECK-NEXT:    %v = memref.load %a[%i]
// CHECK-NEXT:    gpu.wait [%[[T2]]]
// CHECK-NEXT:    func.return
func.func @inside_a_chain(%a: memref<4xf32>, %b: memref<4xf32>, %i: index, %x: f32) {
  gpu.memset %a, %x : memref<4xf32>, f32
  gpu.memcpy %b, %a : memref<4xf32>, memref<4xf32>
  %v = memref.load %a[%i] : memref<4xf32>
  func.return
}

// -----

// A function that is not there may do anything; of one that is there it is known what it
// does, to its arguments and to globals.

// CHECK-LABEL: func.func @calls(
// CHECK:         %[[A:.*]] = gpu.memset async [%{{.*}}] %a, %x
// CHECK:         %[[B:.*]] = gpu.memset async [%{{.*}}] %b, %x
// CHECK:         %[[T:.*]] = gpu.memcpy async [%{{.*}}] %t, %c
// CHECK-NEXT:    gpu.wait [%[[A]]]
// CHECK-NEXT:    func.call @reads(%a)
// CHECK-NEXT:    gpu.wait [%[[T]]]
// CHECK-NEXT:    func.call @reads_table()
// CHECK-NEXT:    gpu.wait [%[[B]]]
// CHECK-NEXT:    func.call @unknown()
// CHECK-NEXT:    func.return
memref.global @table : memref<4xf32>
func.func @calls(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>, %x: f32) {
  %t = memref.get_global @table : memref<4xf32>
  gpu.memset %a, %x : memref<4xf32>, f32
  gpu.memset %b, %x : memref<4xf32>, f32
  gpu.memcpy %t, %c : memref<4xf32>, memref<4xf32>
  func.call @reads(%a) : (memref<4xf32>) -> ()
  func.call @reads_table() : () -> ()
  func.call @unknown() : () -> ()
  func.return
}
func.func @reads(%m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %m[%c0] : memref<4xf32>
  func.return
}
func.func @reads_table() {
  %t = memref.get_global @table : memref<4xf32>
  func.call @reads(%t) : (memref<4xf32>) -> ()
  func.return
}
func.func private @unknown()

// -----

// A loop conflicts with what anything inside it conflicts with. The rest goes on while it
// runs; what it starts itself ends in each iteration.

// CHECK-LABEL: func.func @loop(
// CHECK-NEXT:    %[[A0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[A:.*]] = gpu.memset async [%[[A0]]] %a, %x
// CHECK-NEXT:    %[[B0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[B:.*]] = gpu.memset async [%[[B0]]] %b, %x
// CHECK-NEXT:    gpu.wait [%[[A]]]
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      %[[L0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[L:.*]] = gpu.memcpy async [%[[L0]]] %c, %a
// CHECK-NEXT:      gpu.wait [%[[L]]]
// CHECK-NEXT:    }
// CHECK-NEXT:    gpu.wait [%[[B]]]
// CHECK-NEXT:    func.return
func.func @loop(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>, %n: index, %x: f32) {
  gpu.memset %a, %x : memref<4xf32>, f32
  gpu.memset %b, %x : memref<4xf32>, f32
  scf.for %i = %n to %n step %n {
    gpu.memcpy %c, %a : memref<4xf32>, memref<4xf32>
    scf.yield
  }
  func.return
}

// -----

// No token lives across the bounds of a block.

// CHECK-LABEL: func.func @blocks(
// CHECK:         %[[T1:.*]] = gpu.memset async
// CHECK-NEXT:    gpu.wait [%[[T1]]]
// CHECK-NEXT:    cf.br ^[[NEXT:.*]]
// CHECK-NEXT:  ^[[NEXT]]:
// CHECK-NEXT:    %[[T2:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T3:.*]] = gpu.memset async [%[[T2]]]
// CHECK-NEXT:    gpu.wait [%[[T3]]]
func.func @blocks(%a: memref<4xf32>, %x: f32) {
  gpu.memset %a, %x : memref<4xf32>, f32
  cf.br ^next
^next:
  gpu.memset %a, %x : memref<4xf32>, f32
  func.return
}

// -----

// Another device has other streams.

// CHECK-LABEL: func.func @device(
// CHECK:         %[[T1:.*]] = gpu.memset async
// CHECK-NEXT:    gpu.wait [%[[T1]]]
// CHECK-NEXT:    gpu.set_default_device %d
func.func @device(%a: memref<4xf32>, %x: f32, %d: i32) {
  gpu.memset %a, %x : memref<4xf32>, f32
  gpu.set_default_device %d
  func.return
}

// -----

// The body of an `async.execute` waits for what it has started. So what depends on it
// finds it done.

// CHECK-LABEL: func.func @execute(
// CHECK-NEXT:    %e = async.execute {
// CHECK-NEXT:      %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[T1:.*]] = gpu.memset async [%[[T0]]] %a, %x
// CHECK-NEXT:      gpu.wait [%[[T1]]]
// CHECK-NEXT:      async.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    %f = async.execute [%e] {
// CHECK-NEXT:      %[[T2:.*]] = gpu.wait async
// CHECK-NEXT:      %[[T3:.*]] = gpu.memcpy async [%[[T2]]] %b, %a
// CHECK-NEXT:      gpu.wait [%[[T3]]]
// CHECK-NEXT:      async.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    async.await %f : !async.token
func.func @execute(%a: memref<4xf32>, %b: memref<4xf32>, %x: f32) {
  %e = async.execute {
    gpu.memset %a, %x : memref<4xf32>, f32
    async.yield
  }
  %f = async.execute [%e] {
    gpu.memcpy %b, %a : memref<4xf32>, memref<4xf32>
    async.yield
  }
  async.await %f : !async.token
  func.return
}
