// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @token_operand(%t: !async.token) {
  // A token has no contents for the body to see.
  %0 = async.execute (%t as %x: !async.token) {
    async.yield
  }
  return
}

// CHECK: expected an async value type

// -----

func.func @operand_type(%v: !async.value<f32>) {
  %0 = "async.execute"(%v) <{operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%x: f64):
    "async.yield"() : () -> ()
  }) : (!async.value<f32>) -> !async.token
  return
}

// CHECK: async body region argument types do not match the execute operation arguments types

// -----

func.func @argument_count(%v: !async.value<f32>) {
  %0 = "async.execute"(%v) <{operandSegmentSizes = array<i32: 0, 1>}> ({
    "async.yield"() : () -> ()
  }) : (!async.value<f32>) -> !async.token
  return
}

// CHECK: async body region argument types do not match the execute operation arguments types

// -----

func.func @dependency(%v: !async.value<f32>) {
  %0 = "async.execute"(%v) <{operandSegmentSizes = array<i32: 1, 0>}> ({
    "async.yield"() : () -> ()
  }) : (!async.value<f32>) -> !async.token
  return
}

// CHECK: operand 'dependencies' at position 0 does not verify

// -----

func.func @result_type() {
  %0, %1 = async.execute -> f32 {
    %x = arith.constant 1.0 : f32
    async.yield %x : f32
  }
  return
}

// CHECK: expected an async value type

// -----

func.func @first_result() {
  %0 = "async.execute"() <{operandSegmentSizes = array<i32: 0, 0>}> ({
    "async.yield"() : () -> ()
  }) : () -> !async.value<f32>
  return
}

// CHECK: result 'token' at position 0 does not verify

// -----

func.func @yielded_count() {
  %0, %1 = async.execute -> !async.value<f32> {
    async.yield
  }
  return
}

// CHECK: types yielded by the async body region do not match the result types

// -----

func.func @yielded_type(%x: f64) {
  %0, %1 = async.execute -> !async.value<f32> {
    async.yield %x : f64
  }
  return
}

// CHECK: types yielded by the async body region do not match the result types

// -----

func.func @other_terminator() {
  %0 = async.execute {
    func.return
  }
  return
}

// CHECK: 'func.return' expects parent op 'func.func'

// -----

func.func @two_blocks() {
  %0 = async.execute {
    cf.br ^next
  ^next:
    async.yield
  }
  return
}

// CHECK: expected a single block, but got 2 blocks

// -----

func.func @empty_body() {
  %0 = async.execute {
  }
  return
}

// CHECK: contains empty block in single-block region

// -----

func.func @yield_outside() {
  async.yield
}

// CHECK: 'async.yield' expects parent op 'async.execute'

// -----

func.func @await_type(%x: f32) {
  async.await %x : f32
  return
}

// CHECK: Unexpected attribute f32

// -----

func.func @await_token(%t: !async.token) {
  %0 = "async.await"(%t) : (!async.token) -> f32
  return
}

// CHECK: awaiting on a token must have empty result

// -----

func.func @await_value(%v: !async.value<f32>) {
  %0 = "async.await"(%v) : (!async.value<f32>) -> f64
  return
}

// CHECK: result type 'f64' does not match async value type 'f32'

// -----

func.func @await_nothing(%v: !async.value<f32>) {
  "async.await"(%v) : (!async.value<f32>) -> ()
  return
}

// CHECK: awaiting on a value must have a result

// -----

func.func private @value_of_nothing(!async.value)

// CHECK: '<' expected

// -----

func.func private @value_of_attribute(!async.value<1 : i32>)

// CHECK: type expected

// -----

func.func @group_size(%size: i32) {
  %0 = "async.create_group"(%size) : (i32) -> !async.group
  return
}

// CHECK: operand 'size' at position 0 does not verify

// -----

func.func @group_in_group(%g: !async.group) {
  %0 = async.add_to_group %g, %g : !async.group
  return
}

// CHECK: Unexpected attribute !async.group
