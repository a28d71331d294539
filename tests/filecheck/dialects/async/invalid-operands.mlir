// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @await_all_token(%t: !async.token) {
  "async.await_all"(%t) : (!async.token) -> ()
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @coro_begin_id(%h: !async.coro.handle) {
  %0 = "async.coro.begin"(%h) : (!async.coro.handle) -> !async.coro.handle
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @coro_begin_result(%d: !async.coro.id) {
  %0 = "async.coro.begin"(%d) : (!async.coro.id) -> !async.token
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @coro_free_order(%h: !async.coro.handle, %d: !async.coro.id) {
  "async.coro.free"(%h, %d) : (!async.coro.handle, !async.coro.id) -> ()
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @coro_save_handle(%d: !async.coro.id) {
  %0 = "async.coro.save"(%d) : (!async.coro.id) -> !async.coro.state
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @add_to_group_operand(%g: !async.group, %f: f32) {
  %0 = "async.runtime.add_to_group"(%f, %g) : (f32, !async.group) -> index
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @add_to_group_group(%t: !async.token) {
  %0 = "async.runtime.add_to_group"(%t, %t) : (!async.token, !async.token) -> index
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 1 does not verify

// -----

func.func @await_and_resume_handle(%t: !async.token) {
  "async.runtime.await_and_resume"(%t, %t) : (!async.token, !async.token) -> ()
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 1 does not verify

// -----

func.func @runtime_await_operand(%f: f32) {
  "async.runtime.await"(%f) : (f32) -> ()
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @runtime_create_group() {
  %0 = "async.runtime.create"() : () -> !async.group
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @is_error_operand(%h: !async.coro.handle) {
  %0 = "async.runtime.is_error"(%h) : (!async.coro.handle) -> i1
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @is_error_result(%t: !async.token) {
  %0 = "async.runtime.is_error"(%t) : (!async.token) -> i32
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @resume_operand(%t: !async.token) {
  "async.runtime.resume"(%t) : (!async.token) -> ()
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @set_error_operand(%g: !async.group) {
  "async.runtime.set_error"(%g) : (!async.group) -> ()
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 0 does not verify
