// RUN: xdsl-opt %s --split-input-file | filecheck %s

// A default encoding is not shown, however it was written.

// CHECK: @blocks(
// CHECK-SAME: !xegpu.tensor_desc<8x16xf16>
// CHECK-SAME: !xegpu.tensor_desc<8x16xf16>
// CHECK-SAME: !xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<array_length = 2 : i64>>
// CHECK-SAME: !xegpu.tensor_desc<32xf32, #xegpu.block_tdesc_attr<memory_space = slm, boundary_check = false>>
// CHECK-SAME: !xegpu.tensor_desc<2x4x8x16xbf16>
// CHECK-SAME: !xegpu.tensor_desc<?x16xi8>
func.func private @blocks(
  !xegpu.tensor_desc<8x16xf16>,
  !xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<memory_space = global, array_length = 1>>,
  !xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<array_length = 2>>,
  !xegpu.tensor_desc<32xf32, #xegpu.block_tdesc_attr<memory_space = slm, boundary_check = false>>,
  !xegpu.tensor_desc<2x4x8x16xbf16>,
  !xegpu.tensor_desc<?x16xi8>
)

// -----

// Chunks of small elements fill whole multiples of 32 bits.

// CHECK: @scattered(
// CHECK-SAME: !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
// CHECK-SAME: !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8 : i64>>
// CHECK-SAME: !xegpu.tensor_desc<16x3xf32, #xegpu.scatter_tdesc_attr<chunk_size = 3 : i64>>
// CHECK-SAME: !xegpu.tensor_desc<16x4xi8, #xegpu.scatter_tdesc_attr<memory_space = slm, chunk_size = 4 : i64>>
// CHECK-SAME: !xegpu.tensor_desc<16x4xf16, #xegpu.scatter_tdesc_attr<>>
func.func private @scattered(
  !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<chunk_size = 1>>,
  !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>,
  !xegpu.tensor_desc<16x3xf32, #xegpu.scatter_tdesc_attr<chunk_size = 3>>,
  !xegpu.tensor_desc<16x4xi8, #xegpu.scatter_tdesc_attr<memory_space = slm, chunk_size = 4>>,
  !xegpu.tensor_desc<16x4xf16, #xegpu.scatter_tdesc_attr<>>
)

// -----

// A layout divides the shape: evenly, in rounds, or with subgroups that share data. It
// may stand before the encoding; of several, the last counts.

// CHECK: @layouts(
// CHECK-SAME: !xegpu.tensor_desc<32x64xf32, #xegpu.layout<sg_layout = [2, 4], sg_data = [16, 16], inst_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1]>>
// CHECK-SAME: !xegpu.tensor_desc<64x64xf32, #xegpu.layout<sg_layout = [2, 2], sg_data = [16, 16]>>
// CHECK-SAME: !xegpu.tensor_desc<8x16xf32, #xegpu.layout<sg_layout = [8, 4], sg_data = [8, 16]>>
// CHECK-SAME: !xegpu.tensor_desc<4x16xf32, #xegpu.layout<sg_layout = [8, 16]>>
// CHECK-SAME: !xegpu.tensor_desc<8x16xf32, #xegpu.block_tdesc_attr<array_length = 2 : i64>, #xegpu.layout<lane_layout = [1, 16]>>
// CHECK-SAME: !xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [2, 8]>>
// CHECK-SAME: !xegpu.tensor_desc<16x4xi8, #xegpu.scatter_tdesc_attr<chunk_size = 4 : i64>, #xegpu.layout<lane_layout = [16, 1], lane_data = [1, 4]>>
func.func private @layouts(
  !xegpu.tensor_desc<32x64xf32, #xegpu.layout<sg_layout = [2, 4], sg_data = [16, 16], inst_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1]>>,
  !xegpu.tensor_desc<64x64xf32, #xegpu.layout<sg_layout = [2, 2], sg_data = [16, 16]>>,
  !xegpu.tensor_desc<8x16xf32, #xegpu.layout<sg_layout = [8, 4], sg_data = [8, 16]>>,
  !xegpu.tensor_desc<4x16xf32, #xegpu.layout<sg_layout = [8, 16]>>,
  !xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, 16]>, #xegpu.block_tdesc_attr<array_length = 2>>,
  !xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, 16]>, #xegpu.layout<lane_layout = [2, 8]>>,
  !xegpu.tensor_desc<16x4xi8, #xegpu.scatter_tdesc_attr<chunk_size = 4>, #xegpu.layout<lane_layout = [16, 1], lane_data = [1, 4]>>
)

// -----

// CHECK: @matrices(
// CHECK-SAME: !xegpu.mem_desc<128x128xf16>
// CHECK-SAME: !xegpu.mem_desc<128x128xf16, #xegpu.mem_layout<stride = [1, 128]>>
// CHECK-SAME: !xegpu.mem_desc<128x128xf16, #xegpu.mem_layout<block = [16, 16], stride = [1, 128]>>
// CHECK-SAME: !xegpu.mem_desc<1024xi32>
func.func private @matrices(
  !xegpu.mem_desc<128x128xf16>,
  !xegpu.mem_desc<128x128xf16, #xegpu.mem_layout<stride = [1, 128]>>,
  !xegpu.mem_desc<128x128xf16, #xegpu.mem_layout<stride = [1, 128], block = [16, 16]>>,
  !xegpu.mem_desc<1024xi32>
)

// -----

// CHECK: @barrier(!xegpu.nbarrier)
func.func private @barrier(!xegpu.nbarrier)

// -----

// The opaque spelling is read too.

// CHECK: @opaque(!xegpu.tensor_desc<8x16xf32>, !xegpu.nbarrier)
func.func private @opaque(!xegpu<tensor_desc<8x16xf32>>, !xegpu<nbarrier>)
