// RUN: xdsl-opt %s --split-input-file | filecheck %s

module attributes {
  some.block = [#gpu.block<x>, #gpu.block<y>, #gpu.block<z>],
  some.warpgroup = [#gpu.warpgroup<x>, #gpu.warpgroup<linear_dim_0>],
  some.warp = [#gpu.warp<linear_dim_1>, #gpu.warp<linear_dim_2>, #gpu.warp<linear_dim_3>],
  some.thread = [#gpu.thread<linear_dim_4>, #gpu.thread<linear_dim_5>, #gpu.thread<linear_dim_6>],
  some.lane = [#gpu.lane<linear_dim_7>, #gpu.lane<linear_dim_8>, #gpu.lane<linear_dim_9>],
  some.memory = [#gpu.memory_space<global>, #gpu.memory_space<workgroup>, #gpu.memory_space<private>],
  some.mask = [#gpu.mask<0>, #gpu.mask<0xFF>, #gpu.mask<18446744073709551615>, #gpu.mask<-1>]
} {}

// CHECK:      some.block = [#gpu.block<x>, #gpu.block<y>, #gpu.block<z>]
// CHECK-SAME: some.warpgroup = [#gpu.warpgroup<x>, #gpu.warpgroup<linear_dim_0>]
// CHECK-SAME: some.warp = [#gpu.warp<linear_dim_1>, #gpu.warp<linear_dim_2>, #gpu.warp<linear_dim_3>]
// CHECK-SAME: some.thread = [#gpu.thread<linear_dim_4>, #gpu.thread<linear_dim_5>, #gpu.thread<linear_dim_6>]
// CHECK-SAME: some.lane = [#gpu.lane<linear_dim_7>, #gpu.lane<linear_dim_8>, #gpu.lane<linear_dim_9>]
// CHECK-SAME: some.memory = [#gpu.memory_space<global>, #gpu.memory_space<workgroup>, #gpu.memory_space<private>]
// CHECK-SAME: some.mask = [#gpu.mask<0>, #gpu.mask<255>, #gpu.mask<18446744073709551615>, #gpu.mask<18446744073709551615>]

// -----

// Keywords may be strings, names opaque, and the parts of a mapping in any order.
module attributes {
  some.strings = [#gpu.block<"x">, #gpu<thread<y>>, #gpu.memory_space<"global">],
  some.dimensions = [#gpu<dim x>, #gpu<dim y>, #gpu<dim z>],
  some.loops = [
    #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>,
    #gpu.loop_dim_map<bound = (d0) -> (d0 + 1), map = (d0) -> (d0 * 2), processor = thread_z>,
    #gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>
  ]
} {}

// CHECK:      some.strings = [#gpu.block<x>, #gpu.thread<y>, #gpu.memory_space<global>]
// CHECK-SAME: some.dimensions = [#gpu<dim x>, #gpu<dim y>, #gpu<dim z>]
// CHECK-SAME: some.loops = [
// CHECK-SAME: #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>,
// CHECK-SAME: #gpu.loop_dim_map<processor = thread_z, map = (d0) -> ((d0 * 2)), bound = (d0) -> ((d0 + 1))>,
// CHECK-SAME: #gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>]
