// RUN: not xdsl-gpu-opt %s 2>&1 | filecheck %s --strict-whitespace
// RUN: not xdsl-gpu-opt - < %s 2>&1 | filecheck %s --check-prefix=STDIN

// CHECK:{{^.*}}diagnostic.mlir:10:23: error: use of undeclared SSA value name
// CHECK-NEXT:{{^}}  %x = memref.load %m[%k] : memref<4xf32>{{$}}
// CHECK-NEXT:{{^}}                      ^~{{$}}
// CHECK-NOT:{{.}}
// STDIN: <stdin>:10:23: error: use of undeclared SSA value name
func.func @f(%m: memref<4xf32>) {
  %x = memref.load %m[%k] : memref<4xf32>
  return
}
