// RUN: xdsl-opt %s --split-input-file | filecheck %s

// The parameters may come in any order and are printed in the order of the definition.

// CHECK:      workgroup = #xegpu.layout<sg_layout = [2, 4], sg_data = [16, 16], inst_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1], order = [0, 1]>
func.func private @f() attributes {
  workgroup = #xegpu.layout<
    order = [0, 1], lane_data = [1, 1], lane_layout = [1, 16],
    inst_data = [8, 16], sg_data = [16, 16], sg_layout = [2, 4]
  >
}

// -----

// Each of the three levels alone.

// CHECK:      #xegpu.layout<sg_layout = [8]>
// CHECK-SAME: #xegpu.layout<inst_data = [8, 16]>
// CHECK-SAME: #xegpu.layout<lane_layout = [16]>
// CHECK-SAME: #xegpu.layout<sg_layout = [2, 2, 2], lane_layout = [1, 1, 16]>
func.func private @f() attributes {
  levels = [
    #xegpu.layout<sg_layout = [8]>,
    #xegpu.layout<inst_data = [8, 16]>,
    #xegpu.layout<lane_layout = [16]>,
    #xegpu.layout<sg_layout = [2, 2, 2], lane_layout = [1, 1, 16]>
  ]
}

// -----

// No dimensions at all is a rank as well.

// CHECK: #xegpu.layout<sg_layout = []>
func.func private @f() attributes {scalar = #xegpu.layout<sg_layout = []>}

// -----

// CHECK:      #xegpu.slice<#xegpu.layout<sg_layout = [8, 4], sg_data = [32, 32]>, dims = [0]>
// CHECK-SAME: #xegpu.slice<#xegpu.slice<#xegpu.layout<sg_layout = [4, 8, 12]>, dims = [0]>, dims = [1, 0]>
// CHECK-SAME: #xegpu.slice<#xegpu.layout<inst_data = [8]>, dims = []>
#layout = #xegpu.layout<sg_layout = [8, 4], sg_data = [32, 32]>
#cube = #xegpu.layout<sg_layout = [4, 8, 12]>
func.func private @f() attributes {
  slices = [
    #xegpu.slice<#layout, dims = [0]>,
    #xegpu.slice<#xegpu.slice<#cube, dims = [0]>, dims = [1, 0]>,
    #xegpu.slice<#xegpu.layout<inst_data = [8]>, dims = []>
  ]
}
