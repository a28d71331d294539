// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @casts(%v: vector<2x4xf32>, %z: vector<f32>, %s: vector<4x[2]xi32>, %x: index) {
  %0 = vector.bitcast %v : vector<2x4xf32> to vector<2x8xi16>
  %1 = vector.bitcast %z : vector<f32> to vector<i32>
  %2 = vector.bitcast %s : vector<4x[2]xi32> to vector<4x[4]xf16>
  %3 = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
  %4 = vector.shape_cast %z : vector<f32> to vector<1x1xf32>
  %5 = vector.shape_cast %s : vector<4x[2]xi32> to vector<2x2x[2]xi32>
  %6 = vector.broadcast %v : vector<2x4xf32> to vector<3x2x4xf32>
  %7 = vector.broadcast %x : index to vector<[4]xindex>
  %8 = vector.broadcast %z : vector<f32> to vector<2xf32>
  %9 = vector.broadcast %s : vector<4x[2]xi32> to vector<2x4x[2]xi32>
  %10 = vector.broadcast %x : index to vector<index>
  return
}

// CHECK-LABEL: func.func @casts(
// CHECK-NEXT: %0 = vector.bitcast %v : vector<2x4xf32> to vector<2x8xi16>
// CHECK-NEXT: %1 = vector.bitcast %z : vector<f32> to vector<i32>
// CHECK-NEXT: %2 = vector.bitcast %s : vector<4x[2]xi32> to vector<4x[4]xf16>
// CHECK-NEXT: %3 = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
// CHECK-NEXT: %4 = vector.shape_cast %z : vector<f32> to vector<1x1xf32>
// CHECK-NEXT: %5 = vector.shape_cast %s : vector<4x[2]xi32> to vector<2x2x[2]xi32>
// CHECK-NEXT: %6 = vector.broadcast %v : vector<2x4xf32> to vector<3x2x4xf32>
// CHECK-NEXT: %7 = vector.broadcast %x : index to vector<[4]xindex>
// CHECK-NEXT: %8 = vector.broadcast %z : vector<f32> to vector<2xf32>
// CHECK-NEXT: %9 = vector.broadcast %s : vector<4x[2]xi32> to vector<2x4x[2]xi32>
// CHECK-NEXT: %10 = vector.broadcast %x : index to vector<index>

// -----

func.func @permutations(%v: vector<2x4x8xf32>, %s: vector<2x[4]xi8>, %z: vector<f32>) {
  %0 = vector.transpose %v, [2, 0, 1] : vector<2x4x8xf32> to vector<8x2x4xf32>
  %1 = vector.transpose %s, [1, 0] : vector<2x[4]xi8> to vector<[4]x2xi8>
  %2 = vector.transpose %z, [] : vector<f32> to vector<f32>
  return
}

// CHECK-LABEL: func.func @permutations(
// CHECK-NEXT: %0 = vector.transpose %v, [2, 0, 1] : vector<2x4x8xf32> to vector<8x2x4xf32>
// CHECK-NEXT: %1 = vector.transpose %s, [1, 0] : vector<2x[4]xi8> to vector<[4]x2xi8>
// CHECK-NEXT: %2 = vector.transpose %z, [] : vector<f32> to vector<f32>

// -----

// The two count as one vector; -1 is poison.
func.func @shuffle(%a: vector<3xf32>, %b: vector<2xf32>, %c: vector<2x4xi8>, %z: vector<f32>) {
  %0 = vector.shuffle %a, %b [0, 4, -1, 2] : vector<3xf32>, vector<2xf32>
  %1 = vector.shuffle %c, %c [3, 0, 1] : vector<2x4xi8>, vector<2x4xi8>
  %2 = vector.shuffle %z, %z [1, 0] : vector<f32>, vector<f32>
  %3 = vector.shuffle %a, %b [0] {tag} : vector<3xf32>, vector<2xf32>
  return
}

// CHECK-LABEL: func.func @shuffle(
// CHECK-NEXT: %0 = vector.shuffle %a, %b [0, 4, -1, 2] : vector<3xf32>, vector<2xf32>
// CHECK-NEXT: %1 = vector.shuffle %c, %c [3, 0, 1] : vector<2x4xi8>, vector<2x4xi8>
// CHECK-NEXT: %2 = vector.shuffle %z, %z [1, 0] : vector<f32>, vector<f32>
// CHECK-NEXT: %3 = vector.shuffle %a, %b [0] {tag} : vector<3xf32>, vector<2xf32>

// -----

func.func @step() {
  %0 = vector.step : vector<4xindex>
  %1 = vector.step : vector<[4]xindex>
  %2 = vector.vscale
  return
}

// CHECK-LABEL: func.func @step(
// CHECK-NEXT: %0 = vector.step : vector<4xindex>
// CHECK-NEXT: %1 = vector.step : vector<[4]xindex>
// CHECK-NEXT: %2 = vector.vscale

// -----

func.func @elements(%x: f32, %y: f32, %p: !llvm.ptr, %v: vector<2x1xf32>, %z: vector<f32>) {
  %0 = vector.from_elements %x, %y : vector<2xf32>
  %1 = vector.from_elements %x, %y, %x, %y : vector<2x2xf32>
  %2 = vector.from_elements %x : vector<f32>
  %3 = vector.from_elements %p : vector<1x!llvm.ptr>
  %4, %5 = vector.to_elements %v : vector<2x1xf32>
  %6 = vector.to_elements %z : vector<f32>
  return
}

// CHECK-LABEL: func.func @elements(
// CHECK-NEXT: %0 = vector.from_elements %x, %y : vector<2xf32>
// CHECK-NEXT: %1 = vector.from_elements %x, %y, %x, %y : vector<2x2xf32>
// CHECK-NEXT: %2 = vector.from_elements %x : vector<f32>
// CHECK-NEXT: %3 = vector.from_elements %p : vector<1x!llvm.ptr>
// CHECK-NEXT: %4, %5 = vector.to_elements %v : vector<2x1xf32>
// CHECK-NEXT: %6 = vector.to_elements %z : vector<f32>

// -----

func.func @interleave(%a: vector<2x4xf32>, %s: vector<[4]xi8>, %z: vector<f32>) {
  %0 = vector.interleave %a, %a : vector<2x4xf32> -> vector<2x8xf32>
  %1 = vector.interleave %s, %s : vector<[4]xi8> -> vector<[8]xi8>
  %2 = vector.interleave %z, %z : vector<f32> -> vector<2xf32>
  %3, %4 = vector.deinterleave %0 : vector<2x8xf32> -> vector<2x4xf32>
  %5, %6 = vector.deinterleave %1 : vector<[8]xi8> -> vector<[4]xi8>
  return
}

// CHECK-LABEL: func.func @interleave(
// CHECK-NEXT: %0 = vector.interleave %a, %a : vector<2x4xf32> -> vector<2x8xf32>
// CHECK-NEXT: %1 = vector.interleave %s, %s : vector<[4]xi8> -> vector<[8]xi8>
// CHECK-NEXT: %2 = vector.interleave %z, %z : vector<f32> -> vector<2xf32>
// CHECK-NEXT: %3, %4 = vector.deinterleave %0 : vector<2x8xf32> -> vector<2x4xf32>
// CHECK-NEXT: %5, %6 = vector.deinterleave %1 : vector<[8]xi8> -> vector<[4]xi8>

// -----

func.func @type_cast(%m: memref<5x4x3xf32>, %n: memref<2x8xi8, strided<[8, 1]>, 3>, %s: memref<f32>) {
  %0 = vector.type_cast %m : memref<5x4x3xf32> to memref<5xvector<4x3xf32>>
  %1 = vector.type_cast %n : memref<2x8xi8, strided<[8, 1]>, 3> to memref<vector<2x8xi8>, 3>
  %2 = vector.type_cast %s : memref<f32> to memref<vector<f32>>
  return
}

// CHECK-LABEL: func.func @type_cast(
// CHECK-NEXT: %0 = vector.type_cast %m : memref<5x4x3xf32> to memref<5xvector<4x3xf32>>
// CHECK-NEXT: %1 = vector.type_cast %n : memref<2x8xi8, strided<[8, 1]>, 3 : i64> to memref<vector<2x8xi8>, 3 : i64>
// CHECK-NEXT: %2 = vector.type_cast %s : memref<f32> to memref<vector<f32>>
