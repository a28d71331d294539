// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @bitcast_rank(%v: vector<2x4xf32>) {
  %0 = vector.bitcast %v : vector<2x4xf32> to vector<8xf32>
  return
}

// CHECK: same rank

// -----

func.func @bitcast_bits(%v: vector<4xf32>) {
  %0 = vector.bitcast %v : vector<4xf32> to vector<4xf64>
  return
}

// CHECK: do not have an equal bitwidth

// -----

func.func @bitcast_outer(%v: vector<2x4xf32>) {
  %0 = vector.bitcast %v : vector<2x4xf32> to vector<4x2xf32>
  return
}

// CHECK: dimension size mismatch at: 0

// -----

func.func @bitcast_index(%v: vector<4xindex>) {
  %0 = vector.bitcast %v : vector<4xindex> to vector<8xi64>
  return
}

// CHECK: expect both types to have undefined bitwidth

// -----

func.func @bitcast_scalar(%v: f32) {
  %0 = vector.bitcast %v : f32 to vector<1xf32>
  return
}

// CHECK: expected a vector

// -----

func.func @broadcast_element(%x: i32) {
  %0 = vector.broadcast %x : i32 to vector<4xf32>
  return
}

// CHECK: must have the same element type

// -----

func.func @broadcast_rank(%v: vector<2x4xf32>) {
  %0 = vector.broadcast %v : vector<2x4xf32> to vector<4xf32>
  return
}

// CHECK: source rank higher than destination rank

// -----

func.func @broadcast_size(%v: vector<4xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<2x8xf32>
  return
}

// CHECK: dimension mismatch (4 vs. 8)

// -----

func.func @broadcast_scalable(%v: vector<4xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<2x[4]xf32>
  return
}

// CHECK: dimension mismatch

// -----

func.func @broadcast_to_scalar(%x: f32) {
  %0 = vector.broadcast %x : f32 to f32
  return
}

// CHECK: expected a vector

// -----

func.func @shape_cast_element(%v: vector<4xf32>) {
  %0 = vector.shape_cast %v : vector<4xf32> to vector<2x2xi32>
  return
}

// CHECK: has different source and result element types

// -----

func.func @shape_cast_count(%v: vector<4xf32>) {
  %0 = vector.shape_cast %v : vector<4xf32> to vector<2x3xf32>
  return
}

// CHECK: has different number of elements at source (4) and result (6)

// -----

func.func @shape_cast_scalable(%v: vector<[4]xf32>) {
  %0 = vector.shape_cast %v : vector<[4]xf32> to vector<2x2xf32>
  return
}

// CHECK: has different number of scalable dims at source (1) and result (0)

// -----

func.func @transpose_rank(%v: vector<4x2xf32>) {
  %0 = vector.transpose %v, [1, 0] : vector<4x2xf32> to vector<8xf32>
  return
}

// CHECK: vector result rank mismatch: 1

// -----

func.func @transpose_length(%v: vector<4x2xf32>) {
  %0 = vector.transpose %v, [0] : vector<4x2xf32> to vector<2x4xf32>
  return
}

// CHECK: transposition length mismatch: 1

// -----

func.func @transpose_range(%v: vector<4x2xf32>) {
  %0 = vector.transpose %v, [2, 0] : vector<4x2xf32> to vector<2x4xf32>
  return
}

// CHECK: transposition index out of range: 2

// -----

func.func @transpose_twice(%v: vector<4x2xf32>) {
  %0 = vector.transpose %v, [1, 1] : vector<4x2xf32> to vector<2x2xf32>
  return
}

// CHECK: duplicate position index: 1

// -----

func.func @transpose_size(%v: vector<4x2xf32>) {
  %0 = vector.transpose %v, [1, 0] : vector<4x2xf32> to vector<4x2xf32>
  return
}

// CHECK: dimension size mismatch at: 1

// -----

func.func @transpose_element(%v: vector<4x2xf32>) {
  %0 = vector.transpose %v, [1, 0] : vector<4x2xf32> to vector<2x4xi32>
  return
}

// CHECK: have same element type

// -----

func.func @shuffle_ranks(%v: vector<4xf32>, %z: vector<f32>) {
  %0 = vector.shuffle %z, %v [0, 1] : vector<f32>, vector<4xf32>
  return
}

// CHECK: rank mismatch

// -----

func.func @shuffle_ranks_reverse(%v: vector<4xf32>, %z: vector<f32>) {
  %0 = vector.shuffle %v, %z [0, 1] : vector<4xf32>, vector<f32>
  return
}

// CHECK: rank mismatch

// -----

func.func @shuffle_trailing(%v: vector<4x2xf32>, %w: vector<4x3xf32>) {
  %0 = vector.shuffle %v, %w [0, 1] : vector<4x2xf32>, vector<4x3xf32>
  return
}

// CHECK: Input trailing dimensions must match

// -----

func.func @shuffle_index(%v: vector<4xf32>) {
  %0 = vector.shuffle %v, %v [0, 8] : vector<4xf32>, vector<4xf32>
  return
}

// CHECK: Mask value 8 out of range [-1, 8)

// -----

func.func @shuffle_negative(%v: vector<4xf32>) {
  %0 = vector.shuffle %v, %v [-2] : vector<4xf32>, vector<4xf32>
  return
}

// CHECK: Mask value -2 out of range

// -----

func.func @shuffle_empty(%v: vector<4xf32>) {
  %0 = vector.shuffle %v, %v [] : vector<4xf32>, vector<4xf32>
  return
}

// CHECK: 0

// -----

func.func @shuffle_scalable(%v: vector<[4]xf32>) {
  %0 = vector.shuffle %v, %v [0] : vector<[4]xf32>, vector<[4]xf32>
  return
}

// CHECK: expected a fixed-length vector

// -----

func.func @shuffle_elements(%v: vector<4xf32>, %w: vector<4xi32>) {
  %0 = vector.shuffle %v, %w [0] : vector<4xf32>, vector<4xi32>
  return
}

// CHECK: i32

// -----

func.func @shuffle_result(%v: vector<4xf32>) {
  %0 = "vector.shuffle"(%v, %v) <{mask = array<i64: 0, 1>}> : (vector<4xf32>, vector<4xf32>) -> vector<3xf32>
  return
}

// CHECK: vector<3xf32>

// -----

func.func @step_rank() {
  %0 = vector.step : vector<2x4xindex>
  return
}

// CHECK: rank

// -----

func.func @step_element() {
  %0 = vector.step : vector<4xi32>
  return
}

// CHECK: index

// -----

func.func @from_elements_count(%x: f32) {
  %0 = "vector.from_elements"(%x) : (f32) -> vector<2xf32>
  return
}

// CHECK: 'vector<2xf32>'

// -----

func.func @from_elements_type(%x: f32, %i: i32) {
  %0 = "vector.from_elements"(%x, %i) : (f32, i32) -> vector<2xf32>
  return
}

// CHECK: i32

// -----

func.func @from_elements_scalable(%x: f32) {
  %0 = vector.from_elements %x : vector<[1]xf32>
  return
}

// CHECK: expected a fixed-length vector

// -----

func.func @from_elements_operands(%x: f32) {
  %0 = vector.from_elements %x : vector<2xf32>
  return
}

// CHECK: operand

// -----

func.func @to_elements_count(%v: vector<2xf32>) {
  %0 = "vector.to_elements"(%v) : (vector<2xf32>) -> f32
  return
}

// CHECK: 'vector<2xf32>'

// -----

func.func @to_elements_names(%v: vector<2xf32>) {
  %0 = vector.to_elements %v : vector<2xf32>
  return
}

// CHECK: results

// -----

func.func @interleave_result(%v: vector<4xf32>) {
  %0 = vector.interleave %v, %v : vector<4xf32> -> vector<4xf32>
  return
}

// CHECK: expected result type 'vector<8xf32>'

// -----

func.func @deinterleave_odd(%v: vector<3xf32>) {
  %0, %1 = vector.deinterleave %v : vector<3xf32> -> vector<1xf32>
  return
}

// CHECK: must have an even number of elements

// -----

func.func @deinterleave_half(%v: vector<4xf32>) {
  %0, %1 = vector.deinterleave %v : vector<4xf32> -> vector<4xf32>
  return
}

// CHECK: trailing dimension of the results is half the width of source trailing dimension

// -----

func.func @deinterleave_0d(%v: vector<f32>) {
  %0, %1 = vector.deinterleave %v : vector<f32> -> vector<f32>
  return
}

// CHECK: rank

// -----

func.func @type_cast_dynamic(%m: memref<?xf32>) {
  %0 = vector.type_cast %m : memref<?xf32> to memref<vector<4xf32>>
  return
}

// CHECK: must be statically shaped memref

// -----

func.func @type_cast_layout(%m: memref<4xf32, strided<[2]>>) {
  %0 = vector.type_cast %m : memref<4xf32, strided<[2]>> to memref<vector<4xf32>>
  return
}

// CHECK: expects operand to be a memref with identity layout

// -----

func.func @type_cast_result_layout(%m: memref<4x4xf32>) {
  %0 = vector.type_cast %m : memref<4x4xf32> to memref<4xvector<4xf32>, strided<[2]>>
  return
}

// CHECK: expects result to be a memref with identity layout

// -----

func.func @type_cast_space(%m: memref<4xf32>) {
  %0 = vector.type_cast %m : memref<4xf32> to memref<vector<4xf32>, 3>
  return
}

// CHECK: expects result in same memory space

// -----

func.func @type_cast_element(%m: memref<4xf32>) {
  %0 = vector.type_cast %m : memref<4xf32> to memref<vector<4xi32>>
  return
}

// CHECK: same underlying scalar type

// -----

func.func @type_cast_shape(%m: memref<4xf32>) {
  %0 = vector.type_cast %m : memref<4xf32> to memref<vector<2xf32>>
  return
}

// CHECK: expects concatenated result and operand shapes to be equal
