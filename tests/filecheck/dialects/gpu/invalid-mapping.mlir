// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

module attributes {a.b = #gpu.block<w>} {}

// CHECK: expected one of: x, y, z, linear_dim_0

// -----

module attributes {a.b = #gpu.thread<linear_dim_10>} {}

// CHECK: expected one of: x, y, z, linear_dim_0

// -----

module attributes {a.b = #gpu.warp} {}

// CHECK: '<' expected

// -----

module attributes {a.b = #gpu.lane<>} {}

// CHECK: expected one of: x, y, z, linear_dim_0

// -----

module attributes {a.b = #gpu.memory_space<shared>} {}

// CHECK: expected one of: global, workgroup, private

// -----

module attributes {a.b = #gpu.mask<18446744073709551616>} {}

// CHECK: integer value too large

// -----

module attributes {a.b = #gpu.mask<x>} {}

// CHECK: integer

// -----

module attributes {a.b = #gpu<dim w>} {}

// CHECK: Expected `x`, `y`, or `z`

// -----

module attributes {a.b = #gpu.loop_dim_map<processor = block_w, map = (d0) -> (d0), bound = (d0) -> (d0)>} {}

// CHECK: expected one of: sequential, block_x

// -----

module attributes {a.b = #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0)>} {}

// CHECK: expected processor, map and bound

// -----

module attributes {a.b = #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), map = (d0) -> (d0)>} {}

// CHECK: duplicate or unknown struct parameter name: map

// -----

module attributes {a.b = #gpu.loop_dim_map<processor = block_x, map = affine_map<(d0) -> (d0)>, bound = (d0) -> (d0)>} {}

// CHECK: expected

// -----

module attributes {a.b = #gpu.nothing} {}

// CHECK: 'gpu.nothing' is not registered
