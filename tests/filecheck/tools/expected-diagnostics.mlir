// REQUIRES: mlir-opt
// RUN: xdsl-gpu-opt %s --split-input-file --verify-diagnostics | filecheck %s
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

// CHECK: func.func @right
func.func @right(%m: memref<4xf32>) {
  memref.dealloc %m : memref<4xf32>
  return
}

// -----

func.func @undefined(%m: memref<4xf32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %x = memref.load %m[%k] : memref<4xf32>
  return
}

// -----

func.func @wrong_type(%m: memref<4xf32>) {
  // expected-error @below {{expected result type to be}}
  %s = memref.subview %m[0] [2] [1] : memref<4xf32> to memref<3xf32>
  return
}
