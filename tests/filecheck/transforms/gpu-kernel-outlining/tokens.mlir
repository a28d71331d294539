// RUN: xdsl-opt %s -p gpu-kernel-outlining | filecheck %s

// An asynchronous launch stays one.

// CHECK:      %a = gpu.wait async
// CHECK-NEXT: %b = gpu.launch_func async [%a] @f_kernel::@f_kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
// CHECK-NEXT: %c = gpu.launch_func async @f_kernel_0::@f_kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
// CHECK-NEXT: gpu.wait [%b, %c]
func.func @f(%n: index) {
  %a = gpu.wait async
  %b = gpu.launch async [%a]
      blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  %c = gpu.launch async
      blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  gpu.wait [%b, %c]
  func.return
}
