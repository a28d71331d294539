// RUN: xdsl-opt %s --split-input-file -p insert-gpu-allocs | filecheck %s

// A block description is a view of its source: loads read it, stores write it, and
// prefetches read it.

// CHECK-LABEL: func.func @blocks
// CHECK-SAME:    [[A:%.*]]: memref<32x32xf16>, [[B:%.*]]: memref<32x32xf16>, [[C:%.*]]: memref<32x32xf16>
// CHECK:         [[DC:%.*]] = gpu.alloc host_shared () : memref<32x32xf16>
// CHECK-NEXT:    memref.copy [[C]], [[DC]]
// CHECK-NEXT:    [[DB:%.*]] = gpu.alloc host_shared () : memref<32x32xf16>
// CHECK-NEXT:    memref.copy [[B]], [[DB]]
// CHECK-NEXT:    [[DA:%.*]] = gpu.alloc host_shared () : memref<32x32xf16>
// CHECK-NEXT:    memref.copy [[A]], [[DA]]
// CHECK:         gpu.launch
// CHECK:           xegpu.create_nd_tdesc [[DA]]
// CHECK:           xegpu.create_nd_tdesc [[DB]]
// CHECK:           xegpu.create_nd_tdesc [[DC]]
// CHECK:         }
// CHECK-NEXT:    gpu.dealloc [[DA]]
// CHECK-NEXT:    memref.copy [[DB]], [[B]]
// CHECK-NEXT:    gpu.dealloc [[DB]]
// CHECK-NEXT:    gpu.dealloc [[DC]]
func.func @blocks(%a: memref<32x32xf16>, %b: memref<32x32xf16>, %c: memref<32x32xf16>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %da = xegpu.create_nd_tdesc %a : memref<32x32xf16> -> !xegpu.tensor_desc<8x16xf16>
    %db = xegpu.create_nd_tdesc %b : memref<32x32xf16> -> !xegpu.tensor_desc<8x16xf16>
    %dc = xegpu.create_nd_tdesc %c : memref<32x32xf16> -> !xegpu.tensor_desc<8x16xf16>
    xegpu.prefetch_nd %dc[0, 0] : !xegpu.tensor_desc<8x16xf16>
    %x = xegpu.load_nd %da[0, 0] : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
    xegpu.store_nd %x, %db[0, 0] : vector<8x16xf16>, !xegpu.tensor_desc<8x16xf16>
    gpu.terminator
  }
  func.return
}

// -----

// Descriptions carried through a loop, and moved in it.

// CHECK-LABEL: func.func @carried
// CHECK-SAME:    [[A:%.*]]: memref<64x16xf16>, [[B:%.*]]: memref<64x16xf16>
// CHECK:         [[DB:%.*]] = gpu.alloc host_shared () : memref<64x16xf16>
// CHECK-NEXT:    memref.copy [[B]], [[DB]]
// CHECK-NEXT:    [[DA:%.*]] = gpu.alloc host_shared () : memref<64x16xf16>
// CHECK-NEXT:    memref.copy [[A]], [[DA]]
// CHECK:         gpu.launch
// CHECK:           xegpu.create_nd_tdesc [[DA]]
// CHECK:           xegpu.create_nd_tdesc [[DB]]
// CHECK:         gpu.dealloc [[DA]]
// CHECK-NEXT:    memref.copy [[DB]], [[B]]
func.func @carried(%a: memref<64x16xf16>, %b: memref<64x16xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %da = xegpu.create_nd_tdesc %a[0, 0]
      : memref<64x16xf16> -> !xegpu.tensor_desc<8x16xf16>
    %db = xegpu.create_nd_tdesc %b[0, 0]
      : memref<64x16xf16> -> !xegpu.tensor_desc<8x16xf16>
    %ra, %rb = scf.for %i = %c0 to %c64 step %c8 iter_args(%x = %da, %y = %db)
        -> (!xegpu.tensor_desc<8x16xf16>, !xegpu.tensor_desc<8x16xf16>) {
      %v = xegpu.load_nd %x : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
      xegpu.store_nd %v, %y : vector<8x16xf16>, !xegpu.tensor_desc<8x16xf16>
      %nx = xegpu.update_nd_offset %x, [8, 0] : !xegpu.tensor_desc<8x16xf16>
      %ny = xegpu.update_nd_offset %y, [8, 0] : !xegpu.tensor_desc<8x16xf16>
      scf.yield %nx, %ny : !xegpu.tensor_desc<8x16xf16>, !xegpu.tensor_desc<8x16xf16>
    }
    gpu.terminator
  }
  func.return
}

// -----

// Scattered accesses of a memref with offsets, without a description.

// CHECK-LABEL: func.func @scattered
// CHECK-SAME:    [[A:%.*]]: memref<64xf32>, [[B:%.*]]: memref<64xf32>
// CHECK:         [[DB:%.*]] = gpu.alloc host_shared () : memref<64xf32>
// CHECK-NEXT:    memref.copy [[B]], [[DB]]
// CHECK-NEXT:    [[DA:%.*]] = gpu.alloc host_shared () : memref<64xf32>
// CHECK-NEXT:    memref.copy [[A]], [[DA]]
// CHECK:         gpu.launch
// CHECK:           xegpu.load [[DA]]
// CHECK:           xegpu.store %{{.*}}, [[DB]]
// CHECK:         gpu.dealloc [[DA]]
// CHECK-NEXT:    memref.copy [[DB]], [[B]]
func.func @scattered(%a: memref<64xf32>, %b: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %offsets = arith.constant dense<[0, 2, 4, 6]> : vector<4xindex>
    %mask = arith.constant dense<true> : vector<4xi1>
    %x = xegpu.load %a[%offsets], %mask
      : memref<64xf32>, vector<4xindex>, vector<4xi1> -> vector<4xf32>
    xegpu.store %x, %b[%offsets], %mask
      : vector<4xf32>, memref<64xf32>, vector<4xindex>, vector<4xi1>
    gpu.terminator
  }
  func.return
}

// -----

// An address taken as a number on the host leads to the device buffer, too.

// CHECK-LABEL: func.func @address
// CHECK-SAME:    [[A:%.*]]: memref<64xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared () : memref<64xf32>
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK:         memref.extract_aligned_pointer_as_index [[D]]
// CHECK:         gpu.launch
func.func @address(%a: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %index = memref.extract_aligned_pointer_as_index %a : memref<64xf32> -> index
  %address = arith.index_cast %index : index to i64
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %d = xegpu.create_nd_tdesc %address, shape : [8, 8], strides : [8, 1]
      : i64 -> !xegpu.tensor_desc<8x8xf32>
    %x = xegpu.load_nd %d[0, 0] : !xegpu.tensor_desc<8x8xf32> -> vector<8x8xf32>
    gpu.terminator
  }
  func.return
}
