// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @load_stride(%m: memref<8xf32, strided<[2]>>, %i: index) {
  %0 = vector.load %m[%i] : memref<8xf32, strided<[2]>>, vector<4xf32>
  return
}

// CHECK: most minor memref dim must have unit stride

// -----

func.func @load_rank(%m: memref<8xf32>, %i: index) {
  %0 = vector.load %m[%i] : memref<8xf32>, vector<2x4xf32>
  return
}

// CHECK: destination memref has lower rank than the result vector

// -----

func.func @load_element(%m: memref<8xf32>, %i: index) {
  %0 = vector.load %m[%i] : memref<8xf32>, vector<4xi32>
  return
}

// CHECK: should match

// -----

func.func @load_vector_element(%m: memref<8xvector<4xf32>>, %i: index) {
  %0 = vector.load %m[%i] : memref<8xvector<4xf32>>, vector<8xf32>
  return
}

// CHECK: base memref and result vector types should match

// -----

func.func @load_indices(%m: memref<8x8xf32>, %i: index) {
  %0 = vector.load %m[%i] : memref<8x8xf32>, vector<4xf32>
  return
}

// CHECK: index for each dimension

// -----

func.func @load_alignment(%m: memref<8xf32>, %i: index) {
  %0 = vector.load %m[%i] {alignment = 3 : i64} : memref<8xf32>, vector<4xf32>
  return
}

// CHECK: expected a value that is positive and a power of two > 0

// -----

func.func @load_alignment_zero(%m: memref<8xf32>, %i: index) {
  %0 = vector.load %m[%i] {alignment = 0 : i64} : memref<8xf32>, vector<4xf32>
  return
}

// CHECK: expected a value that is positive and a power of two > 0

// -----

func.func @load_unranked(%m: memref<*xf32>) {
  %0 = vector.load %m[] : memref<*xf32>, vector<4xf32>
  return
}

// CHECK: memref

// -----

func.func @store_stride(%m: memref<8xf32, strided<[2]>>, %i: index, %v: vector<4xf32>) {
  vector.store %v, %m[%i] : memref<8xf32, strided<[2]>>, vector<4xf32>
  return
}

// CHECK: most minor memref dim must have unit stride

// -----

func.func @store_rank(%m: memref<8xf32>, %i: index, %v: vector<1x4xf32>) {
  vector.store %v, %m[%i] : memref<8xf32>, vector<1x4xf32>
  return
}

// CHECK: source memref has lower rank than the vector to store

// -----

func.func @store_element(%m: memref<8xf32>, %i: index, %v: vector<4xi32>) {
  vector.store %v, %m[%i] : memref<8xf32>, vector<4xi32>
  return
}

// CHECK: should match

// -----

func.func @store_vector_element(%m: memref<8xvector<4xf32>>, %i: index, %v: vector<8xf32>) {
  vector.store %v, %m[%i] : memref<8xvector<4xf32>>, vector<8xf32>
  return
}

// CHECK: base memref and valueToStore vector types should match

// -----

func.func @store_indices(%m: memref<8xf32>, %v: vector<4xf32>) {
  vector.store %v, %m[] : memref<8xf32>, vector<4xf32>
  return
}

// CHECK: index for each dimension

// -----

func.func @store_alignment(%m: memref<8xf32>, %i: index, %v: vector<4xf32>) {
  vector.store %v, %m[%i] {alignment = -4 : i64} : memref<8xf32>, vector<4xf32>
  return
}

// CHECK: expected a value that is positive and a power of two > 0

// -----

func.func @maskedload_element(%m: memref<8xi32>, %i: index, %k: vector<8xi1>, %v: vector<8xf32>) {
  %0 = vector.maskedload %m[%i], %k, %v : memref<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: element type should match

// -----

func.func @maskedload_pass_thru(%m: memref<8xf32>, %i: index, %k: vector<8xi1>, %v: vector<4xf32>) {
  %0 = vector.maskedload %m[%i], %k, %v : memref<8xf32>, vector<8xi1>, vector<4xf32> into vector<8xf32>
  return
}

// CHECK: expected pass_thru of same type as result type

// -----

func.func @maskedload_mask(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %v: vector<8xf32>) {
  %0 = vector.maskedload %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: expected result shape to match mask shape

// -----

func.func @maskedload_indices(%m: memref<8xf32>, %k: vector<8xi1>, %v: vector<8xf32>) {
  %0 = vector.maskedload %m[], %k, %v : memref<8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: index for each memref dimension

// -----

func.func @maskedload_alignment(%m: memref<8xf32>, %i: index, %k: vector<8xi1>, %v: vector<8xf32>) {
  %0 = vector.maskedload %m[%i], %k, %v {alignment = 3 : i64} : memref<8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: expected a value that is positive and a power of two > 0

// -----

func.func @maskedstore_element(%m: memref<8xi32>, %i: index, %k: vector<8xi1>, %v: vector<8xf32>) {
  vector.maskedstore %m[%i], %k, %v : memref<8xi32>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK: element type should match

// -----

func.func @maskedstore_mask(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %v: vector<8xf32>) {
  vector.maskedstore %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<8xf32>
  return
}

// CHECK: expected valueToStore shape to match mask shape

// -----

func.func @maskedstore_indices(%m: memref<8xf32>, %i: index, %k: vector<8xi1>, %v: vector<8xf32>) {
  vector.maskedstore %m[%i, %i], %k, %v : memref<8xf32>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK: index for each memref dimension

// -----

func.func @maskedstore_0d(%m: memref<8xf32>, %i: index, %k: vector<i1>, %v: vector<f32>) {
  vector.maskedstore %m[%i], %k, %v : memref<8xf32>, vector<i1>, vector<f32>
  return
}

// CHECK: rank

// -----

func.func @expandload_mask(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %v: vector<8xf32>) {
  %0 = vector.expandload %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: expected result dim to match mask dim

// -----

func.func @expandload_scalable(%m: memref<8xf32>, %i: index, %k: vector<[8]xi1>, %v: vector<[8]xf32>) {
  %0 = vector.expandload %m[%i], %k, %v : memref<8xf32>, vector<[8]xi1>, vector<[8]xf32> into vector<[8]xf32>
  return
}

// CHECK: expected a fixed-length vector

// -----

func.func @expandload_element(%m: memref<8xi32>, %i: index, %k: vector<8xi1>, %v: vector<8xf32>) {
  %0 = vector.expandload %m[%i], %k, %v : memref<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: element type should match

// -----

func.func @expandload_pass_thru(%m: memref<8xf32>, %i: index, %k: vector<8xi1>, %v: vector<4xf32>) {
  %0 = vector.expandload %m[%i], %k, %v : memref<8xf32>, vector<8xi1>, vector<4xf32> into vector<8xf32>
  return
}

// CHECK: expected pass_thru of same type as result type

// -----

func.func @expandload_indices(%m: memref<8xf32>, %k: vector<8xi1>, %v: vector<8xf32>) {
  %0 = vector.expandload %m[], %k, %v : memref<8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: index for each memref dimension

// -----

func.func @compressstore_mask(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %v: vector<8xf32>) {
  vector.compressstore %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<8xf32>
  return
}

// CHECK: expected valueToStore dim to match mask dim

// -----

func.func @compressstore_element(%m: memref<8xi32>, %i: index, %k: vector<8xi1>, %v: vector<8xf32>) {
  vector.compressstore %m[%i], %k, %v : memref<8xi32>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK: element type should match

// -----

func.func @compressstore_indices(%m: memref<8xf32>, %k: vector<8xi1>, %v: vector<8xf32>) {
  vector.compressstore %m[], %k, %v : memref<8xf32>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK: index for each memref dimension

// -----

func.func @gather_base(%m: vector<8xf32>, %i: index, %x: vector<8xi32>, %k: vector<8xi1>, %v: vector<8xf32>) {
  %0 = vector.gather %m[%i] [%x], %k, %v : vector<8xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: vector<8xf32>

// -----

func.func @gather_element(%m: memref<8xi32>, %i: index, %x: vector<8xi32>, %k: vector<8xi1>, %v: vector<8xf32>) {
  %0 = vector.gather %m[%i] [%x], %k, %v : memref<8xi32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: lement type

// -----

func.func @gather_offsets(%m: memref<8xf32>, %x: vector<8xi32>, %k: vector<8xi1>, %v: vector<8xf32>) {
  %0 = vector.gather %m[] [%x], %k, %v : memref<8xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: index for each

// -----

func.func @gather_indices(%m: memref<8xf32>, %i: index, %x: vector<4xi32>, %k: vector<8xi1>, %v: vector<8xf32>) {
  %0 = vector.gather %m[%i] [%x], %k, %v : memref<8xf32>, vector<4xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: expected result dim to match indices dim

// -----

func.func @gather_mask(%m: memref<8xf32>, %i: index, %x: vector<8xi32>, %k: vector<4xi1>, %v: vector<8xf32>) {
  %0 = vector.gather %m[%i] [%x], %k, %v : memref<8xf32>, vector<8xi32>, vector<4xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: expected result dim to match mask dim

// -----

func.func @gather_pass_thru(%m: memref<8xf32>, %i: index, %x: vector<8xi32>, %k: vector<8xi1>, %v: vector<4xf32>) {
  %0 = vector.gather %m[%i] [%x], %k, %v : memref<8xf32>, vector<8xi32>, vector<8xi1>, vector<4xf32> into vector<8xf32>
  return
}

// CHECK: expected pass_thru of same type as result type

// -----

func.func @gather_index_type(%m: memref<8xf32>, %i: index, %x: vector<8xf32>, %k: vector<8xi1>, %v: vector<8xf32>) {
  %0 = vector.gather %m[%i] [%x], %k, %v : memref<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// CHECK: f32

// -----

func.func @scatter_element(%m: memref<8xi32>, %i: index, %x: vector<8xi32>, %k: vector<8xi1>, %v: vector<8xf32>) {
  vector.scatter %m[%i] [%x], %k, %v : memref<8xi32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK: lement type

// -----

func.func @scatter_offsets(%m: memref<8xf32>, %x: vector<8xi32>, %k: vector<8xi1>, %v: vector<8xf32>) {
  vector.scatter %m[] [%x], %k, %v : memref<8xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK: index for each

// -----

func.func @scatter_indices(%m: memref<8xf32>, %i: index, %x: vector<4xi32>, %k: vector<8xi1>, %v: vector<8xf32>) {
  vector.scatter %m[%i] [%x], %k, %v : memref<8xf32>, vector<4xi32>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK: expected valueToStore dim to match indices dim

// -----

func.func @scatter_mask(%m: memref<8xf32>, %i: index, %x: vector<8xi32>, %k: vector<4xi1>, %v: vector<8xf32>) {
  vector.scatter %m[%i] [%x], %k, %v : memref<8xf32>, vector<8xi32>, vector<4xi1>, vector<8xf32>
  return
}

// CHECK: expected valueToStore dim to match mask dim

// -----

func.func @read_indices(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i], %x : memref<?x?xf32>, vector<4xf32>
  return
}

// CHECK: an index for each memref/tensor dimension

// -----

func.func @read_default_map(%m: memref<?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i], %x : memref<?xf32>, vector<4x4xf32>
  return
}

// CHECK: expected a custom permutation_map when rank(source) != rank(destination)

// -----

func.func @read_padding(%m: memref<?xf32>, %i: index, %x: i32) {
  %0 = "vector.transfer_read"(%m, %i, %x) <{in_bounds = [false], permutation_map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (memref<?xf32>, index, i32) -> vector<4xf32>
  return
}

// CHECK: requires formal padding and source of the same elemental type

// -----

func.func @read_bits(%m: memref<?xf64>, %i: index, %x: f64) {
  %0 = vector.transfer_read %m[%i], %x : memref<?xf64>, vector<3xf32>
  return
}

// CHECK: bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type

// -----

func.func @read_map_results(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4x4xf32>
  return
}

// CHECK: requires a permutation_map with result dims of the same rank as the vector type

// -----

func.func @read_map_dims(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// CHECK: requires a permutation_map with input dims of the same rank as the source type

// -----

func.func @read_map_symbols(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1)[s0] -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// CHECK: requires permutation_map without symbols

// -----

func.func @read_map_sum(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// CHECK: requires a projected permutation_map

// -----

func.func @read_map_one(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (1)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// CHECK: requires a projected permutation_map

// -----

func.func @read_map_twice(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<?x?xf32>, vector<4x4xf32>
  return
}

// CHECK: found one dim used more than once

// -----

func.func @read_in_bounds(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true]} : memref<?x?xf32>, vector<4x4xf32>
  return
}

// CHECK: expects the in_bounds attr of same rank as permutation_map results

// -----

func.func @read_mask_type(%m: memref<?x?xf32>, %i: index, %x: f32, %k: vector<8xi1>) {
  %0 = "vector.transfer_read"(%m, %i, %i, %x, %k) <{in_bounds = [false], permutation_map = affine_map<(d0, d1) -> (d0)>, operandSegmentSizes = array<i32: 1, 2, 1, 1>}> : (memref<?x?xf32>, index, index, f32, vector<8xi1>) -> vector<4xf32>
  return
}

// CHECK: inferred mask type ('vector<4xi1>') and mask operand type ('vector<8xi1>') don't match

// -----

func.func @read_mask_elements(%e: memref<?xvector<4xf32>>, %i: index, %p: vector<4xf32>, %k: vector<1xi1>) {
  %0 = vector.transfer_read %e[%i], %p, %k : memref<?xvector<4xf32>>, vector<1x4xf32>
  return
}

// CHECK: does not support masks with vector element type

// -----

func.func @read_vector_elements(%e: memref<?xvector<4x3xf32>>, %i: index, %p: vector<4x3xf32>) {
  %0 = vector.transfer_read %e[%i], %p {permutation_map = affine_map<(d0) -> (d0)>} : memref<?xvector<4x3xf32>>, vector<3xf32>
  return
}

// CHECK: source vector element and vector result ranks to match

// -----

func.func @read_one_type(%m: memref<?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i], %x : memref<?xf32>
  return
}

// CHECK: requires two types

// -----

func.func @read_scalar(%m: memref<?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i], %x : memref<?xf32>, f32
  return
}

// CHECK: requires vector type

// -----

func.func @read_unranked(%m: memref<*xf32>, %x: f32) {
  %0 = vector.transfer_read %m[], %x : memref<*xf32>, vector<4xf32>
  return
}

// CHECK: requires memref or ranked tensor type

// -----

func.func @write_indices(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?x?xf32>
  return
}

// CHECK: an index for each memref/tensor dimension

// -----

func.func @write_broadcast(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (0)>} : vector<4xf32>, memref<?x?xf32>
  return
}

// CHECK: should not have broadcast dimensions

// -----

func.func @write_bits(%m: memref<?xf64>, %i: index, %v: vector<3xf32>) {
  vector.transfer_write %v, %m[%i] : vector<3xf32>, memref<?xf64>
  return
}

// CHECK: bitwidth of the minor 1-D vector

// -----

func.func @write_mask(%m: memref<?xf32>, %i: index, %v: vector<4xf32>, %k: vector<8xi1>) {
  "vector.transfer_write"(%v, %m, %i, %k) <{in_bounds = [false], permutation_map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (vector<4xf32>, memref<?xf32>, index, vector<8xi1>) -> ()
  return
}

// CHECK: inferred mask type

// -----

func.func @write_in_bounds(%m: memref<?xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i] {in_bounds = []} : vector<4xf32>, memref<?xf32>
  return
}

// CHECK: expects the in_bounds attr of same rank as permutation_map results
