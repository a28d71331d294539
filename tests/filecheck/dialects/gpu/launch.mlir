// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

func.func @launch(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %sum = arith.addi %bx, %tx : index
    %size = arith.muli %gx, %sx : index
    gpu.terminator
  }
  return
}

// The entry block has ids before sizes, and blocks before threads.
// CHECK-LABEL: func.func @launch(
// CHECK-NEXT:    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
// CHECK-NEXT:      %sum = arith.addi %bx, %tx : index
// CHECK-NEXT:      %size = arith.muli %gx, %sx : index
// CHECK-NEXT:      gpu.terminator
// CHECK-NEXT:    }
// GENERIC: "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
// GENERIC-NEXT: ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index, %gx: index, %gy: index, %gz: index, %sx: index, %sy: index, %sz: index):
// GENERIC: }) {workgroup_attributions = 0 : i64} : (index, index, index, index, index, index) -> ()

// -----

func.func @asynchronous(%n: index, %t: !gpu.async.token) {
  %a = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
                        threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  %b = gpu.launch async [%t, %a] blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
                                 threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  } {tag}
  return
}

// CHECK-LABEL: func.func @asynchronous(
// CHECK-NEXT:    %a = gpu.launch async blocks(
// CHECK:         %b = gpu.launch async [%t, %a] blocks(
// CHECK-NEXT:      gpu.terminator
// CHECK-NEXT:    } {tag}

// -----

func.func @everything(%n: index, %bytes: i32, %t: !gpu.async.token) {
  %a = gpu.launch async [%t]
      clusters(%cx, %cy, %cz) in (%ncx = %n, %ncy = %n, %ncz = %n)
      blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
      dynamic_shared_memory_size %bytes
      module(@kernels) function(@copy)
      workgroup(%w0: memref<32xf32, #gpu.address_space<workgroup>>, %w1: memref<?xi8, 3>)
      private(%p: memref<1xf32, #gpu.address_space<private>>) {
    %c = arith.addi %cx, %ncx : index
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func.func @everything(
// CHECK-NEXT:    %a = gpu.launch async [%t] clusters(%cx, %cy, %cz) in (%ncx = %n, %ncy = %n, %ncz = %n)
// CHECK-SAME:      blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
// CHECK-SAME:      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
// CHECK-SAME:      dynamic_shared_memory_size %bytes module(@kernels) function(@copy)
// CHECK-SAME:      workgroup(%w0 : memref<32xf32, #gpu.address_space<workgroup>>, %w1 : memref<?xi8, 3 : i64>)
// CHECK-SAME:      private(%p : memref<1xf32, #gpu.address_space<private>>) {
// Cluster ids and sizes come after those of blocks and threads, buffers last.
// GENERIC: %a = "gpu.launch"(%t, %n, %n, %n, %n, %n, %n, %n, %n, %n, %bytes) <{
// GENERIC-SAME: function = @copy
// GENERIC-SAME: }> ({
// GENERIC-NEXT: ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index, %gx: index, %gy: index, %gz: index, %sx: index, %sy: index, %sz: index, %cx: index, %cy: index, %cz: index, %ncx: index, %ncy: index, %ncz: index, %w0: memref<32xf32, #gpu.address_space<workgroup>>, %w1: memref<?xi8, 3 : i64>, %p: memref<1xf32, #gpu.address_space<private>>):
// GENERIC: }) {workgroup_attributions = 2 : i64}

// -----

// A body may have several blocks; those that leave it end in `gpu.terminator`.
func.func @control_flow(%n: index, %c: i1) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    cf.cond_br %c, ^then, ^end
  ^then:
    gpu.barrier
    cf.br ^end
  ^end:
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func.func @control_flow(
// CHECK:         cf.cond_br %c, ^[[THEN:[a-z0-9]+]], ^[[END:[a-z0-9]+]]
// CHECK:         gpu.barrier
// CHECK-NEXT:    cf.br ^[[END]]
// CHECK:         gpu.terminator

// -----

// The generic syntax names private buffers by their place alone.
func.func @generic(%n: index) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
  ^entry(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index,
         %gx: index, %gy: index, %gz: index, %sx: index, %sy: index, %sz: index, %p: memref<f32>):
    "gpu.terminator"() : () -> ()
  }) {workgroup_attributions = 0 : i64} : (index, index, index, index, index, index) -> ()
  return
}

// CHECK-LABEL: func.func @generic(
// CHECK-NEXT:    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) private(%p : memref<f32>) {
