// RUN: xdsl-opt %s --split-input-file -p insert-gpu-allocs | filecheck %s

// What is returned is the argument itself, after it has got back what was written to its
// device buffer.

// CHECK-LABEL: func.func @argument
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         memref.copy [[D]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    func.return [[A]]
func.func @argument(%a: memref<8xf32>, %v: f32) -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return %a : memref<8xf32>
}

// -----

// A view of it is taken again, of the argument.

// CHECK-LABEL: func.func @view
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>, %i: index
// CHECK:         [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         [[P:%.*]] = memref.subview [[D]][%i] [4] [1]
// CHECK:           memref.store %{{.*}}, [[P]]
// CHECK:         [[H:%.*]] = memref.subview [[A]][%i] [4] [1]
// CHECK-NEXT:    memref.copy [[D]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    func.return [[H]]
func.func @view(%a: memref<8xf32>, %i: index, %v: f32)
    -> memref<4xf32, strided<[1], offset: ?>> {
  %c1 = arith.constant 1 : index
  %p = memref.subview %a[%i] [4] [1]
    : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %p[%bx] : memref<4xf32, strided<[1], offset: ?>>
    gpu.terminator
  }
  func.return %p : memref<4xf32, strided<[1], offset: ?>>
}

// -----

// What a loop yields out of the scope of a call's result is the result, not its copy.

// CHECK-LABEL: func.func @yielded
// CHECK:         [[E:%.*]] = scf.if
// CHECK-NEXT:      [[R:%.*]] = func.call @make
// CHECK-NEXT:      [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:           memref.copy [[D]], [[R]]
// CHECK-NEXT:      gpu.dealloc [[D]]
// CHECK-NEXT:      scf.yield [[R]]
// CHECK:         func.return [[E]]
func.func private @make() -> memref<8xf32>
func.func @yielded(%c: i1, %other: memref<8xf32>, %v: f32) -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %e = scf.if %c -> (memref<8xf32>) {
    %r = func.call @make() : () -> memref<8xf32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      memref.store %v, %r[%bx] : memref<8xf32>
      gpu.terminator
    }
    scf.yield %r : memref<8xf32>
  } else {
    scf.yield %other : memref<8xf32>
  }
  func.return %e : memref<8xf32>
}
