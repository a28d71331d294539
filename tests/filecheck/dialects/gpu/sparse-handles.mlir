// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

func.func @dense(%n: index, %ix: memref<?xindex>, %v: memref<?xf64>, %t: !gpu.async.token) {
  %a = gpu.create_dn_tensor %v, %n : index into memref<?xf64>
  %b, %bt = gpu.create_dn_tensor async [%t] %v, %n, %n {tag} : index, index into memref<?xf64>
  gpu.destroy_dn_tensor %a
  %c = gpu.destroy_dn_tensor async [%t, %bt] %b {tag}
  return
}

// CHECK-LABEL: func.func @dense(
// CHECK-NEXT: %a = gpu.create_dn_tensor %v, %n : index into memref<?xf64>
// CHECK-NEXT: %b, %bt = gpu.create_dn_tensor async [%t] %v, %n, %n {tag} : index, index into memref<?xf64>
// CHECK-NEXT: gpu.destroy_dn_tensor %a
// CHECK-NEXT: %c = gpu.destroy_dn_tensor async [%t, %bt] %b {tag}
// GENERIC: %a = "gpu.create_dn_tensor"(%v, %n) <{operandSegmentSizes = array<i32: 0, 1, 1>}> : (memref<?xf64>, index) -> !gpu.sparse.dntensor_handle

// -----

func.func @sparse(%n: index, %ix: memref<?xindex>, %v: memref<?xf64>, %t: !gpu.async.token) {
  %coo = gpu.create_coo %n, %n, %n, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %coo_async, %coo_token = gpu.create_coo async [%t] %n, %n, %n, %ix, %ix, %v {tag} : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %coo_aos = gpu.create_coo_aos %n, %n, %n, %ix, %v : memref<?xindex>, memref<?xf64>
  %coo_aos_async, %coo_aos_token = gpu.create_coo_aos async [%t] %n, %n, %n, %ix, %v {tag} : memref<?xindex>, memref<?xf64>
  %csr = gpu.create_csr %n, %n, %n, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %csr_async, %csr_token = gpu.create_csr async [%t] %n, %n, %n, %ix, %ix, %v {tag} : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %csc = gpu.create_csc %n, %n, %n, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %csc_async, %csc_token = gpu.create_csc async [%t] %n, %n, %n, %ix, %ix, %v {tag} : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %bsr = gpu.create_bsr %n, %n, %n, %n, %n, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %bsr_async, %bsr_token = gpu.create_bsr async [%t] %n, %n, %n, %n, %n, %ix, %ix, %v {tag} : memref<?xindex>, memref<?xindex>, memref<?xf64>
  return
}

// CHECK-LABEL: func.func @sparse(
// CHECK-NEXT: %coo = gpu.create_coo %n, %n, %n, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
// CHECK-NEXT: %coo_async, %coo_token = gpu.create_coo async [%t] %n, %n, %n, %ix, %ix, %v {tag} : memref<?xindex>, memref<?xindex>, memref<?xf64>
// CHECK-NEXT: %coo_aos = gpu.create_coo_aos %n, %n, %n, %ix, %v : memref<?xindex>, memref<?xf64>
// CHECK-NEXT: %coo_aos_async, %coo_aos_token = gpu.create_coo_aos async [%t] %n, %n, %n, %ix, %v {tag} : memref<?xindex>, memref<?xf64>
// CHECK-NEXT: %csr = gpu.create_csr %n, %n, %n, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
// CHECK-NEXT: %csr_async, %csr_token = gpu.create_csr async [%t] %n, %n, %n, %ix, %ix, %v {tag} : memref<?xindex>, memref<?xindex>, memref<?xf64>
// CHECK-NEXT: %csc = gpu.create_csc %n, %n, %n, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
// CHECK-NEXT: %csc_async, %csc_token = gpu.create_csc async [%t] %n, %n, %n, %ix, %ix, %v {tag} : memref<?xindex>, memref<?xindex>, memref<?xf64>
// CHECK-NEXT: %bsr = gpu.create_bsr %n, %n, %n, %n, %n, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
// CHECK-NEXT: %bsr_async, %bsr_token = gpu.create_bsr async [%t] %n, %n, %n, %n, %n, %ix, %ix, %v {tag} : memref<?xindex>, memref<?xindex>, memref<?xf64>
// GENERIC: %coo = "gpu.create_coo"(%n, %n, %n, %ix, %ix, %v) : (index, index, index, memref<?xindex>, memref<?xindex>, memref<?xf64>) -> !gpu.sparse.spmat_handle

// -----

func.func @two_to_four(%n: index, %ix: memref<?xindex>, %v: memref<?xf64>, %t: !gpu.async.token) {
  %a = gpu.create_2to4_spmat {PRUNE_AND_CHECK} %n, %n, %v : memref<?xf64>
  %b = gpu.create_2to4_spmat {PRUNE_ONLY} %n, %n, %v : memref<?xf64>
  %c, %ct = gpu.create_2to4_spmat async [%t] {NONE} %n, %n, %v {tag} : memref<?xf64>
  return
}

// CHECK-LABEL: func.func @two_to_four(
// CHECK-NEXT: %a = gpu.create_2to4_spmat {PRUNE_AND_C{{H}}ECK} %n, %n, %v : memref<?xf64>
// CHECK-NEXT: %b = gpu.create_2to4_spmat {PRUNE_ONLY} %n, %n, %v : memref<?xf64>
// CHECK-NEXT: %c, %ct = gpu.create_2to4_spmat async [%t] {NONE} %n, %n, %v {tag} : memref<?xf64>
// GENERIC: %c, %ct = "gpu.create_2to4_spmat"(%t, %n, %n, %v) <{pruneFlag = #gpu<prune_2to4_spmat_flag NONE>}> {tag} : (!gpu.async.token, index, index, memref<?xf64>) -> (!gpu.sparse.spmat_handle, !gpu.async.token)

// -----

func.func @matrix(%s: !gpu.sparse.spmat_handle, %ix: memref<?xindex>, %v: memref<?xf64>, %t: !gpu.async.token) {
  %rows, %cols, %nnz = gpu.spmat_get_size %s
  %rows2, %cols2, %nnz2, %token = gpu.spmat_get_size async [%t] %s {tag}
  gpu.set_csr_pointers %s, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %set = gpu.set_csr_pointers async [%t] %s, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  gpu.destroy_sp_mat %s
  %gone = gpu.destroy_sp_mat async [%set] %s
  return
}

// CHECK-LABEL: func.func @matrix(
// CHECK-NEXT: %rows, %cols, %nnz = gpu.spmat_get_size %s
// CHECK-NEXT: %rows2, %cols2, %nnz2, %token = gpu.spmat_get_size async [%t] %s {tag}
// CHECK-NEXT: gpu.set_csr_pointers %s, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
// CHECK-NEXT: %set = gpu.set_csr_pointers async [%t] %s, %ix, %ix, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
// CHECK-NEXT: gpu.destroy_sp_mat %s
// CHECK-NEXT: %gone = gpu.destroy_sp_mat async [%set] %s
