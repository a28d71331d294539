// RUN: xdsl-opt %s | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @rank
// CHECK:         tensor.rank %{{.*}} : tensor<*xf32>
// CHECK:         tensor.rank %{{.*}} {kept} : tensor<4x?xf32>
// GENERIC:       "tensor.rank"(%{{.*}}) : (tensor<*xf32>) -> index
func.func @rank(%t: tensor<*xf32>, %u: tensor<4x?xf32>) {
  %0 = tensor.rank %t : tensor<*xf32>
  %1 = tensor.rank %u {kept} : tensor<4x?xf32>
  return
}
