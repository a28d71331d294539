// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @dim_rank(%m: memref<f32>, %i: index) {
  %a = memref.dim %m, %i : memref<f32>
  return
}

// CHECK: must be non-0-ranked or unranked memref

// -----

func.func @dim_tensor(%m: tensor<4xf32>, %i: index) {
  %a = memref.dim %m, %i : tensor<4xf32>
  return
}

// CHECK: tensor<4xf32>

// -----

func.func @rank(%m: tensor<4xf32>) {
  %a = memref.rank %m : tensor<4xf32>
  return
}

// CHECK: tensor<4xf32>

// -----

func.func @metadata_base(%m: memref<4xf32>) {
  %base, %offset, %size, %stride = memref.extract_strided_metadata %m : memref<4xf32> -> memref<f64>, index, index, index
  return
}

// CHECK: are incompatible with return type(s) of operation

// -----

func.func @metadata_base_space(%m: memref<4xf32, 1>) {
  %base, %offset, %size, %stride = memref.extract_strided_metadata %m : memref<4xf32, 1> -> memref<f32>, index, index, index
  return
}

// CHECK: are incompatible with return type(s) of operation

// -----

func.func @metadata_sizes(%m: memref<4xf32>) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4xf32> -> memref<f32>, index, index, index, index, index
  return
}

// CHECK: are incompatible with return type(s) of operation

// -----

func.func @metadata_odd(%m: memref<4xf32>) {
  %base, %offset, %sizes:2, %stride = memref.extract_strided_metadata %m : memref<4xf32> -> memref<f32>, index, index, index, index
  return
}

// CHECK: results

// -----

func.func @metadata_layout(%m: memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>) {
  %base, %offset, %size, %stride = memref.extract_strided_metadata %m : memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>> -> memref<f32>, index, index, index
  return
}

// CHECK: strided memref

// -----

func.func @pointer(%m: memref<4xf32>) {
  %a = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> i64
  return
}

// CHECK: index

// -----

func.func @pointer_tensor(%m: tensor<4xf32>) {
  %a = memref.extract_aligned_pointer_as_index %m : tensor<4xf32> -> index
  return
}

// CHECK: tensor<4xf32>
