// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @multiply_other_elements(%a: vector<8x16xf16>, %b: vector<16x16xbf16>) {
  %0 = xegpu.dpas %a, %b : vector<8x16xf16>, vector<16x16xbf16> -> vector<8x16xf32>
  return
}

// CHECK: failed to verify that all of {lhs, rhs} have same element type

// -----

func.func @accumulate_other_type(%a: vector<8x16xf16>, %b: vector<16x16xf16>, %c: vector<8x16xf16>) {
  %0 = xegpu.dpas %a, %b, %c : vector<8x16xf16>, vector<16x16xf16>, vector<8x16xf16> -> vector<8x16xf32>
  return
}

// CHECK: Expecting the acc type to be the same as result.

// -----

func.func @multiply_three_bytes(%a: vector<8xi8>, %b: vector<7xi8>) {
  %0 = xegpu.dpas %a, %b : vector<8xi8>, vector<7xi8> -> vector<8xi32>
  return
}

// CHECK: Expecting B operand to be a multiple of 32 bits.

// -----

func.func @multiply_row_by_matrix(%a: vector<8xf16>, %b: vector<16x16xf16>) {
  %0 = xegpu.dpas %a, %b : vector<8xf16>, vector<16x16xf16> -> vector<8x16xf32>
  return
}

// CHECK: expecting lhs and result to be a 2D vector, and rhs to be either 2D or 3D (packed) vector.

// -----

func.func @multiply_packed_left(%a: vector<8x8x2xf16>, %b: vector<16x16xf16>) {
  %0 = xegpu.dpas %a, %b : vector<8x8x2xf16>, vector<16x16xf16> -> vector<8x16xf32>
  return
}

// CHECK: expecting lhs and result to be a 2D vector

// -----

func.func @multiply_to_row(%a: vector<8x16xf16>, %b: vector<16x16xf16>) {
  %0 = xegpu.dpas %a, %b : vector<8x16xf16>, vector<16x16xf16> -> vector<8xf32>
  return
}

// CHECK: expecting lhs and result to be a 2D vector

// -----

func.func @multiply_other_k(%a: vector<8x16xf16>, %b: vector<8x16xf16>) {
  %0 = xegpu.dpas %a, %b : vector<8x16xf16>, vector<8x16xf16> -> vector<8x16xf32>
  return
}

// CHECK: K-dimension mismatch.

// -----

func.func @multiply_other_packed_k(%a: vector<8x16xf16>, %b: vector<16x16x2xf16>) {
  %0 = xegpu.dpas %a, %b : vector<8x16xf16>, vector<16x16x2xf16> -> vector<8x16xf32>
  return
}

// CHECK: K-dimension mismatch.

// -----

func.func @multiply_other_m(%a: vector<8x16xf16>, %b: vector<16x16xf16>) {
  %0 = xegpu.dpas %a, %b : vector<8x16xf16>, vector<16x16xf16> -> vector<16x16xf32>
  return
}

// CHECK: M-dimension mismatch.

// -----

func.func @multiply_other_n(%a: vector<8x16xf16>, %b: vector<16x16xf16>) {
  %0 = xegpu.dpas %a, %b : vector<8x16xf16>, vector<16x16xf16> -> vector<8x8xf32>
  return
}

// CHECK: N-dimension mismatch.

// -----

func.func @multiply_to_cube(%a: vector<8x16xf16>, %b: vector<16x16xf16>) {
  %0 = xegpu.dpas %a, %b : vector<8x16xf16>, vector<16x16xf16> -> vector<8x16x1xf32>
  return
}

// CHECK: must be fixed-length vector of scalar values of ranks 1/2, but got vector<8x16x1xf32>

// -----

func.func @multiply_four_dimensions(%a: vector<8x16xf16>, %b: vector<1x16x16x1xf16>) {
  %0 = xegpu.dpas %a, %b : vector<8x16xf16>, vector<1x16x16x1xf16> -> vector<8x16xf32>
  return
}

// CHECK: must be fixed-length vector of scalar values of ranks 1/2/3, but got vector<1x16x16x1xf16>

// -----

func.func @multiply_with_number_as_layout(%a: vector<8x16xf16>, %b: vector<16x16xf16>) {
  %0 = xegpu.dpas %a, %b {layout_a = 3} : vector<8x16xf16>, vector<16x16xf16> -> vector<8x16xf32>
  return
}

// CHECK: expected DistributeLayoutAttr instance

// -----

func.func @multiply_with_prop_dict(%a: vector<8x16xf16>, %b: vector<16x16xf16>) {
  %0 = xegpu.dpas %a, %b <{layout_a = #xegpu.layout<inst_data = [8, 16]>}> : vector<8x16xf16>, vector<16x16xf16> -> vector<8x16xf32>
  return
}

// CHECK: Expected ':'

// -----

func.func @convert_between_levels(%v: vector<8x16xf16>) {
  %0 = xegpu.convert_layout %v <{input_layout = #xegpu.layout<sg_layout = [2, 2]>, target_layout = #xegpu.layout<lane_layout = [1, 16]>}> : vector<8x16xf16>
  return
}

// CHECK: expected input layout and target layout be WgLayout or SgLayout at the same time.

// -----

func.func @convert_uneven_input(%v: vector<8x16xf16>) {
  %0 = xegpu.convert_layout %v <{input_layout = #xegpu.layout<lane_layout = [16, 1]>, target_layout = #xegpu.layout<lane_layout = [1, 16]>}> : vector<8x16xf16>
  return
}

// CHECK: invalid input layout, data cannot be evenly distributed.

// -----

func.func @convert_to_uneven_target(%v: vector<8x16xf16>) {
  %0 = xegpu.convert_layout %v <{input_layout = #xegpu.layout<lane_layout = [1, 16]>, target_layout = #xegpu.layout<lane_layout = [16, 1]>}> : vector<8x16xf16>
  return
}

// CHECK: invalid target layout, data cannot be evenly distributed.

// -----

func.func @convert_with_other_rank(%v: vector<8x16xf16>) {
  %0 = xegpu.convert_layout %v <{input_layout = #xegpu.layout<lane_layout = [16]>, target_layout = #xegpu.layout<lane_layout = [1, 16]>}> : vector<8x16xf16>
  return
}

// CHECK: invalid input layout, data cannot be evenly distributed.

// -----

func.func @convert_sliced_too_far(%v: vector<16xf16>) {
  %0 = xegpu.convert_layout %v <{input_layout = #xegpu.slice<#xegpu.layout<lane_layout = [1, 32]>, dims = [0]>, target_layout = #xegpu.layout<lane_layout = [16]>}> : vector<16xf16>
  return
}

// CHECK: invalid input layout, data cannot be evenly distributed.

// -----

func.func @convert_without_properties(%v: vector<8x16xf16>) {
  %0 = xegpu.convert_layout %v {input_layout = #xegpu.layout<lane_layout = [1, 16]>, target_layout = #xegpu.layout<lane_layout = [1, 16]>} : vector<8x16xf16>
  return
}

// CHECK: expected key entry for input_layout in DictionaryAttr to set Properties

// -----

func.func @convert_without_target(%v: vector<8x16xf16>) {
  %0 = xegpu.convert_layout %v <{input_layout = #xegpu.layout<lane_layout = [1, 16]>}> : vector<8x16xf16>
  return
}

// CHECK: expected key entry for target_layout in DictionaryAttr to set Properties

// -----

func.func @convert_with_unknown_property(%v: vector<8x16xf16>) {
  %0 = xegpu.convert_layout %v <{input_layout = #xegpu.layout<lane_layout = [1, 16]>, target_layout = #xegpu.layout<lane_layout = [1, 16]>, note}> : vector<8x16xf16>
  return
}

// CHECK: unknown key 'note' when parsing properties dictionary

// -----

func.func @convert_to_other_type(%v: vector<8x16xf16>) {
  %0 = "xegpu.convert_layout"(%v) <{input_layout = #xegpu.layout<lane_layout = [1, 16]>, target_layout = #xegpu.layout<lane_layout = [1, 16]>}> : (vector<8x16xf16>) -> vector<16x8xf16>
  return
}

// CHECK: vector<16x8xf16>

// -----

func.func @convert_indices(%v: vector<8x16xindex>) {
  %0 = xegpu.convert_layout %v <{input_layout = #xegpu.layout<lane_layout = [1, 16]>, target_layout = #xegpu.layout<lane_layout = [1, 16]>}> : vector<8x16xindex>
  return
}

// CHECK: must be vector of scalar values of ranks 1/2/3/4/5/6, but got vector<8x16xindex>

// -----

func.func @convert_rank_0(%v: vector<f16>) {
  %0 = xegpu.convert_layout %v <{input_layout = #xegpu.layout<lane_layout = []>, target_layout = #xegpu.layout<lane_layout = []>}> : vector<f16>
  return
}

// CHECK: must be vector of scalar values of ranks 1/2/3/4/5/6, but got vector<f16>
