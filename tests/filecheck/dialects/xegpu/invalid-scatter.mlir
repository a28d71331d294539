// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @describe_block(%m: memref<1024xf32>, %o: vector<16xindex>) {
  %0 = xegpu.create_tdesc %m, %o : memref<1024xf32>, vector<16xindex> -> !xegpu.tensor_desc<16xf32>
  return
}

// CHECK: Expects a scattered TensorDesc.

// -----

func.func @describe_other_space(%m: memref<1024xf32, 3>, %o: vector<16xindex>) {
  %0 = xegpu.create_tdesc %m, %o : memref<1024xf32, 3>, vector<16xindex> -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  return
}

// CHECK: Memory space mismatch. Source: 3, TensorDesc: 0

// -----

func.func @describe_fewer(%m: memref<1024xf32>, %o: vector<8xindex>) {
  %0 = xegpu.create_tdesc %m, %o : memref<1024xf32>, vector<8xindex> -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  return
}

// CHECK: Incorrect TensorDesc shape. Expected is [8]

// -----

func.func @describe_fewer_chunks(%m: memref<1024xf32>, %o: vector<8xindex>) {
  %0 = xegpu.create_tdesc %m, %o : memref<1024xf32>, vector<8xindex> -> !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>
  return
}

// CHECK: Incorrect TensorDesc shape. Expected is [8, 8]

// -----

func.func @describe_in_matrix(%m: memref<32x32xf32>, %o: vector<16xindex>) {
  %0 = xegpu.create_tdesc %m, %o : memref<32x32xf32>, vector<16xindex> -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  return
}

// CHECK: must be 1D memref of scalar values or i64 or i32 or ui64 or ui32, but got memref<32x32xf32>

// -----

func.func @describe_with_signed_pointer(%p: si64, %o: vector<16xindex>) {
  %0 = xegpu.create_tdesc %p, %o : si64, vector<16xindex> -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  return
}

// CHECK: must be 1D memref of scalar values or i64 or i32 or ui64 or ui32, but got si64

// -----

func.func @describe_at_scalar(%m: memref<1024xf32>, %i: index) {
  %0 = xegpu.create_tdesc %m, %i : memref<1024xf32>, index -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  return
}

// CHECK: must be fixed-length vector of index values, but got index

// -----

func.func @describe_at_integers(%m: memref<1024xf32>, %o: vector<16xi32>) {
  %0 = xegpu.create_tdesc %m, %o : memref<1024xf32>, vector<16xi32> -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  return
}

// CHECK: must be fixed-length vector of index values, but got vector<16xi32>

// -----

func.func @move_block(%d: !xegpu.tensor_desc<16xf32>, %o: vector<16xindex>) {
  %0 = xegpu.update_offset %d, %o : !xegpu.tensor_desc<16xf32>, vector<16xindex>
  return
}

// CHECK: Expects a scattered TensorDesc.

// -----

func.func @move_by_fewer(%d: !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, %o: vector<8xindex>) {
  %0 = xegpu.update_offset %d, %o : !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, vector<8xindex>
  return
}

// CHECK: Offsets should match TensorDesc except the chunk size dim.

// -----

func.func @prefetch_block(%d: !xegpu.tensor_desc<16xf32>) {
  xegpu.prefetch %d : !xegpu.tensor_desc<16xf32>
  return
}

// CHECK: Expects a scattered TensorDesc.

// -----

func.func @prefetch_at_more_offsets(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %o: vector<16xindex>) {
  xegpu.prefetch %d[%o] : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xindex>
  return
}

// CHECK: offsets not allowed.

// -----

func.func @prefetch_nowhere(%m: memref<1024xf32>) {
  xegpu.prefetch %m : memref<1024xf32>
  return
}

// CHECK: Expects offsets.

// -----

func.func @prefetch_as_written(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>) {
  xegpu.prefetch %d <{l2_hint = #xegpu.cache_hint<write_back>}> : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  return
}

// CHECK: invalid l2_hint: #xegpu.cache_hint<write_back>

// -----

func.func @prefetch_unaligned(%p: i64, %o: vector<16xindex>) {
  xegpu.prefetch %p[%o] : i64, vector<16xindex>
  return
}

// CHECK: offset_align_byte is required with integer source.

// -----

func.func @prefetch_aligned_memref(%m: memref<1024xf32>, %o: vector<16xindex>) {
  xegpu.prefetch %m[%o] <{offset_align_byte = 4}> : memref<1024xf32>, vector<16xindex>
  return
}

// CHECK: offset_align_byte only allowed with integer source.

// -----

func.func @prefetch_aligned_descriptor(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>) {
  xegpu.prefetch %d <{offset_align_byte = 4}> : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  return
}

// CHECK: offset_align_byte only allowed with integer source.

// -----

func.func @prefetch_narrow_alignment(%p: i64, %o: vector<16xindex>) {
  xegpu.prefetch %p[%o] <{offset_align_byte = 4 : i32}> : i64, vector<16xindex>
  return
}

// CHECK: i64

// -----

func.func @load_block(%d: !xegpu.tensor_desc<16xf32>, %k: vector<16xi1>) {
  %0 = xegpu.load %d, %k : !xegpu.tensor_desc<16xf32>, vector<16xi1> -> vector<16xf32>
  return
}

// CHECK: Expects a scattered TensorDesc.

// -----

func.func @load_at_more_offsets(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %o: vector<16xindex>, %k: vector<16xi1>) {
  %0 = xegpu.load %d[%o], %k : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xindex>, vector<16xi1> -> vector<16xf32>
  return
}

// CHECK: offsets not allowed.

// -----

func.func @load_nowhere(%m: memref<1024xf32>, %k: vector<16xi1>) {
  %0 = xegpu.load %m, %k : memref<1024xf32>, vector<16xi1> -> vector<16xf32>
  return
}

// CHECK: Expects offsets.

// -----

func.func @load_as_written(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %k: vector<16xi1>) {
  %0 = xegpu.load %d, %k <{l1_hint = #xegpu.cache_hint<write_through>}> : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1> -> vector<16xf32>
  return
}

// CHECK: invalid l1_hint: #xegpu.cache_hint<write_through>

// -----

func.func @load_other_elements(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %k: vector<16xi1>) {
  %0 = xegpu.load %d, %k : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1> -> vector<16xf16>
  return
}

// CHECK: Value should have the same element type as TensorDesc.

// -----

func.func @load_other_mask(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %k: vector<8xi1>) {
  %0 = xegpu.load %d, %k : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<8xi1> -> vector<16xf32>
  return
}

// CHECK: Mask should match TensorDesc except the chunk size dim.

// -----

func.func @load_mask_of_chunks(%d: !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, %k: vector<16x8xi1>) {
  %0 = xegpu.load %d, %k : !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, vector<16x8xi1> -> vector<16x8xf32>
  return
}

// CHECK: Mask should match TensorDesc except the chunk size dim.

// -----

func.func @load_other_shape(%d: !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, %k: vector<16xi1>) {
  %0 = xegpu.load %d, %k : !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, vector<16xi1> -> vector<8x16xf32>
  return
}

// CHECK: Value shape [8, 16] is neither a valid distribution for SIMT nor consistent with the tensor descriptor for SIMD

// -----

func.func @load_chunk_with_layout(%d: !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>, #xegpu.layout<lane_layout = [16, 1]>>, %k: vector<16xi1>) {
  %0 = xegpu.load %d, %k : !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>, #xegpu.layout<lane_layout = [16, 1]>>, vector<16xi1> -> vector<8xf32>
  return
}

// CHECK: TensorDesc doesn't need LayoutAttr for SIMT code

// -----

func.func @load_scalar_of_chunks(%d: !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, %k: vector<16xi1>) {
  %0 = xegpu.load %d, %k : !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, vector<16xi1> -> f32
  return
}

// CHECK: Expecting chunk size == 1 for scalar result

// -----

func.func @load_scalar_through_mask(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %k: vector<16xi1>) {
  %0 = xegpu.load %d, %k : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1> -> f32
  return
}

// CHECK: Expecting a vector type result.

// -----

func.func @load_other_elements_of_memref(%m: memref<1024xf32>, %o: vector<16xindex>, %k: vector<16xi1>) {
  %0 = xegpu.load %m[%o], %k : memref<1024xf32>, vector<16xindex>, vector<16xi1> -> vector<16xf16>
  return
}

// CHECK: Value should have the same element type as MemRef.

// -----

func.func @load_scalar_chunk(%m: memref<1024xf32>, %i: index, %b: i1) {
  %0 = xegpu.load %m[%i], %b <{chunk_size = 2}> : memref<1024xf32>, index, i1 -> f32
  return
}

// CHECK: Expecting chunk size == 1 for scalar result

// -----

func.func @load_scalar_with_mask(%m: memref<1024xf32>, %i: index, %k: vector<16xi1>) {
  %0 = xegpu.load %m[%i], %k : memref<1024xf32>, index, vector<16xi1> -> f32
  return
}

// CHECK: Expecting scalar mask and offsets.

// -----

func.func @load_scalar_at_offsets(%m: memref<1024xf32>, %o: vector<16xindex>, %b: i1) {
  %0 = xegpu.load %m[%o], %b : memref<1024xf32>, vector<16xindex>, i1 -> f32
  return
}

// CHECK: Expecting scalar mask and offsets.

// -----

func.func @load_other_chunk(%m: memref<1024xf32>, %i: index, %b: i1) {
  %0 = xegpu.load %m[%i], %b <{chunk_size = 4}> : memref<1024xf32>, index, i1 -> vector<8xf32>
  return
}

// CHECK: value elements must match chunk size 4

// -----

func.func @load_other_chunk_of_lane(%m: memref<1024xf32>, %o: vector<1xindex>, %k: vector<1xi1>) {
  %0 = xegpu.load %m[%o], %k <{chunk_size = 4}> : memref<1024xf32>, vector<1xindex>, vector<1xi1> -> vector<8xf32>
  return
}

// CHECK: value elements must match chunk size 4

// -----

func.func @load_with_scalar_mask(%m: memref<1024xf32>, %o: vector<16xindex>, %b: i1) {
  %0 = xegpu.load %m[%o], %b : memref<1024xf32>, vector<16xindex>, i1 -> vector<16xf32>
  return
}

// CHECK: Expecting a vector type mask.

// -----

func.func @load_fewer(%m: memref<1024xf32>, %o: vector<16xindex>, %k: vector<16xi1>) {
  %0 = xegpu.load %m[%o], %k : memref<1024xf32>, vector<16xindex>, vector<16xi1> -> vector<8xf32>
  return
}

// CHECK: Mask should match value except the chunk size dim.

// -----

func.func @load_fewer_chunks(%m: memref<1024xf32>, %o: vector<16xindex>, %k: vector<16xi1>) {
  %0 = xegpu.load %m[%o], %k <{chunk_size = 8}> : memref<1024xf32>, vector<16xindex>, vector<16xi1> -> vector<4x8xf32>
  return
}

// CHECK: Mask should match value except the chunk size dim.

// -----

func.func @load_with_narrow_chunk_size(%m: memref<1024xf32>, %o: vector<16xindex>, %k: vector<16xi1>) {
  %0 = xegpu.load %m[%o], %k <{chunk_size = 8 : i32}> : memref<1024xf32>, vector<16xindex>, vector<16xi1> -> vector<16x8xf32>
  return
}

// CHECK: i64

// -----

func.func @load_with_bytes_as_mask(%m: memref<1024xf32>, %o: vector<16xindex>, %k: vector<16xi8>) {
  %0 = xegpu.load %m[%o], %k : memref<1024xf32>, vector<16xindex>, vector<16xi8> -> vector<16xf32>
  return
}

// CHECK: must be fixed-length vector of 1-bit signless integer values or 1-bit signless integer, but got vector<16xi8>

// -----

func.func @load_at_bytes(%m: memref<1024xf32>, %o: vector<16xi8>, %k: vector<16xi1>) {
  %0 = xegpu.load %m[%o], %k : memref<1024xf32>, vector<16xi8>, vector<16xi1> -> vector<16xf32>
  return
}

// CHECK: must be fixed-length vector of index values or index, but got vector<16xi8>

// -----

func.func @store_block(%v: vector<16xf32>, %d: !xegpu.tensor_desc<16xf32>, %k: vector<16xi1>) {
  xegpu.store %v, %d, %k : vector<16xf32>, !xegpu.tensor_desc<16xf32>, vector<16xi1>
  return
}

// CHECK: Expects a scattered TensorDesc.

// -----

func.func @store_at_more_offsets(%v: vector<16xf32>, %d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %o: vector<16xindex>, %k: vector<16xi1>) {
  xegpu.store %v, %d[%o], %k : vector<16xf32>, !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xindex>, vector<16xi1>
  return
}

// CHECK: offsets not allowed.

// -----

func.func @store_nowhere(%v: vector<16xf32>, %m: memref<1024xf32>, %k: vector<16xi1>) {
  xegpu.store %v, %m, %k : vector<16xf32>, memref<1024xf32>, vector<16xi1>
  return
}

// CHECK: Expects offsets.

// -----

func.func @store_as_read(%v: vector<16xf32>, %d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %k: vector<16xi1>) {
  xegpu.store %v, %d, %k <{l3_hint = #xegpu.cache_hint<streaming>}> : vector<16xf32>, !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>
  return
}

// CHECK: invalid l3_hint: #xegpu.cache_hint<streaming>

// -----

func.func @store_other_shape(%v: vector<8x16xf32>, %d: !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, %k: vector<16xi1>) {
  xegpu.store %v, %d, %k : vector<8x16xf32>, !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, vector<16xi1>
  return
}

// CHECK: Value shape [8, 16] is neither a valid distribution for SIMT nor consistent with the tensor descriptor for SIMD

// -----

func.func @store_other_elements_of_memref(%v: vector<16xf16>, %m: memref<1024xf32>, %o: vector<16xindex>, %k: vector<16xi1>) {
  xegpu.store %v, %m[%o], %k : vector<16xf16>, memref<1024xf32>, vector<16xindex>, vector<16xi1>
  return
}

// CHECK: Value should have the same element type as MemRef.

// -----

func.func @store_scalar_with_mask(%f: f32, %m: memref<1024xf32>, %i: index, %k: vector<16xi1>) {
  xegpu.store %f, %m[%i], %k : f32, memref<1024xf32>, index, vector<16xi1>
  return
}

// CHECK: Expecting scalar mask and offsets.

// -----

func.func @store_fewer(%v: vector<8xf32>, %m: memref<1024xf32>, %o: vector<16xindex>, %k: vector<16xi1>) {
  xegpu.store %v, %m[%o], %k : vector<8xf32>, memref<1024xf32>, vector<16xindex>, vector<16xi1>
  return
}

// CHECK: Mask should match value except the chunk size dim.

// -----

func.func @store_too_few_types(%v: vector<16xf32>, %m: memref<1024xf32>, %o: vector<16xindex>, %k: vector<16xi1>) {
  xegpu.store %v, %m[%o], %k : vector<16xf32>, memref<1024xf32>
  return
}

// CHECK: operand

// -----

func.func @update_other_elements(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %k: vector<16xi1>, %v: vector<16xi32>) {
  %0 = xegpu.atomic_rmw addi %d, %k, %v : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>, vector<16xi32> -> vector<16xi32>
  return
}

// CHECK: failed to verify that all of {tensorDesc, value, result} have same element type

// -----

func.func @update_other_shape(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %k: vector<16xi1>, %v: vector<8xf32>) {
  %0 = xegpu.atomic_rmw addf %d, %k, %v : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>, vector<8xf32> -> vector<8xf32>
  return
}

// CHECK: failed to verify that all of {tensorDesc, value, result} have same shape

// -----

func.func @update_to_other_shape(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %k: vector<16xi1>, %v: vector<16xf32>) {
  %0 = xegpu.atomic_rmw addf %d, %k, %v : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>, vector<16xf32> -> vector<8xf32>
  return
}

// CHECK: failed to verify that all of {tensorDesc, value, result} have same shape

// -----

func.func @update_unknown_kind(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %k: vector<16xi1>, %v: vector<16xf32>) {
  %0 = xegpu.atomic_rmw nand %d, %k, %v : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>, vector<16xf32> -> vector<16xf32>
  return
}

// CHECK: addf, addi, andi, assign

// -----

func.func @update_kind_beyond_last(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %k: vector<16xi1>, %v: vector<16xf32>) {
  %0 = "xegpu.atomic_rmw"(%d, %k, %v) <{kind = 16}> : (!xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  return
}

// CHECK: expected a value between 0 and 15, got 16

// -----

func.func @update_without_kind(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %k: vector<16xi1>, %v: vector<16xf32>) {
  %0 = "xegpu.atomic_rmw"(%d, %k, %v) : (!xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  return
}

// CHECK: kind

// -----

func.func @update_with_number_as_layout(%d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %k: vector<16xi1>, %v: vector<16xf32>) {
  %0 = xegpu.atomic_rmw addf %d, %k, %v {layout = 3} : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>, vector<16xf32> -> vector<16xf32>
  return
}

// CHECK: expected DistributeLayoutAttr instance
