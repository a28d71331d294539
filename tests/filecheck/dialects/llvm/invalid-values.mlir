// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @cast_pointer(%x: i64) {
  %0 = llvm.addrspacecast %x : i64 to !llvm.ptr
  return
}

// CHECK: i64

// -----

func.func @cast_to_integer(%p: !llvm.ptr) {
  %0 = llvm.addrspacecast %p : !llvm.ptr to i64
  return
}

// CHECK: i64

// -----

func.func @fptosi_input(%x: i32) {
  %0 = llvm.fptosi %x : i32 to i64
  return
}

// CHECK: i32

// -----

func.func @fptosi_result(%x: f32) {
  %0 = llvm.fptosi %x : f32 to f64
  return
}

// CHECK: f64

// -----

func.func @fptoui_result(%x: f32) {
  %0 = llvm.fptoui %x : f32 to index
  return
}

// CHECK: index

// -----

func.func @uitofp_input(%x: f32) {
  %0 = llvm.uitofp %x : f32 to f64
  return
}

// CHECK: f32

// -----

func.func @uitofp_result(%x: i32) {
  %0 = llvm.uitofp %x : i32 to i64
  return
}

// CHECK: i64

// -----

func.func @extract_vector(%x: f32, %i: i32) {
  %0 = llvm.extractelement %x[%i : i32] : f32
  return
}

// CHECK: vector

// -----

func.func @extract_position(%v: vector<4xf32>, %i: index) {
  %0 = llvm.extractelement %v[%i : index] : vector<4xf32>
  return
}

// CHECK: index

// -----

func.func @extract_result(%v: vector<4xf32>, %i: i32) {
  %0 = "llvm.extractelement"(%v, %i) : (vector<4xf32>, i32) -> f64
  return
}

// CHECK: f64

// -----

func.func @freeze_result(%x: i32) {
  %0 = "llvm.freeze"(%x) : (i32) -> i64
  return
}

// CHECK: i64

// -----

func.func @poison_type() {
  %0 = llvm.mlir.poison :
  return
}

// CHECK: type

// -----

llvm.mlir.global external @untyped() {}

// CHECK: type

// -----

llvm.mlir.global external constant @alignment(1 : i32) {alignment = 4} :

// CHECK: type
