// RUN: xdsl-opt %s --split-input-file --verify-diagnostics -p 'insert-gpu-allocs{in-regions}' | filecheck %s

// What frees either memory of the host or of the device can be neither `memref.dealloc`
// nor `gpu.dealloc`.

// CHECK: 'memref.dealloc' op may free memory of the host or of the device
func.func @either(%which: i1) {
  %host = memref.alloc() : memref<8xf32>
  region.env_region #region.gpu_env<device = "g"> {
    %device = memref.alloc() : memref<8xf32>
    %freed = arith.select %which, %device, %host : memref<8xf32>
    memref.dealloc %freed : memref<8xf32>
    region.env_region_yield
  }
  func.return
}

// -----

// CHECK: 'memref.dealloc' op frees device memory of unknown rank
func.func @unknown_rank() {
  region.env_region #region.gpu_env<device = "g"> {
    %device = memref.alloc() : memref<8xf32>
    %freed = memref.cast %device : memref<8xf32> to memref<*xf32>
    memref.dealloc %freed : memref<*xf32>
    region.env_region_yield
  }
  func.return
}
