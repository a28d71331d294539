// RUN: xdsl-opt %s --split-input-file | filecheck %s

// An element, a slice or the whole; positions may be values, -1 is poison.
func.func @extract(%v: vector<2x4x8xf32>, %s: vector<4x[8]xf32>, %z: vector<f32>, %i: index) {
  %0 = vector.extract %v[1] : vector<4x8xf32> from vector<2x4x8xf32>
  %1 = vector.extract %v[0, 3, 7] : f32 from vector<2x4x8xf32>
  %2 = vector.extract %v[%i, 2, %i] : f32 from vector<2x4x8xf32>
  %3 = vector.extract %v[-1, %i] : vector<8xf32> from vector<2x4x8xf32>
  %4 = vector.extract %s[%i] : vector<[8]xf32> from vector<4x[8]xf32>
  %5 = vector.extract %z[] : f32 from vector<f32>
  %6 = vector.extract %v[] : vector<2x4x8xf32> from vector<2x4x8xf32>
  %7 = vector.extract %v[0] {tag} : vector<4x8xf32> from vector<2x4x8xf32>
  return
}

// CHECK-LABEL: func.func @extract(
// CHECK-NEXT: %0 = vector.extract %v[1] : vector<4x8xf32> from vector<2x4x8xf32>
// CHECK-NEXT: %1 = vector.extract %v[0, 3, 7] : f32 from vector<2x4x8xf32>
// CHECK-NEXT: %2 = vector.extract %v[%i, 2, %i] : f32 from vector<2x4x8xf32>
// CHECK-NEXT: %3 = vector.extract %v[-1, %i] : vector<8xf32> from vector<2x4x8xf32>
// CHECK-NEXT: %4 = vector.extract %s[%i] : vector<[8]xf32> from vector<4x[8]xf32>
// CHECK-NEXT: %5 = vector.extract %z[] : f32 from vector<f32>
// CHECK-NEXT: %6 = vector.extract %v[] : vector<2x4x8xf32> from vector<2x4x8xf32>
// CHECK-NEXT: %7 = vector.extract %v[0] {tag} : vector<4x8xf32> from vector<2x4x8xf32>

// -----

func.func @insert(%v: vector<2x4x8xf32>, %p: vector<4x8xf32>, %x: f32, %s: vector<4x[8]xf32>, %r: vector<[8]xf32>, %z: vector<f32>, %i: index) {
  %0 = vector.insert %p, %v [1] : vector<4x8xf32> into vector<2x4x8xf32>
  %1 = vector.insert %x, %v [0, 3, 7] : f32 into vector<2x4x8xf32>
  %2 = vector.insert %x, %v [%i, -1, %i] : f32 into vector<2x4x8xf32>
  %3 = vector.insert %r, %s [%i] : vector<[8]xf32> into vector<4x[8]xf32>
  %4 = vector.insert %x, %z [] : f32 into vector<f32>
  %5 = vector.insert %x, %v [0, 0, 0] {tag} : f32 into vector<2x4x8xf32>
  return
}

// CHECK-LABEL: func.func @insert(
// CHECK-NEXT: %0 = vector.insert %p, %v [1] : vector<4x8xf32> into vector<2x4x8xf32>
// CHECK-NEXT: %1 = vector.insert %x, %v [0, 3, 7] : f32 into vector<2x4x8xf32>
// CHECK-NEXT: %2 = vector.insert %x, %v [%i, -1, %i] : f32 into vector<2x4x8xf32>
// CHECK-NEXT: %3 = vector.insert %r, %s [%i] : vector<[8]xf32> into vector<4x[8]xf32>
// CHECK-NEXT: %4 = vector.insert %x, %z [] : f32 into vector<f32>
// CHECK-NEXT: %5 = vector.insert %x, %v [0, 0, 0] {tag} : f32 into vector<2x4x8xf32>

// -----

// Slices along the leading dimensions; the others are taken whole.
func.func @strided(%v: vector<4x8x16xf32>, %s: vector<4x[8]xf32>, %a: vector<2x4xf32>, %w: vector<16x4x8xf32>, %p: vector<2x[8]xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x4x16xf32>
  %1 = vector.extract_strided_slice %s {offsets = [1, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x[8]xf32> to vector<2x[8]xf32>
  %2 = vector.extract_strided_slice %v {offsets = [3], sizes = [1], strides = [1]} : vector<4x8x16xf32> to vector<1x8x16xf32>
  %3 = vector.insert_strided_slice %a, %w {offsets = [0, 0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<16x4x8xf32>
  %4 = vector.insert_strided_slice %p, %s {offsets = [2, 0], strides = [1, 1]} : vector<2x[8]xf32> into vector<4x[8]xf32>
  return
}

// CHECK-LABEL: func.func @strided(
// CHECK-NEXT: %0 = vector.extract_strided_slice %v {offsets = [0 : i64, 2 : i64], sizes = [2 : i64, 4 : i64], strides = [1 : i64, 1 : i64]} : vector<4x8x16xf32> to vector<2x4x16xf32>
// CHECK-NEXT: %1 = vector.extract_strided_slice %s {offsets = [1 : i64, 0 : i64], sizes = [2 : i64, 8 : i64], strides = [1 : i64, 1 : i64]} : vector<4x[8]xf32> to vector<2x[8]xf32>
// CHECK-NEXT: %2 = vector.extract_strided_slice %v {offsets = [3 : i64], sizes = [1 : i64], strides = [1 : i64]} : vector<4x8x16xf32> to vector<1x8x16xf32>
// CHECK-NEXT: %3 = vector.insert_strided_slice %a, %w {offsets = [0 : i64, 0 : i64, 2 : i64], strides = [1 : i64, 1 : i64]} : vector<2x4xf32> into vector<16x4x8xf32>
// CHECK-NEXT: %4 = vector.insert_strided_slice %p, %s {offsets = [2 : i64, 0 : i64], strides = [1 : i64, 1 : i64]} : vector<2x[8]xf32> into vector<4x[8]xf32>

// -----

func.func @scalable(%v: vector<[16]xf32>, %a: vector<4xf32>, %b: vector<[8]xf32>) {
  %0 = vector.scalable.insert %a, %v[8] : vector<4xf32> into vector<[16]xf32>
  %1 = vector.scalable.insert %b, %v[0] {tag} : vector<[8]xf32> into vector<[16]xf32>
  %2 = vector.scalable.extract %v[4] : vector<4xf32> from vector<[16]xf32>
  %3 = vector.scalable.extract %v[8] : vector<[8]xf32> from vector<[16]xf32>
  return
}

// CHECK-LABEL: func.func @scalable(
// CHECK-NEXT: %0 = vector.scalable.insert %a, %v[8] : vector<4xf32> into vector<[16]xf32>
// CHECK-NEXT: %1 = vector.scalable.insert %b, %v[0] {tag} : vector<[8]xf32> into vector<[16]xf32>
// CHECK-NEXT: %2 = vector.scalable.extract %v[4] : vector<4xf32> from vector<[16]xf32>
// CHECK-NEXT: %3 = vector.scalable.extract %v[8] : vector<[8]xf32> from vector<[16]xf32>
