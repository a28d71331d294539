// RUN: xdsl-opt %s -p gpu-launch-sink-index-computations --split-input-file --allow-unregistered-dialect | filecheck %s

// Sinking the size would make the kernel use a buffer that it does not need.

// CHECK-LABEL: func.func @not_there(
// CHECK:         %d = memref.dim
// CHECK-NEXT:    gpu.launch
// CHECK-NEXT:      "test.use"(%d) : (index) -> ()
func.func @not_there(%n: index, %m: memref<?xf32>) {
  %d = memref.dim %m, %n : memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    "test.use"(%d) : (index) -> ()
    gpu.terminator
  }
  func.return
}

// -----

// Arithmetic is passed, as it may be dear.

// CHECK-LABEL: func.func @arithmetic(
// CHECK:         %s = arith.addi %n, %n : index
// CHECK-NEXT:    gpu.launch
// CHECK-NEXT:      "test.use"(%s, %n) : (index, index) -> ()
func.func @arithmetic(%n: index) {
  %s = arith.addi %n, %n : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    "test.use"(%s, %n) : (index, index) -> ()
    gpu.terminator
  }
  func.return
}

// -----

// The select cannot be sunk, the comparison that it needs is found before that is known.

// CHECK-LABEL: func.func @partly(
// CHECK:         gpu.launch
// CHECK-NEXT:      %{{.*}} = arith.cmpi eq, %n, %n : index
// CHECK-NEXT:      "test.use"(%s, %n) : (i32, index) -> ()
func.func @partly(%n: index, %a: i32) {
  %c = arith.cmpi eq, %n, %n : index
  %s = arith.select %c, %a, %a : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    "test.use"(%s, %n) : (i32, index) -> ()
    gpu.terminator
  }
  func.return
}
