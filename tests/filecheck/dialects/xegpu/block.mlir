// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

// CHECK-LABEL: @describe_memref
// GENERIC:     "func.func"
func.func @describe_memref(%m: memref<64x64xf16>, %cube: memref<2x64x64xf16>, %i: index) {
  // CHECK: %{{.*}} = xegpu.create_nd_tdesc %m : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  // GENERIC: "xegpu.create_nd_tdesc"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>}>
  %0 = xegpu.create_nd_tdesc %m : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  // CHECK: %{{.*}} = xegpu.create_nd_tdesc %m[8, 16] : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  // GENERIC: "xegpu.create_nd_tdesc"(%m) <{const_offsets = array<i64: 8, 16>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}>
  %1 = xegpu.create_nd_tdesc %m[8, 16] : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  // CHECK: %{{.*}} = xegpu.create_nd_tdesc %m[%i, %i] : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  // GENERIC: "xegpu.create_nd_tdesc"(%m, %i, %i) <{const_offsets = array<i64: -9223372036854775808, -9223372036854775808>, operandSegmentSizes = array<i32: 1, 2, 0, 0>}>
  %2 = xegpu.create_nd_tdesc %m[%i, %i] : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  // CHECK: %{{.*}} = xegpu.create_nd_tdesc %cube[1, %i, 0] : memref<2x64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  // GENERIC: "xegpu.create_nd_tdesc"(%cube, %i) <{const_offsets = array<i64: 1, -9223372036854775808, 0>, operandSegmentSizes = array<i32: 1, 1, 0, 0>}>
  %3 = xegpu.create_nd_tdesc %cube[1, %i, 0] : memref<2x64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  // CHECK: %{{.*}} = xegpu.create_nd_tdesc %m[0, 0] {note = 1 : i64} : memref<64x64xf16> -> !xegpu.tensor_desc<16xf16>
  %4 = xegpu.create_nd_tdesc %m[0, 0] {note = 1 : i64} : memref<64x64xf16> -> !xegpu.tensor_desc<16xf16>
  return
}

// -----

// What is known of the source from its type need not be stated.

// CHECK-LABEL: @describe_with_shape
func.func @describe_with_shape(%m: memref<?x?xf32>, %p: ui64, %h: index, %w: index) {
  // CHECK: %{{.*}} = xegpu.create_nd_tdesc %m, shape : [%h, %w], strides : [%w, 1] : memref<?x?xf32> -> !xegpu.tensor_desc<8x16xf32>
  // GENERIC: "xegpu.create_nd_tdesc"(%m, %h, %w, %w) <{const_shape = array<i64: -9223372036854775808, -9223372036854775808>, const_strides = array<i64: -9223372036854775808, 1>, operandSegmentSizes = array<i32: 1, 0, 2, 1>}>
  %0 = xegpu.create_nd_tdesc %m, shape : [%h, %w], strides : [%w, 1]
    : memref<?x?xf32> -> !xegpu.tensor_desc<8x16xf32>
  // CHECK: %{{.*}} = xegpu.create_nd_tdesc %m[%h, 0], shape : [%h, 64], strides : [64, 1] : memref<?x?xf32> -> !xegpu.tensor_desc<8x16xf32>
  %1 = xegpu.create_nd_tdesc %m[%h, 0], shape : [%h, 64], strides : [64, 1]
    : memref<?x?xf32> -> !xegpu.tensor_desc<8x16xf32>
  // CHECK: %{{.*}} = xegpu.create_nd_tdesc %m[0, 0] : memref<?x?xf32> -> !xegpu.tensor_desc<8x16xf32>
  %2 = xegpu.create_nd_tdesc %m[0, 0] : memref<?x?xf32> -> !xegpu.tensor_desc<8x16xf32>
  // CHECK: %{{.*}} = xegpu.create_nd_tdesc %p[0, 0], shape : [32, 64], strides : [64, 1] : ui64 -> !xegpu.tensor_desc<8x16xf32>
  %3 = xegpu.create_nd_tdesc %p[0, 0], shape : [32, 64], strides : [64, 1]
    : ui64 -> !xegpu.tensor_desc<8x16xf32>
  // CHECK: %{{.*}} = xegpu.create_nd_tdesc %p, shape : [%w], strides : [1] : ui64 -> !xegpu.tensor_desc<32xf32>
  %4 = xegpu.create_nd_tdesc %p, shape : [%w], strides : [1]
    : ui64 -> !xegpu.tensor_desc<32xf32>
  return
}

// -----

// The constants may also be given as attributes; what comes later stands.

// CHECK-LABEL: @describe_with_attributes
func.func @describe_with_attributes(%m: memref<64x64xf16>) {
  // CHECK: %{{.*}} = xegpu.create_nd_tdesc %m[8, 16] : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  %0 = xegpu.create_nd_tdesc %m {const_offsets = array<i64: 8, 16>} : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  // CHECK: %{{.*}} = xegpu.create_nd_tdesc %m[8, 16] : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  %1 = xegpu.create_nd_tdesc %m[0, 0] {const_offsets = array<i64: 8, 16>} : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  return
}

// -----

// Descriptors are in the memory space of their source.

// CHECK-LABEL: @describe_shared
func.func @describe_shared(
  %number: memref<1024xf32, 3>, %name: memref<1024xf32, #xegpu<memory_space slm>>,
  %strided: memref<32x32xf32, strided<[?, ?], offset: ?>>
) {
  // CHECK: xegpu.create_nd_tdesc %number[0]
  // CHECK-SAME: -> !xegpu.tensor_desc<32xf32, #xegpu.block_tdesc_attr<memory_space = slm>>
  %0 = xegpu.create_nd_tdesc %number[0]
    : memref<1024xf32, 3> -> !xegpu.tensor_desc<32xf32, #xegpu.block_tdesc_attr<memory_space = slm>>
  // CHECK: xegpu.create_nd_tdesc %name[0] : memref<1024xf32, #xegpu<memory_space slm>>
  %1 = xegpu.create_nd_tdesc %name[0]
    : memref<1024xf32, #xegpu<memory_space slm>> -> !xegpu.tensor_desc<32xf32, #xegpu.block_tdesc_attr<memory_space = slm>>
  // CHECK: xegpu.create_nd_tdesc %strided[0, 0] : memref<32x32xf32, strided<[?, ?], offset: ?>>
  %2 = xegpu.create_nd_tdesc %strided[0, 0]
    : memref<32x32xf32, strided<[?, ?], offset: ?>> -> !xegpu.tensor_desc<8x16xf32>
  return
}

// -----

// CHECK-LABEL: @prefetch
func.func @prefetch(%d: !xegpu.tensor_desc<8x16xf16>, %i: index) {
  // CHECK: xegpu.prefetch_nd %d : !xegpu.tensor_desc<8x16xf16>
  // GENERIC: "xegpu.prefetch_nd"(%d) : (!xegpu.tensor_desc<8x16xf16>) -> ()
  xegpu.prefetch_nd %d : !xegpu.tensor_desc<8x16xf16>
  // CHECK: xegpu.prefetch_nd %d[%i, 16] <{l1_hint = #xegpu.cache_hint<cached>, l3_hint = #xegpu.cache_hint<read_invalidate>}> : !xegpu.tensor_desc<8x16xf16>
  // GENERIC: "xegpu.prefetch_nd"(%d, %i) <{const_offsets = array<i64: -9223372036854775808, 16>, l1_hint = #xegpu.cache_hint<cached>, l3_hint = #xegpu.cache_hint<read_invalidate>}>
  xegpu.prefetch_nd %d[%i, 16] <{l3_hint = #xegpu.cache_hint<read_invalidate>, l1_hint = #xegpu.cache_hint<cached>}>
    : !xegpu.tensor_desc<8x16xf16>
  // CHECK: xegpu.prefetch_nd %d[0, 0] <{layout = #xegpu.layout<sg_layout = [1, 1]>}> {note} : !xegpu.tensor_desc<8x16xf16>
  xegpu.prefetch_nd %d[0, 0] <{layout = #xegpu.layout<sg_layout = [1, 1]>}> {note} : !xegpu.tensor_desc<8x16xf16>
  return
}

// -----

// Properties are read from either dictionary and printed in the first.

// CHECK-LABEL: @spellings
func.func @spellings(%d: !xegpu.tensor_desc<8x16xf16>) {
  // CHECK: xegpu.load_nd %d[0, 0] <{l1_hint = #xegpu.cache_hint<cached>, packed}> {note} : !xegpu.tensor_desc<8x16xf16> -> vector<4x16x2xf16>
  %0 = xegpu.load_nd %d[0, 0] {packed, note, l1_hint = #xegpu.cache_hint<cached>}
    : !xegpu.tensor_desc<8x16xf16> -> vector<4x16x2xf16>
  // CHECK: xegpu.load_nd %d[0, 0] <{l1_hint = #xegpu.cache_hint<cached>, packed}> : !xegpu.tensor_desc<8x16xf16> -> vector<4x16x2xf16>
  %1 = xegpu.load_nd %d[0, 0] <{packed}> {l1_hint = #xegpu.cache_hint<cached>}
    : !xegpu.tensor_desc<8x16xf16> -> vector<4x16x2xf16>
  // CHECK: xegpu.load_nd %d[8, 0] : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  %2 = xegpu.load_nd %d <{const_offsets = array<i64: 8, 0>}> : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  // CHECK: xegpu.load_nd %d : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  %3 = xegpu.load_nd %d <{}> : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  // Unknown properties are dropped.
  // CHECK: xegpu.load_nd %d : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  %4 = xegpu.load_nd %d <{unknown = 1}> : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  return
}

// -----

// CHECK-LABEL: @load
func.func @load(
  %matrix: !xegpu.tensor_desc<16x8xf32>, %half: !xegpu.tensor_desc<16x16xf16>,
  %bytes: !xegpu.tensor_desc<32x16xi8>, %row: !xegpu.tensor_desc<32xf32>,
  %pair: !xegpu.tensor_desc<16x16xf16, #xegpu.block_tdesc_attr<array_length = 2>>,
  %spread: !xegpu.tensor_desc<32x32xf32, #xegpu.layout<sg_layout = [2, 2]>>, %i: index
) {
  // CHECK: xegpu.load_nd %matrix : !xegpu.tensor_desc<16x8xf32> -> vector<16x8xf32>
  // GENERIC: "xegpu.load_nd"(%matrix) : (!xegpu.tensor_desc<16x8xf32>) -> vector<16x8xf32>
  %0 = xegpu.load_nd %matrix : !xegpu.tensor_desc<16x8xf32> -> vector<16x8xf32>
  // CHECK: xegpu.load_nd %matrix[0, %i] <{l1_hint = #xegpu.cache_hint<cached>, l2_hint = #xegpu.cache_hint<uncached>, l3_hint = #xegpu.cache_hint<streaming>}>
  %1 = xegpu.load_nd %matrix[0, %i] <{
    l1_hint = #xegpu.cache_hint<cached>, l2_hint = #xegpu.cache_hint<uncached>,
    l3_hint = #xegpu.cache_hint<streaming>
  }> : !xegpu.tensor_desc<16x8xf32> -> vector<16x8xf32>
  // CHECK: xegpu.load_nd %matrix <{transpose = array<i64: 1, 0>}> : !xegpu.tensor_desc<16x8xf32> -> vector<8x16xf32>
  %2 = xegpu.load_nd %matrix <{transpose = array<i64: 1, 0>}> : !xegpu.tensor_desc<16x8xf32> -> vector<8x16xf32>
  // CHECK: xegpu.load_nd %half <{packed}> : !xegpu.tensor_desc<16x16xf16> -> vector<8x16x2xf16>
  %3 = xegpu.load_nd %half <{packed}> : !xegpu.tensor_desc<16x16xf16> -> vector<8x16x2xf16>
  // CHECK: xegpu.load_nd %bytes <{packed}> : !xegpu.tensor_desc<32x16xi8> -> vector<8x16x4xi8>
  %4 = xegpu.load_nd %bytes <{packed}> : !xegpu.tensor_desc<32x16xi8> -> vector<8x16x4xi8>
  // CHECK: xegpu.load_nd %row[%i] : !xegpu.tensor_desc<32xf32> -> vector<32xf32>
  %5 = xegpu.load_nd %row[%i] : !xegpu.tensor_desc<32xf32> -> vector<32xf32>
  // CHECK: xegpu.load_nd %pair : !xegpu.tensor_desc<16x16xf16, #xegpu.block_tdesc_attr<array_length = 2 : i64>> -> vector<2x16x16xf16>
  %6 = xegpu.load_nd %pair : !xegpu.tensor_desc<16x16xf16, #xegpu.block_tdesc_attr<array_length = 2>> -> vector<2x16x16xf16>
  // CHECK: xegpu.load_nd %pair <{packed}>
  // CHECK-SAME: -> vector<2x8x16x2xf16>
  %7 = xegpu.load_nd %pair <{packed}> : !xegpu.tensor_desc<16x16xf16, #xegpu.block_tdesc_attr<array_length = 2>> -> vector<2x8x16x2xf16>
  // CHECK: xegpu.load_nd %spread <{layout = #xegpu.slice<#xegpu.layout<sg_layout = [2, 2, 2]>, dims = [2]>}>
  %8 = xegpu.load_nd %spread <{layout = #xegpu.slice<#xegpu.layout<sg_layout = [2, 2, 2]>, dims = [2]>}>
    : !xegpu.tensor_desc<32x32xf32, #xegpu.layout<sg_layout = [2, 2]>> -> vector<32x32xf32>
  return
}

// -----

// What cannot be followed is ignored, with a warning in MLIR: a permutation of dimensions
// that are not there, packing of what is no matrix.

// CHECK-LABEL: @load_ignoring
func.func @load_ignoring(%matrix: !xegpu.tensor_desc<16x8xf32>, %row: !xegpu.tensor_desc<32xf16>) {
  // CHECK: xegpu.load_nd %matrix <{transpose = array<i64: 0, 2>}> : !xegpu.tensor_desc<16x8xf32> -> vector<16x8xf32>
  %0 = xegpu.load_nd %matrix <{transpose = array<i64: 0, 2>}> : !xegpu.tensor_desc<16x8xf32> -> vector<16x8xf32>
  // CHECK: xegpu.load_nd %row <{packed}> : !xegpu.tensor_desc<32xf16> -> vector<32xf16>
  %1 = xegpu.load_nd %row <{packed}> : !xegpu.tensor_desc<32xf16> -> vector<32xf16>
  return
}

// -----

// At lane level, a vector of rank 1 holds an even part of the block.

// CHECK-LABEL: @lane_level
func.func @lane_level(
  %d: !xegpu.tensor_desc<8x16xf16>, %row: !xegpu.tensor_desc<32xf32>,
  %pair: !xegpu.tensor_desc<16x16xf16, #xegpu.block_tdesc_attr<array_length = 2>>, %v: vector<8xf16>
) {
  // CHECK: xegpu.load_nd %d : !xegpu.tensor_desc<8x16xf16> -> vector<8xf16>
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<8x16xf16> -> vector<8xf16>
  // CHECK: xegpu.load_nd %row[0] : !xegpu.tensor_desc<32xf32> -> vector<2xf32>
  %1 = xegpu.load_nd %row[0] : !xegpu.tensor_desc<32xf32> -> vector<2xf32>
  // CHECK: xegpu.load_nd %pair
  // CHECK-SAME: -> vector<32xf16>
  %2 = xegpu.load_nd %pair : !xegpu.tensor_desc<16x16xf16, #xegpu.block_tdesc_attr<array_length = 2>> -> vector<32xf16>
  // CHECK: xegpu.store_nd %v, %d : vector<8xf16>, !xegpu.tensor_desc<8x16xf16>
  xegpu.store_nd %v, %d : vector<8xf16>, !xegpu.tensor_desc<8x16xf16>
  return
}

// -----

// CHECK-LABEL: @store
func.func @store(
  %v: vector<8x16xf32>, %d: !xegpu.tensor_desc<8x16xf32>, %w: vector<32xi32>,
  %row: !xegpu.tensor_desc<32xi32>, %i: index
) {
  // CHECK: xegpu.store_nd %v, %d : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
  // GENERIC: "xegpu.store_nd"(%v, %d) : (vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>) -> ()
  xegpu.store_nd %v, %d : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
  // CHECK: xegpu.store_nd %v, %d[%i, 0] <{l1_hint = #xegpu.cache_hint<write_back>, l2_hint = #xegpu.cache_hint<write_through>, l3_hint = #xegpu.cache_hint<uncached>}> : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
  // GENERIC: "xegpu.store_nd"(%v, %d, %i) <{const_offsets = array<i64: -9223372036854775808, 0>, l1_hint = #xegpu.cache_hint<write_back>, l2_hint = #xegpu.cache_hint<write_through>, l3_hint = #xegpu.cache_hint<uncached>}>
  xegpu.store_nd %v, %d[%i, 0] <{
    l1_hint = #xegpu.cache_hint<write_back>, l2_hint = #xegpu.cache_hint<write_through>,
    l3_hint = #xegpu.cache_hint<uncached>
  }> : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
  // CHECK: xegpu.store_nd %w, %row[8] <{layout = #xegpu.layout<lane_layout = [16]>}> : vector<32xi32>, !xegpu.tensor_desc<32xi32>
  xegpu.store_nd %w, %row[8] <{layout = #xegpu.layout<lane_layout = [16]>}> : vector<32xi32>, !xegpu.tensor_desc<32xi32>
  return
}

// -----

// CHECK-LABEL: @move
func.func @move(%d: !xegpu.tensor_desc<8x16xf16>, %i: index) {
  // CHECK: %{{.*}} = xegpu.update_nd_offset %d, [0, 16] : !xegpu.tensor_desc<8x16xf16>
  // GENERIC: "xegpu.update_nd_offset"(%d) <{const_offsets = array<i64: 0, 16>}> : (!xegpu.tensor_desc<8x16xf16>) -> !xegpu.tensor_desc<8x16xf16>
  %0 = xegpu.update_nd_offset %d, [0, 16] : !xegpu.tensor_desc<8x16xf16>
  // CHECK: %{{.*}} = xegpu.update_nd_offset %d, [%i, -16] {note} : !xegpu.tensor_desc<8x16xf16>
  %1 = xegpu.update_nd_offset %d, [%i, -16] {note} : !xegpu.tensor_desc<8x16xf16>
  return
}
