// RUN: xdsl-gpu-opt %s --pass-pipeline='builtin.module(func.func(cse))' | filecheck %s --check-prefixes=CHECK,HOST
// RUN: xdsl-gpu-opt %s --pass-pipeline='builtin.module(gpu.module(cse))' | filecheck %s --check-prefixes=CHECK,DEVICE
// RUN: xdsl-gpu-opt %s -p cse | filecheck %s --check-prefixes=CHECK,BOTH
// RUN: not xdsl-gpu-opt %s -p 'builtin.module(cse' 2>&1 | filecheck %s --check-prefix=BROKEN

// A pass inside an anchor sees the operations of that name alone.

// BROKEN: xdsl-gpu-opt: error: encountered unbalanced parentheses

// CHECK-LABEL: @host
// HOST:          arith.constant
// HOST-NOT:      arith.constant
// DEVICE-COUNT-2: arith.constant
// BOTH:          arith.constant
// BOTH-NOT:      arith.constant
// CHECK:         memref.store
func.func @host(%m: memref<4xindex>) {
  %c = arith.constant 1 : index
  %d = arith.constant 1 : index
  memref.store %c, %m[%d] : memref<4xindex>
  return
}

// CHECK-LABEL: @device
// HOST-COUNT-2:  arith.constant
// DEVICE:        arith.constant
// DEVICE-NOT:    arith.constant
// BOTH:          arith.constant
// BOTH-NOT:      arith.constant
// CHECK:         memref.store
gpu.module @kernels {
  gpu.func @device(%m: memref<4xindex>) kernel {
    %c = arith.constant 1 : index
    %d = arith.constant 1 : index
    memref.store %c, %m[%d] : memref<4xindex>
    gpu.return
  }
}
