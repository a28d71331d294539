// RUN: xdsl-opt %s --split-input-file -p insert-gpu-allocs | filecheck %s

// What is surely overwritten before it is read is not copied in. Here the grid has a
// block for each element.

// CHECK-LABEL: func.func @grid_covers
// CHECK-SAME:    [[A:%.*]]: memref<8x4xf32>
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<8x4xf32>
// CHECK-NOT:     memref.copy [[A]]
// CHECK:         gpu.launch
// CHECK:         memref.copy [[D]], [[A]]
func.func @grid_covers(%a: memref<8x4xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c4, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx, %by] : memref<8x4xf32>
    gpu.terminator
  }
  func.return
}

// -----

// Blocks and threads, a loop, and a check against the size, which may be dynamic.

// CHECK-LABEL: func.func @tiled
// CHECK-SAME:    [[A:%.*]]: memref<?x4xf32>
// CHECK:         gpu.alloc host_shared
// CHECK-NOT:     memref.copy [[A]]
// CHECK:         gpu.launch
func.func @tiled(%a: memref<?x4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %rows = memref.dim %a, %c0 : memref<?x4xf32>
  %blocks = arith.ceildivui %rows, %c16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %first = arith.muli %bx, %c16 : index
    %row = arith.addi %first, %tx : index
    %inside = arith.cmpi ult, %row, %rows : index
    scf.if %inside {
      scf.for %column = %c0 to %c4 step %c1 {
        memref.store %v, %a[%row, %column] : memref<?x4xf32>
      }
    }
    gpu.terminator
  }
  func.return
}

// -----

// An XeGPU store of blocks, as many as the buffer has.

// CHECK-LABEL: func.func @blocks
// CHECK-SAME:    [[A:%.*]]: memref<32x32xf32>
// CHECK:         gpu.alloc host_shared
// CHECK-NOT:     memref.copy [[A]]
// CHECK:         gpu.launch
func.func @blocks(%a: memref<32x32xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c2, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %row = arith.muli %bx, %c8 : index
    %column = arith.muli %by, %c16 : index
    %x = arith.constant dense<0.0> : vector<8x16xf32>
    %d = xegpu.create_nd_tdesc %a[%row, %column]
      : memref<32x32xf32> -> !xegpu.tensor_desc<8x16xf32>
    xegpu.store_nd %x, %d : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
    gpu.terminator
  }
  func.return
}

// -----

// A copy or fill of the whole buffer by the host, or by an earlier kernel.

// CHECK-LABEL: func.func @by_the_host
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>, [[B:%.*]]: memref<8xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared
// CHECK-NOT:     memref.copy [[A]]
// CHECK:         memref.copy [[B]], [[D]]
// CHECK-NEXT:    gpu.launch
func.func @by_the_host(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  memref.copy %b, %a : memref<8xf32> to memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%bx] : memref<8xf32>
    memref.store %x, %a[%c1] : memref<8xf32>
    gpu.terminator
  }
  func.return
}

// -----

// A thread may read back what it has written itself.

// CHECK-LABEL: func.func @read_back
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         gpu.alloc host_shared
// CHECK-NOT:     memref.copy [[A]]
// CHECK:         gpu.launch
func.func @read_back(%a: memref<8xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx] : memref<8xf32>
    %x = memref.load %a[%bx] : memref<8xf32>
    %y = arith.addf %x, %v : f32
    memref.store %y, %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}

// -----

// If the kernel may not be executed at all, the old contents are needed.

// CHECK-LABEL: func.func @perhaps
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared
// CHECK-NEXT:    memref.copy [[A]], [[D]]
func.func @perhaps(%a: memref<8xf32>, %v: f32, %c: i1) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.if %c {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      memref.store %v, %a[%bx] : memref<8xf32>
      gpu.terminator
    }
  }
  func.return
}

// -----

// So they are if the host looks first.

// CHECK-LABEL: func.func @host_looks_first
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared
// CHECK-NEXT:    memref.copy [[A]], [[D]]
func.func @host_looks_first(%a: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %v = memref.load %a[%c1] : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}
