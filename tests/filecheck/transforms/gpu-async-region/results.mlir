// RUN: xdsl-opt %s -p gpu-async-region | filecheck %s

// Operations keep their other results.

// CHECK-LABEL: func.func @results(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %r, %c, %z, %[[T1:.*]] = gpu.spmat_get_size async [%[[T0]]] %s
// CHECK-NEXT:    %b, %[[T2:.*]] = gpu.spmm_buffer_size async [%[[T1]]] %s, %d, %d : index into f32
// CHECK-NEXT:    %m, %[[T3:.*]] = gpu.alloc async [%[[T2]]] host_shared (%b) : memref<?xi8>
// CHECK-NEXT:    gpu.wait [%[[T3]]]
// CHECK-NEXT:    func.return %r, %m
func.func @results(%s: !gpu.sparse.spmat_handle, %d: !gpu.sparse.dntensor_handle) -> (index, memref<?xi8>) {
  %r, %c, %z = gpu.spmat_get_size %s
  %b = gpu.spmm_buffer_size %s, %d, %d : index into f32
  %m = gpu.alloc host_shared (%b) : memref<?xi8>
  return %r, %m : index, memref<?xi8>
}
