// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func private @work()
func.func @if(%c: i1, %x: f32, %a: i32) {
  scf.if %c {
  }
  scf.if %c {
    func.call @work() : () -> ()
  } else {
    scf.if %c {
    }
  } {tag}
  %0 = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield %x : f32
  }
  %1:2 = scf.if %c -> (f32, i32) {
    scf.yield %x, %a : f32, i32
  } else {
    scf.yield %x, %a : f32, i32
  }
  return
}

// CHECK: func.func private @work() -> ()
// CHECK-LABEL: func.func @if(
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: func.call @work() : () -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: }
// CHECK-NEXT: } {tag}
// CHECK-NEXT: %0 = scf.if %c -> (f32) {
// CHECK-NEXT: scf.yield %x : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %x : f32
// CHECK-NEXT: }
// CHECK-NEXT: %1, %2 = scf.if %c -> (f32, i32) {
// CHECK-NEXT: scf.yield %x, %a : f32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %x, %a : f32, i32

// -----

func.func @execute_region(%c: i1, %x: i32) {
  scf.execute_region {
    scf.yield
  }
  %0 = scf.execute_region -> i32 no_inline {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    cf.br ^bb2
  ^bb2:
    scf.yield %x : i32
  }
  %1:2 = scf.execute_region -> (i32, i1) {
    scf.yield %x, %c : i32, i1
  } {tag}
  return
}

// CHECK-LABEL: func.func @execute_region(
// CHECK-NEXT: scf.execute_region {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: %0 = scf.execute_region -> (i32) no_inline {
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.br ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: scf.yield %x : i32
// CHECK-NEXT: }
// CHECK-NEXT: %1, %2 = scf.execute_region -> (i32, i1) {
// CHECK-NEXT: scf.yield %x, %c : i32, i1
// CHECK-NEXT: } {tag}
