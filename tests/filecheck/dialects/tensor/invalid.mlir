// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @rank_of_a_buffer(%m: memref<4xf32>) {
  %0 = tensor.rank %m : memref<4xf32>
  return
}

// CHECK: 'tensor.rank' op Unexpected attribute memref<4xf32>

// -----

func.func @rank_of_another_type(%t: tensor<4xf32>) {
  %0 = "tensor.rank"(%t) : (tensor<4xf32>) -> i32
  return
}

// CHECK: result 'rank' at position 0 does not verify
