// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @collapse_shape(%m: memref<4x5x6xf32>, %d: memref<4x?x8xf32>, %one: memref<1x1xf32>) {
  %a = memref.collapse_shape %m [[0, 1], [2]] : memref<4x5x6xf32> into memref<20x6xf32>
  %b = memref.collapse_shape %m [[0, 1, 2]] : memref<4x5x6xf32> into memref<120xf32>
  %c = memref.collapse_shape %d [[0, 1], [2]] {tag} : memref<4x?x8xf32> into memref<?x8xf32>
  %e = memref.collapse_shape %m [[0], [1], [2]] : memref<4x5x6xf32> into memref<4x5x6xf32>
  %f = memref.collapse_shape %one [] : memref<1x1xf32> into memref<f32>
  return
}

// CHECK: func.func @collapse_shape(%m: memref<4x5x6xf32>, %d: memref<4x?x8xf32>, %one: memref<1x1xf32>) {
// CHECK: %a = memref.collapse_shape %m {{\[\[}}0, 1], [2{{\]\]}} : memref<4x5x6xf32> into memref<20x6xf32>
// CHECK: %b = memref.collapse_shape %m {{\[\[}}0, 1, 2{{\]\]}} : memref<4x5x6xf32> into memref<120xf32>
// CHECK: %c = memref.collapse_shape %d {{\[\[}}0, 1], [2{{\]\]}} {tag} : memref<4x?x8xf32> into memref<?x8xf32>
// CHECK: %e = memref.collapse_shape %m {{\[\[}}0], [1], [2{{\]\]}} : memref<4x5x6xf32> into memref<4x5x6xf32>
// CHECK: %f = memref.collapse_shape %one [] : memref<1x1xf32> into memref<f32>

// -----

func.func @collapse_strided(
    %m: memref<4x5x6xf32, strided<[60, 12, 2], offset: 7>>,
    %rows: memref<4x5x6xf32, strided<[100, 6, 1]>>,
    %unknown: memref<?x?xf32, strided<[?, 1], offset: ?>>,
    %unit: memref<2x1x4xf32, strided<[4, 99, 1]>>,
    %inner: memref<2x?xf32, strided<[?, ?]>>) {
  %a = memref.collapse_shape %m [[0, 1, 2]] : memref<4x5x6xf32, strided<[60, 12, 2], offset: 7>> into memref<120xf32, strided<[2], offset: 7>>
  %b = memref.collapse_shape %rows [[0], [1, 2]] : memref<4x5x6xf32, strided<[100, 6, 1]>> into memref<4x30xf32, strided<[100, 1]>>
  // That the rows touch is a promise here. The last size may be 1, so its stride says nothing.
  %c = memref.collapse_shape %unknown [[0, 1]] : memref<?x?xf32, strided<[?, 1], offset: ?>> into memref<?xf32, strided<[?], offset: ?>>
  // The stride of a dimension of size 1 does not matter.
  %e = memref.collapse_shape %unit [[0, 1, 2]] : memref<2x1x4xf32, strided<[4, 99, 1]>> into memref<8xf32, strided<[1]>>
  %f = memref.collapse_shape %inner [[0], [1]] : memref<2x?xf32, strided<[?, ?]>> into memref<2x?xf32, strided<[?, ?]>>
  return
}

// CHECK: %m: memref<4x5x6xf32, strided<[60, 12, 2], offset: 7>>,
// CHECK: %rows: memref<4x5x6xf32, strided<[100, 6, 1]>>,
// CHECK: %unknown: memref<?x?xf32, strided<[?, 1], offset: ?>>,
// CHECK: %unit: memref<2x1x4xf32, strided<[4, 99, 1]>>,
// CHECK: %inner: memref<2x?xf32, strided<[?, ?]>>) {
// CHECK: %a = memref.collapse_shape %m {{\[\[}}0, 1, 2{{\]\]}} : memref<4x5x6xf32, strided<[60, 12, 2], offset: 7>> into memref<120xf32, strided<[2], offset: 7>>
// CHECK: %b = memref.collapse_shape %rows {{\[\[}}0], [1, 2{{\]\]}} : memref<4x5x6xf32, strided<[100, 6, 1]>> into memref<4x30xf32, strided<[100, 1]>>
// CHECK: %c = memref.collapse_shape %unknown {{\[\[}}0, 1{{\]\]}} : memref<?x?xf32, strided<[?, 1], offset: ?>> into memref<?xf32, strided<[?], offset: ?>>
// CHECK: %e = memref.collapse_shape %unit {{\[\[}}0, 1, 2{{\]\]}} : memref<2x1x4xf32, strided<[4, 99, 1]>> into memref<8xf32, strided<[1]>>
// CHECK: %f = memref.collapse_shape %inner {{\[\[}}0], [1{{\]\]}} : memref<2x?xf32, strided<[?, ?]>> into memref<2x?xf32, strided<[?, ?]>>

// -----

func.func @expand_shape(%m: memref<20x6xf32>, %d: memref<?x8xf32>, %z: memref<f32>, %n: index) {
  %a = memref.expand_shape %m [[0, 1], [2]] output_shape [4, 5, 6] : memref<20x6xf32> into memref<4x5x6xf32>
  %b = memref.expand_shape %d [[0, 1], [2]] output_shape [%n, 4, 8] : memref<?x8xf32> into memref<?x4x8xf32>
  %c = memref.expand_shape %d [[0, 1], [2]] output_shape [%n, %n, 8] {tag} : memref<?x8xf32> into memref<?x?x8xf32>
  %e = memref.expand_shape %z [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  // A size may be stated that the type leaves open.
  %f = memref.expand_shape %d [[0, 1], [2]] output_shape [3, 4, 8] : memref<?x8xf32> into memref<?x4x8xf32>
  return
}

// CHECK: func.func @expand_shape(%m: memref<20x6xf32>, %d: memref<?x8xf32>, %z: memref<f32>, %n: index) {
// CHECK: %a = memref.expand_shape %m {{\[\[}}0, 1], [2{{\]\]}} output_shape [4, 5, 6] : memref<20x6xf32> into memref<4x5x6xf32>
// CHECK: %b = memref.expand_shape %d {{\[\[}}0, 1], [2{{\]\]}} output_shape [%n, 4, 8] : memref<?x8xf32> into memref<?x4x8xf32>
// CHECK: %c = memref.expand_shape %d {{\[\[}}0, 1], [2{{\]\]}} output_shape [%n, %n, 8] {tag} : memref<?x8xf32> into memref<?x?x8xf32>
// CHECK: %e = memref.expand_shape %z [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
// CHECK: %f = memref.expand_shape %d {{\[\[}}0, 1], [2{{\]\]}} output_shape [3, 4, 8] : memref<?x8xf32> into memref<?x4x8xf32>

// -----

func.func @expand_strided(%m: memref<20x6xf32, strided<[12, 2], offset: 3>>, %d: memref<?xf32, strided<[?], offset: ?>>, %n: index) {
  %a = memref.expand_shape %m [[0, 1], [2]] output_shape [4, 5, 6] : memref<20x6xf32, strided<[12, 2], offset: 3>> into memref<4x5x6xf32, strided<[60, 12, 2], offset: 3>>
  %b = memref.expand_shape %d [[0, 1]] output_shape [%n, 4] : memref<?xf32, strided<[?], offset: ?>> into memref<?x4xf32, strided<[?, ?], offset: ?>>
  return
}

// CHECK: func.func @expand_strided(%m: memref<20x6xf32, strided<[12, 2], offset: 3>>, %d: memref<?xf32, strided<[?], offset: ?>>, %n: index) {
// CHECK: %a = memref.expand_shape %m {{\[\[}}0, 1], [2{{\]\]}} output_shape [4, 5, 6] : memref<20x6xf32, strided<[12, 2], offset: 3>> into memref<4x5x6xf32, strided<[60, 12, 2], offset: 3>>
// CHECK: %b = memref.expand_shape %d {{\[\[}}0, 1{{\]\]}} output_shape [%n, 4] : memref<?xf32, strided<[?], offset: ?>> into memref<?x4xf32, strided<[?, ?], offset: ?>>

// -----

func.func @reshape(%m: memref<4x1xf32>, %u: memref<*xf32>, %s: memref<2xindex>, %t: memref<?xi32>, %none: memref<0xi64>) {
  %a = memref.reshape %m(%s) : (memref<4x1xf32>, memref<2xindex>) -> memref<?x2xf32>
  %b = memref.reshape %m(%t) : (memref<4x1xf32>, memref<?xi32>) -> memref<*xf32>
  %c = memref.reshape %u(%s) {tag} : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  %d = memref.reshape %u(%none) : (memref<*xf32>, memref<0xi64>) -> memref<f32>
  return
}

// CHECK: func.func @reshape(%m: memref<4x1xf32>, %u: memref<*xf32>, %s: memref<2xindex>, %t: memref<?xi32>, %none: memref<0xi64>) {
// CHECK: %a = memref.reshape %m(%s) : (memref<4x1xf32>, memref<2xindex>) -> memref<?x2xf32>
// CHECK: %b = memref.reshape %m(%t) : (memref<4x1xf32>, memref<?xi32>) -> memref<*xf32>
// CHECK: %c = memref.reshape %u(%s) {tag} : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
// CHECK: %d = memref.reshape %u(%none) : (memref<*xf32>, memref<0xi64>) -> memref<f32>
