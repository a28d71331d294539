// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @dimension() {
  %a = gpu.thread_id w
  return
}

// CHECK: Expected `x`, `y`, or `z`

// -----

func.func @no_dimension() {
  %a = "gpu.thread_id"() : () -> index
  return
}

// CHECK: dimension

// -----

func.func @bound_type() {
  %a = "gpu.lane_id"() <{upper_bound = 4 : i32}> : () -> index
  return
}

// CHECK: index

// -----

func.func @result_type() {
  %a = "gpu.block_dim"() <{dimension = #gpu<dim x>}> : () -> i32
  return
}

// CHECK: i32

// -----

func.func @subgroup_result_type() {
  %a = gpu.subgroup_id : i32
  return
}

// CHECK: i32

// -----

func.func @wait_unnamed() {
  gpu.wait async
  return
}

// CHECK: needs to be named when marked 'async'

// -----

func.func @wait_unnamed_after_comment() {
  // %a =
  gpu.wait async
  return
}

// CHECK: needs to be named when marked 'async'

// -----

func.func @wait_named_but_not_async() {
  %a = gpu.wait
  return
}

// CHECK: Operation has 0 results, but was given 1 to bind.

// -----

func.func @wait_for_no_token(%i: i32) {
  gpu.wait [%i]
  return
}

// CHECK: !gpu.async.token

// -----

func.func @two_tokens() {
  %a:2 = "gpu.wait"() : () -> (!gpu.async.token, !gpu.async.token)
  return
}

// CHECK: result

// -----

func.func @block_id_dimension() {
  %0 = gpu.block_id w
  return
}

// CHECK: Expected `x`, `y`, or `z`.

// -----

func.func @block_id_result() {
  %0 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> i32
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @global_id_dimension() {
  %0 = gpu.global_id w
  return
}

// CHECK: Expected `x`, `y`, or `z`.

// -----

func.func @global_id_result() {
  %0 = "gpu.global_id"() <{dimension = #gpu<dim x>}> : () -> i32
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @grid_dim_dimension() {
  %0 = gpu.grid_dim w
  return
}

// CHECK: Expected `x`, `y`, or `z`.

// -----

func.func @grid_dim_result() {
  %0 = "gpu.grid_dim"() <{dimension = #gpu<dim x>}> : () -> i32
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @cluster_block_id_dimension() {
  %0 = gpu.cluster_block_id w
  return
}

// CHECK: Expected `x`, `y`, or `z`.

// -----

func.func @cluster_block_id_result() {
  %0 = "gpu.cluster_block_id"() <{dimension = #gpu<dim x>}> : () -> i32
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @cluster_dim_blocks_dimension() {
  %0 = gpu.cluster_dim_blocks w
  return
}

// CHECK: Expected `x`, `y`, or `z`.

// -----

func.func @cluster_dim_blocks_result() {
  %0 = "gpu.cluster_dim_blocks"() <{dimension = #gpu<dim x>}> : () -> i32
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @cluster_dim_dimension() {
  %0 = gpu.cluster_dim w
  return
}

// CHECK: Expected `x`, `y`, or `z`.

// -----

func.func @cluster_dim_result() {
  %0 = "gpu.cluster_dim"() <{dimension = #gpu<dim x>}> : () -> i32
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @cluster_id_dimension() {
  %0 = gpu.cluster_id w
  return
}

// CHECK: Expected `x`, `y`, or `z`.

// -----

func.func @cluster_id_result() {
  %0 = "gpu.cluster_id"() <{dimension = #gpu<dim x>}> : () -> i32
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @num_subgroups_result() {
  %0 = "gpu.num_subgroups"() : () -> i32
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @subgroup_size_result() {
  %0 = "gpu.subgroup_size"() : () -> i32
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @barrier_operand(%i: index) {
  "gpu.barrier"(%i) : (index) -> ()
  return
}

// CHECK: Expected 0 operands, but got 1

// -----

func.func @barrier_result() {
  %0 = "gpu.barrier"() : () -> index
  return
}

// CHECK: Expected 0 results, but got 1
