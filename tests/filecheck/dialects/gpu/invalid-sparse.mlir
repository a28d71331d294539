// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @unnamed(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  gpu.create_csr async %n, %n, %n, %m, %m, %m : memref<?xf64>, memref<?xf64>, memref<?xf64>
  return
}

// CHECK: needs to be named when marked 'async'

// -----

func.func @size_type(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  %a = gpu.create_coo %n, %n, %i, %m, %m, %m : memref<?xf64>, memref<?xf64>, memref<?xf64>
  return
}

// CHECK: operand is used with type index, but has been previously used or defined with type i32

// -----

func.func @unranked(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  %a = gpu.create_coo_aos %n, %n, %n, %m, %u : memref<?xf64>, memref<*xf64>
  return
}

// CHECK: memref<*xf64>

// -----

func.func @flag(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  %a = gpu.create_2to4_spmat {PRUNE} %n, %n, %m : memref<?xf64>
  return
}

// CHECK: expected one of: NONE, PRUNE_ONLY, PRUNE_AND_C{{H}}ECK

// -----

func.func @no_flag(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  %a = gpu.create_2to4_spmat %n, %n, %m : memref<?xf64>
  return
}

// CHECK: Expected '{'

// -----

func.func @dense_sizes(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  %a = gpu.create_dn_tensor %m, %n, %n : index into memref<?xf64>
  return
}

// CHECK: expected 1 operand types but had 2

// -----

func.func @handle(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  %a = gpu.spmv_buffer_size %d, %d, %d into f64
  return
}

// CHECK: operand is used with type !gpu.sparse.spmat_handle, but has been previously used or defined with type !gpu.sparse.dntensor_handle

// -----

func.func @mode(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  %a = gpu.spmv_buffer_size %s{CONJUGATE}, %d, %d into f64
  return
}

// CHECK: expected one of: NON_TRANSPOSE, TRANSPOSE, CONJUGATE_TRANSPOSE

// -----

func.func @compute_type(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  gpu.spmv %s, %d, %d, %m : memref<?xf64> into 64
  return
}

// CHECK: 64

// -----

func.func @buffer_sizes(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  %a = gpu.spmm_buffer_size %s, %d, %d : i32 into f64
  return
}

// CHECK: i32

// -----

func.func @result_segments(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  %a = "gpu.spmm_buffer_size"(%s, %d, %d) <{computeType = f64}> : (!gpu.sparse.spmat_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle) -> index
  return
}

// CHECK: resultSegmentSizes

// -----

func.func @step(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  %a = gpu.spgemm_work_estimation_or_compute {ESTIMATE} %s, %s, %s, %g, %n, %m : f64 into memref<?xf64>
  return
}

// CHECK: expected one of: WORK_ESTIMATION, COMPUTE

// -----

func.func @description(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  gpu.spgemm_destroy_descr %s
  return
}

// CHECK: operand is used with type !gpu.sparse.spgemmop_handle, but has been previously used or defined with type !gpu.sparse.spmat_handle

// -----

func.func @results(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  %a, %b = gpu.spmat_get_size %s
  return
}

// CHECK: Operation has 3 results, but was given 2 to bind.

// -----

func.func @dependency(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle, %g: !gpu.sparse.spgemmop_handle, %n: index, %i: i32, %m: memref<?xf64>, %u: memref<*xf64>) {
  "gpu.destroy_sp_mat"(%n, %s) : (index, !gpu.sparse.spmat_handle) -> ()
  return
}

// CHECK: async.token
