// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

// CHECK-LABEL: @describe
// GENERIC:     "func.func"
func.func @describe(
  %m: memref<1024xf32>, %shared: memref<?xf16, 3>, %p: i64, %offsets: vector<16xindex>, %grid: vector<2x8xindex>
) {
  // CHECK: xegpu.create_tdesc %m, %offsets : memref<1024xf32>, vector<16xindex> -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  // GENERIC: "xegpu.create_tdesc"(%m, %offsets) : (memref<1024xf32>, vector<16xindex>) -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  %0 = xegpu.create_tdesc %m, %offsets
    : memref<1024xf32>, vector<16xindex> -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  // CHECK: xegpu.create_tdesc %shared, %offsets {note}
  // CHECK-SAME: -> !xegpu.tensor_desc<16x2xf16, #xegpu.scatter_tdesc_attr<memory_space = slm, chunk_size = 2 : i64>>
  %1 = xegpu.create_tdesc %shared, %offsets {note}
    : memref<?xf16, 3>, vector<16xindex> -> !xegpu.tensor_desc<16x2xf16, #xegpu.scatter_tdesc_attr<memory_space = slm, chunk_size = 2>>
  // CHECK: xegpu.create_tdesc %p, %grid : i64, vector<2x8xindex> -> !xegpu.tensor_desc<2x8x4xi32, #xegpu.scatter_tdesc_attr<chunk_size = 4 : i64>>
  %2 = xegpu.create_tdesc %p, %grid
    : i64, vector<2x8xindex> -> !xegpu.tensor_desc<2x8x4xi32, #xegpu.scatter_tdesc_attr<chunk_size = 4>>
  return
}

// -----

// The element types of source and descriptor may differ.

// CHECK-LABEL: @describe_as_other_elements
func.func @describe_as_other_elements(%m: memref<1024xi8>, %offsets: vector<16xindex>) {
  // CHECK: xegpu.create_tdesc %m, %offsets : memref<1024xi8>, vector<16xindex> -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  %0 = xegpu.create_tdesc %m, %offsets
    : memref<1024xi8>, vector<16xindex> -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  return
}

// -----

// CHECK-LABEL: @move
func.func @move(
  %d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>,
  %chunks: !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, %steps: vector<16xindex>
) {
  // CHECK: xegpu.update_offset %d, %steps : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xindex>
  // GENERIC: "xegpu.update_offset"(%d, %steps) : (!xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xindex>) -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  %0 = xegpu.update_offset %d, %steps
    : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xindex>
  // CHECK: xegpu.update_offset %chunks, %steps : !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8 : i64>>, vector<16xindex>
  %1 = xegpu.update_offset %chunks, %steps
    : !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, vector<16xindex>
  return
}

// -----

// CHECK-LABEL: @prefetch
func.func @prefetch(
  %d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %m: memref<1024xf32>, %p: ui64,
  %offsets: vector<16xindex>, %i: index
) {
  // CHECK: xegpu.prefetch %d : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  // GENERIC: "xegpu.prefetch"(%d) : (!xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>) -> ()
  xegpu.prefetch %d : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
  // CHECK: xegpu.prefetch %m[%offsets] <{l1_hint = #xegpu.cache_hint<cached>, l2_hint = #xegpu.cache_hint<uncached>, layout = #xegpu.layout<lane_layout = [16]>}> : memref<1024xf32>, vector<16xindex>
  xegpu.prefetch %m[%offsets] <{
    l1_hint = #xegpu.cache_hint<cached>, l2_hint = #xegpu.cache_hint<uncached>,
    layout = #xegpu.layout<lane_layout = [16]>
  }> : memref<1024xf32>, vector<16xindex>
  // CHECK: xegpu.prefetch %m[%i] : memref<1024xf32>, index
  xegpu.prefetch %m[%i] : memref<1024xf32>, index
  // CHECK: xegpu.prefetch %p[%offsets] <{offset_align_byte = 4 : i64}> : ui64, vector<16xindex>
  // GENERIC: "xegpu.prefetch"(%p, %offsets) <{offset_align_byte = 4 : i64}> : (ui64, vector<16xindex>) -> ()
  xegpu.prefetch %p[%offsets] {offset_align_byte = 4} : ui64, vector<16xindex>
  return
}

// -----

// CHECK-LABEL: @load_through_descriptor
func.func @load_through_descriptor(
  %d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>,
  %chunks: !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, %mask: vector<16xi1>, %bit: i1
) {
  // CHECK: xegpu.load %d, %mask : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1> -> vector<16xf32>
  // GENERIC: "xegpu.load"(%d, %mask) : (!xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>) -> vector<16xf32>
  %0 = xegpu.load %d, %mask
    : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1> -> vector<16xf32>
  // CHECK: xegpu.load %chunks, %mask <{l1_hint = #xegpu.cache_hint<cached>}>
  // CHECK-SAME: -> vector<16x8xf32>
  %1 = xegpu.load %chunks, %mask <{l1_hint = #xegpu.cache_hint<cached>}>
    : !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, vector<16xi1> -> vector<16x8xf32>
  // One lane's chunk.
  // CHECK: xegpu.load %chunks, %mask
  // CHECK-SAME: -> vector<8xf32>
  %2 = xegpu.load %chunks, %mask
    : !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>, vector<16xi1> -> vector<8xf32>
  // One lane's element.
  // CHECK: xegpu.load %d, %mask
  // CHECK-SAME: -> vector<1xf32>
  %3 = xegpu.load %d, %mask
    : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1> -> vector<1xf32>
  // CHECK: xegpu.load %d, %bit : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, i1 -> f32
  %4 = xegpu.load %d, %bit : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, i1 -> f32
  return
}

// -----

// CHECK-LABEL: @load_with_offsets
func.func @load_with_offsets(
  %m: memref<1024xf32>, %p: i32, %offsets: vector<16xindex>, %mask: vector<16xi1>, %grid: vector<2x8xindex>,
  %gridmask: vector<2x8xi1>
) {
  // CHECK: xegpu.load %m[%offsets], %mask : memref<1024xf32>, vector<16xindex>, vector<16xi1> -> vector<16xf32>
  // GENERIC: "xegpu.load"(%m, %offsets, %mask) : (memref<1024xf32>, vector<16xindex>, vector<16xi1>) -> vector<16xf32>
  %0 = xegpu.load %m[%offsets], %mask : memref<1024xf32>, vector<16xindex>, vector<16xi1> -> vector<16xf32>
  // CHECK: xegpu.load %m[%offsets], %mask <{chunk_size = 8 : i64, l1_hint = #xegpu.cache_hint<streaming>}> : memref<1024xf32>, vector<16xindex>, vector<16xi1> -> vector<16x8xf32>
  %1 = xegpu.load %m[%offsets], %mask <{l1_hint = #xegpu.cache_hint<streaming>, chunk_size = 8}>
    : memref<1024xf32>, vector<16xindex>, vector<16xi1> -> vector<16x8xf32>
  // CHECK: xegpu.load %p[%offsets], %mask : i32, vector<16xindex>, vector<16xi1> -> vector<16xf16>
  %2 = xegpu.load %p[%offsets], %mask : i32, vector<16xindex>, vector<16xi1> -> vector<16xf16>
  // CHECK: xegpu.load %m[%grid], %gridmask <{chunk_size = 4 : i64, layout = #xegpu.layout<lane_layout = [2, 8, 1]>}>
  // CHECK-SAME: -> vector<2x8x4xf32>
  %3 = xegpu.load %m[%grid], %gridmask <{chunk_size = 4, layout = #xegpu.layout<lane_layout = [2, 8, 1]>}>
    : memref<1024xf32>, vector<2x8xindex>, vector<2x8xi1> -> vector<2x8x4xf32>
  return
}

// -----

// CHECK-LABEL: @load_at_lane_level
func.func @load_at_lane_level(
  %m: memref<1024xf32>, %i: index, %bit: i1, %offset: vector<1xindex>, %mask: vector<1xi1>
) {
  // CHECK: xegpu.load %m[%i], %bit : memref<1024xf32>, index, i1 -> f32
  %0 = xegpu.load %m[%i], %bit : memref<1024xf32>, index, i1 -> f32
  // CHECK: xegpu.load %m[%i], %bit <{chunk_size = 8 : i64}> : memref<1024xf32>, index, i1 -> vector<8xf32>
  %1 = xegpu.load %m[%i], %bit <{chunk_size = 8}> : memref<1024xf32>, index, i1 -> vector<8xf32>
  // CHECK: xegpu.load %m[%offset], %mask <{chunk_size = 8 : i64}> : memref<1024xf32>, vector<1xindex>, vector<1xi1> -> vector<8xf32>
  %2 = xegpu.load %m[%offset], %mask <{chunk_size = 8}>
    : memref<1024xf32>, vector<1xindex>, vector<1xi1> -> vector<8xf32>
  // CHECK: xegpu.load %m[%offset], %mask : memref<1024xf32>, vector<1xindex>, vector<1xi1> -> vector<1xf32>
  %3 = xegpu.load %m[%offset], %mask : memref<1024xf32>, vector<1xindex>, vector<1xi1> -> vector<1xf32>
  return
}

// -----

// CHECK-LABEL: @store
func.func @store(
  %d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %m: memref<1024xf32>, %p: ui64,
  %offsets: vector<16xindex>, %mask: vector<16xi1>, %i: index, %bit: i1, %v: vector<16xf32>,
  %chunks: vector<16x8xf32>, %f: f32, %chunk: vector<8xf32>
) {
  // CHECK: xegpu.store %v, %d, %mask <{l1_hint = #xegpu.cache_hint<write_back>}> : vector<16xf32>, !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>
  // GENERIC: "xegpu.store"(%v, %d, %mask) <{l1_hint = #xegpu.cache_hint<write_back>}> : (vector<16xf32>, !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>) -> ()
  xegpu.store %v, %d, %mask <{l1_hint = #xegpu.cache_hint<write_back>}>
    : vector<16xf32>, !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>
  // CHECK: xegpu.store %v, %m[%offsets], %mask : vector<16xf32>, memref<1024xf32>, vector<16xindex>, vector<16xi1>
  // GENERIC: "xegpu.store"(%v, %m, %offsets, %mask) : (vector<16xf32>, memref<1024xf32>, vector<16xindex>, vector<16xi1>) -> ()
  xegpu.store %v, %m[%offsets], %mask : vector<16xf32>, memref<1024xf32>, vector<16xindex>, vector<16xi1>
  // CHECK: xegpu.store %chunks, %p[%offsets], %mask <{chunk_size = 8 : i64}> {note} : vector<16x8xf32>, ui64, vector<16xindex>, vector<16xi1>
  xegpu.store %chunks, %p[%offsets], %mask <{chunk_size = 8}> {note}
    : vector<16x8xf32>, ui64, vector<16xindex>, vector<16xi1>
  // CHECK: xegpu.store %f, %m[%i], %bit : f32, memref<1024xf32>, index, i1
  xegpu.store %f, %m[%i], %bit : f32, memref<1024xf32>, index, i1
  // CHECK: xegpu.store %chunk, %m[%i], %bit <{chunk_size = 8 : i64}> : vector<8xf32>, memref<1024xf32>, index, i1
  xegpu.store %chunk, %m[%i], %bit <{chunk_size = 8}> : vector<8xf32>, memref<1024xf32>, index, i1
  return
}

// -----

// CHECK-LABEL: @update
func.func @update(
  %d: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, %i: !xegpu.tensor_desc<16x4xi32>,
  %mask: vector<16xi1>, %v: vector<16xf32>, %w: vector<16x4xi32>
) {
  // CHECK: xegpu.atomic_rmw addf %d, %mask, %v : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>, vector<16xf32> -> vector<16xf32>
  // GENERIC: "xegpu.atomic_rmw"(%d, %mask, %v) <{kind = 0 : i64}>
  %0 = xegpu.atomic_rmw addf %d, %mask, %v
    : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>, vector<16xf32> -> vector<16xf32>
  // CHECK: xegpu.atomic_rmw xori %i, %mask, %w {layout = #xegpu.layout<lane_layout = [16, 1]>, note} : !xegpu.tensor_desc<16x4xi32>, vector<16xi1>, vector<16x4xi32> -> vector<16x4xi32>
  // GENERIC: "xegpu.atomic_rmw"(%i, %mask, %w) <{kind = 15 : i64, layout = #xegpu.layout<lane_layout = [16, 1]>}> {note}
  %1 = xegpu.atomic_rmw "xori" %i, %mask, %w {layout = #xegpu.layout<lane_layout = [16, 1]>, note}
    : !xegpu.tensor_desc<16x4xi32>, vector<16xi1>, vector<16x4xi32> -> vector<16x4xi32>
  return
}
