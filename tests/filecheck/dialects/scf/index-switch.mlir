// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func private @work()

func.func @no_results(%i: index) {
  scf.index_switch %i
  case 2 {
    func.call @work() : () -> ()
    scf.yield
  }
  case 5 {
    scf.yield
  }
  default {
    func.call @work() : () -> ()
  }
  return
}

// Only the default may leave its yield out; xDSL prints it.
// CHECK: scf.index_switch %i
// CHECK-NEXT: case 2 {
// CHECK-NEXT: func.call @work() : () -> ()
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: case 5 {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: func.call @work() : () -> ()
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }

// -----

func.func @only_default(%i: index) {
  scf.index_switch %i {tag = 1 : i32}
  default {
    scf.yield {tag}
  }
  return
}

// CHECK: scf.index_switch %i {tag = 1 : i32}
// CHECK-NEXT: default {
// CHECK-NEXT: scf.yield {tag}
// CHECK-NEXT: }

// -----

func.func @results(%i: index, %a: i32, %b: f32) -> f32 {
  %0:2 = scf.index_switch %i -> i32, f32
  case -1 {
    scf.yield %a, %b : i32, f32
  }
  default {
    %c = arith.constant 3 : i32
    scf.yield %c, %b : i32, f32
  }
  return %0#1 : f32
}

// CHECK: scf.index_switch %i -> i32, f32
// CHECK-NEXT: case -1 {
// CHECK-NEXT: scf.yield %a, %b : i32, f32
