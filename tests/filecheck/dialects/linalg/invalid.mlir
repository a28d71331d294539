// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// CHECK: expected to have pure tensor or buffer semantics
func.func @mixed(%a: tensor<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : tensor<4x8xf32>, memref<8x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

// CHECK: inferred input/output operand #1 has shape's dimension #0 to be 8, but found 9
func.func @sizes(%a: memref<4x8xf32>, %b: memref<9x4xf32>, %c: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<9x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

// CHECK: unsupported non numeric type
func.func @numbers(%a: memref<4xi32>) {
  linalg.exp ins(%a : memref<4xi32>) outs(%a : memref<4xi32>)
  return
}

// -----

// CHECK: permutation is not valid
func.func @permutation(%a: memref<4x4xf32>) {
  linalg.transpose ins(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>) permutation = [0, 2]
  return
}

// -----

// CHECK: in the range [0, 1]
func.func @range(%a: memref<4x4xf32>, %b: memref<4xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<4x4xf32>) outs(%b : memref<4xf32>) dimensions = [2]
  return
}

// -----

// CHECK: expected op with scalar input
func.func @fill(%a: memref<4xf32>) {
  linalg.fill ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}

// -----

// CHECK: incorrect shape for index attribute 'strides'
func.func @strides(%a: memref<1x9x9x1xf32>, %b: memref<3x3x1x1xf32>, %c: memref<1x7x7x1xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<3xi64>} ins(%a, %b : memref<1x9x9x1xf32>, memref<3x3x1x1xf32>) outs(%c : memref<1x7x7x1xf32>)
  return
}
