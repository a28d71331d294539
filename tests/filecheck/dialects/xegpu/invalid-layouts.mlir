// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func private @nothing() attributes {a = #xegpu.layout<>}

// CHECK: expected at least one of sg_layout, inst_data or lane_layout

// -----

func.func private @only_data() attributes {a = #xegpu.layout<sg_data = [1, 2], lane_data = [1, 2], order = [0, 1]>}

// CHECK: expected at least one of sg_layout, inst_data or lane_layout

// -----

func.func private @ranks_of_subgroups_and_instruction() attributes {a = #xegpu.layout<sg_layout = [1, 2], inst_data = [1]>}

// CHECK: expected sg_layout and inst_data to have the same rank

// -----

func.func private @ranks_of_subgroups_and_lanes() attributes {a = #xegpu.layout<sg_layout = [1, 2], lane_layout = [1]>}

// CHECK: expected sg_layout and lane_layout to have the same rank

// -----

func.func private @ranks_of_instruction_and_lanes() attributes {a = #xegpu.layout<inst_data = [1], lane_layout = [1, 2]>}

// CHECK: expected inst_data and lane_layout to have the same rank, got inst_data 1, lane_layout 2

// -----

func.func private @data_without_subgroups() attributes {a = #xegpu.layout<sg_data = [1, 2], inst_data = [1, 2]>}

// CHECK: expected sg_layout being used with sg_data

// -----

func.func private @rank_of_subgroup_data() attributes {a = #xegpu.layout<sg_data = [1], sg_layout = [1, 2]>}

// CHECK: expected sg_data and sg_layout to have the same rank

// -----

func.func private @data_without_lanes() attributes {a = #xegpu.layout<lane_data = [1, 2], inst_data = [1, 2]>}

// CHECK: expected lane_layout being used with lane_data

// -----

func.func private @rank_of_lane_data() attributes {a = #xegpu.layout<lane_data = [1], lane_layout = [1, 2]>}

// CHECK: expected lane_data and lane_layout to have the same rank

// -----

func.func private @order_without_grid() attributes {a = #xegpu.layout<order = [0, 1], inst_data = [1, 2]>}

// CHECK: expected sg_layout/lane_layout being used with order

// -----

func.func private @order_of_subgroups() attributes {a = #xegpu.layout<order = [0], sg_layout = [1, 2]>}

// CHECK: expected order and sg_layout to have the same rank

// -----

func.func private @order_of_lanes() attributes {a = #xegpu.layout<order = [0], lane_layout = [1, 2]>}

// CHECK: expected order and lane_layout to have the same rank

// -----

func.func private @too_large() attributes {a = #xegpu.layout<sg_layout = [2147483648]>}

// CHECK: integer value too large

// -----

func.func private @not_a_list() attributes {a = #xegpu.layout<sg_layout = 2>}

// CHECK: '[' expected

// -----

func.func private @trailing_comma() attributes {a = #xegpu.layout<sg_layout = [1,]>}

// CHECK: Expected integer literal

// -----

func.func private @unknown_level() attributes {a = #xegpu.layout<wi_layout = [1]>}

// CHECK: duplicate or unknown struct parameter name: wi_layout

// -----

func.func private @repeated_level() attributes {a = #xegpu.layout<sg_layout = [1], sg_layout = [1]>}

// CHECK: duplicate or unknown struct parameter name: sg_layout

// -----

func.func private @sliced_beyond_rank() attributes {a = #xegpu.slice<#xegpu.layout<sg_layout = [8, 4]>, dims = [2]>}

// CHECK: invalid dim (2) in slice attribute.

// -----

func.func private @sliced_before_first() attributes {a = #xegpu.slice<#xegpu.layout<sg_layout = [8, 4]>, dims = [-1]>}

// CHECK: invalid dim (-1) in slice attribute.

// -----

func.func private @sliced_twice() attributes {a = #xegpu.slice<#xegpu.layout<sg_layout = [8, 4]>, dims = [1, 1]>}

// CHECK: repeated dim (1) in slice attribute.

// -----

func.func private @sliced_beyond_what_is_left() attributes {a = #xegpu.slice<#xegpu.slice<#xegpu.layout<sg_layout = [4, 8, 12]>, dims = [0]>, dims = [2]>}

// CHECK: invalid dim (2) in slice attribute.

// -----

func.func private @slice_of_a_number() attributes {a = #xegpu.slice<3, dims = [0]>}

// CHECK: expected a layout

// -----

func.func private @slice_without_dims() attributes {a = #xegpu.slice<#xegpu.layout<sg_layout = [8, 4]>>}

// CHECK: Expected ','
