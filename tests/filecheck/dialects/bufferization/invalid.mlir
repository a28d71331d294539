// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @to_buffer_element(%t: tensor<?xf32>) {
  %0 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xi32>
  return
}

// CHECK: element types do not match

// -----

func.func @to_buffer_size(%t: tensor<?xf32>) {
  %0 = bufferization.to_buffer %t : tensor<?xf32> to memref<4xf32>
  return
}

// CHECK: shapes do not match

// -----

func.func @to_buffer_rank(%t: tensor<?xf32>) {
  %0 = bufferization.to_buffer %t : tensor<?xf32> to memref<*xf32>
  return
}

// CHECK: shapes do not match

// -----

func.func @to_buffer_of_buffer(%m: memref<?xf32>) {
  %0 = bufferization.to_buffer %m : memref<?xf32> to memref<?xf32>
  return
}

// CHECK: {{'bufferization.*'}} op Unexpected attribute memref<?xf32>

// -----

func.func @to_tensor_element(%m: memref<?xf32>) {
  %0 = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf64>
  return
}

// CHECK: element types do not match

// -----

func.func @to_tensor_rank(%m: memref<?xf32>) {
  %0 = bufferization.to_tensor %m : memref<?xf32> to tensor<?x?xf32>
  return
}

// CHECK: shapes do not match

// -----

func.func @clone_tensor(%t: tensor<?xf32>) {
  %0 = bufferization.clone %t : tensor<?xf32> to memref<?xf32>
  return
}

// CHECK: {{'bufferization.*'}} op Unexpected attribute tensor<?xf32>

// -----

func.func @copy_and_size(%t: tensor<?xf32>, %n: index) {
  %0 = bufferization.alloc_tensor(%n) copy(%t) : tensor<?xf32>
  return
}

// CHECK: dynamic sizes not needed when copying a tensor

// -----

func.func @sizes_too_few(%n: index) {
  %0 = bufferization.alloc_tensor(%n) : tensor<?x?xf32>
  return
}

// CHECK: incorrect number of dynamic sizes, has 1, expected 2

// -----

func.func @copy_of_other_type(%t: tensor<?xf32>) {
  %0 = "bufferization.alloc_tensor"(%t) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (tensor<?xf32>) -> tensor<4xf32>
  return
}

// CHECK: tensor<?xf32> expected from variable 'T', but got tensor<4xf32>

// -----

func.func @dealloc_tensor_of_buffer(%m: memref<?xf32>) {
  bufferization.dealloc_tensor %m : memref<?xf32>
  return
}

// CHECK: {{'bufferization.*'}} op Unexpected attribute memref<?xf32>

// -----

func.func @materialize_element(%t: tensor<?xf32>, %u: tensor<?xf64>) {
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<?xf32>, tensor<?xf64>) -> tensor<?xf64>
  return
}

// CHECK: failed to verify that all of {source, dest} have same element type

// -----

func.func @materialize_rank(%t: tensor<?xf32>, %u: tensor<?x?xf32>) {
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return
}

// CHECK: rank mismatch between source and destination shape

// -----

func.func @materialize_sizes(%t: tensor<5xf32>, %u: tensor<4xf32>) {
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<5xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK: source/destination shapes are incompatible

// -----

func.func @materialize_without_rank(%t: tensor<?xf32>, %m: memref<*xf32>) {
  bufferization.materialize_in_destination %t in writable %m : (tensor<?xf32>, memref<*xf32>) -> ()
  return
}

// CHECK: source/destination shapes are incompatible

// -----

func.func @materialize_result_type(%t: tensor<?xf32>, %u: tensor<4xf32>) {
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return
}

// CHECK: result and 'dest' types must match

// -----

func.func @materialize_no_result(%t: tensor<?xf32>, %u: tensor<4xf32>) {
  bufferization.materialize_in_destination %t in %u : (tensor<?xf32>, tensor<4xf32>) -> ()
  return
}

// CHECK: tensor 'dest' implies exactly one tensor result

// -----

func.func @materialize_result(%t: tensor<?xf32>, %m: memref<4xf32>) {
  %0 = bufferization.materialize_in_destination %t in writable %m : (tensor<?xf32>, memref<4xf32>) -> tensor<4xf32>
  return
}

// CHECK: memref 'dest' implies zero results

// -----

func.func @materialize_not_writable(%t: tensor<?xf32>, %m: memref<4xf32>) {
  bufferization.materialize_in_destination %t in %m : (tensor<?xf32>, memref<4xf32>) -> ()
  return
}

// CHECK: 'writable' must be specified if and only if the destination is of memref type

// -----

func.func @materialize_writable_tensor(%t: tensor<?xf32>, %u: tensor<4xf32>) {
  %0 = bufferization.materialize_in_destination %t in writable %u : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK: 'writable' must be specified if and only if the destination is of memref type

// -----

func.func @materialize_restrict_tensor(%t: tensor<?xf32>, %u: tensor<4xf32>) {
  %0 = bufferization.materialize_in_destination %t in restrict %u : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK: 'restrict' is valid only for memref destinations

// -----

func.func @materialize_in_vector(%t: tensor<?xf32>, %v: vector<4xf32>) {
  bufferization.materialize_in_destination %t in writable %v : (tensor<?xf32>, vector<4xf32>) -> ()
  return
}

// CHECK: {{'bufferization.*'}} op Unexpected attribute vector<4xf32>

// -----

func.func @dealloc_conditions(%a: memref<?xf32>, %c: i1) {
  bufferization.dealloc (%a, %a : memref<?xf32>, memref<?xf32>) if (%c)
  return
}

// CHECK: must have the same number of conditions as memrefs to deallocate

// -----

func.func @dealloc_results(%a: memref<?xf32>, %c: i1) {
  "bufferization.dealloc"(%a, %c, %a) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (memref<?xf32>, i1, memref<?xf32>) -> ()
  return
}

// CHECK: integer 1 expected from int variable 'RETAINED', but got 0

// -----

func.func @dealloc_of_tensor(%t: tensor<?xf32>, %c: i1) {
  bufferization.dealloc (%t : tensor<?xf32>) if (%c)
  return
}

// CHECK: {{'bufferization.*'}} op Unexpected attribute tensor<?xf32>

// -----

func.func @unknown_attribute() {
  return {bufferization.escape = [true]}
}

// CHECK: attribute '"bufferization.escape"' not supported as an op attribute by the bufferization dialect

// -----

func.func @manual_deallocation_of_nothing() {
  return {bufferization.manual_deallocation}
}

// CHECK: attribute 'bufferization.manual_deallocation' can be used only on ops that have an allocation and/or free side effect
