// RUN: xdsl-opt %s -p 'gpu-kernel-outlining{data-layout-str="#dlti.dl_spec<index = 32 : i32>"}' | filecheck %s
// RUN: xdsl-opt %s -p 'gpu-kernel-outlining{data-layout-str="#dlti.dl_spec<#dlti.dl_entry<index, 32 : i32>>"}' | filecheck %s

// Every module that gets a kernel gets the data layout.

// CHECK: gpu.module @kernels attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>} {
// CHECK: gpu.module @other {
// CHECK: gpu.module @f_kernel attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>} {
gpu.module @kernels {
  gpu.func @k() kernel { gpu.return }
}
gpu.module @other {
  gpu.func @k() kernel { gpu.return }
}
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             module(@kernels) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  func.return
}
