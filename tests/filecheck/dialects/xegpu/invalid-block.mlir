// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @describe_other_space(%m: memref<64xf16, 3>) {
  %0 = xegpu.create_nd_tdesc %m[0] : memref<64xf16, 3> -> !xegpu.tensor_desc<16xf16>
  return
}

// CHECK: Memory space mismatch. Source: 3, TensorDesc: 0

// -----

func.func @describe_global_as_shared(%m: memref<64xf16>) {
  %0 = xegpu.create_nd_tdesc %m[0] : memref<64xf16> -> !xegpu.tensor_desc<16xf16, #xegpu.block_tdesc_attr<memory_space = slm>>
  return
}

// CHECK: Memory space mismatch. Source: 0, TensorDesc: 3

// -----

func.func @describe_pointer_of_no_shape(%p: ui64) {
  %0 = xegpu.create_nd_tdesc %p[0, 0] : ui64 -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: expecting strides and shape to be present for integer source.

// -----

func.func @describe_other_offsets(%m: memref<64x64xf16>) {
  %0 = xegpu.create_nd_tdesc %m[0] : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: Expecting the rank of shape, strides, offsets, and source

// -----

func.func @describe_other_strides(%p: ui64) {
  %0 = xegpu.create_nd_tdesc %p, shape : [32, 32], strides : [1] : ui64 -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: Expecting the rank of shape, strides, offsets, and source

// -----

func.func @describe_unstrided(%m: memref<32x32xf16, affine_map<(d0, d1) -> (d0 mod 2, d1)>>) {
  %0 = xegpu.create_nd_tdesc %m[0, 0] : memref<32x32xf16, affine_map<(d0, d1) -> (d0 mod 2, d1)>> -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: Expecting the rank of shape, strides, offsets, and source

// -----

func.func @describe_matrix_in_row(%m: memref<64xf16>) {
  %0 = xegpu.create_nd_tdesc %m[0] : memref<64xf16> -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: Expecting the TensorDesc rank is not greater than the ranks of shape, strides, offsets or the memref source.

// -----

func.func @describe_other_elements(%m: memref<64x64xf32>) {
  %0 = xegpu.create_nd_tdesc %m[0, 0] : memref<64x64xf32> -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: TensorDesc should have the same element type with the source if it is a memref.

// -----

func.func @describe_scattered(%m: memref<64xf16>) {
  %0 = xegpu.create_nd_tdesc %m[0] : memref<64xf16> -> !xegpu.tensor_desc<16xf16, #xegpu.scatter_tdesc_attr<>>
  return
}

// CHECK: Expects a non-scattered TensorDesc.

// -----

func.func @describe_byte(%p: i8) {
  %0 = xegpu.create_nd_tdesc %p, shape : [32, 32], strides : [32, 1] : i8 -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: must be non-0-ranked memref of scalar values or i64 or i32 or ui64 or ui32, but got i8

// -----

func.func @describe_element(%m: memref<f16>) {
  %0 = xegpu.create_nd_tdesc %m : memref<f16> -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: must be non-0-ranked memref

// -----

func.func @describe_unranked(%m: memref<*xf16>) {
  %0 = xegpu.create_nd_tdesc %m : memref<*xf16> -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: must be non-0-ranked memref

// -----

func.func @describe_indices(%m: memref<64x64xindex>) {
  %0 = xegpu.create_nd_tdesc %m : memref<64x64xindex> -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: must be non-0-ranked memref of scalar values

// -----

func.func @describe_no_offsets_in_brackets(%m: memref<64x64xf16>) {
  %0 = xegpu.create_nd_tdesc %m[] : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: expected a list of SSA values or integers

// -----

func.func @describe_shape_without_strides(%m: memref<?x?xf16>) {
  %0 = xegpu.create_nd_tdesc %m, shape : [32, 32] : memref<?x?xf16> -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: Expected ','

// -----

func.func @prefetch_scattered(%d: !xegpu.tensor_desc<16xf16, #xegpu.scatter_tdesc_attr<>>) {
  xegpu.prefetch_nd %d : !xegpu.tensor_desc<16xf16, #xegpu.scatter_tdesc_attr<>>
  return
}

// CHECK: Expects a non-scattered TensorDesc.

// -----

func.func @prefetch_as_written(%d: !xegpu.tensor_desc<8x16xf16>) {
  xegpu.prefetch_nd %d <{l1_hint = #xegpu.cache_hint<write_back>}> : !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: invalid l1_hint: #xegpu.cache_hint<write_back>

// -----

func.func @prefetch_other_offsets(%d: !xegpu.tensor_desc<8x16xf16>) {
  xegpu.prefetch_nd %d[0] : !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: Mismatched ranks between offsets and tensor descriptor

// -----

func.func @prefetch_with_other_layout(%d: !xegpu.tensor_desc<8x16xf16>) {
  xegpu.prefetch_nd %d <{layout = 3}> : !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: expected DistributeLayoutAttr instance

// -----

func.func @load_other_elements(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf32>
  return
}

// CHECK: failed to verify that all of {value, TensorDesc} have same element type

// -----

func.func @load_scattered(%d: !xegpu.tensor_desc<16xf16, #xegpu.scatter_tdesc_attr<>>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<16xf16, #xegpu.scatter_tdesc_attr<>> -> vector<16xf16>
  return
}

// CHECK: Expects a non-scattered TensorDesc.

// -----

func.func @load_cube(%d: !xegpu.tensor_desc<2x8x16xf16>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<2x8x16xf16> -> vector<2x8x16xf16>
  return
}

// CHECK: Expects a 1D or 2D TensorDesc.

// -----

func.func @load_as_written_1(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = xegpu.load_nd %d <{l1_hint = #xegpu.cache_hint<write_through>}> : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  return
}

// CHECK: invalid l1_hint: #xegpu.cache_hint<write_through>

// -----

func.func @load_as_written_2(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = xegpu.load_nd %d <{l2_hint = #xegpu.cache_hint<write_back>}> : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  return
}

// CHECK: invalid l2_hint: #xegpu.cache_hint<write_back>

// -----

func.func @load_as_written_3(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = xegpu.load_nd %d <{l3_hint = #xegpu.cache_hint<write_back>}> : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  return
}

// CHECK: invalid l3_hint: #xegpu.cache_hint<write_back>

// -----

func.func @load_other_shape(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<8x16xf16> -> vector<16x8xf16>
  return
}

// CHECK: Result shape [16, 8] is not consistent with tensor descriptor !xegpu.tensor_desc<8x16xf16>

// -----

func.func @load_untransposed(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = xegpu.load_nd %d <{transpose = array<i64: 1, 0>}> : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  return
}

// CHECK: Result shape [8, 16] is not consistent with tensor descriptor

// -----

func.func @load_unpacked(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = xegpu.load_nd %d <{packed}> : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  return
}

// CHECK: Result shape [8, 16] is not consistent with tensor descriptor

// -----

func.func @load_one_of_two(%d: !xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<array_length = 2>>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<array_length = 2>> -> vector<8x16xf16>
  return
}

// CHECK: Result shape [8, 16] is not consistent with tensor descriptor

// -----

func.func @load_side_by_side(%d: !xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<array_length = 2>>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<array_length = 2>> -> vector<8x32xf16>
  return
}

// CHECK: Result shape [8, 32] is not consistent with tensor descriptor

// -----

func.func @load_more_than_a_row(%d: !xegpu.tensor_desc<16xf16>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<16xf16> -> vector<32xf16>
  return
}

// CHECK: Result shape [32] is not consistent with tensor descriptor

// -----

func.func @load_uneven_part(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<8x16xf16> -> vector<7xf16>
  return
}

// CHECK: Result shape [7] is not a valid distribution for tensor descriptor !xegpu.tensor_desc<8x16xf16>

// -----

func.func @load_part_with_layout(%d: !xegpu.tensor_desc<8x16xf16, #xegpu.layout<lane_layout = [1, 16]>>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<8x16xf16, #xegpu.layout<lane_layout = [1, 16]>> -> vector<8xf16>
  return
}

// CHECK: TensorDesc doesn't need LayoutAttr for SIMT code

// -----

func.func @load_other_offsets(%d: !xegpu.tensor_desc<8x16xf16>, %i: index) {
  %0 = xegpu.load_nd %d[0, %i, 0] : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  return
}

// CHECK: Mismatched ranks between offsets and tensor descriptor

// -----

func.func @load_scalable(%d: !xegpu.tensor_desc<16xf16>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<16xf16> -> vector<[16]xf16>
  return
}

// CHECK: must be fixed-length vector of scalar values, but got vector<[16]xf16>

// -----

func.func @load_scalar(%d: !xegpu.tensor_desc<16xf16>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<16xf16> -> f16
  return
}

// CHECK: must be fixed-length vector of scalar values, but got f16

// -----

func.func @load_rank_0(%d: !xegpu.tensor_desc<16xf16>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<16xf16> -> vector<f16>
  return
}

// CHECK: must be fixed-length vector of scalar values, but got vector<f16>

// -----

func.func @load_small_floats(%d: !xegpu.tensor_desc<16xf8E4M3FN>) {
  %0 = xegpu.load_nd %d : !xegpu.tensor_desc<16xf8E4M3FN> -> vector<16xf8E4M3FN>
  return
}

// CHECK: must be fixed-length vector of scalar values

// -----

func.func @load_with_number_as_hint(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = xegpu.load_nd %d <{l1_hint = 3}> : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  return
}

// CHECK: 3

// -----

func.func @load_with_list_as_packed(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = xegpu.load_nd %d <{packed = [1]}> : !xegpu.tensor_desc<8x16xf16> -> vector<4x16x2xf16>
  return
}

// CHECK: 1

// -----

func.func @store_other_elements(%v: vector<8x16xf32>, %d: !xegpu.tensor_desc<8x16xf16>) {
  xegpu.store_nd %v, %d : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: failed to verify that all of {value, TensorDesc} have same element type

// -----

func.func @store_scattered(%v: vector<16xf16>, %d: !xegpu.tensor_desc<16xf16, #xegpu.scatter_tdesc_attr<>>) {
  xegpu.store_nd %v, %d : vector<16xf16>, !xegpu.tensor_desc<16xf16, #xegpu.scatter_tdesc_attr<>>
  return
}

// CHECK: Expects a non-scattered TensorDesc.

// -----

func.func @store_cube(%v: vector<2x8x16xf16>, %d: !xegpu.tensor_desc<2x8x16xf16>) {
  xegpu.store_nd %v, %d : vector<2x8x16xf16>, !xegpu.tensor_desc<2x8x16xf16>
  return
}

// CHECK: Expects a 1D or 2D TensorDesc.

// -----

func.func @store_as_read_1(%v: vector<8x16xf16>, %d: !xegpu.tensor_desc<8x16xf16>) {
  xegpu.store_nd %v, %d <{l1_hint = #xegpu.cache_hint<streaming>}> : vector<8x16xf16>, !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: invalid l1_hint: #xegpu.cache_hint<streaming>

// -----

func.func @store_as_read_2(%v: vector<8x16xf16>, %d: !xegpu.tensor_desc<8x16xf16>) {
  xegpu.store_nd %v, %d <{l2_hint = #xegpu.cache_hint<read_invalidate>}> : vector<8x16xf16>, !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: invalid l2_hint: #xegpu.cache_hint<read_invalidate>

// -----

func.func @store_as_read_3(%v: vector<8x16xf16>, %d: !xegpu.tensor_desc<8x16xf16>) {
  xegpu.store_nd %v, %d <{l3_hint = #xegpu.cache_hint<streaming>}> : vector<8x16xf16>, !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: invalid l3_hint: #xegpu.cache_hint<streaming>

// -----

func.func @store_array(%v: vector<2x8x16xf16>, %d: !xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<array_length = 2>>) {
  xegpu.store_nd %v, %d : vector<2x8x16xf16>, !xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<array_length = 2>>
  return
}

// CHECK: array length is not supported by store_nd.

// -----

func.func @store_other_shape(%v: vector<16x8xf16>, %d: !xegpu.tensor_desc<8x16xf16>) {
  xegpu.store_nd %v, %d : vector<16x8xf16>, !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: Value shape [16, 8] is not consistent with tensor descriptor !xegpu.tensor_desc<8x16xf16>

// -----

func.func @store_uneven_part(%v: vector<7xf16>, %d: !xegpu.tensor_desc<8x16xf16>) {
  xegpu.store_nd %v, %d : vector<7xf16>, !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: Value shape [7] is not a valid distribution for tensor descriptor !xegpu.tensor_desc<8x16xf16>

// -----

func.func @store_part_with_layout(%v: vector<8xf16>, %d: !xegpu.tensor_desc<8x16xf16, #xegpu.layout<lane_layout = [1, 16]>>) {
  xegpu.store_nd %v, %d : vector<8xf16>, !xegpu.tensor_desc<8x16xf16, #xegpu.layout<lane_layout = [1, 16]>>
  return
}

// CHECK: TensorDesc doesn't need LayoutAttr for SIMT code

// -----

func.func @store_other_offsets(%v: vector<8x16xf16>, %d: !xegpu.tensor_desc<8x16xf16>) {
  xegpu.store_nd %v, %d[0] : vector<8x16xf16>, !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: Mismatched ranks between offsets and tensor descriptor

// -----

func.func @move_scattered(%d: !xegpu.tensor_desc<16xf16, #xegpu.scatter_tdesc_attr<>>) {
  %0 = xegpu.update_nd_offset %d, [16] : !xegpu.tensor_desc<16xf16, #xegpu.scatter_tdesc_attr<>>
  return
}

// CHECK: Expects a non-scattered TensorDesc.

// -----

func.func @move_by_other_offsets(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = xegpu.update_nd_offset %d, [16] : !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: Invalid number of offsets.

// -----

func.func @move_by_nothing(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = xegpu.update_nd_offset %d, [] : !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: Invalid number of offsets.

// -----

func.func @move_without_offsets(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = "xegpu.update_nd_offset"(%d) : (!xegpu.tensor_desc<8x16xf16>) -> !xegpu.tensor_desc<8x16xf16>
  return
}

// CHECK: const_offsets

// -----

func.func @move_to_other_type(%d: !xegpu.tensor_desc<8x16xf16>) {
  %0 = "xegpu.update_nd_offset"(%d) <{const_offsets = array<i64: 0, 0>}> : (!xegpu.tensor_desc<8x16xf16>) -> !xegpu.tensor_desc<8x8xf16>
  return
}

// CHECK: !xegpu.tensor_desc<8x8xf16>
