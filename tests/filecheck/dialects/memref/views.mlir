// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @cast(%m: memref<4x?xf32>, %s: memref<4x4xf32, strided<[?, 1], offset: ?>>, %u: memref<*xf32>) {
  %less = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %more = memref.cast %m : memref<4x?xf32> to memref<?x8xf32>
  %strides = memref.cast %s : memref<4x4xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[4, ?]>>
  %identity = memref.cast %s : memref<4x4xf32, strided<[?, 1], offset: ?>> to memref<4x4xf32>
  %unranked = memref.cast %m : memref<4x?xf32> to memref<*xf32>
  %ranked = memref.cast %u {tag} : memref<*xf32> to memref<8x8xf32, strided<[16, 1]>>
  return
}

// CHECK: func.func @cast(%m: memref<4x?xf32>, %s: memref<4x4xf32, strided<[?, 1], offset: ?>>, %u: memref<*xf32>) {
// CHECK: %less = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
// CHECK: %more = memref.cast %m : memref<4x?xf32> to memref<?x8xf32>
// CHECK: %strides = memref.cast %s : memref<4x4xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[4, ?]>>
// CHECK: %identity = memref.cast %s : memref<4x4xf32, strided<[?, 1], offset: ?>> to memref<4x4xf32>
// CHECK: %unranked = memref.cast %m : memref<4x?xf32> to memref<*xf32>
// CHECK: %ranked = memref.cast %u {tag} : memref<*xf32> to memref<8x8xf32, strided<[16, 1]>>

// -----

func.func @memory_space_cast(%m: memref<4x?xf32, strided<[?, 1]>, 5 : i32>, %u: memref<*xf32, 5 : i32>) {
  %a = memref.memory_space_cast %m : memref<4x?xf32, strided<[?, 1]>, 5 : i32> to memref<4x?xf32, strided<[?, 1]>>
  %b = memref.memory_space_cast %a : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32, strided<[?, 1]>, #gpu.address_space<private>>
  %c = memref.memory_space_cast %u {tag} : memref<*xf32, 5 : i32> to memref<*xf32>
  return
}

// CHECK: func.func @memory_space_cast(%m: memref<4x?xf32, strided<[?, 1]>, 5 : i32>, %u: memref<*xf32, 5 : i32>) {
// CHECK: %a = memref.memory_space_cast %m : memref<4x?xf32, strided<[?, 1]>, 5 : i32> to memref<4x?xf32, strided<[?, 1]>>
// CHECK: %b = memref.memory_space_cast %a : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32, strided<[?, 1]>, #gpu.address_space<private>>
// CHECK: %c = memref.memory_space_cast %u {tag} : memref<*xf32, 5 : i32> to memref<*xf32>

// -----

func.func @reinterpret_cast(%m: memref<?xf32, strided<[?], offset: ?>>, %u: memref<*xf32>, %n: index) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4, 5], strides: [5, 1] : memref<?xf32, strided<[?], offset: ?>> to memref<4x5xf32>
  %b = memref.reinterpret_cast %u to offset: [%n], sizes: [4, %n], strides: [%n, 1] : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  // What is stated may be forgotten in the type.
  %c = memref.reinterpret_cast %m to offset: [3], sizes: [4], strides: [2] {tag} : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %d = memref.reinterpret_cast %m to offset: [0], sizes: [], strides: [] : memref<?xf32, strided<[?], offset: ?>> to memref<f32>
  %e = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [-1] : memref<?xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[-1]>>
  return
}

// CHECK: func.func @reinterpret_cast(%m: memref<?xf32, strided<[?], offset: ?>>, %u: memref<*xf32>, %n: index) {
// CHECK: %a = memref.reinterpret_cast %m to offset: [0], sizes: [4, 5], strides: [5, 1] : memref<?xf32, strided<[?], offset: ?>> to memref<4x5xf32>
// CHECK: %b = memref.reinterpret_cast %u to offset: [%n], sizes: [4, %n], strides: [%n, 1] : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
// CHECK: %c = memref.reinterpret_cast %m to offset: [3], sizes: [4], strides: [2] {tag} : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK: %d = memref.reinterpret_cast %m to offset: [0], sizes: [], strides: [] : memref<?xf32, strided<[?], offset: ?>> to memref<f32>
// CHECK: %e = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [-1] : memref<?xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[-1]>>

// -----

func.func @view(%m: memref<2048xi8, 3 : i32>, %d: memref<?xi8>, %i: index, %n: index) {
  %a = memref.view %m[%i][] : memref<2048xi8, 3 : i32> to memref<64x4xf32, 3 : i32>
  %b = memref.view %d[%i][%n, %n] : memref<?xi8> to memref<?x4x?xf64>
  %c = memref.view %d[%i][] {tag} : memref<?xi8> to memref<4xf32, strided<[1]>>
  return
}

// CHECK: func.func @view(%m: memref<2048xi8, 3 : i32>, %d: memref<?xi8>, %i: index, %n: index) {
// CHECK: %a = memref.view %m[%i][] : memref<2048xi8, 3 : i32> to memref<64x4xf32, 3 : i32>
// CHECK: %b = memref.view %d[%i][%n, %n] : memref<?xi8> to memref<?x4x?xf64>
// CHECK: %c = memref.view %d[%i][] {tag} : memref<?xi8> to memref<4xf32, strided<[1]>>

// -----

func.func @transpose(%m: memref<4x5xf32>, %d: memref<?x?x?xf32, 1 : i32>, %s: memref<4x5x6xf32, strided<[60, 12, 2], offset: 3>>, %z: memref<f32>) {
  %a = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x5xf32> to memref<5x4xf32, strided<[1, 5]>>
  // Back to where it was, and the layout is contiguous again.
  %b = memref.transpose %a (i, j) -> (j, i) : memref<5x4xf32, strided<[1, 5]>> to memref<4x5xf32>
  %c = memref.transpose %d (d0, d1, d2) -> (d2, d0, d1) : memref<?x?x?xf32, 1 : i32> to memref<?x?x?xf32, strided<[1, ?, ?]>, 1 : i32>
  %e = memref.transpose %s (d0, d1, d2) -> (d1, d2, d0) {tag} : memref<4x5x6xf32, strided<[60, 12, 2], offset: 3>> to memref<5x6x4xf32, strided<[12, 2, 60], offset: 3>>
  %f = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x5xf32> to memref<5x4xf32, affine_map<(d0, d1) -> (d0 + d1 * 5)>>
  %g = memref.transpose %z () -> () : memref<f32> to memref<f32>
  return
}

// CHECK: func.func @transpose(%m: memref<4x5xf32>, %d: memref<?x?x?xf32, 1 : i32>, %s: memref<4x5x6xf32, strided<[60, 12, 2], offset: 3>>, %z: memref<f32>) {
// CHECK: %a = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x5xf32> to memref<5x4xf32, strided<[1, 5]>>
// CHECK: %b = memref.transpose %a (d0, d1) -> (d1, d0) : memref<5x4xf32, strided<[1, 5]>> to memref<4x5xf32>
// CHECK: %c = memref.transpose %d (d0, d1, d2) -> (d2, d0, d1) : memref<?x?x?xf32, 1 : i32> to memref<?x?x?xf32, strided<[1, ?, ?]>, 1 : i32>
// CHECK: %e = memref.transpose %s (d0, d1, d2) -> (d1, d2, d0) {tag} : memref<4x5x6xf32, strided<[60, 12, 2], offset: 3>> to memref<5x6x4xf32, strided<[12, 2, 60], offset: 3>>
// CHECK: %f = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x5xf32> to memref<5x4xf32, affine_map<(d0, d1) -> ((d0 + (d1 * 5)))>>
// CHECK: %g = memref.transpose %z () -> () : memref<f32> to memref<f32>

// -----

func.func @assume_alignment(%m: memref<4x?xf16, strided<[?, 1]>>) {
  %a = memref.assume_alignment %m, 16 : memref<4x?xf16, strided<[?, 1]>>
  %b = memref.assume_alignment %m, 1 {tag} : memref<4x?xf16, strided<[?, 1]>>
  return
}

// CHECK: func.func @assume_alignment(%m: memref<4x?xf16, strided<[?, 1]>>) {
// CHECK: %a = memref.assume_alignment %m, 16 : memref<4x?xf16, strided<[?, 1]>>
// CHECK: %b = memref.assume_alignment %m, 1 {tag} : memref<4x?xf16, strided<[?, 1]>>

// -----

func.func @distinct_objects(%a: memref<?xf32>, %b: memref<4xi8, 1 : i32>) {
  %x, %y = memref.distinct_objects %a, %b : memref<?xf32>, memref<4xi8, 1 : i32>
  %z = memref.distinct_objects %a {tag} : memref<?xf32>
  return
}

// CHECK: func.func @distinct_objects(%a: memref<?xf32>, %b: memref<4xi8, 1 : i32>) {
// CHECK: %x, %y = memref.distinct_objects %a, %b : memref<?xf32>, memref<4xi8, 1 : i32>
// CHECK: %z = memref.distinct_objects %a {tag} : memref<?xf32>
