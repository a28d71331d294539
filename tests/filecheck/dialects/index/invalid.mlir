// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @operand_type(%a: index, %b: i32) {
  %0 = "index.add"(%a, %b) : (index, i32) -> index
  return
}

// CHECK: i32

// -----

func.func @result_type(%a: index) {
  %0 = "index.add"(%a, %a) : (index, index) -> i32
  return
}

// CHECK: i32

// -----

func.func @operand_count(%a: index) {
  %0 = "index.add"(%a) : (index) -> index
  return
}

// CHECK: perands

// -----

func.func @cast_indices(%a: index) {
  %0 = index.casts %a : index to index
  return
}

// CHECK: are cast incompatible

// -----

func.func @cast_integers(%a: i32) {
  %0 = index.castu %a : i32 to i64
  return
}

// CHECK: are cast incompatible

// -----

func.func @cast_float(%a: index) {
  %0 = index.casts %a : index to f32
  return
}

// CHECK: f32

// -----

func.func @predicate(%a: index) {
  %0 = index.cmp lt(%a, %a)
  return
}

// CHECK: eq

// -----

func.func @compared_type(%a: i32) {
  %0 = index.cmp eq(%a, %a)
  return
}

// CHECK: index

// -----

func.func @constant_range() {
  %0 = index.constant 9223372036854775808
  return
}

// CHECK: expected a value between

// -----

func.func @constant_type() {
  %0 = "index.constant"() <{value = 1 : i32}> : () -> index
  return
}

// CHECK: i32

// -----

func.func @constant_missing() {
  %0 = "index.constant"() : () -> index
  return
}

// CHECK: value

// -----

func.func @bool_constant_type() {
  %0 = "index.bool.constant"() <{value = 1 : i32}> : () -> i1
  return
}

// CHECK: i32
