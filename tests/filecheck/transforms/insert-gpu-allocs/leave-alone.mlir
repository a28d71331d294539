// RUN: xdsl-opt %s --split-input-file -p insert-gpu-allocs | filecheck %s

// What is device memory already is left alone.

// CHECK-LABEL: func.func @address_space
// CHECK-NOT:     gpu.alloc
// CHECK-NOT:     copy
// CHECK:         func.return
func.func @address_space(%a: memref<8xf32, #gpu.address_space<global>>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%bx] : memref<8xf32, #gpu.address_space<global>>
    gpu.terminator
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @device_memory
// CHECK:         [[D:%.*]] = gpu.alloc () : memref<8xf32>
// CHECK-NOT:     gpu.alloc
// CHECK:         gpu.memcpy [[D]], %a
// CHECK:         gpu.launch
// CHECK:           memref.load [[D]]
// CHECK:         gpu.dealloc [[D]]
func.func @device_memory(%a: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %d = gpu.alloc () : memref<8xf32>
  gpu.memcpy %d, %a : memref<8xf32>, memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %d[%bx] : memref<8xf32>
    gpu.terminator
  }
  gpu.dealloc %d : memref<8xf32>
  func.return
}

// -----

// So is what the kernel allocates or is given as workgroup memory.

// CHECK-LABEL: func.func @inside
// CHECK-NOT:     gpu.alloc
// CHECK:         gpu.launch {{.*}} workgroup
// CHECK:           memref.alloc() : memref<4xf32>
// CHECK:           memref.alloca() : memref<4xf32>
// CHECK:           memref.dealloc
func.func @inside(%v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
      workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) {
    %h = memref.alloc() : memref<4xf32>
    %s = memref.alloca() : memref<4xf32>
    memref.store %v, %h[%bx] : memref<4xf32>
    memref.store %v, %s[%bx] : memref<4xf32>
    memref.store %v, %w[%bx] : memref<4xf32, #gpu.address_space<workgroup>>
    memref.dealloc %h : memref<4xf32>
    gpu.terminator
  }
  func.return
}

// -----

// So is memory that the program registers with the device, or that it frees as device
// memory.

// CHECK-LABEL: func.func @registered
// CHECK:         memref.alloc() : memref<8xf32>
// CHECK-NOT:     gpu.alloc
// CHECK:         func.return
func.func @registered(%v: f32, %given: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<8xf32>
  %u = memref.cast %m : memref<8xf32> to memref<*xf32>
  gpu.host_register %u : memref<*xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%bx] : memref<8xf32>
    memref.store %v, %given[%bx] : memref<8xf32>
    gpu.terminator
  }
  gpu.host_unregister %u : memref<*xf32>
  memref.dealloc %m : memref<8xf32>
  gpu.dealloc %given : memref<8xf32>
  func.return
}

// -----

// Registered only after the first launch: that one gets a copy. Afterwards a copy does no
// harm.

// CHECK-LABEL: func.func @registered_later
// CHECK-SAME:    [[M:%.*]]: memref<8xf32>
// CHECK:         [[D:%.*]] = gpu.alloc host_shared
// CHECK-NEXT:    memref.copy [[M]], [[D]]
// CHECK-NEXT:    gpu.launch
// CHECK:           memref.store {{%.*}}, [[D]][
// CHECK:         memref.copy [[D]], [[M]]
// CHECK:         [[U:%.*]] = memref.cast [[M]]
// CHECK:         gpu.host_register [[U]]
func.func @registered_later(%m: memref<8xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%bx] : memref<8xf32>
    gpu.terminator
  }
  %u = memref.cast %m : memref<8xf32> to memref<*xf32>
  gpu.host_register %u : memref<*xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}

// -----

// Registered in one iteration of a loop, and no longer in the next.

// CHECK-LABEL: func.func @registered_no_longer
// CHECK:         gpu.host_register
// CHECK:         scf.for
// CHECK:           gpu.alloc host_shared
// CHECK:           gpu.launch
// CHECK:           gpu.host_unregister
func.func @registered_no_longer(%m: memref<8xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = memref.cast %m : memref<8xf32> to memref<*xf32>
  gpu.host_register %u : memref<*xf32>
  scf.for %i = %c0 to %n step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      memref.store %v, %m[%bx] : memref<8xf32>
      gpu.terminator
    }
    gpu.host_unregister %u : memref<*xf32>
  }
  func.return
}

// -----

// An argument of a private function is device memory where every call passes such.

// CHECK-LABEL: func.func private @helper
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>, [[B:%.*]]: memref<8xf32>
// CHECK-NOT:     memref.copy [[A]]
// CHECK:         memref.copy [[B]]
// CHECK-NOT:     memref.copy [[A]]
// CHECK:         gpu.launch
// CHECK:           memref.load [[A]][
func.func private @helper(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%tx] : memref<8xf32>
    memref.store %x, %b[%tx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}
func.func private @between(%a: memref<8xf32>, %b: memref<8xf32>) {
  func.call @helper(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  func.return
}
func.func @callers(%m: memref<8xf32>) {
  %d = gpu.alloc () : memref<8xf32>
  %e = gpu.alloc host_shared () : memref<8xf32>
  gpu.memcpy %d, %m : memref<8xf32>, memref<8xf32>
  func.call @between(%d, %m) : (memref<8xf32>, memref<8xf32>) -> ()
  func.call @helper(%d, %e) : (memref<8xf32>, memref<8xf32>) -> ()
  gpu.dealloc %d : memref<8xf32>
  gpu.dealloc %e : memref<8xf32>
  func.return
}

// -----

// What is outlined already is device code, whatever it accesses.

// CHECK-LABEL: gpu.func @kernel
// CHECK-NOT:     gpu.alloc
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%a: memref<8xf32>) kernel {
      %c0 = arith.constant 0 : index
      %x = memref.load %a[%c0] : memref<8xf32>
      gpu.return
    }
  }
}
