// RUN: xdsl-opt %s -p 'gpu-offload-pipeline{is-usm-args=true}' | filecheck %s --check-prefix USM
// RUN: xdsl-opt %s -p 'gpu-offload-pipeline{copy-op="memref.copy"}' | filecheck %s --check-prefix COPY
// RUN: xdsl-opt %s -p 'gpu-offload-pipeline{dependencies=chain}' | filecheck %s --check-prefix CHAIN
// RUN: xdsl-opt %s -p 'gpu-offload-pipeline{data-layout-str="#dlti.dl_spec<index = 32 : i32>"}' | filecheck %s --check-prefix LAYOUT
// RUN: not xdsl-opt %s -p 'gpu-offload-pipeline{copy-op="none"}' 2>&1 | filecheck %s --check-prefix WRONG

// The options are those of the passes.

// The device reaches the arguments, so nothing is staged.
// USM-LABEL: func.func @f(
// USM-NOT:     gpu.alloc
// USM:         gpu.launch_func async [%{{.*}}] @f_kernel::@f_kernel {{.*}} args(%a : memref<8xf32>)

// The host copies.
// COPY-LABEL: func.func @f(
// COPY:         gpu.alloc host_shared
// COPY:         memref.copy %a
// COPY:         gpu.launch_func async

// One thing after the other.
// CHAIN-LABEL: func.func @f(
// CHAIN-NEXT:    %[[T0:.*]] = gpu.wait async
// CHAIN-NEXT:    %[[D:.*]], %[[T1:.*]] = gpu.alloc async [%[[T0]]]
// CHAIN-NEXT:    %[[T2:.*]] = gpu.memcpy async [%[[T1]]]
// CHAIN:         %[[T3:.*]] = gpu.launch_func async [%[[T2]]]
// CHAIN-NEXT:    %[[T4:.*]] = gpu.memcpy async [%[[T3]]]
// CHAIN-NEXT:    %[[T5:.*]] = gpu.dealloc async [%[[T4]]]
// CHAIN-NEXT:    gpu.wait [%[[T5]]]

// LAYOUT: gpu.module @f_kernel attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>}

// WRONG: error: gpu-offload-pipeline: copy-op must be memref.copy or gpu.memcpy, not none
func.func @f(%a: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%tx] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%tx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}
