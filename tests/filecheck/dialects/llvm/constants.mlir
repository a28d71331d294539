// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @numbers() {
  %index = llvm.mlir.constant(32 : index) : i64
  %long = llvm.mlir.constant(7) : i64
  %bit = llvm.mlir.constant(true) {tag} : i1
  %float = llvm.mlir.constant(1.5 : f32) : f32
  %bits = llvm.mlir.constant(1.5 : bf16) : i16
  return
}

// CHECK: %index = llvm.mlir.constant(32 : index) : i64
// CHECK-NEXT: %long = llvm.mlir.constant(7) : i64
// CHECK-NEXT: %bit = llvm.mlir.constant(true) {tag} : i1
// CHECK-NEXT: %float = llvm.mlir.constant(1.500000e+00 : f32) : f32
// CHECK-NEXT: %bits = llvm.mlir.constant(1.500000e+00 : bf16) : i16

// -----

func.func @many() {
  %vector = llvm.mlir.constant(dense<1> : vector<2xi32>) : vector<2xi32>
  %nested = llvm.mlir.constant(dense<0> : tensor<2x3xi8>) : !llvm.array<2 x array<3 x i8>>
  %rows = llvm.mlir.constant(dense<0.0> : tensor<6xf32>) : !llvm.array<2 x vector<3xf32>>
  %text = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
  %pair = llvm.mlir.constant([1 : i32, 2.0 : f32]) : !llvm.struct<(i32, f32)>
  %none = llvm.mlir.poison {tag} : !llvm.struct<(ptr, ptr, i64)>
  return
}

// CHECK: %text = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
// CHECK-NEXT: %pair = llvm.mlir.constant([1 : i32, 2.000000e+00 : f32]) : !llvm.struct<(i32, f32)>
// CHECK-NEXT: %none = llvm.mlir.poison {tag}

// -----

llvm.mlir.global internal constant @text("abc") : !llvm.array<3 x i8>
llvm.mlir.global private @shared() {addr_space = 3 : i32} : !llvm.array<16 x f32>
llvm.mlir.global external unnamed_addr constant @named(0 : i32) : i32
llvm.mlir.global external local_unnamed_addr @local(1.0 : f32) {alignment = 16 : i64} : f32

// CHECK: llvm.mlir.global internal constant @text("abc")
