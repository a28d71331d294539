// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

// CHECK-LABEL: @multiply
// GENERIC:     "func.func"
func.func @multiply(
  %a: vector<8x16xf16>, %b: vector<16x16xf16>, %packed: vector<8x16x2xf16>, %c: vector<8x16xf32>,
  %bytes: vector<8x32xi8>, %packedbytes: vector<8x16x4xi8>
) {
  // CHECK: xegpu.dpas %a, %b : vector<8x16xf16>, vector<16x16xf16> -> vector<8x16xf32>
  // GENERIC: "xegpu.dpas"(%a, %b) : (vector<8x16xf16>, vector<16x16xf16>) -> vector<8x16xf32>
  %0 = xegpu.dpas %a, %b : vector<8x16xf16>, vector<16x16xf16> -> vector<8x16xf32>
  // CHECK: xegpu.dpas %a, %b, %c : vector<8x16xf16>, vector<16x16xf16>, vector<8x16xf32> -> vector<8x16xf32>
  // GENERIC: "xegpu.dpas"(%a, %b, %c) : (vector<8x16xf16>, vector<16x16xf16>, vector<8x16xf32>) -> vector<8x16xf32>
  %1 = xegpu.dpas %a, %b, %c : vector<8x16xf16>, vector<16x16xf16>, vector<8x16xf32> -> vector<8x16xf32>
  // CHECK: xegpu.dpas %a, %packed, %c : vector<8x16xf16>, vector<8x16x2xf16>, vector<8x16xf32> -> vector<8x16xf32>
  %2 = xegpu.dpas %a, %packed, %c : vector<8x16xf16>, vector<8x16x2xf16>, vector<8x16xf32> -> vector<8x16xf32>
  // CHECK: xegpu.dpas %bytes, %packedbytes : vector<8x32xi8>, vector<8x16x4xi8> -> vector<8x16xi32>
  %3 = xegpu.dpas %bytes, %packedbytes : vector<8x32xi8>, vector<8x16x4xi8> -> vector<8x16xi32>
  return
}

// -----

// Layouts are attributes in the printed dictionary, and properties in the generic form.

// CHECK-LABEL: @multiply_with_layouts
func.func @multiply_with_layouts(%a: vector<32x64xf16>, %b: vector<64x32xf16>, %c: vector<32x32xf32>) {
  // CHECK: xegpu.dpas %a, %b, %c {layout_a = #xegpu.layout<sg_layout = [2, 2]>, layout_b = #xegpu.layout<sg_layout = [2, 2], order = [0, 1]>, layout_cd = #xegpu.layout<inst_data = [8, 16]>, note}
  // GENERIC: "xegpu.dpas"(%a, %b, %c) <{layout_a = #xegpu.layout<sg_layout = [2, 2]>, layout_b = #xegpu.layout<sg_layout = [2, 2], order = [0, 1]>, layout_cd = #xegpu.layout<inst_data = [8, 16]>}> {note}
  %0 = xegpu.dpas %a, %b, %c {
    layout_cd = #xegpu.layout<inst_data = [8, 16]>, note, layout_a = #xegpu.layout<sg_layout = [2, 2]>,
    layout_b = #xegpu.layout<sg_layout = [2, 2], order = [0, 1]>
  } : vector<32x64xf16>, vector<64x32xf16>, vector<32x32xf32> -> vector<32x32xf32>
  return
}

// -----

// At lane level, the shapes say nothing about each other.

// CHECK-LABEL: @multiply_at_lane_level
func.func @multiply_at_lane_level(%a: vector<8xf16>, %b: vector<16xf16>, %c: vector<8xf32>) {
  // CHECK: xegpu.dpas %a, %b, %c : vector<8xf16>, vector<16xf16>, vector<8xf32> -> vector<8xf32>
  %0 = xegpu.dpas %a, %b, %c : vector<8xf16>, vector<16xf16>, vector<8xf32> -> vector<8xf32>
  return
}

// -----

// CHECK-LABEL: @convert
func.func @convert(%v: vector<32x64xf16>, %row: vector<64xf16>) {
  // CHECK: xegpu.convert_layout %v <{input_layout = #xegpu.layout<sg_layout = [2, 4], sg_data = [16, 16]>, target_layout = #xegpu.layout<sg_layout = [4, 2], sg_data = [8, 32]>}> : vector<32x64xf16>
  // GENERIC: "xegpu.convert_layout"(%v) <{input_layout = #xegpu.layout<sg_layout = [2, 4], sg_data = [16, 16]>, target_layout = #xegpu.layout<sg_layout = [4, 2], sg_data = [8, 32]>}> : (vector<32x64xf16>) -> vector<32x64xf16>
  %0 = xegpu.convert_layout %v <{
    target_layout = #xegpu.layout<sg_layout = [4, 2], sg_data = [8, 32]>,
    input_layout = #xegpu.layout<sg_layout = [2, 4], sg_data = [16, 16]>
  }> : vector<32x64xf16>
  // CHECK: xegpu.convert_layout %v <{input_layout = #xegpu.layout<lane_layout = [1, 16]>, target_layout = #xegpu.layout<inst_data = [8, 16]>}> {note} : vector<32x64xf16>
  %1 = xegpu.convert_layout %v <{
    input_layout = #xegpu.layout<lane_layout = [1, 16]>, target_layout = #xegpu.layout<inst_data = [8, 16]>
  }> {note} : vector<32x64xf16>
  // CHECK: xegpu.convert_layout %row <{input_layout = #xegpu.slice<#xegpu.layout<sg_layout = [2, 4]>, dims = [0]>, target_layout = #xegpu.layout<sg_layout = [8]>}> : vector<64xf16>
  %2 = xegpu.convert_layout %row <{
    input_layout = #xegpu.slice<#xegpu.layout<sg_layout = [2, 4]>, dims = [0]>,
    target_layout = #xegpu.layout<sg_layout = [8]>
  }> : vector<64xf16>
  return
}

// -----

// Vectors of scalable size have layouts too.

// CHECK-LABEL: @convert_scalable
func.func @convert_scalable(%v: vector<[16]xf32>) {
  // CHECK: xegpu.convert_layout %v
  // CHECK-SAME: : vector<[16]xf32>
  %0 = xegpu.convert_layout %v <{
    input_layout = #xegpu.layout<lane_layout = [16]>, target_layout = #xegpu.layout<lane_layout = [8]>
  }> : vector<[16]xf32>
  return
}
