// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @constant_undefined() {
  %0 = func.constant @g : (i32) -> i32
  return
}

// CHECK: reference to undefined function

// -----

func.func private @g(i32) -> i32
func.func @constant_type() {
  %0 = func.constant @g : (i32) -> i64
  return
}

// CHECK: reference to function with mismatched type

// -----

memref.global "private" @g : memref<2xf32> = uninitialized
func.func @constant_of_a_variable() {
  %0 = func.constant @g : (i32) -> i64
  return
}

// CHECK: reference to undefined function

// -----

func.func @call_indirect_inputs(%x: i32, %g: (i64) -> i32) {
  %0 = "func.call_indirect"(%g, %x) : ((i64) -> i32, i32) -> i32
  return
}

// CHECK: callee input types match argument types

// -----

func.func @call_indirect_results(%x: i32, %g: (i32) -> i32) {
  %0 = "func.call_indirect"(%g, %x) : ((i32) -> i32, i32) -> i64
  return
}

// CHECK: callee result types match result types

// -----

func.func @call_indirect_count(%x: i32, %g: (i32) -> i32) {
  %0 = func.call_indirect %g(%x, %x) : (i32) -> i32
  return
}

// CHECK: 2

// -----

func.func @call_indirect_callee(%x: i32) {
  %0 = "func.call_indirect"(%x) : (i32) -> i32
  return
}

// CHECK: i32

// -----

func.func @twice(%x: i32, %x: i32) {
  return
}

// CHECK: %x

// -----

func.func private @half_named(%x: i32, i32)

// CHECK: Expected all arguments to be named or all arguments to be unnamed

// -----

func.func @inferred() attributes {sym_name = "f"} {
  return
}

// CHECK: 'sym_name' is already passed
