// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @create_bsr_rank(%i: index, %n: memref<?xindex>) {
  %0 = "gpu.create_bsr"(%i, %i, %i, %i, %i, %n, %n, %i) : (index, index, index, index, index, memref<?xindex>, memref<?xindex>, index) -> !gpu.sparse.spmat_handle
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 7 does not verify

// -----

func.func @create_csc_values(%i: index, %n: memref<?xindex>) {
  %0 = "gpu.create_csc"(%i, %i, %i, %n, %n, %i) : (index, index, index, memref<?xindex>, memref<?xindex>, index) -> !gpu.sparse.spmat_handle
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 5 does not verify

// -----

func.func @destroy_dn_tensor_handle(%h: !gpu.sparse.spmat_handle) {
  "gpu.destroy_dn_tensor"(%h) : (!gpu.sparse.spmat_handle) -> ()
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @sddmm_buffer_size_mode(%h: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) {
  %0 = gpu.sddmm_buffer_size %d{SIDEWAYS}, %d, %h into f32
  return
}

// CHECK: expected one of: NON_TRANSPOSE, TRANSPOSE, CONJUGATE_TRANSPOSE

// -----

func.func @sddmm_buffer_size_handle(%d: !gpu.sparse.dntensor_handle) {
  %0 = "gpu.sddmm_buffer_size"(%d, %d, %d) <{computeType = f32, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>, modeB = #gpu<mat_transpose_mode NON_TRANSPOSE>}> : (!gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle) -> index
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 2 does not verify

// -----

func.func @sddmm_handle(%m: memref<?xf32>, %h: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) {
  "gpu.sddmm"(%d, %h, %h, %m) <{computeType = f32, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>, modeB = #gpu<mat_transpose_mode NON_TRANSPOSE>}> : (!gpu.sparse.dntensor_handle, !gpu.sparse.spmat_handle, !gpu.sparse.spmat_handle, memref<?xf32>) -> ()
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 1 does not verify

// -----

func.func @sddmm_buffer(%i: index, %h: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) {
  "gpu.sddmm"(%d, %d, %h, %i) <{computeType = f32, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>, modeB = #gpu<mat_transpose_mode NON_TRANSPOSE>}> : (!gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.spmat_handle, index) -> ()
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 3 does not verify

// -----

func.func @set_csr_pointers_positions(%i: index, %m: memref<?xf32>, %n: memref<?xindex>, %h: !gpu.sparse.spmat_handle) {
  "gpu.set_csr_pointers"(%h, %i, %n, %m) : (!gpu.sparse.spmat_handle, index, memref<?xindex>, memref<?xf32>) -> ()
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 1 does not verify

// -----

func.func @spgemm_copy_descriptor(%h: !gpu.sparse.spmat_handle) {
  "gpu.spgemm_copy"(%h, %h, %h, %h) <{computeType = f32, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>, modeB = #gpu<mat_transpose_mode NON_TRANSPOSE>}> : (!gpu.sparse.spmat_handle, !gpu.sparse.spmat_handle, !gpu.sparse.spmat_handle, !gpu.sparse.spmat_handle) -> ()
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @spgemm_create_descr_result() {
  %0 = "gpu.spgemm_create_descr"() : () -> !gpu.sparse.spmat_handle
  return
}

// CHECK: result '{{[A-Za-z_]+}}' at position 0 does not verify

// -----

func.func @spmm_buffers(%i: index, %h: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) {
  "gpu.spmm"(%h, %d, %d, %i) <{computeType = f32, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>, modeB = #gpu<mat_transpose_mode NON_TRANSPOSE>, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1>}> : (!gpu.sparse.spmat_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle, index) -> ()
  return
}

// CHECK: operand '{{[A-Za-z_]+}}' at position 3 does not verify

// -----

func.func @spmm_type(%m: memref<?xf32>, %h: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) {
  "gpu.spmm"(%h, %d, %d, %m) <{modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>, modeB = #gpu<mat_transpose_mode NON_TRANSPOSE>, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1>}> : (!gpu.sparse.spmat_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle, memref<?xf32>) -> ()
  return
}

// CHECK: property 'computeType' expected in operation 'gpu.spmm'
