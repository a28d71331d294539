// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @describe_global(%s: memref<1024xi8, 1>) {
  %0 = xegpu.create_mem_desc %s : memref<1024xi8, 1> -> !xegpu.mem_desc<16x32xf16>
  return
}

// CHECK: must be reside in share memory and statically 1d or 2d shaped memref of scalar values, but got memref<1024xi8

// -----

func.func @describe_device(%s: memref<1024xi8, #gpu.address_space<global>>) {
  %0 = xegpu.create_mem_desc %s : memref<1024xi8, #gpu.address_space<global>> -> !xegpu.mem_desc<16x32xf16>
  return
}

// CHECK: must be reside in share memory

// -----

func.func @describe_dynamic(%s: memref<?xi8, 3>) {
  %0 = xegpu.create_mem_desc %s : memref<?xi8, 3> -> !xegpu.mem_desc<16x32xf16>
  return
}

// CHECK: must be reside in share memory and statically 1d or 2d shaped

// -----

func.func @describe_cube(%s: memref<2x16x16xf16, 3>) {
  %0 = xegpu.create_mem_desc %s : memref<2x16x16xf16, 3> -> !xegpu.mem_desc<16x32xf16>
  return
}

// CHECK: must be reside in share memory and statically 1d or 2d shaped

// -----

func.func @describe_other_size(%s: memref<1024xi8, 3>) {
  %0 = xegpu.create_mem_desc %s : memref<1024xi8, 3> -> !xegpu.mem_desc<16x16xf16>
  return
}

// CHECK: failed to verify that all of {source, mem_desc} have same size in bits

// -----

func.func @describe_with_properties(%s: memref<1024xi8, 3>) {
  %0 = xegpu.create_mem_desc %s <{note}> : memref<1024xi8, 3> -> !xegpu.mem_desc<16x32xf16>
  return
}

// CHECK: unknown key 'note' when parsing properties dictionary

// -----

func.func @load_other_elements(%m: !xegpu.mem_desc<32x64xf16>) {
  %0 = xegpu.load_matrix %m[0, 0] : !xegpu.mem_desc<32x64xf16> -> vector<8x16xf32>
  return
}

// CHECK: failed to verify that all of {mem_desc, res} have same element type

// -----

func.func @load_from_row(%m: !xegpu.mem_desc<64xf16>) {
  %0 = xegpu.load_matrix %m[0] : !xegpu.mem_desc<64xf16> -> vector<16xf16>
  return
}

// CHECK: mem_desc must be 2D.

// -----

func.func @load_beyond(%m: !xegpu.mem_desc<32x64xf16>) {
  %0 = xegpu.load_matrix %m[0, 0] : !xegpu.mem_desc<32x64xf16> -> vector<64x16xf16>
  return
}

// CHECK: data shape must not exceed mem_desc shape.

// -----

func.func @load_scalar_as_block(%m: !xegpu.mem_desc<32x64xf16>) {
  %0 = xegpu.load_matrix %m[0, 0] <{subgroup_block_io}> : !xegpu.mem_desc<32x64xf16> -> f16
  return
}

// CHECK: subgroup_block_io are only allowed when result is a VectorType.

// -----

func.func @load_columns_as_block(%m: !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [16, 1], stride = [1, 32]>>) {
  %0 = xegpu.load_matrix %m[0, 0] <{subgroup_block_io}> : !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [16, 1], stride = [1, 32]>> -> vector<16xf16>
  return
}

// CHECK: mem_desc should be row major when subgroup_block_io is set.

// -----

func.func @load_uncoalesced(%m: !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [1, 16]>>) {
  %0 = xegpu.load_matrix %m[0, 0] <{subgroup_block_io, layout = #xegpu.layout<lane_layout = [1, 16], lane_data = [2, 1]>}> : !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [1, 16]>> -> vector<8x16xf16>
  return
}

// CHECK: With subgroup_block_io, accessed data must be contiguous and coalesced.

// -----

func.func @load_other_block(%m: !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [1, 16]>>) {
  %0 = xegpu.load_matrix %m[0, 0] <{subgroup_block_io, layout = #xegpu.layout<lane_layout = [16, 1], lane_data = [1, 1]>}> : !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [1, 16]>> -> vector<16x16xf16>
  return
}

// CHECK: With subgroup_block_io, the block shape must match the lane layout.

// -----

func.func @load_apart(%m: !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [16, 1]>>) {
  %0 = xegpu.load_matrix %m[0, 0] <{subgroup_block_io, layout = #xegpu.layout<lane_layout = [16, 1], lane_data = [1, 1]>}> : !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [16, 1]>> -> vector<16x16xf16>
  return
}

// CHECK: With subgroup_block_io, the distributed dimensions must be contiguous.

// -----

func.func @load_without_offsets(%m: !xegpu.mem_desc<32x64xf16>) {
  %0 = xegpu.load_matrix %m : !xegpu.mem_desc<32x64xf16> -> vector<8x16xf16>
  return
}

// CHECK: '[' expected

// -----

func.func @load_with_offsets_as_property(%m: !xegpu.mem_desc<32x64xf16>) {
  %0 = xegpu.load_matrix %m[] <{const_offsets = array<i64: 0, 0>}> : !xegpu.mem_desc<32x64xf16> -> vector<8x16xf16>
  return
}

// CHECK: unknown key 'const_offsets' when parsing properties dictionary

// -----

func.func @load_with_unknown_property(%m: !xegpu.mem_desc<32x64xf16>) {
  %0 = xegpu.load_matrix %m[0, 0] <{note}> : !xegpu.mem_desc<32x64xf16> -> vector<8x16xf16>
  return
}

// CHECK: unknown key 'note' when parsing properties dictionary

// -----

func.func @load_without_dictionary(%m: !xegpu.mem_desc<32x64xf16>) {
  %0 = xegpu.load_matrix %m[0, 0] <3> : !xegpu.mem_desc<32x64xf16> -> vector<8x16xf16>
  return
}

// CHECK: expected a dictionary of properties

// -----

func.func @load_with_number_as_layout(%m: !xegpu.mem_desc<32x64xf16>) {
  %0 = xegpu.load_matrix %m[0, 0] <{layout = 3}> : !xegpu.mem_desc<32x64xf16> -> vector<8x16xf16>
  return
}

// CHECK: expected DistributeLayoutAttr instance

// -----

func.func @load_without_constants(%m: !xegpu.mem_desc<32x64xf16>) {
  %0 = "xegpu.load_matrix"(%m) : (!xegpu.mem_desc<32x64xf16>) -> vector<8x16xf16>
  return
}

// CHECK: const_offsets

// -----

func.func @load_index(%m: !xegpu.mem_desc<8x8xindex>) {
  %0 = xegpu.load_matrix %m[0, 0] : !xegpu.mem_desc<8x8xindex> -> index
  return
}

// CHECK: must be fixed-length vector of scalar values or scalar, but got index

// -----

func.func @store_other_elements(%v: vector<8x16xf32>, %m: !xegpu.mem_desc<32x64xf16>) {
  xegpu.store_matrix %v, %m[0, 0] : vector<8x16xf32>, !xegpu.mem_desc<32x64xf16>
  return
}

// CHECK: failed to verify that all of {mem_desc, data} have same element type

// -----

func.func @store_to_row(%v: vector<16xf16>, %m: !xegpu.mem_desc<64xf16>) {
  xegpu.store_matrix %v, %m[0] : vector<16xf16>, !xegpu.mem_desc<64xf16>
  return
}

// CHECK: mem_desc must be 2D.

// -----

func.func @store_beyond(%v: vector<64x16xf16>, %m: !xegpu.mem_desc<32x64xf16>) {
  xegpu.store_matrix %v, %m[0, 0] : vector<64x16xf16>, !xegpu.mem_desc<32x64xf16>
  return
}

// CHECK: data shape must not exceed mem_desc shape.

// -----

func.func @store_scalar_as_block(%f: f16, %m: !xegpu.mem_desc<32x64xf16>) {
  xegpu.store_matrix %f, %m[0, 0] <{subgroup_block_io}> : f16, !xegpu.mem_desc<32x64xf16>
  return
}

// CHECK: subgroup_block_io are only allowed when result is a VectorType.

// -----

func.func @store_columns_as_block(%v: vector<16xf16>, %m: !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [16, 1], stride = [1, 32]>>) {
  xegpu.store_matrix %v, %m[0, 0] <{subgroup_block_io}> : vector<16xf16>, !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [16, 1], stride = [1, 32]>>
  return
}

// CHECK: mem_desc should be row major when subgroup_block_io is set.
