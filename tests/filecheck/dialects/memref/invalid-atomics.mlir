// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @indices(%m: memref<4x4xf32>, %i: index, %v: f32) {
  %a = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<4x4xf32>) -> f32
  return
}

// CHECK: expects the number of subscripts to be equal to memref rank

// -----

func.func @integer_kind(%m: memref<4xf32>, %i: index, %v: f32) {
  %a = memref.atomic_rmw addi %v, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}

// CHECK: with kind 'addi' expects an integer type

// -----

func.func @xor_kind(%m: memref<4xf32>, %i: index, %v: f32) {
  %a = memref.atomic_rmw xori %v, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}

// CHECK: with kind 'xori' expects an integer type

// -----

func.func @float_kind(%m: memref<4xi32>, %i: index, %v: i32) {
  %a = memref.atomic_rmw maximumf %v, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}

// CHECK: with kind 'maximumf' expects a floating-point type

// -----

func.func @no_kind(%m: memref<4xi32>, %i: index, %v: i32) {
  %a = memref.atomic_rmw subi %v, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}

// CHECK: expected one of

// -----

func.func @kind_number(%m: memref<4xi32>, %i: index, %v: i32) {
  %a = "memref.atomic_rmw"(%v, %m, %i) <{kind = 16 : i64}> : (i32, memref<4xi32>, index) -> i32
  return
}

// CHECK: value

// -----

func.func @element(%m: memref<4xi32>, %i: index, %v: i64) {
  %a = memref.atomic_rmw addi %v, %m[%i] : (i64, memref<4xi32>) -> i64
  return
}

// CHECK: i32

// -----

func.func @result(%m: memref<4xi32>, %i: index, %v: i32) {
  %a = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<4xi32>) -> i64
  return
}

// CHECK: i32

// -----

func.func @index_element(%m: memref<4xindex>, %i: index) {
  %a = memref.atomic_rmw addi %i, %m[%i] : (index, memref<4xindex>) -> index
  return
}

// CHECK: index

// -----

func.func @body_arguments(%m: memref<4xf32>, %i: index, %v: f32) {
  %a = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
    memref.atomic_yield %v : f32
  }
  return
}

// CHECK: expected single number of entry block arguments

// -----

func.func @body_argument_type(%m: memref<4xf32>, %i: index, %v: f32) {
  %a = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f64):
    memref.atomic_yield %v : f32
  }
  return
}

// CHECK: expected block argument of the same type result type

// -----

func.func @body_effects(%m: memref<4xf32>, %i: index) {
  %a = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    %v = memref.load %m[%i] : memref<4xf32>
    memref.atomic_yield %v : f32
  }
  return
}

// CHECK: should contain only operations with no side effects

// -----

func.func @body_nested_effects(%m: memref<4xf32>, %i: index, %c: i1) {
  %a = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    scf.if %c {
      memref.store %old, %m[%i] : memref<4xf32>
    }
    memref.atomic_yield %old : f32
  }
  return
}

// CHECK: should contain only operations with no side effects

// -----

func.func @yield_type(%m: memref<4xf32>, %i: index, %v: f64) {
  %a = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %v : f64
  }
  return
}

// CHECK: types mismatch between yield op: f64 and its parent: f32

// -----

func.func @yield_parent(%v: f32) {
  memref.atomic_yield %v : f32
}

// CHECK: memref.atomic_yield

// -----

func.func @no_yield(%m: memref<4xf32>, %i: index) {
  %a = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
  }
  return
}

// CHECK: empty block

// -----

func.func @terminator(%m: memref<4xf32>, %i: index) {
  %a = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    return
  }
  return
}

// CHECK: terminat

// -----

func.func @unranked(%m: memref<*xf32>) {
  %a = memref.generic_atomic_rmw %m[] : memref<*xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %old : f32
  }
  return
}

// CHECK: memref

// -----

func.func @generic_element(%m: memref<4xindex>, %i: index) {
  %a = memref.generic_atomic_rmw %m[%i] : memref<4xindex> {
  ^bb0(%old: index):
    memref.atomic_yield %old : index
  }
  return
}

// CHECK: index

// -----

func.func @generic_result(%m: memref<4xf32>, %i: index, %v: f64) {
  %a = "memref.generic_atomic_rmw"(%m, %i) ({
  ^bb0(%old: f64):
    "memref.atomic_yield"(%old) : (f64) -> ()
  }) : (memref<4xf32>, index) -> f64
  return
}

// CHECK: result type matches element type of memref

// -----

func.func @no_body(%m: memref<4xf32>, %i: index) {
  %a = "memref.generic_atomic_rmw"(%m, %i) ({}) : (memref<4xf32>, index) -> f32
  return
}

// CHECK: entry block arguments
