// RUN: xdsl-opt %s --split-input-file -p insert-gpu-allocs | filecheck %s

// Whatever reads or writes memory in a kernel counts. Vectors:

// CHECK-LABEL: func.func @vectors
// CHECK-SAME:    [[A:%.*]]: memref<16xf32>, [[B:%.*]]: memref<16xf32>
// CHECK:         [[DB:%.*]] = gpu.alloc host_shared () : memref<16xf32>
// CHECK-NEXT:    memref.copy [[B]], [[DB]]
// CHECK-NEXT:    [[DA:%.*]] = gpu.alloc host_shared () : memref<16xf32>
// CHECK-NEXT:    memref.copy [[A]], [[DA]]
// CHECK:         gpu.launch
// CHECK:           vector.load [[DA]]
// CHECK:           vector.transfer_read [[DA]]
// CHECK:           vector.store %{{.*}}, [[DB]]
// CHECK:         gpu.dealloc [[DA]]
// CHECK-NEXT:    memref.copy [[DB]], [[B]]
func.func @vectors(%a: memref<16xf32>, %b: memref<16xf32>, %pad: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = vector.load %a[%bx] : memref<16xf32>, vector<4xf32>
    %y = vector.transfer_read %a[%bx], %pad {in_bounds = [true]}
      : memref<16xf32>, vector<4xf32>
    %z = arith.addf %x, %y : vector<4xf32>
    vector.store %z, %b[%bx] : memref<16xf32>, vector<4xf32>
    gpu.terminator
  }
  func.return
}

// -----

// Affine accesses, which xDSL gives no effects of its own.

// CHECK-LABEL: func.func @affine
// CHECK-SAME:    [[A:%.*]]: memref<16xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared () : memref<16xf32>
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK:         gpu.launch
// CHECK:           affine.load [[D]]
// CHECK:           affine.store %{{.*}}, [[D]]
// CHECK:         memref.copy [[D]], [[A]]
func.func @affine(%a: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    affine.for %i = 0 to 8 {
      %x = affine.load %a[%i + 8] : memref<16xf32>
      affine.store %x, %a[%i] : memref<16xf32>
    }
    gpu.terminator
  }
  func.return
}

// -----

// An atomic update reads and writes.

// CHECK-LABEL: func.func @atomic
// CHECK-SAME:    [[A:%.*]]: memref<1xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared () : memref<1xf32>
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK:         gpu.launch
// CHECK:           memref.atomic_rmw addf %{{.*}}, [[D]]
// CHECK:         memref.copy [[D]], [[A]]
func.func @atomic(%a: memref<1xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %old = memref.atomic_rmw addf %v, %a[%c0] : (f32, memref<1xf32>) -> f32
    gpu.terminator
  }
  func.return
}

// -----

// A copy reads one buffer and overwrites the other.

// CHECK-LABEL: func.func @copy
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>, [[B:%.*]]: memref<8xf32>
// CHECK:         [[DB:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    [[DA:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[A]], [[DA]]
// CHECK:         gpu.launch
// CHECK:           memref.copy [[DA]], [[DB]]
// CHECK:         gpu.dealloc [[DA]]
// CHECK-NEXT:    memref.copy [[DB]], [[B]]
func.func @copy(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.copy %a, %b : memref<8xf32> to memref<8xf32>
    gpu.terminator
  }
  func.return
}

// -----

// A called device function does what its body does; one without a body may do anything
// to what it is passed.

// CHECK-LABEL: func.func @calls
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>, [[B:%.*]]: memref<8xf32>
// CHECK:         [[DB:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[B]], [[DB]]
// CHECK-NEXT:    [[DA:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[A]], [[DA]]
// CHECK:         gpu.launch
// CHECK:           func.call @first([[DA]])
// CHECK:           func.call @external([[DB]])
// CHECK:         }
// CHECK-NEXT:    gpu.dealloc [[DA]]
// CHECK-NEXT:    memref.copy [[DB]], [[B]]
func.func private @external(memref<8xf32>)
func.func private @first(%m: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<8xf32>
  func.return %x : f32
}
func.func @calls(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = func.call @first(%a) : (memref<8xf32>) -> f32
    func.call @external(%b) : (memref<8xf32>) -> ()
    gpu.terminator
  }
  func.return
}

// -----

// What the device does at the host's request counts too.

// CHECK-LABEL: func.func @requested
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>, [[B:%.*]]: memref<8xf32>
// CHECK:         [[DB:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[B]], [[DB]]
// CHECK-NEXT:    [[DA:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK:         gpu.memset [[DA]]
// CHECK-NEXT:    gpu.launch_func @kernels::@k {{.*}} args([[DB]] : memref<8xf32>)
// CHECK-NEXT:    memref.copy [[DA]], [[A]]
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%x: memref<8xf32>) kernel {
      %c0 = arith.constant 0 : index
      %v = memref.load %x[%c0] : memref<8xf32>
      gpu.return
    }
  }
  func.func @requested(%a: memref<8xf32>, %b: memref<8xf32>, %v: f32) {
    %c1 = arith.constant 1 : index
    gpu.memset %a, %v : memref<8xf32>, f32
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
      args(%b : memref<8xf32>)
    func.return
  }
}
