// RUN: xdsl-opt %s --split-input-file -p insert-gpu-allocs | filecheck %s

// An argument is host memory. A device buffer takes its place throughout the function.
// What the device only reads is copied in, and not back.

// CHECK-LABEL: func.func @read
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK:         gpu.launch
// CHECK:           memref.load [[D]]
// CHECK:         }
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    func.return
func.func @read(%a: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}

// -----

// What the kernel writes in part is copied in as well, since all of it is copied back.

// CHECK-LABEL: func.func @written_in_part
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK:         gpu.launch
// CHECK:         memref.copy [[D]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[D]]
func.func @written_in_part(%a: memref<8xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}

// -----

// Several arguments are copied back in their order.

// CHECK-LABEL: func.func @several
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>, [[B:%.*]]: memref<8xf32>
// CHECK-NEXT:    [[DB:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[B]], [[DB]]
// CHECK-NEXT:    [[DA:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[A]], [[DA]]
// CHECK:         gpu.launch
// CHECK:         memref.copy [[DA]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[DA]]
// CHECK-NEXT:    memref.copy [[DB]], [[B]]
// CHECK-NEXT:    gpu.dealloc [[DB]]
func.func @several(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%bx] : memref<8xf32>
    %y = memref.load %b[%bx] : memref<8xf32>
    memref.store %x, %b[%bx] : memref<8xf32>
    memref.store %y, %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}

// -----

// Sizes are taken from the argument.

// CHECK-LABEL: func.func @dynamic
// CHECK-SAME:    [[A:%.*]]: memref<?x4x?xf32>
// CHECK:         [[S0:%.*]] = memref.dim [[A]], %c0
// CHECK:         [[S2:%.*]] = memref.dim [[A]], %c2
// CHECK:         [[D:%.*]] = gpu.alloc host_shared ([[S0]], [[S2]]) : memref<?x4x?xf32>
// CHECK-NEXT:    memref.copy [[A]], [[D]]
func.func @dynamic(%a: memref<?x4x?xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%bx, %by, %bz] : memref<?x4x?xf32>
    gpu.terminator
  }
  func.return
}

// -----

// Host code uses the device buffer too, before and after: nothing that either side
// writes is lost.

// CHECK-LABEL: func.func @host_code
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK:         memref.store %{{.*}}, [[D]]
// CHECK:         gpu.launch
// CHECK:         gpu.terminator
// CHECK:         memref.load [[D]]
// CHECK-NEXT:    func.call @use([[D]])
// CHECK-NEXT:    memref.copy [[D]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[D]]
func.func private @use(memref<8xf32>)
func.func @host_code(%a: memref<8xf32>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %v, %a[%c0] : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%bx] : memref<8xf32>
    memref.store %x, %a[%c1] : memref<8xf32>
    gpu.terminator
  }
  %y = memref.load %a[%c1] : memref<8xf32>
  func.call @use(%a) : (memref<8xf32>) -> ()
  func.return %y : f32
}

// -----

// The device buffer of a strided argument is compact where the type leaves the strides
// open.

// CHECK-LABEL: func.func @loosely_strided
// CHECK-SAME:    [[A:%.*]]: memref<4x4xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:    [[M:%.*]] = gpu.alloc host_shared () : memref<4x4xf32>
// CHECK-NEXT:    [[D:%.*]] = memref.cast [[M]] : memref<4x4xf32> to memref<4x4xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK:         gpu.launch
// CHECK:         memref.copy [[D]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[M]] : memref<4x4xf32>
func.func @loosely_strided(%a: memref<4x4xf32, strided<[?, 1], offset: ?>>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx, %by] : memref<4x4xf32, strided<[?, 1], offset: ?>>
    gpu.terminator
  }
  func.return
}

// -----

// Where the type says the strides, the device buffer has the same gaps: the last element
// is number 3 + 3 * 8 + 3. What lies in the gaps of the argument may belong to others, and
// is copied neither way.

// CHECK-LABEL: func.func @strided
// CHECK-SAME:    [[A:%.*]]: memref<4x4xf32, strided<[8, 1], offset: 3>>
// CHECK-NEXT:    [[M:%.*]] = gpu.alloc host_shared () : memref<31xf32>
// CHECK-NEXT:    [[D:%.*]] = memref.reinterpret_cast [[M]] to offset: [3], sizes: [4, 4], strides: [8, 1]
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK:         gpu.launch
// CHECK:         memref.copy [[D]], [[A]]
// CHECK-NEXT:    gpu.dealloc [[M]] : memref<31xf32>
func.func @strided(%a: memref<4x4xf32, strided<[8, 1], offset: 3>>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx, %by] : memref<4x4xf32, strided<[8, 1], offset: 3>>
    gpu.terminator
  }
  func.return
}

// -----

// With a dynamic size, how much memory that takes is computed.

// CHECK-LABEL: func.func @dynamically_strided
// CHECK-SAME:    [[A:%.*]]: memref<?xf32, strided<[2], offset: ?>>
// CHECK-NEXT:    {{.*}} = memref.extract_strided_metadata [[A]]
// CHECK:         [[M:%.*]] = gpu.alloc host_shared ({{%.*}}) : memref<?xf32>
// CHECK-NEXT:    [[D:%.*]] = memref.reinterpret_cast [[M]] to offset: [0], sizes: [{{%.*}}], strides: [2]
// CHECK-NEXT:    memref.copy [[A]], [[D]]
func.func @dynamically_strided(%a: memref<?xf32, strided<[2], offset: ?>>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%bx] : memref<?xf32, strided<[2], offset: ?>>
    gpu.terminator
  }
  func.return
}

// -----

// Arguments that the device does not access stay as they are, and so do functions
// without kernels.

// CHECK-LABEL: func.func @untouched
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK-NOT:     gpu.alloc
// CHECK:         memref.store %{{.*}}, [[A]]
// CHECK-LABEL: func.func @no_kernel
// CHECK-NOT:     gpu.alloc
// CHECK:         func.return
func.func @untouched(%a: memref<8xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  memref.store %v, %a[%c1] : memref<8xf32>
  func.return
}
func.func @no_kernel(%a: memref<8xf32>, %b: memref<8xf32>) {
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  func.return
}
