// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @space(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>, 1>
  return
}

// CHECK: different memory spaces specified for base memref type

// -----

func.func @layout(%m: memref<8x16xf32, affine_map<(d0, d1) -> (d0 + d1, d1 floordiv 2)>>) {
  %a = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32, affine_map<(d0, d1) -> (d0 + d1, d1 floordiv 2)>> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// CHECK: is not strided

// -----

func.func @rank(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4x1xf32>
  return
}

// CHECK: expected result rank to be smaller or equal to the source rank

// -----

func.func @sizes(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x5xf32, strided<[16, 1]>>
  return
}

// CHECK: (mismatch of result sizes)

// -----

func.func @dropped_size(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4xf32, strided<[1]>>
  return
}

// CHECK: (mismatch of result sizes)

// -----

func.func @dynamic_size(%m: memref<8x16xf32>, %n: index) {
  %a = memref.subview %m[0, 0] [%n, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// CHECK: (mismatch of result sizes)

// -----

func.func @element(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xi32, strided<[16, 1]>>
  return
}

// CHECK: expected result element type to be f32

// -----

func.func @offset(%m: memref<8x16xf32>) {
  %a = memref.subview %m[1, 1] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// CHECK: expected result type to be memref<4x4xf32, strided<[16, 1], offset: 17>> or a rank-reduced version. (mismatch of result layout)

// -----

func.func @dynamic_offset(%m: memref<8x16xf32>, %i: index) {
  %a = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// CHECK: (mismatch of result layout)

// -----

func.func @strides(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 0] [4, 4] [2, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// CHECK: (mismatch of result layout)

// -----

func.func @forgotten_stride(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[?, 1]>>
  return
}

// CHECK: (mismatch of result layout)

// -----

func.func @no_layout(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32>
  return
}

// CHECK: (mismatch of result layout)

// -----

func.func @result_layout(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, affine_map<(d0, d1) -> (d0, d1 floordiv 2)>>
  return
}

// CHECK: (mismatch of result layout)

// -----

// Neither of the two dimensions of size 1 has this stride.
func.func @reduced_stride(%m: memref<8x16x4xf32>) {
  %a = memref.subview %m[0, 0, 0] [1, 1, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<1x4xf32, strided<[8, 1]>>
  return
}

// CHECK: (mismatch of result layout)

// -----

func.func @reduced_order(%m: memref<8x16x4xf32>) {
  %a = memref.subview %m[0, 0, 0] [1, 16, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<16x4xf32, strided<[64, 1]>>
  return
}

// CHECK: (mismatch of result layout)

// -----

func.func @offset_bounds(%m: memref<8x16xf32>) {
  %a = memref.subview %m[8, 0] [1, 4] [1, 1] : memref<8x16xf32> to memref<1x4xf32, strided<[16, 1], offset: 128>>
  return
}

// CHECK: offset 0 is out-of-bounds: 8 >= 8

// -----

func.func @size_bounds(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 1] [8, 16] [1, 1] : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1], offset: 1>>
  return
}

// CHECK: slice along dimension 1 runs out-of-bounds: 16 >= 16

// -----

func.func @stride_bounds(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 0] [4, 4] [3, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[48, 1]>>
  return
}

// CHECK: slice along dimension 0 runs out-of-bounds: 9 >= 8

// -----

func.func @offsets(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0] [4] [1] : memref<8x16xf32> to memref<4xf32, strided<[16]>>
  return
}

// CHECK: expected 2 offset values, got 1

// -----

func.func @offsets_and_sizes(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// CHECK: expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed

// -----

func.func @sizes_and_strides(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 0] [4, 4] [1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// CHECK: expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed

// -----

func.func @negative_offset(%m: memref<8x16xf32>) {
  %a = memref.subview %m[-1, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: -16>>
  return
}

// CHECK: expected offsets to be non-negative, but got -1

// -----

func.func @negative_size(%m: memref<8x16xf32>) {
  %a = memref.subview %m[0, 0] [-4, 4] [1, 1] : memref<8x16xf32> to memref<?x4xf32, strided<[16, 1]>>
  return
}

// CHECK: expected sizes to be non-negative, but got -4

// -----

func.func @values(%m: memref<8xf32>, %i: index) {
  %a = "memref.subview"(%m, %i) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>}> : (memref<8xf32>, index) -> memref<4xf32>
  return
}

// CHECK: expected 0 dynamic offset values

// -----

func.func @no_value(%m: memref<8xf32>) {
  %a = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: -9223372036854775808>}> : (memref<8xf32>) -> memref<4xf32, strided<[?]>>
  return
}

// CHECK: expected 1 dynamic stride values
