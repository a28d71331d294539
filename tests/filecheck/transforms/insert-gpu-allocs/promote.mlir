// RUN: xdsl-opt %s --split-input-file -p insert-gpu-allocs | filecheck %s

// A local allocation becomes device memory, and what frees it frees device memory, in
// the same place. The host does not access it, so that it is not shared.

// CHECK-LABEL: func.func @freed
// CHECK:         [[M:%.*]] = gpu.alloc () : memref<8xf32>
// CHECK-NEXT:    gpu.launch
// CHECK:           memref.store %{{.*}}, [[M]]
// CHECK:         gpu.dealloc [[M]] : memref<8xf32>
// CHECK-NEXT:    func.call @after
// CHECK-NEXT:    func.return
func.func private @after()
func.func @freed(%v: f32) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%bx] : memref<8xf32>
    gpu.terminator
  }
  memref.dealloc %m : memref<8xf32>
  func.call @after() : () -> ()
  func.return
}

// -----

// What the program never frees is freed at the end of the block that allocates it.

// CHECK-LABEL: func.func @in_a_loop
// CHECK:         scf.for
// CHECK-NEXT:      [[M:%.*]] = gpu.alloc () : memref<8xf32>
// CHECK-NEXT:      gpu.launch
// CHECK:           }
// CHECK-NEXT:      gpu.dealloc [[M]] : memref<8xf32>
// CHECK-NEXT:    }
func.func @in_a_loop(%v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<8xf32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      memref.store %v, %m[%bx] : memref<8xf32>
      gpu.terminator
    }
  }
  func.return
}

// -----

// Memory that the host accesses too is shared. Asking for a size is no access.

// CHECK-LABEL: func.func @shared
// CHECK:         [[A:%.*]] = gpu.alloc host_shared ({{%.*}}) : memref<?xf32>
// CHECK-NEXT:    [[B:%.*]] = gpu.alloc ({{%.*}}) : memref<?xf32>
// CHECK-NEXT:    memref.store %{{.*}}, [[A]]
// CHECK-NEXT:    memref.dim [[B]]
// CHECK:         gpu.dealloc [[B]]
// CHECK-NEXT:    gpu.dealloc [[A]]
func.func @shared(%v: f32, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  memref.store %v, %a[%c0] : memref<?xf32>
  %d = memref.dim %b, %c0 : memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%bx] : memref<?xf32>
    memref.store %x, %b[%bx] : memref<?xf32>
    gpu.terminator
  }
  func.return %d : index
}

// -----

// So does memory on the stack, which is gone at the end of its block.

// CHECK-LABEL: func.func @on_the_stack
// CHECK-NOT:     memref.alloca
// CHECK:         [[M:%.*]] = gpu.alloc host_shared () : memref<1xf32>
// CHECK:         gpu.launch
// CHECK:         memref.load [[M]]
// CHECK-NEXT:    gpu.dealloc [[M]] : memref<1xf32>
// CHECK-NEXT:    func.return
func.func @on_the_stack(%v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<1xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%bx] : memref<1xf32>
    gpu.terminator
  }
  %x = memref.load %m[%c0] : memref<1xf32>
  func.return %x : f32
}

// -----

// What is returned is host memory: a copy.

// CHECK-LABEL: func.func @returned
// CHECK:         [[M:%.*]] = gpu.alloc host_shared ({{%.*}}) : memref<?xf32>
// CHECK:         gpu.launch
// CHECK:         [[H:%.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NEXT:    memref.copy [[M]], [[H]]
// CHECK-NEXT:    gpu.dealloc [[M]]
// CHECK-NEXT:    func.return [[H]]
func.func @returned(%v: f32, %n: index) -> memref<?xf32> {
  %c1 = arith.constant 1 : index
  %m = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%bx] : memref<?xf32>
    gpu.terminator
  }
  func.return %m : memref<?xf32>
}

// -----

// A view that is returned is the same view of the copy.

// CHECK-LABEL: func.func @returned_view
// CHECK:         [[M:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         gpu.launch
// CHECK:         [[H:%.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:    memref.copy [[M]], [[H]]
// CHECK-NEXT:    [[V:%.*]] = memref.subview [[H]][2] [4] [1]
// CHECK-NEXT:    gpu.dealloc [[M]]
// CHECK-NEXT:    func.return [[V]]
func.func @returned_view(%v: f32) -> memref<4xf32, strided<[1], offset: 2>> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%bx] : memref<8xf32>
    gpu.terminator
  }
  %part = memref.subview %m[2] [4] [1]
    : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  func.return %part : memref<4xf32, strided<[1], offset: 2>>
}

// -----

// Of two buffers only one is returned: a copy of that one, which is then freed.

// CHECK-LABEL: func.func @returned_either
// CHECK-COUNT-2: gpu.alloc host_shared () : memref<8xf32>
// CHECK:         [[E:%.*]] = arith.select
// CHECK:         [[H:%.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:    memref.copy [[E]], [[H]]
// CHECK-NEXT:    gpu.dealloc [[E]]
// CHECK-NEXT:    func.return [[H]]
func.func @returned_either(%v: f32, %c: i1) -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx] : memref<8xf32>
    memref.store %v, %b[%bx] : memref<8xf32>
    gpu.terminator
  }
  %e = arith.select %c, %a, %b : memref<8xf32>
  func.return %e : memref<8xf32>
}

// -----

// Buffers that are handed from one round of a loop to the next stay on the device.

// CHECK-LABEL: func.func @handed_on
// CHECK:         [[A:%.*]] = gpu.alloc () : memref<8xf32>
// CHECK:         [[R:%.*]] = scf.for {{.*}} iter_args([[X:%.*]] = [[A]])
// CHECK-NEXT:      [[B:%.*]] = gpu.alloc () : memref<8xf32>
// CHECK-NEXT:      gpu.launch
// CHECK:           gpu.dealloc [[X]]
// CHECK-NEXT:      scf.yield [[B]]
// CHECK:         gpu.dealloc [[R]]
func.func @handed_on(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc() : memref<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (memref<8xf32>) {
    %b = memref.alloc() : memref<8xf32>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      %v = memref.load %x[%bx] : memref<8xf32>
      memref.store %v, %b[%bx] : memref<8xf32>
      gpu.terminator
    }
    memref.dealloc %x : memref<8xf32>
    scf.yield %b : memref<8xf32>
  }
  memref.dealloc %r : memref<8xf32>
  func.return
}
