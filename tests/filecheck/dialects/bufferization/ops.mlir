// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

// Buffers of tensors: with layouts, memory spaces, encodings and without a rank.

// CHECK-LABEL: func.func @to_buffer
// CHECK:         bufferization.to_buffer %{{.*}} : tensor<?x4xf32> to memref<?x4xf32>
// CHECK:         bufferization.to_buffer %{{.*}} read_only : tensor<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// CHECK:         bufferization.to_buffer %{{.*}} : tensor<?x4xf32> to memref<?x4xf32, affine_map<(d0, d1) -> (d1, d0)>, #gpu.address_space<global>>
// CHECK:         bufferization.to_buffer %{{.*}} {kept} : tensor<*xf32> to memref<*xf32, 3{{( : i64)?}}>
// GENERIC-LABEL: sym_name = "to_buffer"
// GENERIC:         "bufferization.to_buffer"(%{{.*}}) : (tensor<?x4xf32>) -> memref<?x4xf32>
// GENERIC:         "bufferization.to_buffer"(%{{.*}}) <{read_only}> : (tensor<?x4xf32>) -> memref<?x4xf32, strided<[?, ?], offset: ?>>
func.func @to_buffer(%t: tensor<?x4xf32>, %u: tensor<*xf32>) {
  %0 = bufferization.to_buffer %t : tensor<?x4xf32> to memref<?x4xf32>
  %1 = bufferization.to_buffer %t read_only : tensor<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
  %2 = bufferization.to_buffer %t : tensor<?x4xf32> to memref<?x4xf32, affine_map<(d0, d1) -> (d1, d0)>, #gpu.address_space<global>>
  %3 = bufferization.to_buffer %u {kept} : tensor<*xf32> to memref<*xf32, 3>
  return
}

// -----

// CHECK-LABEL: func.func @to_tensor
// CHECK:         bufferization.to_tensor %{{.*}} : memref<?x4xf32> to tensor<?x4xf32>
// CHECK:         bufferization.to_tensor %{{.*}} restrict writable : memref<?x4xf32, strided<[8, 1], offset: 2>, 1{{( : i64)?}}> to tensor<?x4xf32>
// CHECK:         bufferization.to_tensor %{{.*}} restrict {kept} : memref<*xf32> to tensor<*xf32>
// GENERIC-LABEL: sym_name = "to_tensor"
// GENERIC:         "bufferization.to_tensor"(%{{.*}}) <{restrict, writable}>
func.func @to_tensor(%a: memref<?x4xf32>, %b: memref<?x4xf32, strided<[8, 1], offset: 2>, 1>, %c: memref<*xf32>) {
  %0 = bufferization.to_tensor %a : memref<?x4xf32> to tensor<?x4xf32>
  %1 = bufferization.to_tensor %b restrict writable : memref<?x4xf32, strided<[8, 1], offset: 2>, 1> to tensor<?x4xf32>
  %2 = bufferization.to_tensor %c restrict {kept} : memref<*xf32> to tensor<*xf32>
  return
}

// -----

// CHECK-LABEL: func.func @clone
// CHECK:         bufferization.clone %{{.*}} : memref<*xf32> to memref<*xf32>
// CHECK:         bufferization.clone %{{.*}} : memref<?xf32> to memref<8xf32>
// CHECK:         bufferization.clone %{{.*}} : memref<?xf32> to memref<?xf32, strided<[?]>, 2{{( : i64)?}}>
// CHECK:         bufferization.clone %{{.*}} : memref<*xf32> to memref<4x4xi32>
func.func @clone(%a: memref<*xf32>, %b: memref<?xf32>) {
  %0 = bufferization.clone %a : memref<*xf32> to memref<*xf32>
  %1 = bufferization.clone %b : memref<?xf32> to memref<8xf32>
  %2 = bufferization.clone %b : memref<?xf32> to memref<?xf32, strided<[?]>, 2>
  %3 = bufferization.clone %a : memref<*xf32> to memref<4x4xi32>
  return
}

// -----

// CHECK-LABEL: func.func @alloc_tensor
// CHECK:         bufferization.alloc_tensor() : tensor<4xf32>
// CHECK:         bufferization.alloc_tensor(%{{.*}}, %{{.*}}) {kept} : tensor<?x4x?xf32>
// CHECK:         bufferization.alloc_tensor() copy(%{{.*}}) : tensor<?xf32>
// CHECK:         bufferization.alloc_tensor() copy(%{{.*}}) size_hint = %{{.*}} {memory_space = #gpu.address_space<workgroup>} : tensor<?xf32>
// GENERIC-LABEL: sym_name = "alloc_tensor"
// GENERIC:         "bufferization.alloc_tensor"() <{operandSegmentSizes = array<i32: 0, 0, 0>}>
// GENERIC:         "bufferization.alloc_tensor"(%{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 2, 0, 0>}> {kept}
// GENERIC:         "bufferization.alloc_tensor"(%{{.*}}) <{operandSegmentSizes = array<i32: 0, 1, 0>}>
// GENERIC:         "bufferization.alloc_tensor"(%{{.*}}, %{{.*}}) <{memory_space = #gpu.address_space<workgroup>, operandSegmentSizes = array<i32: 0, 1, 1>}>
func.func @alloc_tensor(%n: index, %t: tensor<?xf32>) {
  %0 = bufferization.alloc_tensor() : tensor<4xf32>
  %1 = bufferization.alloc_tensor(%n, %n) {kept} : tensor<?x4x?xf32>
  %2 = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>
  %3 = bufferization.alloc_tensor() copy(%t) size_hint=%n {memory_space = #gpu.address_space<workgroup>} : tensor<?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @dealloc_tensor
// CHECK:         bufferization.dealloc_tensor %{{.*}} : tensor<?xf32>
// CHECK:         bufferization.dealloc_tensor %{{.*}} {kept} : tensor<*xf32>
func.func @dealloc_tensor(%t: tensor<?xf32>, %u: tensor<*xf32>) {
  bufferization.dealloc_tensor %t : tensor<?xf32>
  bufferization.dealloc_tensor %u {kept} : tensor<*xf32>
  return
}

// -----

// CHECK-LABEL: func.func @materialize
// CHECK:         bufferization.materialize_in_destination %{{.*}} in %{{.*}} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK:         bufferization.materialize_in_destination %{{.*}} in %{{.*}} : (tensor<?xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK:         bufferization.materialize_in_destination %{{.*}} in restrict writable %{{.*}} : (tensor<?xf32>, memref<?xf32, strided<[?], offset: ?>>) -> ()
// CHECK:         bufferization.materialize_in_destination %{{.*}} in writable %{{.*}} {kept} : (tensor<?xf32>, memref<?xf32, 2{{( : i64)?}}>) -> ()
// GENERIC-LABEL: sym_name = "materialize"
// GENERIC:         "bufferization.materialize_in_destination"(%{{.*}}, %{{.*}}) <{restrict, writable}>
func.func @materialize(%t: tensor<?xf32>, %u: tensor<8xf32>, %a: memref<?xf32, strided<[?], offset: ?>>, %b: memref<?xf32, 2>) {
  %0 = bufferization.materialize_in_destination %t in %t : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = bufferization.materialize_in_destination %t in %u : (tensor<?xf32>, tensor<8xf32>) -> tensor<8xf32>
  bufferization.materialize_in_destination %t in restrict writable %a : (tensor<?xf32>, memref<?xf32, strided<[?], offset: ?>>) -> ()
  bufferization.materialize_in_destination %t in writable %b {kept} : (tensor<?xf32>, memref<?xf32, 2>) -> ()
  return
}

// -----

// CHECK-LABEL: func.func @dealloc
// CHECK:         bufferization.dealloc (%{{.*}}, %{{.*}} : memref<2xf32>, memref<*xi8>) if (%{{.*}}, %{{.*}})
// CHECK:         %{{.*}}, %{{.*}} = bufferization.dealloc (%{{.*}} : memref<2xf32>) if (%{{.*}}) retain (%{{.*}}, %{{.*}} : memref<4xi32, 1{{( : i64)?}}>, memref<*xi8>)
// CHECK:         bufferization.dealloc
// CHECK-NEXT:    bufferization.dealloc {kept}
// CHECK:         bufferization.dealloc retain (%{{.*}} : memref<*xi8>)
// GENERIC-LABEL: sym_name = "dealloc"
// GENERIC:         "bufferization.dealloc"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 2, 2, 0>}>
// GENERIC:         "bufferization.dealloc"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 1, 1, 2>}>
// GENERIC:         "bufferization.dealloc"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
func.func @dealloc(%a: memref<2xf32>, %b: memref<*xi8>, %c: memref<4xi32, 1>, %p: i1, %q: i1) {
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<*xi8>) if (%p, %q)
  %0:2 = bufferization.dealloc (%a : memref<2xf32>) if (%p) retain (%c, %b : memref<4xi32, 1>, memref<*xi8>)
  bufferization.dealloc
  bufferization.dealloc {kept}
  %1 = bufferization.dealloc retain (%b : memref<*xi8>)
  return
}

// -----

// Only what allocates or frees may be in the hands of the program.

// CHECK-LABEL: func.func @manual_deallocation
// CHECK:         memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
// CHECK:         memref.dealloc %{{.*}} {bufferization.manual_deallocation} : memref<4xf32>
func.func @manual_deallocation() {
  %0 = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
  memref.dealloc %0 {bufferization.manual_deallocation} : memref<4xf32>
  return
}
