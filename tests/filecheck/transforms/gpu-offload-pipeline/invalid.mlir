// RUN: xdsl-opt %s -p gpu-offload-pipeline --split-input-file --verify-diagnostics | filecheck %s
// RUN: not xdsl-opt %s -p gpu-offload-pipeline --split-input-file 2>&1 | filecheck %s --check-prefix=TRACE
// RUN: xdsl-opt %s -p 'gpu-offload-pipeline{strict}' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=STRICT
// RUN: xdsl-opt %s -p 'gpu-offload-pipeline{data-layout-str="42"}' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=LAYOUT

// What one of the passes refuses is refused.

// CHECK: 'gpu.launch' op cannot be outlined: the kernel calls the function that launches it
// TRACE: 'gpu.launch' op cannot be outlined
// LAYOUT: gpu-kernel-outlining: data-layout-str expects a data layout specification
// STRICT: 'gpu.launch' op cannot be outlined
func.func @f(%n: index, %m: memref<?xf32>) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    func.call @g(%n, %m) : (index, memref<?xf32>) -> ()
    %x = memref.load %m[%tx] : memref<?xf32>
    memref.store %x, %m[%bx] : memref<?xf32>
    gpu.terminator
  }
  func.return
}
func.func @g(%n: index, %m: memref<?xf32>) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    func.call @g(%n, %m) : (index, memref<?xf32>) -> ()
    gpu.terminator
  }
  func.return
}

// -----

// Without `strict` there is nothing to refuse.

// CHECK: gpu.wait
// STRICT: 'gpu.wait' op unexpected pre-existing gpu.wait
func.func @f(%n: index, %m: memref<?xf32>) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %x = memref.load %m[%tx] : memref<?xf32>
    memref.store %x, %m[%bx] : memref<?xf32>
    gpu.terminator
  }
  gpu.wait
  func.return
}
