// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @rank_of_a_buffer(%m: memref<4xf32>) {
  %0 = tensor.rank %m : memref<4xf32>
  return
}

// CHECK: 'tensor.rank' op Unexpected attribute memref<4xf32>

// -----

func.func @rank_of_another_type(%t: tensor<4xf32>) {
  %0 = "tensor.rank"(%t) : (tensor<4xf32>) -> i32
  return
}

// CHECK: result 'rank' at position 0 does not verify

// -----

func.func @cast_1(%v1: tensor<1xf32>) {
  %0 = tensor.cast %v1 : tensor<1xf32> to tensor<2xf32>
  return
}

// CHECK: cast incompatible

// -----

func.func @cast_2(%v1: tensor<1xf32>) {
  %0 = tensor.cast %v1 : tensor<1xf32> to tensor<1x1xf32>
  return
}

// CHECK: cast incompatible

// -----

func.func @empty_3(%i: index) {
  %0 = tensor.empty(%i) : tensor<4xf32>
  return
}

// CHECK: dynamic sizes, has

// -----

func.func @empty_4() {
  %0 = tensor.empty() : tensor<?xf32>
  return
}

// CHECK: dynamic sizes, has

// -----

func.func @extract_5(%d: tensor<?xf32>) {
  %0 = tensor.extract %d[] : tensor<?xf32>
  return
}

// CHECK: incorrect number of ind

// -----

func.func @extract_6(%i: index, %d: tensor<?xf32>) {
  %0 = tensor.extract %d[%i, %i] : tensor<?xf32>
  return
}

// CHECK: incorrect number of ind

// -----

func.func @insert_7(%d: tensor<?xf32>, %f: f32) {
  %0 = tensor.insert %f into %d[] : tensor<?xf32>
  return
}

// CHECK: incorrect number of ind

// -----

func.func @insert_8(%i: index, %d: tensor<?xf32>, %f: f32) {
  %0 = tensor.insert %f into %d[%i, %i] : tensor<?xf32>
  return
}

// CHECK: incorrect number of ind

// -----

func.func @from_elements_9(%n: i32) {
  %0 = tensor.from_elements %n : tensor<2xi32>
  return
}

// CHECK: do not match

// -----

func.func @from_elements_10(%n: i32) {
  %0 = tensor.from_elements %n : tensor<?xi32>
  return
}

// CHECK: statically shaped

// -----

func.func @extract_slice_11(%d: tensor<?xf32>) {
  %0 = tensor.extract_slice %d[0][4][1] : tensor<?xf32> to tensor<?x?xf32>
  return
}

// CHECK: smaller or equal

// -----

func.func @extract_slice_12(%d: tensor<?xf32>) {
  %0 = tensor.extract_slice %d[0][4][1] : tensor<?xf32> to tensor<4xi8>
  return
}

// CHECK: expected element type

// -----

func.func @extract_slice_13(%d: tensor<?xf32>) {
  %0 = tensor.extract_slice %d[0][4][1] : tensor<?xf32> to tensor<6xf32>
  return
}

// CHECK: rank-reduced

// -----

func.func @extract_slice_14(%i: index, %d: tensor<?xf32>) {
  %0 = tensor.extract_slice %d[0][%i][1] : tensor<?xf32> to tensor<4xf32>
  return
}

// CHECK: rank-reduced

// -----

func.func @extract_slice_15(%d: tensor<?xf32>) {
  %0 = tensor.extract_slice %d[0, 0][4, 4][1, 1] : tensor<?xf32> to tensor<4x4xf32>
  return
}

// CHECK: offset values

// -----

func.func @extract_slice_16(%q: tensor<8x8xf32>) {
  %0 = tensor.extract_slice %q[0, 6][1, 4][1, 1] : tensor<8x8xf32> to tensor<1x4xf32>
  return
}

// CHECK: out-of-bounds

// -----

func.func @extract_slice_17(%q: tensor<8x8xf32>) {
  %0 = tensor.extract_slice %q[0, 0][2, 4][1, 1] : tensor<8x8xf32> to tensor<4xf32>
  return
}

// CHECK: rank-reduced

// -----

func.func @extract_slice_18(%q: tensor<8x8xf32>) {
  %0 = tensor.extract_slice %q[0, 0][2, 4][1, 1] : tensor<8x8xf32> to tensor<?x4xf32>
  return
}

// CHECK: rank-reduced

// -----

func.func @insert_slice_19(%d: tensor<?xf32>, %q: tensor<8x8xf32>) {
  %0 = tensor.insert_slice %q into %d[0][4][1] : tensor<8x8xf32> into tensor<?xf32>
  return
}

// CHECK: smaller or equal

// -----

func.func @insert_slice_20(%v1: tensor<1xf32>, %e: tensor<4xi8>) {
  %0 = tensor.insert_slice %v1 into %e[0][1][1] : tensor<1xf32> into tensor<4xi8>
  return
}

// CHECK: expected element type

// -----

func.func @insert_slice_21(%v1: tensor<1xf32>, %q: tensor<8x8xf32>) {
  %0 = tensor.insert_slice %v1 into %q[0, 0][1, 4][1, 1] : tensor<1xf32> into tensor<8x8xf32>
  return
}

// CHECK: rank-reduced

// -----

func.func @insert_slice_22(%v1: tensor<1xf32>, %q: tensor<8x8xf32>) {
  %0 = tensor.insert_slice %v1 into %q[0, 9][1, 1][1, 1] : tensor<1xf32> into tensor<8x8xf32>
  return
}

// CHECK: out-of-bounds

// -----

func.func @insert_slice_23(%v1: tensor<1xf32>, %q: tensor<8x8xf32>) {
  %0 = tensor.insert_slice %v1 into %q[0][1][1] : tensor<1xf32> into tensor<8x8xf32>
  return
}

// CHECK: offset values

// -----

func.func @expand_shape_24(%t: tensor<2x3x20xf32>) {
  %0 = tensor.expand_shape %t [[0], [1], [2, 3, 4]] output_shape [2, 3, 2, 4, 5] : tensor<2x3x20xf32> into tensor<2x3x2x4x5xf32>
  return
}

// CHECK: of collapsed

// -----

func.func @collapse_shape_25(%t: tensor<2x3x20xf32>) {
  %0 = tensor.collapse_shape %t [[0], [1, 2]] : tensor<2x3x20xf32> into tensor<2x50xf32>
  return
}

// CHECK: of collapsed

// -----

func.func @collapse_shape_26(%t: tensor<2x3x20xf32>) {
  %0 = tensor.collapse_shape %t [[0], [1, 2]] : tensor<2x3x20xf32> into tensor<2x60xi32>
  return
}

// CHECK: collapsed type

// -----

func.func @collapse_shape_27(%t: tensor<2x3x20xf32>) {
  %0 = tensor.collapse_shape %t [[0], [1, 2]] : tensor<2x3x20xf32> into tensor<?x60xf32>
  return
}

// CHECK: of collapsed
