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

// -----

// A function that the kernel calls names a global of the host: it is where it is.

// CHECK: 'func.call' op calls a function that accesses the global @table, which the device cannot reach
memref.global @table : memref<4xf32> = dense<1.0>
func.func private @first() -> f32 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @table : memref<4xf32>
  %x = memref.load %g[%c0] : memref<4xf32>
  func.return %x : f32
}
func.func @calls(%a: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = func.call @first() : () -> f32
    memref.store %x, %a[%tx] : memref<4xf32>
    gpu.terminator
  }
  func.return
}

// -----

// The address of a buffer comes out of memory: it may be that of the host's.

// CHECK: 'xegpu.store_nd' op accesses memory by an address that may be that of %a, which the device cannot reach
func.func @from_memory(%a: memref<8xf32>, %w: vector<1x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %box = memref.alloc() : memref<1xi64>
  %at = memref.extract_aligned_pointer_as_index %a : memref<8xf32> -> index
  %q = arith.index_cast %at : index to i64
  memref.store %q, %box[%c0] : memref<1xi64>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %s = memref.load %box[%c0] : memref<1xi64>
    %d = xegpu.create_nd_tdesc %s, shape : [1, 8], strides : [8, 1] : i64 -> !xegpu.tensor_desc<1x8xf32>
    xegpu.store_nd %w, %d[0, 0] : vector<1x8xf32>, !xegpu.tensor_desc<1x8xf32>
    gpu.terminator
  }
  memref.dealloc %box : memref<1xi64>
  func.return
}

// -----

// A function that is given an address, and no buffer, has nothing that it could copy.

// CHECK: 'func.call' op passes the address of %a, which the device cannot reach, to a function that accesses it on the device
func.func private @by_address(%q: i64, %w: vector<1x8xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %d = xegpu.create_nd_tdesc %q, shape : [1, 8], strides : [8, 1] : i64 -> !xegpu.tensor_desc<1x8xf32>
    xegpu.store_nd %w, %d[0, 0] : vector<1x8xf32>, !xegpu.tensor_desc<1x8xf32>
    gpu.terminator
  }
  func.return
}
func.func @passes_address(%a: memref<8xf32>, %w: vector<1x8xf32>) {
  %at = memref.extract_aligned_pointer_as_index %a : memref<8xf32> -> index
  %q = arith.index_cast %at : index to i64
  func.call @by_address(%q, %w) : (i64, vector<1x8xf32>) -> ()
  func.return
}

// -----

// Each iteration would copy back all of the buffer, over what the others have written.

// CHECK: 'gpu.launch' op accesses %a, which other work may access at the same time, so that it cannot be copied around it
func.func @at_the_same_time(%as: memref<2xmemref<8xf32>>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.load %as[%c0] : memref<2xmemref<8xf32>>
  %b = memref.load %as[%c1] : memref<2xmemref<8xf32>>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      memref.store %v, %a[%i] : memref<8xf32>
      gpu.terminator
    }
    scf.reduce
  }
  memref.store %v, %b[%c0] : memref<8xf32>
  func.return
}
