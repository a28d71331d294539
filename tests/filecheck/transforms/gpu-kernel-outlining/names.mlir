// RUN: xdsl-opt %s -p gpu-kernel-outlining --split-input-file | filecheck %s

// Modules are numbered through, whatever their names; taken numbers are left out.

// CHECK-LABEL: func.func @f(
// CHECK:         gpu.launch_func @f_kernel::@f_kernel
// CHECK-NEXT:    gpu.launch_func @f_kernel_1::@f_kernel
// CHECK:       gpu.module @f_kernel {
// CHECK:       gpu.module @f_kernel_1 {
// CHECK:       func.func @f_kernel_0(
// CHECK:       func.func @g(
// CHECK:         gpu.launch_func @g_kernel::@g_kernel
// CHECK-NEXT:    gpu.launch_func @g_kernel_2::@g_kernel
// CHECK:       gpu.module @g_kernel {
// CHECK:       gpu.module @g_kernel_2 {
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  func.return
}
func.func @f_kernel_0() {
  func.return
}
func.func @g(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  func.return
}

// -----

// A launch may name its kernel, and the module for it, which may be there already.

// CHECK:       gpu.module @kernels {
// CHECK-NEXT:    gpu.func @copy() kernel {
// CHECK:         gpu.func @copy_0() kernel {
// CHECK:         gpu.func @f_kernel() kernel {
// CHECK-LABEL: func.func @f(
// CHECK:         gpu.launch_func @kernels::@copy_0
// CHECK-NEXT:    gpu.launch_func @kernels::@f_kernel
// CHECK-NEXT:    gpu.launch_func @more::@f_kernel
// CHECK-NEXT:    gpu.launch_func @more::@copy
// CHECK-NEXT:    gpu.launch_func @copy::@copy
// CHECK-NEXT:    func.return
// CHECK:       gpu.module @more {
// CHECK:         gpu.func @f_kernel() kernel {
// CHECK:         gpu.func @copy() kernel {
// CHECK:       gpu.module @copy {
// CHECK:         gpu.func @copy() kernel {
gpu.module @kernels {
  gpu.func @copy() kernel {
    gpu.return
  }
}
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             module(@kernels) function(@copy) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             module(@kernels) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             module(@more) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             module(@more) function(@copy) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             function(@copy) {
    gpu.terminator
  }
  func.return
}

// -----

// What is no `gpu.module` cannot hold kernels, so a new one gets another name.

// CHECK-LABEL: func.func @f(
// CHECK:         gpu.launch_func @f_0::@f_kernel
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             module(@f) {
    gpu.terminator
  }
  func.return
}
