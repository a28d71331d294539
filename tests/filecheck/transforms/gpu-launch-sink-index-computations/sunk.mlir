// RUN: xdsl-opt %s -p gpu-launch-sink-index-computations --split-input-file --allow-unregistered-dialect | filecheck %s

// Constants go to the start of the kernel that uses them. Sizes of the launch stay.

// CHECK-LABEL: func.func @constants(
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    %f = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:    %i = arith.constant 3 : i32
// CHECK-NEXT:    gpu.launch
// CHECK-NEXT:      %[[I:.*]] = arith.constant 3 : i32
// CHECK-NEXT:      %[[F:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:      "test.use"(%[[I]], %[[F]], %[[I]]) : (i32, f32, i32) -> ()
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        "test.use"(%[[F]]) : (f32) -> ()
// CHECK-NEXT:      }
// CHECK-NEXT:      gpu.terminator
func.func @constants(%n: index) {
  %c1 = arith.constant 1 : index
  %f = arith.constant 2.0 : f32
  %i = arith.constant 3 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    "test.use"(%i, %f, %i) : (i32, f32, i32) -> ()
    scf.for %j = %n to %n step %n {
      "test.use"(%f) : (f32) -> ()
      scf.yield
    }
    gpu.terminator
  }
  func.return
}

// -----

// The size of a buffer that the kernel has anyway, and what it is computed from.

// CHECK-LABEL: func.func @size(
// CHECK:         gpu.launch
// CHECK-NEXT:      %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:      %[[D:.*]] = memref.dim %m, %[[C0]] : memref<?xf32>
// CHECK-NEXT:      "test.use"(%[[D]], %m) : (index, memref<?xf32>) -> ()
func.func @size(%n: index, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    "test.use"(%d, %m) : (index, memref<?xf32>) -> ()
    gpu.terminator
  }
  func.return
}

// -----

// A minimum of sizes, written with a comparison.

// CHECK-LABEL: func.func @minimum(
// CHECK:         gpu.launch
// CHECK-NEXT:      %[[LESS:.*]] = arith.cmpi ult, %n, %k : index
// CHECK-NEXT:      %[[MIN:.*]] = arith.select %[[LESS]], %n, %k : index
// CHECK-NEXT:      "test.use"(%[[MIN]], %n, %k) : (index, index, index) -> ()
func.func @minimum(%n: index, %k: index) {
  %less = arith.cmpi ult, %n, %k : index
  %min = arith.select %less, %n, %k : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    "test.use"(%min, %n, %k) : (index, index, index) -> ()
    gpu.terminator
  }
  func.return
}

// -----

// In a launch in a launch, both count: what the inner one needs, the outer one has.

// CHECK-LABEL: func.func @nested(
// CHECK:         gpu.launch
// CHECK-NEXT:      gpu.launch
// CHECK-NEXT:        %[[C:.*]] = arith.constant 5 : i32
// CHECK-NEXT:        "test.use"(%[[C]]) : (i32) -> ()
func.func @nested(%n: index) {
  %c = arith.constant 5 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.launch blocks(%bx2, %by2, %bz2) in (%gx2 = %n, %gy2 = %n, %gz2 = %n)
               threads(%tx2, %ty2, %tz2) in (%sx2 = %n, %sy2 = %n, %sz2 = %n) {
      "test.use"(%c) : (i32) -> ()
      gpu.terminator
    }
    gpu.terminator
  }
  func.return
}
