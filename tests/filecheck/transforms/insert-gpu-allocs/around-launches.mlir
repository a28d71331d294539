// RUN: xdsl-opt %s --split-input-file --allow-unregistered-dialect -p insert-gpu-allocs | filecheck %s

// Where host code may reach a buffer in ways that cannot be seen, it is staged around
// each launch, and host code stays as it is. Here something keeps a reference to it.

// CHECK-LABEL: func.func @kept
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         "test.keep"([[A]])
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK-NEXT:    gpu.launch
// CHECK:           memref.store %{{.*}}, [[D]]
// CHECK:         }
// CHECK-NEXT:    memref.copy [[D]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    "test.use_what_was_kept"
func.func @kept(%a: memref<8xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  "test.keep"(%a) : (memref<8xf32>) -> ()
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  "test.use_what_was_kept"() : () -> ()
  func.return
}

// -----

// So is a local allocation that is stored in memory. Nothing was ever written to it
// before the first launch, so that there is nothing to copy in.

// CHECK-LABEL: func.func @stored
// CHECK:         [[M:%.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    gpu.launch
// CHECK:         }
// CHECK-NEXT:    memref.copy [[D]], [[M]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    memref.store [[M]]
func.func @stored(%box: memref<1xmemref<8xf32>>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%bx] : memref<8xf32>
    gpu.terminator
  }
  memref.store %m, %box[%c0] : memref<1xmemref<8xf32>>
  func.return
}

// -----

// Views that the launch uses are taken again, of the copy, with the layout of the
// original.

// CHECK-LABEL: func.func @views
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK-NEXT:    [[P:%.*]] = memref.subview [[D]][2] [4] [1]
// CHECK-NEXT:    gpu.launch
// CHECK:           memref.store %{{.*}}, [[P]]
func.func @views(%a: memref<8xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  "test.keep"(%a) : (memref<8xf32>) -> ()
  %p = memref.subview %a[2] [4] [1]
    : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %p[%bx] : memref<4xf32, strided<[1], offset: 2>>
    gpu.terminator
  }
  func.return
}

// -----

// A buffer of which the rank is not known in the function's signature is staged where it
// is known.

// CHECK-LABEL: func.func @unranked
// CHECK:         [[R:%.*]] = memref.cast %a : memref<*xf32> to memref<?xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared ({{%.*}}) : memref<?xf32>
// CHECK-NEXT:    memref.copy [[R]], [[D]]
// CHECK-NEXT:    gpu.launch
// CHECK:           memref.load [[D]]
func.func @unranked(%a: memref<*xf32>) {
  %c1 = arith.constant 1 : index
  %r = memref.cast %a : memref<*xf32> to memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %r[%bx] : memref<?xf32>
    gpu.terminator
  }
  func.return
}

// -----

// An argument that may be freed in one branch.

// CHECK-LABEL: func.func @freed_perhaps
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         gpu.launch
// CHECK:         memref.copy [[D]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      memref.dealloc [[A]]
func.func @freed_perhaps(%a: memref<8xf32>, %c: i1, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  scf.if %c {
    memref.dealloc %a : memref<8xf32>
  }
  func.return
}

// -----

// Two buffers that may be one at run time: if their aligned pointers show that they are,
// they share a device buffer, so that the kernel sees through one what it writes to the
// other.

// CHECK-LABEL: func.func @overlapping
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>, %b: memref<8xf32>
// CHECK:         [[E:%.*]] = scf.if
// CHECK:         [[PE:%.*]] = memref.extract_aligned_pointer_as_index [[E]]
// CHECK-NEXT:    [[PA:%.*]] = memref.extract_aligned_pointer_as_index [[A]]
// CHECK:         [[M:%.*]] = gpu.alloc host_shared ({{%.*}}) : memref<?xf32>
// CHECK-NEXT:    [[DE:%.*]] = memref.reinterpret_cast [[M]] to offset: [0], sizes: [8], strides: [1]
// CHECK-NEXT:    [[SAME:%.*]] = arith.cmpi eq, [[PE]], [[PA]]
// CHECK:         [[N:%.*]] = gpu.alloc host_shared ({{%.*}}) : memref<?xf32>
// CHECK-NEXT:    [[S:%.*]] = arith.select [[SAME]], [[M]], [[N]]
// CHECK-NEXT:    [[DA:%.*]] = memref.reinterpret_cast [[S]] to offset: [0], sizes: [8], strides: [1]
// CHECK-NEXT:    memref.copy [[E]], [[DE]]
// CHECK-NEXT:    memref.copy [[A]], [[DA]]
// CHECK-NEXT:    gpu.launch
// CHECK:           memref.store %{{.*}}, [[DE]]
// CHECK:           memref.load [[DA]]
// CHECK:         }
// CHECK-NEXT:    memref.copy [[DA]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[N]]
// CHECK-NEXT:    memref.copy [[DE]], [[E]]
// CHECK-NEXT:    gpu.dealloc [[M]]
func.func @overlapping(%a: memref<8xf32>, %b: memref<8xf32>, %c: i1, %v: f32) {
  %c1 = arith.constant 1 : index
  "test.keep"(%a) : (memref<8xf32>) -> ()
  %e = scf.if %c -> (memref<8xf32>) {
    scf.yield %a : memref<8xf32>
  } else {
    scf.yield %b : memref<8xf32>
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %e[%bx] : memref<8xf32>
    %x = memref.load %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}
