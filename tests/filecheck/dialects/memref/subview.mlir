// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @static(%m: memref<64x4xf32>) {
  %a = memref.subview %m[4, 2] [8, 2] [3, 1] : memref<64x4xf32> to memref<8x2xf32, strided<[12, 1], offset: 18>>
  %all = memref.subview %m[0, 0] [64, 4] [1, 1] : memref<64x4xf32> to memref<64x4xf32>
  %same = memref.subview %m[0, 0] [8, 2] [1, 1] {tag} : memref<64x4xf32> to memref<8x2xf32, strided<[4, 1]>>
  // From the last row to the first.
  %back = memref.subview %m[63, 0] [64, 4] [-1, 1] : memref<64x4xf32> to memref<64x4xf32, strided<[-4, 1], offset: 252>>
  return
}

// CHECK: func.func @static(%m: memref<64x4xf32>) {
// CHECK: %a = memref.subview %m[4, 2] [8, 2] [3, 1] : memref<64x4xf32> to memref<8x2xf32, strided<[12, 1], offset: 18>>
// CHECK: %all = memref.subview %m[0, 0] [64, 4] [1, 1] : memref<64x4xf32> to memref<64x4xf32>
// CHECK: %same = memref.subview %m[0, 0] [8, 2] [1, 1] {tag} : memref<64x4xf32> to memref<8x2xf32, strided<[4, 1]>>
// CHECK: %back = memref.subview %m[63, 0] [64, 4] [-1, 1] : memref<64x4xf32> to memref<64x4xf32, strided<[-4, 1], offset: 252>>

// -----

func.func @dynamic(%m: memref<64x4xf32>, %d: memref<?x?xf32, strided<[?, 1], offset: ?>, 1 : i32>, %i: index) {
  %a = memref.subview %m[%i, 0] [%i, 4] [%i, 1] : memref<64x4xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %b = memref.subview %m[0, %i] [8, 2] [1, 1] : memref<64x4xf32> to memref<8x2xf32, strided<[4, 1], offset: ?>>
  %c = memref.subview %d[0, 5] [%i, %i] [2, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>, 1 : i32> to memref<?x?xf32, strided<[?, 1], offset: ?>, 1 : i32>
  %e = memref.subview %d[%i, %i] [%i, %i] [%i, %i] : memref<?x?xf32, strided<[?, 1], offset: ?>, 1 : i32> to memref<?x?xf32, strided<[?, ?], offset: ?>, 1 : i32>
  return
}

// CHECK: func.func @dynamic(%m: memref<64x4xf32>, %d: memref<?x?xf32, strided<[?, 1], offset: ?>, 1 : i32>, %i: index) {
// CHECK: %a = memref.subview %m[%i, 0] [%i, 4] [%i, 1] : memref<64x4xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
// CHECK: %b = memref.subview %m[0, %i] [8, 2] [1, 1] : memref<64x4xf32> to memref<8x2xf32, strided<[4, 1], offset: ?>>
// CHECK: %c = memref.subview %d[0, 5] [%i, %i] [2, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>, 1 : i32> to memref<?x?xf32, strided<[?, 1], offset: ?>, 1 : i32>
// CHECK: %e = memref.subview %d[%i, %i] [%i, %i] [%i, %i] : memref<?x?xf32, strided<[?, 1], offset: ?>, 1 : i32> to memref<?x?xf32, strided<[?, ?], offset: ?>, 1 : i32>

// -----

// An unknown stride times zero is zero.
func.func @zero_offset(%d: memref<?x?xf32>) {
  %a = memref.subview %d[0, 3] [2, 2] [1, 1] : memref<?x?xf32> to memref<2x2xf32, strided<[?, 1], offset: 3>>
  return
}

// CHECK: func.func @zero_offset(%d: memref<?x?xf32>) {
// CHECK: %a = memref.subview %d[0, 3] [2, 2] [1, 1] : memref<?x?xf32> to memref<2x2xf32, strided<[?, 1], offset: 3>>

// -----

func.func @rank_reduced(%m: memref<8x16x4xf32>, %i: index) {
  %a = memref.subview %m[0, 0, 0] [1, 16, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<16x4xf32>
  %b = memref.subview %m[3, 4, 2] [1, 6, 1] [1, 1, 1] : memref<8x16x4xf32> to memref<6xf32, strided<[4], offset: 210>>
  %c = memref.subview %m[%i, %i, 0] [1, 1, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<4xf32, strided<[1], offset: ?>>
  // Two dimensions of size 1, of which one is left: the strides tell which.
  %e = memref.subview %m[0, 0, 0] [1, 1, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<1x4xf32, strided<[64, 1]>>
  %f = memref.subview %m[0, 0, 0] [1, 1, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<1x4xf32, strided<[4, 1]>>
  %g = memref.subview %m[1, 2, 3] [1, 1, 1] [1, 1, 1] : memref<8x16x4xf32> to memref<f32, strided<[], offset: 75>>
  return
}

// CHECK: func.func @rank_reduced(%m: memref<8x16x4xf32>, %i: index) {
// CHECK: %a = memref.subview %m[0, 0, 0] [1, 16, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<16x4xf32>
// CHECK: %b = memref.subview %m[3, 4, 2] [1, 6, 1] [1, 1, 1] : memref<8x16x4xf32> to memref<6xf32, strided<[4], offset: 210>>
// CHECK: %c = memref.subview %m[%i, %i, 0] [1, 1, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK: %e = memref.subview %m[0, 0, 0] [1, 1, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<1x4xf32, strided<[64, 1]>>
// CHECK: %f = memref.subview %m[0, 0, 0] [1, 1, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<1x4xf32, strided<[4, 1]>>
// CHECK: %g = memref.subview %m[1, 2, 3] [1, 1, 1] [1, 1, 1] : memref<8x16x4xf32> to memref<f32, strided<[], offset: 75>>

// -----

func.func @affine_layout(%m: memref<8x8xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 * 2 + 5)>>) {
  %a = memref.subview %m[0, 1] [2, 2] [1, 3] : memref<8x8xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 * 2 + 5)>> to memref<2x2xf32, strided<[?, 6], offset: 7>>
  return
}

// CHECK: func.func @affine_layout(%m: memref<8x8xf32, affine_map<(d0, d1)[s0] -> ((((d0 * s0) + (d1 * 2)) + 5))>>) {
// CHECK: %a = memref.subview %m[0, 1] [2, 2] [1, 3] : memref<8x8xf32, affine_map<(d0, d1)[s0] -> ((((d0 * s0) + (d1 * 2)) + 5))>> to memref<2x2xf32, strided<[?, 6], offset: 7>>

// -----

func.func @rank_zero(%m: memref<f32, strided<[], offset: 4>>) {
  %a = memref.subview %m[] [] [] : memref<f32, strided<[], offset: 4>> to memref<f32, strided<[], offset: 4>>
  return
}

// CHECK: func.func @rank_zero(%m: memref<f32, strided<[], offset: 4>>) {
// CHECK: %a = memref.subview %m[] [] [] : memref<f32, strided<[], offset: 4>> to memref<f32, strided<[], offset: 4>>
