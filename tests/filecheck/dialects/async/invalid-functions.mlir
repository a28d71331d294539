// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

async.func @no_result() {
  return
}

// CHECK: result is expected to be at least of size 1, but got 0

// -----

async.func private @plain_result() -> i32

// CHECK: result type must be async value type or async token type, but got 'i32'

// -----

async.func private @token_last() -> (!async.value<i32>, !async.token)

// CHECK: async token type is expected to appear as the 1st return value, but got 2

// -----

async.func @public_declaration() -> !async.token

// CHECK: symbol declaration cannot have public visibility

// -----

async.func private @argument_attribute(i32 {hint}) -> !async.token

// CHECK: arguments may only have dialect attributes

// -----

async.func private @result_attribute(i32) -> (!async.token {hint})

// CHECK: results may only have dialect attributes

// -----

async.func private @inferred() -> !async.token attributes {sym_name = "other"}

// CHECK: 'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary

// -----

async.func private @mixed(%x: i32, f32) -> !async.token

// CHECK: expected SSA identifier

// -----

async.func private @mixed(i32, %x: f32) -> !async.token

// CHECK: expected type instead of SSA identifier

// -----

async.func @no_body() -> !async.token {
}

// CHECK: expected non-empty function body

// -----

"async.func"() <{sym_name = "entry_count", function_type = () -> !async.token}> ({
^bb0(%x: i32):
  async.return
}) : () -> ()

// CHECK: entry block must have 0 arguments to match function signature

// -----

"async.func"() <{sym_name = "entry_type", function_type = (f32) -> !async.token}> ({
^bb0(%x: i32):
  async.return
}) : () -> ()

// CHECK: type of entry block argument #0('i32') must match the type of the corresponding argument in function signature('f32')

// -----

"async.func"() <{sym_name = "attribute_count", function_type = (i32) -> !async.token, arg_attrs = [{}, {}]}> ({
^bb0(%x: i32):
  async.return
}) : () -> ()

// CHECK: expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1

// -----

"async.func"() <{sym_name = "visibility", sym_visibility = "secret", function_type = () -> !async.token}> ({
  async.return
}) : () -> ()

// CHECK: visibility expected to be one of

// -----

func.func @return_outside(%x: f32) {
  async.return %x : f32
}

// CHECK: 'async.return' expects parent op 'async.func'

// -----

async.func @return_type(%x: i32) -> (!async.token, !async.value<f32>) {
  return %x : i32
}

// CHECK: operand types do not match the types returned from the parent FuncOp

// -----

async.func @return_wrapped(%x: !async.value<f32>) -> !async.value<f32> {
  return %x : !async.value<f32>
}

// CHECK: operand types do not match the types returned from the parent FuncOp

// -----

async.func @call_nothing() -> !async.token {
  %0 = async.call @missing() : () -> !async.token
  return
}

// CHECK: 'missing' does not reference a valid async function

// -----

func.func private @plain() -> !async.token
async.func @call_plain() -> !async.token {
  %0 = async.call @plain() : () -> !async.token
  return
}

// CHECK: 'plain' does not reference a valid async function

// -----

async.func private @callee(f32) -> (!async.token, !async.value<f32>)
async.func @operand_count() -> !async.token {
  %0, %1 = async.call @callee() : () -> (!async.token, !async.value<f32>)
  return
}

// CHECK: incorrect number of operands for callee

// -----

async.func private @callee(f32) -> (!async.token, !async.value<f32>)
async.func @operand_type(%x: i32) -> !async.token {
  %0, %1 = async.call @callee(%x) : (i32) -> (!async.token, !async.value<f32>)
  return
}

// CHECK: operand type mismatch: expected operand type 'f32', but provided 'i32' for operand number 0

// -----

async.func private @callee(f32) -> (!async.token, !async.value<f32>)
async.func @result_count(%x: f32) -> !async.token {
  %0 = async.call @callee(%x) : (f32) -> !async.token
  return
}

// CHECK: incorrect number of results for callee

// -----

async.func private @callee(f32) -> (!async.token, !async.value<f32>)
async.func @result_type(%x: f32) -> !async.token {
  %0, %1 = async.call @callee(%x) : (f32) -> (!async.token, !async.value<i32>)
  return
}

// CHECK: result type mismatch at index 1

// -----

"async.func"() ({
  "async.return"() : () -> ()
}) {sym_name = "no_type"} : () -> ()

// CHECK: function_type

// -----

func.func @call_before_fault() {
  async.call @no_type() : () -> ()
  return
}

"async.func"() ({
  "async.return"() : () -> ()
}) {sym_name = "no_type"} : () -> ()

// CHECK: function_type
