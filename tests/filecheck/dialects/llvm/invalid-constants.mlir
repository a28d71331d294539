// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @integer_as_float() {
  %0 = llvm.mlir.constant(1 : i32) : f32
  return
}

// CHECK: expected integer type

// -----

func.func @float_of_other_type() {
  %0 = llvm.mlir.constant(1.0 : f32) : f64
  return
}

// CHECK: attribute and type have different float semantics

// -----

func.func @float_of_other_width() {
  %0 = llvm.mlir.constant(1.0 : f16) : i32
  return
}

// CHECK: expected integer type of width 16

// -----

func.func @text_too_short() {
  %0 = llvm.mlir.constant("abc") : !llvm.array<4 x i8>
  return
}

// CHECK: expected array type of 3 i8 elements for the string constant

// -----

func.func @count() {
  %0 = llvm.mlir.constant(dense<1> : tensor<2x3xi32>) : !llvm.array<2 x i32>
  return
}

// CHECK: type and attribute have a different number of elements: 2 vs. 6

// -----

func.func @scalar_of_elements() {
  %0 = llvm.mlir.constant(dense<1> : tensor<1xi32>) : i32
  return
}

// CHECK: expected vector or array type

// -----

func.func @fields() {
  %0 = llvm.mlir.constant([1 : i32]) : !llvm.struct<(i32, f32)>
  return
}

// CHECK: expected array attribute of size 2

// -----

func.func @field() {
  %0 = llvm.mlir.constant([1 : i32, 2 : i64]) : !llvm.struct<(i32, i32)>
  return
}

// CHECK: struct element at index 1 is of wrong type

// -----

func.func @field_type() {
  %0 = llvm.mlir.constant([@field_type]) : !llvm.struct<(ptr)>
  return
}

// CHECK: expected struct element types to be floating point type or integer type

// -----

func.func @array() {
  %0 = llvm.mlir.constant([1 : i32, 2 : i32]) : !llvm.array<2 x i32>
  return
}

// CHECK: for array with an array attribute must have a struct element type

// -----

func.func @symbol() {
  %0 = llvm.mlir.constant(@symbol) : !llvm.ptr
  return
}

// CHECK: only supports integer, float, string or elements attributes
