// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @extract_rank(%v: vector<2x4xf32>) {
  %0 = vector.extract %v[0, 1, 2] : f32 from vector<2x4xf32>
  return
}

// CHECK: Expected position attribute rank (3)

// -----

func.func @extract_result_rank(%v: vector<2x4xf32>) {
  %0 = vector.extract %v[0] : vector<2x4xf32> from vector<2x4xf32>
  return
}

// CHECK: Expected position attribute rank (1)

// -----

func.func @extract_range(%v: vector<2x4xf32>) {
  %0 = vector.extract %v[2] : vector<4xf32> from vector<2x4xf32>
  return
}

// CHECK: expected position attribute #1 to be a non-negative integer smaller than the corresponding source vector dimension

// -----

func.func @extract_negative(%v: vector<2x4xf32>) {
  %0 = vector.extract %v[-2] : vector<4xf32> from vector<2x4xf32>
  return
}

// CHECK: expected position attribute #1 to be a non-negative integer

// -----

func.func @extract_type(%v: vector<2x4xf32>) {
  %0 = vector.extract %v[0] : vector<3xf32> from vector<2x4xf32>
  return
}

// CHECK: inferred type(s) 'vector<4xf32>' are incompatible

// -----

func.func @extract_element(%v: vector<2x4xf32>) {
  %0 = vector.extract %v[0, 0] : f64 from vector<2x4xf32>
  return
}

// CHECK: have same element type

// -----

func.func @extract_0d(%v: vector<2xf32>) {
  %0 = vector.extract %v[0] : vector<f32> from vector<2xf32>
  return
}

// CHECK: Cannot extract 0d vector

// -----

func.func @extract_scalar(%v: f32) {
  %0 = vector.extract %v[0] : f32 from f32
  return
}

// CHECK: expected a vector

// -----

func.func @extract_dynamic(%v: vector<2xf32>, %i: index) {
  %0 = "vector.extract"(%v, %i) <{static_position = array<i64: 0>}> : (vector<2xf32>, index) -> f32
  return
}

// CHECK: mismatch between dynamic and static positions

// -----

func.func @insert_rank(%v: vector<2x4xf32>, %x: f32) {
  %0 = vector.insert %x, %v [0] : f32 into vector<2x4xf32>
  return
}

// CHECK: Expected position attribute rank (1)

// -----

func.func @insert_range(%v: vector<2x4xf32>, %x: f32) {
  %0 = vector.insert %x, %v [0, 4] : f32 into vector<2x4xf32>
  return
}

// CHECK: expected position attribute #2 to be a non-negative integer smaller than the corresponding dest vector dimension

// -----

func.func @insert_element(%v: vector<2x4xf32>, %x: i32) {
  %0 = vector.insert %x, %v [0, 3] : i32 into vector<2x4xf32>
  return
}

// CHECK: have same element type

// -----

func.func @insert_0d(%v: vector<2xf32>, %x: vector<f32>) {
  %0 = vector.insert %x, %v [0] : vector<f32> into vector<2xf32>
  return
}

// CHECK: Cannot insert 0d vector

// -----

func.func @insert_result(%v: vector<2xf32>, %x: f32) {
  %0 = "vector.insert"(%x, %v) <{static_position = array<i64: 0>}> : (f32, vector<2xf32>) -> vector<3xf32>
  return
}

// CHECK: vector<3xf32>

// -----

func.func @slice_sizes(%v: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [2, 2], strides = [1, 1]} : vector<4x8xf32> to vector<2x2xf32>
  return
}

// CHECK: expected offsets, sizes and strides attributes of same size

// -----

func.func @slice_rank(%v: vector<4xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4xf32> to vector<2x2xf32>
  return
}

// CHECK: expected offsets attribute of rank no greater than vector rank

// -----

func.func @slice_offset(%v: vector<4xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [4], sizes = [1], strides = [1]} : vector<4xf32> to vector<1xf32>
  return
}

// CHECK: expected offsets dimension 0 to be confined to [0, 4)

// -----

func.func @slice_size(%v: vector<4xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [0], strides = [1]} : vector<4xf32> to vector<1xf32>
  return
}

// CHECK: expected sizes dimension 0 to be confined to [1, 5)

// -----

func.func @slice_stride(%v: vector<4xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [2]} : vector<4xf32> to vector<2xf32>
  return
}

// CHECK: expected strides to be confined to [1, 2)

// -----

func.func @slice_end(%v: vector<4xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [3], strides = [1]} : vector<4xf32> to vector<3xf32>
  return
}

// CHECK: expected sum(offsets, sizes) dimension 0 to be confined to [1, 5)

// -----

func.func @slice_type(%v: vector<4xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<3xf32>
  return
}

// CHECK: expected result type to be 'vector<2xf32>'

// -----

func.func @slice_scalable(%v: vector<[4]xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<[4]xf32> to vector<[2]xf32>
  return
}

// CHECK: expected size at idx=0 to match the corresponding base size

// -----

func.func @slice_missing(%v: vector<4xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0], strides = [1]} : vector<4xf32> to vector<2xf32>
  return
}

// CHECK: sizes

// -----

func.func @insert_slice_offsets(%a: vector<2xf32>, %v: vector<4x4xf32>) {
  %0 = vector.insert_strided_slice %a, %v {offsets = [0], strides = [1]} : vector<2xf32> into vector<4x4xf32>
  return
}

// CHECK: expected offsets of same size as destination vector rank

// -----

func.func @insert_slice_strides(%a: vector<2xf32>, %v: vector<4x4xf32>) {
  %0 = vector.insert_strided_slice %a, %v {offsets = [0, 0], strides = [1, 1]} : vector<2xf32> into vector<4x4xf32>
  return
}

// CHECK: expected strides of same size as source vector rank

// -----

func.func @insert_slice_rank(%a: vector<2x2x2xf32>, %v: vector<4x4xf32>) {
  %0 = vector.insert_strided_slice %a, %v {offsets = [0, 0], strides = [1, 1, 1]} : vector<2x2x2xf32> into vector<4x4xf32>
  return
}

// CHECK: expected source rank to be no greater than destination rank

// -----

func.func @insert_slice_offset(%a: vector<2xf32>, %v: vector<4x4xf32>) {
  %0 = vector.insert_strided_slice %a, %v {offsets = [4, 0], strides = [1]} : vector<2xf32> into vector<4x4xf32>
  return
}

// CHECK: expected offsets dimension 0 to be confined to [0, 4)

// -----

func.func @insert_slice_stride(%a: vector<2xf32>, %v: vector<4x4xf32>) {
  %0 = vector.insert_strided_slice %a, %v {offsets = [0, 0], strides = [2]} : vector<2xf32> into vector<4x4xf32>
  return
}

// CHECK: expected strides to be confined to [1, 2)

// -----

func.func @insert_slice_end(%a: vector<2xf32>, %v: vector<4x4xf32>) {
  %0 = vector.insert_strided_slice %a, %v {offsets = [0, 3], strides = [1]} : vector<2xf32> into vector<4x4xf32>
  return
}

// CHECK: expected sum(offsets, source vector shape) dimension 1 to be confined to [1, 5)

// -----

func.func @insert_slice_element(%a: vector<2xi32>, %v: vector<4x4xf32>) {
  %0 = vector.insert_strided_slice %a, %v {offsets = [0, 0], strides = [1]} : vector<2xi32> into vector<4x4xf32>
  return
}

// CHECK: have same element type

// -----

func.func @insert_slice_scalable(%a: vector<[2]xf32>, %v: vector<4x4xf32>) {
  %0 = vector.insert_strided_slice %a, %v {offsets = [0, 0], strides = [1]} : vector<[2]xf32> into vector<4x4xf32>
  return
}

// CHECK: mismatching scalable flags (at source vector idx=0)

// -----

func.func @insert_slice_scalable_size(%a: vector<[2]xf32>, %v: vector<4x[4]xf32>) {
  %0 = vector.insert_strided_slice %a, %v {offsets = [0, 0], strides = [1]} : vector<[2]xf32> into vector<4x[4]xf32>
  return
}

// CHECK: expected size at idx=0 to match the corresponding base size

// -----

func.func @scalable_insert_fixed(%a: vector<2xf32>, %v: vector<4xf32>) {
  %0 = vector.scalable.insert %a, %v[0] : vector<2xf32> into vector<4xf32>
  return
}

// CHECK: expected a scalable vector

// -----

func.func @scalable_insert_rank(%a: vector<2x2xf32>, %v: vector<[4]xf32>) {
  %0 = vector.scalable.insert %a, %v[0] : vector<2x2xf32> into vector<[4]xf32>
  return
}

// CHECK: expected a vector of rank at least 1 and at most 1

// -----

func.func @scalable_insert_position(%a: vector<2xf32>, %v: vector<[4]xf32>) {
  %0 = vector.scalable.insert %a, %v[3] : vector<2xf32> into vector<[4]xf32>
  return
}

// CHECK: position is a multiple of the source length

// -----

func.func @scalable_insert_element(%a: vector<2xi32>, %v: vector<[4]xf32>) {
  %0 = vector.scalable.insert %a, %v[0] : vector<2xi32> into vector<[4]xf32>
  return
}

// CHECK: element type

// -----

func.func @scalable_extract_position(%v: vector<[4]xf32>) {
  %0 = vector.scalable.extract %v[3] : vector<2xf32> from vector<[4]xf32>
  return
}

// CHECK: position is a multiple of the result length

// -----

func.func @scalable_extract_element(%v: vector<[4]xf32>) {
  %0 = vector.scalable.extract %v[0] : vector<2xi32> from vector<[4]xf32>
  return
}

// CHECK: element type

// -----

func.func @scalable_extract_fixed(%v: vector<4xf32>) {
  %0 = vector.scalable.extract %v[0] : vector<2xf32> from vector<4xf32>
  return
}

// CHECK: expected a scalable vector
