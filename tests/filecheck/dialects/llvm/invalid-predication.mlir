// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @add_floats(%f: vector<8xf32>, %m: vector<8xi1>, %n: i32) {
  %0 = "llvm.intr.vp.add"(%f, %f, %m, %n) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
  return
}

// CHECK: operand 'lhs' at position 0 does not verify

// -----

func.func @mask_not_bits(%f: vector<8xf32>, %n: i32) {
  %0 = "llvm.intr.vp.fneg"(%f, %f, %n) : (vector<8xf32>, vector<8xf32>, i32) -> vector<8xf32>
  return
}

// CHECK: operand 'mask' at position 1 does not verify

// -----

func.func @length_of_64_bits(%m: vector<8xi1>, %q: !llvm.ptr, %s: i64) {
  %0 = "llvm.intr.vp.load"(%q, %m, %s) : (!llvm.ptr, vector<8xi1>, i64) -> vector<8xf32>
  return
}

// CHECK: operand 'evl' at position 2 does not verify

// -----

func.func @reduction_of_scalar(%m: vector<8xi1>, %n: i32) {
  %0 = "llvm.intr.vp.reduce.add"(%n, %n, %m, %n) : (i32, i32, vector<8xi1>, i32) -> i32
  return
}

// CHECK: operand 'val' at position 1 does not verify

// -----

func.func @conversion_of_pointers(%m: vector<8xi1>, %n: i32, %p: vector<8x!llvm.ptr>) {
  %0 = "llvm.intr.vp.zext"(%p, %m, %n) : (vector<8x!llvm.ptr>, vector<8xi1>, i32) -> vector<8xi64>
  return
}

// CHECK: operand 'src' at position 0 does not verify

// -----

func.func @select_without_length(%f: vector<8xf32>, %m: vector<8xi1>) {
  %0 = "llvm.intr.vp.select"(%m, %f, %f) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  return
}

// CHECK: Expected 4 operands, but got 3

// -----

func.func @stored_scalar(%m: vector<8xi1>, %n: i32, %q: !llvm.ptr) {
  "llvm.intr.vp.store"(%n, %q, %m, %n) : (i32, !llvm.ptr, vector<8xi1>, i32) -> ()
  return
}

// CHECK: operand 'val' at position 0 does not verify

// -----

func.func @stride_of_floats(%m: vector<8xi1>, %n: i32, %x: f32, %q: !llvm.ptr) {
  %0 = "llvm.intr.experimental.vp.strided.load"(%q, %x, %m, %n) : (!llvm.ptr, f32, vector<8xi1>, i32) -> vector<8xf32>
  return
}

// CHECK: operand 'stride' at position 1 does not verify
