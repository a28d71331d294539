// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @dim(%m: memref<4x?xf32>, %u: memref<*xf32>, %i: index) {
  %a = memref.dim %m, %i : memref<4x?xf32>
  %b = memref.dim %u, %i : memref<*xf32>
  %c = memref.dim {tag} %m, %i : memref<4x?xf32>
  return
}

// CHECK: func.func @dim(%m: memref<4x?xf32>, %u: memref<*xf32>, %i: index) {
// CHECK: %a = memref.dim %m, %i : memref<4x?xf32>
// CHECK: %b = memref.dim %u, %i : memref<*xf32>
// CHECK: %c = memref.dim {tag} %m, %i : memref<4x?xf32>

// -----

func.func @rank(%m: memref<4x?xf32>, %s: memref<f32>, %u: memref<*xf32, 1 : i32>) {
  %a = memref.rank %m : memref<4x?xf32>
  %b = memref.rank %s : memref<f32>
  %c = memref.rank %u {tag} : memref<*xf32, 1 : i32>
  return
}

// CHECK: func.func @rank(%m: memref<4x?xf32>, %s: memref<f32>, %u: memref<*xf32, 1 : i32>) {
// CHECK: %a = memref.rank %m : memref<4x?xf32>
// CHECK: %b = memref.rank %s : memref<f32>
// CHECK: %c = memref.rank %u {tag} : memref<*xf32, 1 : i32>

// -----

func.func @extract_strided_metadata(%m: memref<10x?xf32, strided<[?, 1], offset: ?>, 2 : i32>, %s: memref<i8>) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<10x?xf32, strided<[?, 1], offset: ?>, 2 : i32> -> memref<f32, 2 : i32>, index, index, index, index, index
  %base0, %offset0 = memref.extract_strided_metadata %s : memref<i8> -> memref<i8>, index {tag}
  return
}

// CHECK: func.func @extract_strided_metadata(%m: memref<10x?xf32, strided<[?, 1], offset: ?>, 2 : i32>, %s: memref<i8>) {
// CHECK: %base, %offset, %sizes, %{{.*}}, %strides, %{{.*}} = memref.extract_strided_metadata %m : memref<10x?xf32, strided<[?, 1], offset: ?>, 2 : i32> -> memref<f32, 2 : i32>, index, index, index, index, index
// CHECK: %base0, %offset0 = memref.extract_strided_metadata %s : memref<i8> -> memref<i8>, index {tag}

// -----

func.func @extract_aligned_pointer_as_index(%m: memref<4x?xf32>, %u: memref<*xf32>) {
  %a = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index
  %b = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index {tag}
  return
}

// CHECK: func.func @extract_aligned_pointer_as_index(%m: memref<4x?xf32>, %u: memref<*xf32>) {
// CHECK: %a = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index
// CHECK: %b = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index {tag}
