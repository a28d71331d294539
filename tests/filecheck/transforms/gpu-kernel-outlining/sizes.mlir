// RUN: xdsl-opt %s -p gpu-kernel-outlining --split-input-file | filecheck %s

// Constant sizes are promised by the kernel, all three or none.

// CHECK-LABEL: func.func @constants(
// CHECK:       gpu.func @constants_kernel() kernel attributes {known_block_size = array<i32: 32, 4, 1>, known_grid_size = array<i32: 64, 1, 1>} {
func.func @constants() {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c64, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c4, %sz = %c1) {
    gpu.terminator
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @one_unknown(
// CHECK:       gpu.func @one_unknown_kernel() kernel attributes {known_grid_size = array<i32: 1, 1, 1>} {
func.func @one_unknown(%n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %n) {
    gpu.terminator
  }
  func.return
}

// -----

// Sizes are 32 bits wide, and a constant that needs more is not known.

// CHECK-LABEL: func.func @wide(
// CHECK:       gpu.func @wide_kernel() kernel attributes {known_block_size = array<i32: -1, -1, -1>} {
func.func @wide() {
  %most = arith.constant 4294967295 : index
  %more = arith.constant 4294967296 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %more, %gy = %more, %gz = %more)
             threads(%tx, %ty, %tz) in (%sx = %most, %sy = %most, %sz = %most) {
    gpu.terminator
  }
  func.return
}

// -----

// Clusters have ids and sizes as well.

// CHECK-LABEL: func.func @clusters(
// CHECK:         gpu.launch_func @clusters_kernel::@clusters_kernel clusters in (%k, %k, %k) blocks in (%n, %n, %n) threads in (%n, %n, %n)
// CHECK:       gpu.func @clusters_kernel() kernel {
// CHECK:         %sz = gpu.block_dim z
// CHECK-NEXT:    %cx = gpu.cluster_id x
// CHECK-NEXT:    %cy = gpu.cluster_id y
// CHECK-NEXT:    %cz = gpu.cluster_id z
// CHECK-NEXT:    %kx = gpu.cluster_dim x
// CHECK-NEXT:    %ky = gpu.cluster_dim y
// CHECK-NEXT:    %kz = gpu.cluster_dim z
// CHECK-NEXT:    %{{.*}} = arith.addi %cx, %kz : index
func.func @clusters(%n: index, %k: index) {
  gpu.launch clusters(%cx, %cy, %cz) in (%kx = %k, %ky = %k, %kz = %k)
             blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %0 = arith.addi %cx, %kz : index
    gpu.terminator
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @shared_memory(
// CHECK:         threads in (%n, %n, %n) dynamic_shared_memory_size %bytes
func.func @shared_memory(%n: index, %bytes: i32) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             dynamic_shared_memory_size %bytes {
    gpu.terminator
  }
  func.return
}
