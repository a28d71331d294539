// RUN: xdsl-opt %s --split-input-file -p insert-gpu-allocs | filecheck %s

// A global is staged where it is named.

// CHECK-LABEL: func.func @constant
// CHECK:         [[G:%.*]] = memref.get_global @g
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<4xf32>
// CHECK-NEXT:    memref.copy [[G]], [[D]]
// CHECK:         gpu.launch
// CHECK:           memref.load [[D]]
// CHECK:         }
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    func.return
memref.global "private" constant @g : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @constant() {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %g[%bx] : memref<4xf32>
    gpu.terminator
  }
  func.return
}

// -----

// However often it is named, it is one buffer.

// CHECK-LABEL: func.func @named_twice
// CHECK:         [[G:%.*]] = memref.get_global @g
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<4xf32>
// CHECK-NEXT:    memref.copy [[G]], [[D]]
// CHECK-NOT:     gpu.alloc
// CHECK:         gpu.launch
// CHECK:           memref.store %{{.*}}, [[D]]
// CHECK-NOT:     memref.get_global
// CHECK:         [[X:%.*]] = memref.load [[D]]
// CHECK-NEXT:    memref.copy [[D]], [[G]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    func.return [[X]]
memref.global "private" @g : memref<4xf32> = dense<0.0>
func.func @named_twice(%v: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %g[%bx] : memref<4xf32>
    gpu.terminator
  }
  %again = memref.get_global @g : memref<4xf32>
  %x = memref.load %again[%c1] : memref<4xf32>
  func.return %x : f32
}

// -----

// Named inside a kernel or a loop only, it is staged in front of that.

// CHECK-LABEL: func.func @named_inside
// CHECK:         [[G:%.*]] = memref.get_global @g
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<4xf32>
// CHECK-NEXT:    memref.copy [[G]], [[D]]
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      gpu.launch
// CHECK-NOT:         memref.get_global
// CHECK:             memref.load [[D]]
memref.global "private" constant @g : memref<4xf32> = dense<0.0>
func.func @named_inside(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      %g = memref.get_global @g : memref<4xf32>
      %x = memref.load %g[%bx] : memref<4xf32>
      gpu.terminator
    }
  }
  func.return
}

// -----

// A called function may access a global that it is not passed. So a global that is not
// constant is staged around each launch where there are such calls.

// CHECK-LABEL: func.func @with_calls
// CHECK:         [[G:%.*]] = memref.get_global @g
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<4xf32>
// CHECK-NEXT:    memref.copy [[G]], [[D]]
// CHECK-NEXT:    gpu.launch
// CHECK:           memref.store %{{.*}}, [[D]]
// CHECK:         }
// CHECK-NEXT:    memref.copy [[D]], [[G]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    func.call @other
// CHECK-NEXT:    [[E:%.*]] = gpu.alloc host_shared () : memref<4xf32>
// CHECK-NEXT:    memref.copy [[G]], [[E]]
// CHECK-NEXT:    gpu.launch
// CHECK:           memref.load [[E]]
// CHECK:         }
// CHECK-NEXT:    gpu.dealloc [[E]]
// CHECK-NEXT:    func.return
memref.global "private" @g : memref<4xf32> = dense<0.0>
func.func private @other()
func.func @with_calls(%v: f32) {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %g[%bx] : memref<4xf32>
    gpu.terminator
  }
  func.call @other() : () -> ()
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %g[%bx] : memref<4xf32>
    gpu.terminator
  }
  func.return
}

// -----

// A function whose body is there and does not touch the global does no harm.

// CHECK-LABEL: func.func @with_harmless_call
// CHECK:         [[G:%.*]] = memref.get_global @g
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<4xf32>
// CHECK-NEXT:    memref.copy [[G]], [[D]]
// CHECK-NEXT:    func.call @harmless
// CHECK:         gpu.launch
// CHECK:         memref.copy [[D]], [[G]]
// CHECK-NEXT:    gpu.dealloc [[D]]
memref.global "private" @g : memref<4xf32> = dense<0.0>
func.func private @harmless() {
  func.return
}
func.func @with_harmless_call(%v: f32) {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<4xf32>
  func.call @harmless() : () -> ()
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %g[%bx] : memref<4xf32>
    gpu.terminator
  }
  func.return
}
