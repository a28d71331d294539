// RUN: xdsl-opt %s --split-input-file -p insert-gpu-allocs | filecheck %s

// Buffers that a loop carries: all of them are on the device throughout.

// CHECK-LABEL: func.func @carried
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>, [[B:%.*]]: memref<8xf32>
// CHECK:         [[DB:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[B]], [[DB]]
// CHECK-NEXT:    [[DA:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[A]], [[DA]]
// CHECK:         scf.for {{.*}} iter_args(%x = [[DA]], %y = [[DB]])
// CHECK-NOT:       copy
// CHECK:           scf.yield %y, %x
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.copy [[DA]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[DA]]
// CHECK-NEXT:    memref.copy [[DB]], [[B]]
// CHECK-NEXT:    gpu.dealloc [[DB]]
func.func @carried(%a: memref<8xf32>, %b: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b)
      -> (memref<8xf32>, memref<8xf32>) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      %v = memref.load %x[%bx] : memref<8xf32>
      memref.store %v, %y[%bx] : memref<8xf32>
      gpu.terminator
    }
    scf.yield %y, %x : memref<8xf32>, memref<8xf32>
  }
  func.return
}

// -----

// If one of them is returned in the end, host buffers are carried beside them, so that
// the right one is.

// CHECK-LABEL: func.func @carried_and_returned
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>, [[B:%.*]]: memref<8xf32>
// CHECK:         [[DB:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         [[DA:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         %r, %s, [[HR:%.*]], [[HS:%.*]] = scf.for
// CHECK-SAME:      iter_args(%x = [[DA]], %y = [[DB]], [[HX:%.*]] = [[A]], [[HY:%.*]] = [[B]])
// CHECK:           scf.yield %y, %x, [[HY]], [[HX]]
// CHECK:         func.return [[HR]]
func.func @carried_and_returned(%a: memref<8xf32>, %b: memref<8xf32>, %n: index)
    -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b)
      -> (memref<8xf32>, memref<8xf32>) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      %v = memref.load %x[%bx] : memref<8xf32>
      memref.store %v, %y[%bx] : memref<8xf32>
      gpu.terminator
    }
    scf.yield %y, %x : memref<8xf32>, memref<8xf32>
  }
  func.return %r : memref<8xf32>
}

// -----

// A buffer that is one or the other: both are staged, and both copied back.

// CHECK-LABEL: func.func @either
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>, [[B:%.*]]: memref<8xf32>, %c: i1
// CHECK:         [[DB:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[B]], [[DB]]
// CHECK-NEXT:    [[DA:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[A]], [[DA]]
// CHECK:         [[E:%.*]] = arith.select %c, [[DA]], [[DB]]
// CHECK:           memref.store %{{.*}}, [[E]]
// CHECK:         [[H:%.*]] = arith.select %c, [[A]], [[B]]
// CHECK:         memref.copy [[DA]], [[A]]
// CHECK:         memref.copy [[DB]], [[B]]
// CHECK:         func.return [[H]]
func.func @either(%a: memref<8xf32>, %b: memref<8xf32>, %c: i1, %v: f32)
    -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %e = arith.select %c, %a, %b : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %e[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return %e : memref<8xf32>
}

// -----

// A function of several blocks: the buffers are copied back at every return.

// CHECK-LABEL: func.func @returns
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         cf.cond_br
// CHECK:         memref.copy [[D]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    func.return
// CHECK:         gpu.launch
// CHECK:         memref.copy [[D]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    func.return
func.func @returns(%a: memref<8xf32>, %c: i1, %v: f32) {
  %c1 = arith.constant 1 : index
  cf.cond_br %c, ^early, ^work
^early:
  func.return
^work:
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}

// -----

// A scope that ends on the way to another block gets a block between the two, where the
// way also goes on inside. Here the result of a call in a loop of blocks is staged, whose
// scope ends when the loop goes round or is left.

// CHECK-LABEL: func.func @loop_of_blocks
// CHECK:         cf.cond_br %start, ^[[BODY:.*]], ^[[DONE:.*]]
// CHECK-NEXT:  ^[[BODY]]:
// CHECK-NEXT:    [[R:%.*]] = func.call @make
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[R]], [[D]]
// CHECK:         cf.cond_br %again, ^[[MORE:.*]], ^[[LEAVE:.*]]
// CHECK-NEXT:  ^[[LEAVE]]:
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    cf.br ^[[DONE]]
// CHECK-NEXT:  ^[[MORE]]:
// CHECK-NEXT:    memref.load [[D]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    cf.br ^[[BODY]]
func.func private @make() -> memref<8xf32>
func.func private @decide() -> i1
func.func @loop_of_blocks(%start: i1) {
  %c1 = arith.constant 1 : index
  cf.cond_br %start, ^body, ^done
^body:
  %r = func.call @make() : () -> memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %r[%bx] : memref<8xf32>
    gpu.terminator
  }
  %again = func.call @decide() : () -> i1
  cf.cond_br %again, ^more, ^done
^more:
  %x = memref.load %r[%c1] : memref<8xf32>
  cf.br ^body
^done:
  func.return
}

// -----

// Buffers that branches pass on.

// CHECK-LABEL: func.func @passed_on
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>, [[B:%.*]]: memref<8xf32>
// CHECK:         [[DB:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         [[DA:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         cf.cond_br %c, ^[[X:.*]]([[DA]] : memref<8xf32>), ^[[X]]([[DB]] : memref<8xf32>)
// CHECK:       ^[[X]]([[P:%.*]]: memref<8xf32>):
// CHECK:           memref.store %{{.*}}, [[P]]
func.func @passed_on(%a: memref<8xf32>, %b: memref<8xf32>, %c: i1, %v: f32) {
  %c1 = arith.constant 1 : index
  cf.cond_br %c, ^x(%a : memref<8xf32>), ^x(%b : memref<8xf32>)
^x(%p: memref<8xf32>):
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %p[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}
