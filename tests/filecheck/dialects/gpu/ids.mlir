// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

func.func @dimensions() {
  %block_dim_x = gpu.block_dim x
  %block_dim_y = gpu.block_dim y upper_bound 2
  %block_dim_z = gpu.block_dim z {tag}
  %block_id_x = gpu.block_id x
  %block_id_y = gpu.block_id y upper_bound 4
  %block_id_z = gpu.block_id z {tag}
  %grid_dim_x = gpu.grid_dim x
  %grid_dim_y = gpu.grid_dim y upper_bound 8
  %grid_dim_z = gpu.grid_dim z {tag}
  %thread_id_x = gpu.thread_id x
  %thread_id_y = gpu.thread_id y upper_bound 16
  %thread_id_z = gpu.thread_id z {tag}
  %global_id_x = gpu.global_id x
  %global_id_y = gpu.global_id y upper_bound 2
  %global_id_z = gpu.global_id z {tag}
  %cluster_dim_x = gpu.cluster_dim x
  %cluster_dim_y = gpu.cluster_dim y upper_bound 4
  %cluster_dim_z = gpu.cluster_dim z {tag}
  %cluster_dim_blocks_x = gpu.cluster_dim_blocks x
  %cluster_dim_blocks_y = gpu.cluster_dim_blocks y upper_bound 8
  %cluster_dim_blocks_z = gpu.cluster_dim_blocks z {tag}
  %cluster_id_x = gpu.cluster_id x
  %cluster_id_y = gpu.cluster_id y upper_bound 16
  %cluster_id_z = gpu.cluster_id z {tag}
  %cluster_block_id_x = gpu.cluster_block_id x
  %cluster_block_id_y = gpu.cluster_block_id y upper_bound 2
  %cluster_block_id_z = gpu.cluster_block_id z {tag}
  return
}

// CHECK-LABEL: func.func @dimensions(
// CHECK-NEXT: %block_dim_x = gpu.block_dim x
// CHECK-NEXT: %block_dim_y = gpu.block_dim y upper_bound 2
// CHECK-NEXT: %block_dim_z = gpu.block_dim z {tag}
// CHECK-NEXT: %block_id_x = gpu.block_id x
// CHECK-NEXT: %block_id_y = gpu.block_id y upper_bound 4
// CHECK-NEXT: %block_id_z = gpu.block_id z {tag}
// CHECK-NEXT: %grid_dim_x = gpu.grid_dim x
// CHECK-NEXT: %grid_dim_y = gpu.grid_dim y upper_bound 8
// CHECK-NEXT: %grid_dim_z = gpu.grid_dim z {tag}
// CHECK-NEXT: %thread_id_x = gpu.thread_id x
// CHECK-NEXT: %thread_id_y = gpu.thread_id y upper_bound 16
// CHECK-NEXT: %thread_id_z = gpu.thread_id z {tag}
// CHECK-NEXT: %global_id_x = gpu.global_id x
// CHECK-NEXT: %global_id_y = gpu.global_id y upper_bound 2
// CHECK-NEXT: %global_id_z = gpu.global_id z {tag}
// CHECK-NEXT: %cluster_dim_x = gpu.cluster_dim x
// CHECK-NEXT: %cluster_dim_y = gpu.cluster_dim y upper_bound 4
// CHECK-NEXT: %cluster_dim_z = gpu.cluster_dim z {tag}
// CHECK-NEXT: %cluster_dim_blocks_x = gpu.cluster_dim_blocks x
// CHECK-NEXT: %cluster_dim_blocks_y = gpu.cluster_dim_blocks y upper_bound 8
// CHECK-NEXT: %cluster_dim_blocks_z = gpu.cluster_dim_blocks z {tag}
// CHECK-NEXT: %cluster_id_x = gpu.cluster_id x
// CHECK-NEXT: %cluster_id_y = gpu.cluster_id y upper_bound 16
// CHECK-NEXT: %cluster_id_z = gpu.cluster_id z {tag}
// CHECK-NEXT: %cluster_block_id_x = gpu.cluster_block_id x
// CHECK-NEXT: %cluster_block_id_y = gpu.cluster_block_id y upper_bound 2
// CHECK-NEXT: %cluster_block_id_z = gpu.cluster_block_id z {tag}
// GENERIC: "gpu.block_dim"() <{dimension = #gpu<dim x>}> : () -> index
// GENERIC: "gpu.block_dim"() <{dimension = #gpu<dim y>, upper_bound = 2 : index}> : () -> index

// -----

func.func @subgroups() {
  %lane = gpu.lane_id
  %lane32 = gpu.lane_id upper_bound 32 {tag}
  %id = gpu.subgroup_id : index
  %id8 = gpu.subgroup_id upper_bound 8 : index
  %n = gpu.num_subgroups : index
  %n8 = gpu.num_subgroups upper_bound 8 {tag} : index
  %size = gpu.subgroup_size : index
  %size64 = gpu.subgroup_size upper_bound 64 : index
  return
}

// CHECK-LABEL: func.func @subgroups(
// CHECK-NEXT: %lane = gpu.lane_id
// CHECK-NEXT: %lane32 = gpu.lane_id upper_bound 32 {tag}
// CHECK-NEXT: %id = gpu.subgroup_id : index
// CHECK-NEXT: %id8 = gpu.subgroup_id upper_bound 8 : index
// CHECK-NEXT: %n = gpu.num_subgroups : index
// CHECK-NEXT: %n8 = gpu.num_subgroups upper_bound 8 {tag} : index
// CHECK-NEXT: %size = gpu.subgroup_size : index
// CHECK-NEXT: %size64 = gpu.subgroup_size upper_bound 64 : index
// GENERIC: "gpu.lane_id"() : () -> index
// GENERIC: "gpu.lane_id"() <{upper_bound = 32 : index}> {tag} : () -> index
