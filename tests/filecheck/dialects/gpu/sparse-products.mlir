// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

func.func @spmv(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %b: memref<?xi8>, %t: !gpu.async.token) {
  %a = gpu.spmv_buffer_size %s, %d, %d into f64
  %c, %ct = gpu.spmv_buffer_size async [%t] %s{TRANSPOSE}, %d, %d {tag} into f32
  %e = gpu.spmv_buffer_size %s{NON_TRANSPOSE}, %d, %d into f64
  %h = gpu.spmv_buffer_size %s, %d, %d {modeA = #gpu<mat_transpose_mode TRANSPOSE>} into f64
  gpu.spmv %s, %d, %d, %b : memref<?xi8> into f64
  %f = gpu.spmv async [%t] %s{CONJUGATE_TRANSPOSE}, %d, %d, %b {tag} : memref<?xi8> into complex<f64>
  return
}

// CHECK-LABEL: func.func @spmv(
// CHECK-NEXT: %a = gpu.spmv_buffer_size %s, %d, %d into f64
// CHECK-NEXT: %c, %ct = gpu.spmv_buffer_size async [%t] %s{TRANSPOSE}, %d, %d {tag} into f32
// CHECK-NEXT: %e = gpu.spmv_buffer_size %s, %d, %d into f64
// CHECK-NEXT: %h = gpu.spmv_buffer_size %s{TRANSPOSE}, %d, %d into f64
// CHECK-NEXT: gpu.spmv %s, %d, %d, %b : memref<?xi8> into f64
// CHECK-NEXT: %f = gpu.spmv async [%t] %s{CONJUGATE_TRANSPOSE}, %d, %d, %b {tag} : memref<?xi8> into complex<f64>
// GENERIC: %a = "gpu.spmv_buffer_size"(%s, %d, %d) <{computeType = f64, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>}> : (!gpu.sparse.spmat_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle) -> index

// -----

func.func @spmm(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %b: memref<?xi8>, %t: !gpu.async.token) {
  %a = gpu.spmm_buffer_size %s, %d, %d : index into f64
  %c:3, %ct = gpu.spmm_buffer_size async [%t] %s{TRANSPOSE}, %d{CONJUGATE_TRANSPOSE}, %d : index, index, index into f16
  gpu.spmm %s, %d, %d, %b : memref<?xi8> into f64
  %e = gpu.spmm async [%t] %s, %d{TRANSPOSE}, %d, %b, %b {tag} : memref<?xi8>, memref<?xi8> into f64
  return
}

// CHECK-LABEL: func.func @spmm(
// CHECK-NEXT: %a = gpu.spmm_buffer_size %s, %d, %d : index into f64
// CHECK-NEXT: %c, %c_1, %c_2, %ct = gpu.spmm_buffer_size async [%t] %s{TRANSPOSE}, %d{CONJUGATE_TRANSPOSE}, %d : index, index, index into f16
// CHECK-NEXT: gpu.spmm %s, %d, %d, %b : memref<?xi8> into f64
// CHECK-NEXT: %e = gpu.spmm async [%t] %s, %d{TRANSPOSE}, %d, %b, %b {tag} : memref<?xi8>, memref<?xi8> into f64
// GENERIC: resultSegmentSizes = array<i32: 1, 0>
// GENERIC: resultSegmentSizes = array<i32: 3, 1>
// GENERIC: operandSegmentSizes = array<i32: 0, 1, 1, 1, 1>
// GENERIC: operandSegmentSizes = array<i32: 1, 1, 1, 1, 2>

// -----

func.func @sddmm(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %b: memref<?xi8>, %t: !gpu.async.token) {
  %a = gpu.sddmm_buffer_size %d, %d, %s into f64
  %c, %ct = gpu.sddmm_buffer_size async [%t] %d{TRANSPOSE}, %d{TRANSPOSE}, %s into f64
  gpu.sddmm %d, %d, %s, %b : memref<?xi8> into f64
  %e = gpu.sddmm async [%t] %d, %d{CONJUGATE_TRANSPOSE}, %s, %b {tag} : memref<?xi8> into f64
  return
}

// CHECK-LABEL: func.func @sddmm(
// CHECK-NEXT: %a = gpu.sddmm_buffer_size %d, %d, %s into f64
// CHECK-NEXT: %c, %ct = gpu.sddmm_buffer_size async [%t] %d{TRANSPOSE}, %d{TRANSPOSE}, %s into f64
// CHECK-NEXT: gpu.sddmm %d, %d, %s, %b : memref<?xi8> into f64
// CHECK-NEXT: %e = gpu.sddmm async [%t] %d, %d{CONJUGATE_TRANSPOSE}, %s, %b {tag} : memref<?xi8> into f64

// -----

func.func @spgemm(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %b: memref<?xi8>, %t: !gpu.async.token) {
  %a = gpu.spgemm_create_descr
  %c, %ct = gpu.spgemm_create_descr async [%t] {tag}
  %e = gpu.spgemm_work_estimation_or_compute {WORK_ESTIMATION} %s, %s, %s, %a, %n, %b : f64 into memref<?xi8>
  %f, %ft = gpu.spgemm_work_estimation_or_compute async [%t] {COMPUTE} %s{TRANSPOSE}, %s{TRANSPOSE}, %s, %a, %n, %b {tag} : f64 into memref<?xi8>
  gpu.spgemm_copy %s, %s, %s, %a : f64
  %h = gpu.spgemm_copy async [%t] %s{TRANSPOSE}, %s, %s, %a : f64
  gpu.spgemm_destroy_descr %a
  %i = gpu.spgemm_destroy_descr async [%t] %c
  return
}

// CHECK-LABEL: func.func @spgemm(
// CHECK-NEXT: %a = gpu.spgemm_create_descr
// CHECK-NEXT: %c, %ct = gpu.spgemm_create_descr async [%t] {tag}
// CHECK-NEXT: %e = gpu.spgemm_work_estimation_or_compute {WORK_ESTIMATION} %s, %s, %s, %a, %n, %b : f64 into memref<?xi8>
// CHECK-NEXT: %f, %ft = gpu.spgemm_work_estimation_or_compute async [%t] {COMPUTE} %s{TRANSPOSE}, %s{TRANSPOSE}, %s, %a, %n, %b {tag} : f64 into memref<?xi8>
// CHECK-NEXT: gpu.spgemm_copy %s, %s, %s, %a : f64
// CHECK-NEXT: %h = gpu.spgemm_copy async [%t] %s{TRANSPOSE}, %s, %s, %a : f64
// CHECK-NEXT: gpu.spgemm_destroy_descr %a
// CHECK-NEXT: %i = gpu.spgemm_destroy_descr async [%t] %c
// GENERIC: kind = #gpu<spgemm_work_estimation_or_compute_kind WORK_ESTIMATION>
