// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

// A buffer in shared memory, in each way that says so.

// CHECK-LABEL: @describe
// GENERIC:     "func.func"
func.func @describe(
  %bytes: memref<2048xi8, 3>, %matrix: memref<32x32xf16, #gpu.address_space<workgroup>>,
  %named: memref<1024xf16, #xegpu<memory_space slm>>
) {
  // CHECK: xegpu.create_mem_desc %bytes : memref<2048xi8, {{3.*}}> -> !xegpu.mem_desc<32x32xf16>
  // GENERIC: "xegpu.create_mem_desc"(%bytes) : (memref<2048xi8, {{3.*}}>) -> !xegpu.mem_desc<32x32xf16>
  %0 = xegpu.create_mem_desc %bytes : memref<2048xi8, 3> -> !xegpu.mem_desc<32x32xf16>
  // CHECK: xegpu.create_mem_desc %matrix {note}: memref<32x32xf16, #gpu.address_space<workgroup>> -> !xegpu.mem_desc<32x32xbf16, #xegpu.mem_layout<block = [16, 16]>>
  %1 = xegpu.create_mem_desc %matrix {note}
    : memref<32x32xf16, #gpu.address_space<workgroup>> -> !xegpu.mem_desc<32x32xbf16, #xegpu.mem_layout<block = [16, 16]>>
  // CHECK: xegpu.create_mem_desc %named : memref<1024xf16, #xegpu<memory_space slm>> -> !xegpu.mem_desc<16x32xf32, #xegpu.mem_layout<stride = [1, 16]>>
  %2 = xegpu.create_mem_desc %named
    : memref<1024xf16, #xegpu<memory_space slm>> -> !xegpu.mem_desc<16x32xf32, #xegpu.mem_layout<stride = [1, 16]>>
  return
}

// -----

// CHECK-LABEL: @load
func.func @load(%m: !xegpu.mem_desc<32x64xf16>, %i: index) {
  // CHECK: xegpu.load_matrix %m[%i, 16] : !xegpu.mem_desc<32x64xf16>, index -> vector<8x16xf16>
  // GENERIC: "xegpu.load_matrix"(%m, %i) <{const_offsets = array<i64: -9223372036854775808, 16>}> : (!xegpu.mem_desc<32x64xf16>, index) -> vector<8x16xf16>
  %0 = xegpu.load_matrix %m[%i, 16] : !xegpu.mem_desc<32x64xf16>, index -> vector<8x16xf16>
  // CHECK: xegpu.load_matrix %m[0, 0] <{layout = #xegpu.layout<sg_layout = [2, 4]>}> {note}: !xegpu.mem_desc<32x64xf16> -> vector<32x64xf16>
  %1 = xegpu.load_matrix %m[0, 0] <{layout = #xegpu.layout<sg_layout = [2, 4]>}> {note}
    : !xegpu.mem_desc<32x64xf16> -> vector<32x64xf16>
  // At lane level.
  // CHECK: xegpu.load_matrix %m[%i, %i] : !xegpu.mem_desc<32x64xf16>, index, index -> vector<16xf16>
  %2 = xegpu.load_matrix %m[%i, %i] : !xegpu.mem_desc<32x64xf16>, index, index -> vector<16xf16>
  // CHECK: xegpu.load_matrix %m[%i, 0] : !xegpu.mem_desc<32x64xf16>, index -> f16
  %3 = xegpu.load_matrix %m[%i, 0] : !xegpu.mem_desc<32x64xf16>, index -> f16
  return
}

// -----

// The subgroup loads or stores one contiguous block: the block of the matrix has the
// shape of the lanes' grid.

// CHECK-LABEL: @block_io
func.func @block_io(
  %rows: !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [1, 16]>>,
  %cols: !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [16, 1], stride = [1, 32]>>,
  %v: vector<8x16xf16>, %w: vector<16xf16>
) {
  // CHECK: xegpu.load_matrix %rows[0, 0] <{layout = #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>, subgroup_block_io}>
  %0 = xegpu.load_matrix %rows[0, 0] <{subgroup_block_io, layout = #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>}>
    : !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [1, 16]>> -> vector<8x16xf16>
  // CHECK: xegpu.load_matrix %cols[0, 0] <{layout = #xegpu.layout<lane_layout = [16, 1], lane_data = [1, 1]>, subgroup_block_io}>
  %1 = xegpu.load_matrix %cols[0, 0] <{subgroup_block_io, layout = #xegpu.layout<lane_layout = [16, 1], lane_data = [1, 1]>}>
    : !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [16, 1], stride = [1, 32]>> -> vector<16x8xf16>
  // CHECK: xegpu.load_matrix %rows[0, 0] <{subgroup_block_io}>
  %2 = xegpu.load_matrix %rows[0, 0] <{subgroup_block_io}>
    : !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [1, 16]>> -> vector<16xf16>
  // CHECK: xegpu.store_matrix %w, %rows[8, 0] <{subgroup_block_io}>
  xegpu.store_matrix %w, %rows[8, 0] <{subgroup_block_io}>
    : vector<16xf16>, !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [1, 16]>>
  return
}

// -----

// CHECK-LABEL: @store
func.func @store(%v: vector<8x16xf16>, %w: vector<16xf16>, %f: f16, %m: !xegpu.mem_desc<32x64xf16>, %i: index) {
  // CHECK: xegpu.store_matrix %v, %m[%i, 16] : vector<8x16xf16>, !xegpu.mem_desc<32x64xf16>, index
  // GENERIC: "xegpu.store_matrix"(%v, %m, %i) <{const_offsets = array<i64: -9223372036854775808, 16>}> : (vector<8x16xf16>, !xegpu.mem_desc<32x64xf16>, index) -> ()
  xegpu.store_matrix %v, %m[%i, 16] : vector<8x16xf16>, !xegpu.mem_desc<32x64xf16>, index
  // CHECK: xegpu.store_matrix %v, %m[0, 0] <{layout = #xegpu.layout<lane_layout = [1, 16]>}> {note}: vector<8x16xf16>, !xegpu.mem_desc<32x64xf16>
  xegpu.store_matrix %v, %m[0, 0] <{layout = #xegpu.layout<lane_layout = [1, 16]>}> {note}
    : vector<8x16xf16>, !xegpu.mem_desc<32x64xf16>
  // CHECK: xegpu.store_matrix %w, %m[%i, %i] : vector<16xf16>, !xegpu.mem_desc<32x64xf16>, index, index
  xegpu.store_matrix %w, %m[%i, %i] : vector<16xf16>, !xegpu.mem_desc<32x64xf16>, index, index
  // CHECK: xegpu.store_matrix %f, %m[0, %i] : f16, !xegpu.mem_desc<32x64xf16>, index
  xegpu.store_matrix %f, %m[0, %i] : f16, !xegpu.mem_desc<32x64xf16>, index
  return
}

// -----

// A scalar may come from a matrix of any rank. Offsets that are not in brackets are in
// the second dictionary.

// CHECK-LABEL: @other_ranks
func.func @other_ranks(%row: !xegpu.mem_desc<64xf32>, %cube: !xegpu.mem_desc<4x8x16xf32>, %i: index) {
  // CHECK: xegpu.load_matrix %row[%i] : !xegpu.mem_desc<64xf32>, index -> f32
  %0 = xegpu.load_matrix %row[%i] : !xegpu.mem_desc<64xf32>, index -> f32
  // CHECK: xegpu.load_matrix %cube[0, %i, 1] : !xegpu.mem_desc<4x8x16xf32>, index -> f32
  %1 = xegpu.load_matrix %cube[0, %i, 1] : !xegpu.mem_desc<4x8x16xf32>, index -> f32
  // CHECK: xegpu.load_matrix %row[8] : !xegpu.mem_desc<64xf32> -> f32
  %2 = xegpu.load_matrix %row[] {const_offsets = array<i64: 8>} : !xegpu.mem_desc<64xf32> -> f32
  return
}
