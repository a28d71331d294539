// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @none() kernel {
      gpu.return
    }
    gpu.func @two(%x: f32, %m: memref<?xf32>) kernel {
      gpu.return
    }
  }

  func.func @sizes(%n: index, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.launch_func @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n) : index
    gpu.launch_func @kernels::@none blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32
    gpu.launch_func @kernels::@none blocks in (%l, %l, %l) threads in (%l, %l, %l) : i64 {tag}
    gpu.launch_func @kernels::@none clusters in (%n, %n, %n) blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.launch_func @kernels::@none clusters in (%i, %i, %i) blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32
    return
  }

  func.func @memory_and_arguments(%n: index, %bytes: i32, %x: f32, %m: memref<?xf32>) {
    gpu.launch_func @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %bytes
    gpu.launch_func @kernels::@two blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32, %m : memref<?xf32>)
    gpu.launch_func @kernels::@two blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %bytes args(%x : f32, %m : memref<?xf32>) {tag}
    gpu.launch_func @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n) args()
    return
  }

  func.func @asynchronous(%n: index, %l: i64, %bytes: i32, %x: f32, %m: memref<?xf32>, %t: !gpu.async.token) {
    gpu.launch_func [%t] @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n)
    %a = gpu.launch_func async @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n)
    %b = gpu.launch_func async [%t, %a] @kernels::@two clusters in (%l, %l, %l) blocks in (%l, %l, %l) threads in (%l, %l, %l) : i64 dynamic_shared_memory_size %bytes args(%x : f32, %m : memref<?xf32>)
    return
  }

  func.func @stream(%n: index, %s: !llvm.ptr, %t: !gpu.async.token) {
    gpu.launch_func <%s : !llvm.ptr> @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n)
    %a = gpu.launch_func async [%t] <%n : index> @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// CHECK-LABEL: func.func @sizes(
// CHECK-NEXT: gpu.launch_func @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n)
// CHECK-NEXT: gpu.launch_func @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n)
// CHECK-NEXT: gpu.launch_func @kernels::@none blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32
// CHECK-NEXT: gpu.launch_func @kernels::@none blocks in (%l, %l, %l) threads in (%l, %l, %l) : i64 {tag}
// CHECK-NEXT: gpu.launch_func @kernels::@none clusters in (%n, %n, %n) blocks in (%n, %n, %n) threads in (%n, %n, %n)
// CHECK-NEXT: gpu.launch_func @kernels::@none clusters in (%i, %i, %i) blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32
// CHECK-LABEL: func.func @memory_and_arguments(
// CHECK-NEXT: gpu.launch_func @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %bytes
// CHECK-NEXT: gpu.launch_func @kernels::@two blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32, %m : memref<?xf32>)
// CHECK-NEXT: gpu.launch_func @kernels::@two blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %bytes args(%x : f32, %m : memref<?xf32>) {tag}
// CHECK-NEXT: gpu.launch_func @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n)
// CHECK-LABEL: func.func @asynchronous(
// CHECK-NEXT: gpu.launch_func [%t] @kernels::@none blocks in
// CHECK-NEXT: %a = gpu.launch_func async @kernels::@none blocks in
// CHECK-NEXT: %b = gpu.launch_func async [%t, %a] @kernels::@two clusters in (%l, %l, %l) blocks in (%l, %l, %l) threads in (%l, %l, %l) : i64 dynamic_shared_memory_size %bytes args(%x : f32, %m : memref<?xf32>)
// CHECK-LABEL: func.func @stream(
// CHECK-NEXT: gpu.launch_func <%s : !llvm.ptr> @kernels::@none blocks in
// CHECK-NEXT: %a = gpu.launch_func async [%t] <%n : index> @kernels::@none blocks in

// GENERIC: "gpu.launch_func"(%n, %n, %n, %n, %n, %n) <{kernel = @kernels::@none, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}> : (index, index, index, index, index, index) -> ()
// GENERIC: "gpu.launch_func"(%n, %n, %n, %n, %n, %n, %x, %m) <{kernel = @kernels::@two, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 0>}> : (index, index, index, index, index, index, f32, memref<?xf32>) -> ()
// GENERIC: %b = "gpu.launch_func"(%t, %a, %l, %l, %l, %l, %l, %l, %l, %l, %l, %bytes, %x, %m) <{kernel = @kernels::@two, operandSegmentSizes = array<i32: 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0>}>
// GENERIC: "gpu.launch_func"(%n, %n, %n, %n, %n, %n, %s) <{kernel = @kernels::@none, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1>}> : (index, index, index, index, index, index, !llvm.ptr) -> ()

// -----

// A kernel that is compiled already, or lowered: its arguments are not compared.
module attributes {gpu.container_module} {
  gpu.binary @compiled [#gpu.object<#nvvm.target, bin = "...">]
  gpu.module @lowered {
    llvm.func @kernel(%p: !llvm.ptr) attributes {gpu.kernel} {
      llvm.return
    }
  }
  func.func @f(%n: index, %m: memref<?xf32>) {
    gpu.launch_func @compiled::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<?xf32>)
    gpu.launch_func @lowered::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<?xf32>)
    return
  }
}

// CHECK: gpu.launch_func @compiled::@kernel
// CHECK: gpu.launch_func @lowered::@kernel

// -----

// Launches that stand deeper than directly in a function are not resolved.
module attributes {gpu.container_module} {
  func.func @f(%n: index, %c: i1) {
    scf.if %c {
      gpu.launch_func @elsewhere::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
    }
    return
  }
}

// CHECK: gpu.launch_func @elsewhere::@kernel
