// RUN: xdsl-opt %s --split-input-file -p 'insert-gpu-allocs{assume-full-overwrite=true}' | filecheck %s

// What the device only writes is trusted to be written in full, wherever the launch is
// executed. A launch that may not be executed overwrites nothing: what it would have
// written is copied back, so the old contents are copied in.

// CHECK-LABEL: func.func @surely
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK-NOT:     memref.copy [[A]]
// CHECK:         gpu.launch
func.func @surely(%a: memref<8xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%tx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @perhaps
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         [[D:%.*]] = gpu.alloc
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK:         scf.if
// CHECK:         memref.copy [[D]], [[A]]
func.func @perhaps(%a: memref<8xf32>, %v: f32, %is: i1) {
  %c1 = arith.constant 1 : index
  scf.if %is {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      memref.store %v, %a[%tx] : memref<8xf32>
      gpu.terminator
    }
  }
  func.return
}

// -----

// The loop may have no iteration.

// CHECK-LABEL: func.func @in_a_loop
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         [[D:%.*]] = gpu.alloc
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK:         scf.for
func.func @in_a_loop(%a: memref<8xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      memref.store %v, %a[%tx] : memref<8xf32>
      gpu.terminator
    }
  }
  func.return
}
