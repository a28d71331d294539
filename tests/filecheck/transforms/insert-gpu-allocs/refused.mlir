// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect -p insert-gpu-allocs | filecheck %s
// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect -p 'insert-gpu-allocs{is-usm-args=true}' | filecheck %s --check-prefix=USM

// What cannot be done is refused, and the module left as it was.

// CHECK: 'gpu.launch' op accesses memory of the host through a value of type memref<*xf32>, of which no copy can be made
func.func @unknown_rank(%a: memref<*xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    "test.use"(%a) : (memref<*xf32>) -> ()
    gpu.terminator
  }
  func.return
}

// -----

// Two buffers from memory may be one, and then one device buffer would have to hold
// elements of two types.

// CHECK: 'gpu.launch' op writes to %a and %b, which may overlap in ways that are not known
func.func @overlap(%as: memref<2xmemref<8xf32>>, %bs: memref<2xmemref<8xi32>>, %i: index) {
  %c1 = arith.constant 1 : index
  %a = memref.load %as[%i] : memref<2xmemref<8xf32>>
  %b = memref.load %bs[%i] : memref<2xmemref<8xi32>>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%tx] : memref<8xf32>
    %y = arith.fptosi %x : f32 to i32
    memref.store %y, %b[%tx] : memref<8xi32>
    gpu.terminator
  }
  func.return
}

// -----

// A function that others may call too copies its argument as memory of the host.

// CHECK: 'func.call' op passes %d, memory that the host cannot access, to @copies, which has its argument copied
func.func @copies(%a: memref<8xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%tx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}
func.func @passes(%v: f32) {
  %d = gpu.alloc () : memref<8xf32>
  func.call @copies(%d, %v) : (memref<8xf32>, f32) -> ()
  gpu.dealloc %d : memref<8xf32>
  func.return
}

// -----

// With `is-usm-args` the copy would be passed, and freed, in the place of the buffer.

// USM: 'func.call' op frees %m, memory of the host that the device accesses in it
func.func private @frees(%a: memref<8xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%tx] : memref<8xf32>
    gpu.terminator
  }
  memref.dealloc %a : memref<8xf32>
  func.return
}
func.func @allocates(%v: f32) {
  %m = memref.alloc() : memref<8xf32>
  func.call @frees(%m, %v) : (memref<8xf32>, f32) -> ()
  func.return
}
