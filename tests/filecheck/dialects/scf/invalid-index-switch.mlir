// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @empty_case(%i: index) {
  scf.index_switch %i
  case 1 {
  }
  default {
  }
  return
}

// CHECK: region

// -----

func.func private @work()

func.func @case_without_yield(%i: index) {
  scf.index_switch %i
  case 1 {
    func.call @work() : () -> ()
  }
  default {
  }
  return
}

// CHECK: not a terminator

// -----

func.func @twice(%i: index) {
  scf.index_switch %i
  case 1 {
    scf.yield
  }
  case 1 {
    scf.yield
  }
  default {
  }
  return
}

// CHECK: has duplicate case value: 1
