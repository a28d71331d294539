// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @count(%t: !async.token) {
  async.runtime.add_ref %t {count = 0 : i64} : !async.token
  return
}

// CHECK: expected a value that is positive, got 0

// -----

func.func @count_type(%t: !async.token) {
  async.runtime.drop_ref %t {count = 1 : i32} : !async.token
  return
}

// CHECK: i32

// -----

func.func @no_count(%t: !async.token) {
  async.runtime.drop_ref %t : !async.token
  return
}

// CHECK: count

// -----

func.func @stored_type(%x: f64, %v: !async.value<f32>) {
  "async.runtime.store"(%x, %v) : (f64, !async.value<f32>) -> ()
  return
}

// CHECK: type of 'value' matches element type of 'storage'

// -----

func.func @loaded_type(%v: !async.value<f32>) {
  %0 = "async.runtime.load"(%v) : (!async.value<f32>) -> f64
  return
}

// CHECK: type of 'value' matches element type of 'storage'

// -----

func.func @storage(%t: !async.token) {
  %0 = async.runtime.load %t : !async.token
  return
}

// CHECK: expected an async value type

// -----

func.func @threads() {
  %0 = async.runtime.num_worker_threads : i32
  return
}

// CHECK: i32

// -----

func.func @group_state(%g: !async.group) {
  async.runtime.set_available %g : !async.group
  return
}

// CHECK: Unexpected attribute !async.group

// -----

func.func @created_type(%size: index) {
  %0 = async.runtime.create_group %size : !async.token
  return
}

// CHECK: !async.token

// -----

func.func @suspend_in_the_middle(%state: !async.coro.state) {
  async.coro.suspend %state, ^bb1, ^bb1, ^bb1
  return
^bb1:
  return
}

// CHECK: async.coro.suspend with block successors must terminate its parent block

// -----

func.func @handle(%id: !async.coro.id) {
  "async.coro.end"(%id) : (!async.coro.id) -> ()
  return
}

// CHECK: operand 'handle' at position 0 does not verify
