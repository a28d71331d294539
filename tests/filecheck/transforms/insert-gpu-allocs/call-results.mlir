// RUN: xdsl-opt %s --split-input-file -p insert-gpu-allocs | filecheck %s

// What a call returns is staged after the call, each result by itself, and written back.

// CHECK-LABEL: func.func @several
// CHECK:         [[R:%.*]], [[S:%.*]] = func.call @make
// CHECK-NEXT:    [[DR:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[R]], [[DR]]
// CHECK-NEXT:    [[DS:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    gpu.launch
// CHECK:           memref.load [[DR]]
// CHECK:           memref.store %{{.*}}, [[DS]]
// CHECK:         }
// CHECK-NEXT:    memref.copy [[DS]], [[S]]
// CHECK-NEXT:    gpu.dealloc [[DS]]
// CHECK-NEXT:    gpu.dealloc [[DR]]
// CHECK-NEXT:    func.return [[S]]
func.func private @make() -> (memref<8xf32>, memref<8xf32>)
func.func @several() -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r, %s = func.call @make() : () -> (memref<8xf32>, memref<8xf32>)
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %r[%bx] : memref<8xf32>
    memref.store %x, %s[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return %s : memref<8xf32>
}

// -----

// The scope ends where the result is freed. Nobody can read it then, so that nothing is
// copied back.

// CHECK-LABEL: func.func @freed
// CHECK:         [[R:%.*]] = func.call @make
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         memref.load [[D]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    memref.dealloc [[R]]
// CHECK-NEXT:    func.return
func.func private @make() -> memref<8xf32>
func.func @freed(%v: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = func.call @make() : () -> memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %r[%bx] : memref<8xf32>
    gpu.terminator
  }
  %x = memref.load %r[%c1] : memref<8xf32>
  memref.dealloc %r : memref<8xf32>
  func.return %x : f32
}

// -----

// The scope of a call in a loop is the loop's body.

// CHECK-LABEL: func.func @in_a_loop
// CHECK:         scf.for
// CHECK-NEXT:      [[R:%.*]] = func.call @make
// CHECK-NEXT:      [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:      memref.copy [[R]], [[D]]
// CHECK-NEXT:      gpu.launch
// CHECK:           }
// CHECK-NEXT:      gpu.dealloc [[D]]
// CHECK-NEXT:    }
func.func private @make() -> memref<8xf32>
func.func @in_a_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %r = func.call @make() : () -> memref<8xf32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      %x = memref.load %r[%bx] : memref<8xf32>
      gpu.terminator
    }
  }
  func.return
}

// -----

// A function whose body shows that it returns its argument makes no new buffer.

// CHECK-LABEL: func.func @same
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NOT:     gpu.alloc
// CHECK:         [[R:%.*]] = func.call @identity([[D]])
// CHECK:         gpu.launch
// CHECK:           memref.store %{{.*}}, [[R]]
// CHECK:         memref.copy [[D]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    func.return [[A]]
func.func private @identity(%x: memref<8xf32>) -> memref<8xf32> {
  func.return %x : memref<8xf32>
}
func.func @same(%a: memref<8xf32>, %v: f32) -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %r = func.call @identity(%a) : (memref<8xf32>) -> memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %r[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return %r : memref<8xf32>
}
