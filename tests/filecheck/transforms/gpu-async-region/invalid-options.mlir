// RUN: not xdsl-opt %s -p 'gpu-async-region{dependencies=memroy}' 2>&1 | filecheck %s --check-prefix=VALUE
// RUN: not xdsl-opt %s -p 'gpu-async-region{stricter=true}' 2>&1 | filecheck %s --check-prefix=NAME
// RUN: xdsl-opt %s -p 'gpu-async-region{strict}' --verify-diagnostics | filecheck %s --check-prefix=FLAG

// A mistake is named with what would be right, and nothing else is said.

// VALUE-NOT:  Traceback
// VALUE:      error: gpu-async-region: dependencies must be chain or memory, not memroy
// NAME-NOT:   Traceback
// NAME:       error: gpu-async-region: no option stricter: it has dependencies, strict

// As in MLIR, the name alone says that it is so.

// FLAG: 'gpu.wait' op unexpected pre-existing gpu.wait
func.func @f() {
  gpu.wait
  return
}
