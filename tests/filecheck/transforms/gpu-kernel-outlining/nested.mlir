// RUN: xdsl-opt %s -p gpu-kernel-outlining --split-input-file | filecheck %s

// A kernel that launches another.

// CHECK-LABEL: func.func @f(
// CHECK:         gpu.launch_func @f_kernel_0::@f_kernel
// CHECK:       gpu.module @f_kernel {
// CHECK-NEXT:    gpu.func @f_kernel() kernel {
// CHECK:       gpu.module @f_kernel_0 {
// CHECK-NEXT:    gpu.func @f_kernel(%n: index) kernel {
// CHECK:           gpu.launch_func @f_kernel::@f_kernel blocks in (%bx, %n, %n) threads in (%n, %n, %n)
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.launch blocks(%bx2, %by2, %bz2) in (%gx2 = %bx, %gy2 = %n, %gz2 = %n)
               threads(%tx2, %ty2, %tz2) in (%sx2 = %n, %sy2 = %n, %sz2 = %n) {
      gpu.terminator
    }
    gpu.terminator
  }
  func.return
}

// -----

// Device code that launches.

// CHECK:       gpu.module @kernels {
// CHECK-NEXT:    gpu.func @k(%n: index) kernel {
// CHECK-NEXT:      gpu.launch_func @k_kernel::@k_kernel
// CHECK:       gpu.module @k_kernel {
gpu.module @kernels {
  gpu.func @k(%n: index) kernel {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      gpu.terminator
    }
    gpu.return
  }
}

// -----

// A launch outside of every symbol has no name to give, and stays.

// CHECK:      %n = arith.constant 1 : index
// CHECK-NEXT: gpu.launch blocks
%n = arith.constant 1 : index
gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
           threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
  gpu.terminator
}
