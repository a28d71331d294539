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
