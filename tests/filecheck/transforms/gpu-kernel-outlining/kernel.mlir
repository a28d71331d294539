// RUN: xdsl-opt %s -p gpu-kernel-outlining --split-input-file | filecheck %s

// The body becomes a kernel in a module of its own after the function. What it uses
// from outside becomes its arguments, in the order in which it is met.

// CHECK:       builtin.module attributes {gpu.container_module} {
// CHECK-NEXT:    func.func @scale(%m: memref<?xf32>, %f: f32, %n: index) {
// CHECK-NEXT:      gpu.launch_func @scale_kernel::@scale_kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<?xf32>, %f : f32)
// CHECK-NEXT:      func.return
// CHECK-NEXT:    }
// CHECK-NEXT:    gpu.module @scale_kernel {
// CHECK-NEXT:      gpu.func @scale_kernel(%m: memref<?xf32>, %f: f32) kernel {
// CHECK-NEXT:        %bx = gpu.block_id x
// CHECK-NEXT:        %by = gpu.block_id y
// CHECK-NEXT:        %bz = gpu.block_id z
// CHECK-NEXT:        %tx = gpu.thread_id x
// CHECK-NEXT:        %ty = gpu.thread_id y
// CHECK-NEXT:        %tz = gpu.thread_id z
// CHECK-NEXT:        %gx = gpu.grid_dim x
// CHECK-NEXT:        %gy = gpu.grid_dim y
// CHECK-NEXT:        %gz = gpu.grid_dim z
// CHECK-NEXT:        %sx = gpu.block_dim x
// CHECK-NEXT:        %sy = gpu.block_dim y
// CHECK-NEXT:        %sz = gpu.block_dim z
// CHECK-NEXT:        %first = arith.muli %bx, %sx : index
// CHECK-NEXT:        %i = arith.addi %first, %tx : index
// CHECK-NEXT:        %v = memref.load %m[%i] : memref<?xf32>
// CHECK-NEXT:        %w = arith.mulf %v, %f : f32
// CHECK-NEXT:        memref.store %w, %m[%i] : memref<?xf32>
// CHECK-NEXT:        gpu.return
func.func @scale(%m: memref<?xf32>, %f: f32, %n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %first = arith.muli %bx, %sx : index
    %i = arith.addi %first, %tx : index
    %v = memref.load %m[%i] : memref<?xf32>
    %w = arith.mulf %v, %f : f32
    memref.store %w, %m[%i] : memref<?xf32>
    gpu.terminator
  }
  func.return
}

// -----

// A value used in a nested region is met before the operands of the operation around it.

// CHECK-LABEL: func.func @order(
// CHECK:         args(%b : f32, %c : i1, %a : f32)
func.func @order(%n: index, %a: f32, %b: f32, %c: i1) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    scf.if %c {
      %0 = arith.addf %b, %b : f32
    }
    %1 = arith.addf %a, %b : f32
    gpu.terminator
  }
  func.return
}

// -----

// A module without launches is left as it is.

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @host() {
func.func @host() {
  func.return
}

// -----

// Launches in control flow, and several blocks in the kernel.

// CHECK-LABEL: func.func @control_flow(
// CHECK:         scf.for
// CHECK-NEXT:      gpu.launch_func @control_flow_kernel::@control_flow_kernel
// CHECK:       gpu.func @control_flow_kernel(%c: i1, %x: f32, %m: memref<f32>) kernel {
// CHECK:           %sz = gpu.block_dim z
// CHECK-NEXT:      cf.cond_br %c, ^[[LEAVE:.*]], ^[[STORE:.*]](%x : f32)
// CHECK-NEXT:    ^[[LEAVE]]:
// CHECK-NEXT:      gpu.return
// CHECK-NEXT:    ^[[STORE]](%y: f32):
// CHECK-NEXT:      memref.store %y, %m[] : memref<f32>
// CHECK-NEXT:      gpu.return
// CHECK-NEXT:    }
func.func @control_flow(%n: index, %c: i1, %x: f32, %m: memref<f32>) {
  scf.for %i = %n to %n step %n {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      cf.cond_br %c, ^leave, ^store(%x : f32)
    ^leave:
      gpu.terminator
    ^store(%y: f32):
      memref.store %y, %m[] : memref<f32>
      gpu.terminator
    }
  }
  func.return
}

// -----

// Attributes of the launch that are nobody's business go; symbols of other dialects
// launch as functions do.

// CHECK-LABEL: llvm.func @from_llvm(
// CHECK:         gpu.launch_func @from_llvm_kernel::@from_llvm_kernel
// CHECK-NOT:     note
llvm.func @from_llvm() {
  %n = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  } {test.note}
  llvm.return
}
