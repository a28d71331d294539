// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @weights_count(%c: i1) {
  cf.cond_br %c weights([1]), ^a, ^a
^a:
  return
}

// CHECK: expects number of branch weights to match number of successors: 1 vs 2

// -----

func.func @weights_zero(%c: i1) {
  cf.cond_br %c weights([0, 0]), ^a, ^a
^a:
  return
}

// CHECK: branch weights cannot all be zero

// -----

func.func @weights_type(%c: i1) {
  cf.cond_br %c, ^a, ^a {branch_weights = [1, 2]}
^a:
  return
}

// CHECK: array

// -----

func.func @condition(%c: i32) {
  cf.cond_br %c, ^a, ^a
^a:
  return
}

// CHECK: i32
