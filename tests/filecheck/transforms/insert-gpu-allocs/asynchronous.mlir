// RUN: xdsl-opt %s --split-input-file -p insert-gpu-allocs | filecheck %s

// What may still be running at the end of a scope is waited for, before its results are
// copied back and its buffers freed.

// CHECK-LABEL: func.func @not_awaited
// CHECK:         [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         [[T:%.*]] = gpu.launch async
// CHECK:         gpu.wait {{\[}}[[T]]]
// CHECK-NEXT:    memref.copy [[D]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    func.return [[T]]
func.func @not_awaited(%a: memref<8xf32>, %v: f32) -> !gpu.async.token {
  %c1 = arith.constant 1 : index
  %t = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return %t : !gpu.async.token
}

// -----

// What the program waits for itself, perhaps through later work, is not waited for again.

// CHECK-LABEL: func.func @awaited
// CHECK:         gpu.launch async
// CHECK:         gpu.launch async
// CHECK-COUNT-1: gpu.wait
// CHECK-NOT:     gpu.wait
// CHECK:         func.return
func.func @awaited(%a: memref<8xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  %t = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  %u = gpu.launch async [%t] blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  gpu.wait [%u]
  func.return
}

// -----

// The same holds for kernels launched by asynchronous host code.

// CHECK-LABEL: func.func @executed
// CHECK:         [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         [[T:%.*]] = async.execute
// CHECK:           gpu.launch
// CHECK:         async.await [[T]]
// CHECK-NEXT:    memref.copy [[D]]
// CHECK-NEXT:    gpu.dealloc [[D]]
func.func @executed(%a: memref<8xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  %t = async.execute {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      memref.store %v, %a[%bx] : memref<8xf32>
      gpu.terminator
    }
    async.yield
  }
  func.return
}
