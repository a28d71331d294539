// RUN: xdsl-opt %s -p gpu-kernel-outlining | filecheck %s

// Buffers of the launch become those of the kernel, after its arguments.

// CHECK:      gpu.launch_func @f_kernel::@f_kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
// CHECK:      gpu.func @f_kernel(%x: f32)
// CHECK-SAME:     workgroup(%w : memref<8xf32, #gpu.address_space<workgroup>>)
// CHECK-SAME:     private(%p : memref<1xf32, #gpu.address_space<private>>, %q : memref<2xf32, 5{{.*}}>) kernel {
// CHECK:        memref.store %x, %w[%tx] : memref<8xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   memref.store %x, %p[%tx] : memref<1xf32, #gpu.address_space<private>>
// CHECK-NEXT:   memref.store %x, %q[%tx] : memref<2xf32, 5{{.*}}>
func.func @f(%n: index, %x: f32) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             workgroup(%w : memref<8xf32, #gpu.address_space<workgroup>>)
             private(%p : memref<1xf32, #gpu.address_space<private>>, %q : memref<2xf32, 5>) {
    memref.store %x, %w[%tx] : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %x, %p[%tx] : memref<1xf32, #gpu.address_space<private>>
    memref.store %x, %q[%tx] : memref<2xf32, 5>
    gpu.terminator
  }
  func.return
}
