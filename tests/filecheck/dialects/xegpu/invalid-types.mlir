// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func private @no_rank(!xegpu.tensor_desc<f32>)

// CHECK: expected non-zero rank tensor

// -----

func.func private @matrix_in_shared_memory(!xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<memory_space = slm>>)

// CHECK: SLM is only supported for 1D block tensor

// -----

func.func private @row_of_chunks(!xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<chunk_size = 2>>)

// CHECK: expected non-contiguous elements for 1D tensor

// -----

func.func private @other_chunk_size(!xegpu.tensor_desc<16x3xf32, #xegpu.scatter_tdesc_attr<chunk_size = 2>>)

// CHECK: expected last dim of tensor to match chunk size

// -----

func.func private @odd_halves(!xegpu.tensor_desc<16x3xf16, #xegpu.scatter_tdesc_attr<chunk_size = 3>>)

// CHECK: expected last dim of tensor to be a multiple of 2

// -----

func.func private @two_bytes(!xegpu.tensor_desc<16x2xi8, #xegpu.scatter_tdesc_attr<chunk_size = 2>>)

// CHECK: expected last dim of tensor to be a multiple of 4

// -----

func.func private @rank_of_layout(!xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [8]>>)

// CHECK: expected layout rank to match tensor rank

// -----

func.func private @lanes_split_a_word(!xegpu.tensor_desc<16x4xi8, #xegpu.scatter_tdesc_attr<chunk_size = 4>, #xegpu.layout<lane_layout = [16, 1], lane_data = [1, 2]>>)

// CHECK: expected last dim of lane_data to be a multiple of: 4

// -----

func.func private @uneven_subgroups(!xegpu.tensor_desc<9x16xf32, #xegpu.layout<sg_layout = [2, 1]>>)

// CHECK: cannot distribute [9, 16] using #xegpu.layout<sg_layout = [2, 1]>

// -----

func.func private @subgroups_share_unevenly(!xegpu.tensor_desc<4x16xf32, #xegpu.layout<sg_layout = [8, 1]>>)

// CHECK: cannot distribute [4, 16] using #xegpu.layout<sg_layout = [8, 1]>

// -----

func.func private @uneven_subgroup_data(!xegpu.tensor_desc<32x16xf32, #xegpu.layout<sg_layout = [2, 1], sg_data = [6, 16]>>)

// CHECK: cannot distribute [32, 16]

// -----

func.func private @uneven_instructions(!xegpu.tensor_desc<8x16xf32, #xegpu.layout<inst_data = [3, 16]>>)

// CHECK: cannot distribute [8, 16]

// -----

func.func private @instruction_beyond_data(!xegpu.tensor_desc<8x16xf32, #xegpu.layout<inst_data = [16, 16]>>)

// CHECK: cannot distribute [8, 16]

// -----

func.func private @uneven_lanes(!xegpu.tensor_desc<8x8xf32, #xegpu.layout<lane_layout = [1, 16]>>)

// CHECK: cannot distribute [8, 8]

// -----

func.func private @uneven_lane_data(!xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, 16], lane_data = [3, 1]>>)

// CHECK: cannot distribute [8, 16]

// -----

func.func private @sliced_layout(!xegpu.tensor_desc<16xf32, #xegpu.slice<#xegpu.layout<lane_layout = [1, 16]>, dims = [0]>>)

// CHECK: expected an encoding or a layout of a tensor descriptor

// -----

func.func private @number_as_encoding(!xegpu.tensor_desc<16xf32, 3>)

// CHECK: expected an encoding or a layout of a tensor descriptor

// -----

func.func private @nothing_after_comma(!xegpu.tensor_desc<8x16xf32,>)

// CHECK: attribute expected

// -----

func.func private @no_parameters(!xegpu.tensor_desc)

// CHECK: '<' expected

// -----

func.func private @no_element_type(!xegpu.tensor_desc<8x16>)

// CHECK: Expected

// -----

func.func private @unknown_type(!xegpu.bogus)

// CHECK: 'xegpu.bogus' is not registered

// -----

func.func private @matrix_of_unknown_size(!xegpu.mem_desc<?x16xf32>)

// CHECK: expected static shape

// -----

func.func private @matrix_with_other_layout(!xegpu.mem_desc<16x16xf32, #xegpu.layout<lane_layout = [1, 16]>>)

// CHECK: expected a memory layout

// -----

func.func private @matrix_with_two_layouts(!xegpu.mem_desc<16x16xf32, #xegpu.mem_layout<block = [8, 8]>, 4>)

// CHECK: '>' expected
