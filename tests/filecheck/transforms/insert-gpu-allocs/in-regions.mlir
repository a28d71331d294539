// RUN: xdsl-opt %s --split-input-file -p 'insert-gpu-allocs{in-regions=true}' | filecheck %s --check-prefixes=CHECK,SHARED
// RUN: xdsl-opt %s --split-input-file -p 'insert-gpu-allocs{in-regions=1 host-shared=0}' | filecheck %s --check-prefixes=CHECK,DEVICE

// The program says which memory is for the device: what it allocates in a region with a
// GPU environment. What frees that is changed wherever it stands, other memory never.

// CHECK-LABEL: func.func @regions
// CHECK:         [[H:%.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:    [[R:%.*]] = region.env_region #region.gpu_env<device = "XeGPU"> -> memref<8xf32>
// SHARED-NEXT:     [[M:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// DEVICE-NEXT:     [[M:%.*]] = gpu.alloc () : memref<8xf32>
// CHECK-NEXT:      region.env_region_yield [[M]]
// CHECK:         region.env_region #region.gpu_env<device = "XeGPU">
// CHECK-NEXT:      [[N:%.*]] = gpu.alloc {{.*}}memref<?xf32>
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        gpu.dealloc [[N]]
// CHECK:         memref.dealloc [[H]]
// CHECK-NEXT:    gpu.dealloc [[R]]
// CHECK-NEXT:    func.return
func.func @regions(%n: index, %c: i1) {
  %h = memref.alloc() : memref<8xf32>
  %r = region.env_region #region.gpu_env<device = "XeGPU"> -> memref<8xf32> {
    %m = memref.alloc() : memref<8xf32>
    region.env_region_yield %m : memref<8xf32>
  }
  region.env_region #region.gpu_env<device = "XeGPU"> {
    %m = memref.alloc(%n) : memref<?xf32>
    scf.if %c {
      memref.dealloc %m : memref<?xf32>
    }
  }
  memref.dealloc %h : memref<8xf32>
  memref.dealloc %r : memref<8xf32>
  func.return
}

// -----

// Another environment does not count, and nothing is done about kernels.

// CHECK-LABEL: func.func @other
// CHECK-NOT:     gpu.alloc
// CHECK:         func.return
func.func @other(%a: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  region.env_region "somewhere" {
    %m = memref.alloc() : memref<8xf32>
    memref.dealloc %m : memref<8xf32>
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}

// -----

// Inside, freeing an argument says that it is device memory; freeing what was allocated
// outside does not make that device memory.

// CHECK-LABEL: func.func @freed_inside
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK:         [[H:%.*]] = memref.alloc
// CHECK:           gpu.dealloc [[A]]
// CHECK-NEXT:      memref.dealloc [[H]]
func.func @freed_inside(%a: memref<8xf32>) {
  %h = memref.alloc() : memref<8xf32>
  region.env_region #region.gpu_env<device = "XeGPU"> {
    memref.dealloc %a : memref<8xf32>
    memref.dealloc %h : memref<8xf32>
  }
  func.return
}
