// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @for(%lb: index, %ub: index, %s: index, %x: f32, %a: i32, %v: vector<4xf32>) {
  scf.for %i = %lb to %ub step %s {
  }
  scf.for unsigned %i = %lb to %ub step %s {
  } {tag}
  scf.for %i = %a to %a step %a : i32 {
    scf.for %j = %lb to %ub step %s {
    }
  }
  %0 = scf.for %i = %lb to %ub step %s iter_args(%acc = %x) -> (f32) {
    %1 = arith.addf %acc, %acc : f32
    scf.yield %1 : f32
  }
  %2:2 = scf.for unsigned %i = %a to %a step %a iter_args(%p = %x, %q = %v) -> (f32, vector<4xf32>) : i32 {
    scf.yield %p, %q : f32, vector<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @for(
// CHECK-NEXT: scf.for %i = %lb to %ub step %s {
// CHECK-NEXT: }
// CHECK-NEXT: scf.for unsigned %i_1 = %lb to %ub step %s {
// CHECK-NEXT: } {tag}
// CHECK-NEXT: scf.for %i_2 = %a to %a step %a : i32 {
// CHECK-NEXT: scf.for %j = %lb to %ub step %s {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %0 = scf.for %i_3 = %lb to %ub step %s iter_args(%acc = %x) -> (f32) {
// CHECK-NEXT: %1 = arith.addf %acc, %acc : f32
// CHECK-NEXT: scf.yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %2, %3 = scf.for unsigned %i_4 = %a to %a step %a iter_args(%p = %x, %q = %v) -> (f32, vector<4xf32>) : i32 {
// CHECK-NEXT: scf.yield %p, %q : f32, vector<4xf32>

// -----

func.func @while(%x: i32, %c: i1, %f: f32) {
  %0 = scf.while (%a = %x) : (i32) -> f32 {
    scf.condition(%c) %f : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %x : i32
  }
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  %1:2 = scf.while (%a = %x, %b = %f) : (i32, f32) -> (f32, i32) {
    scf.condition(%c) %b, %a : f32, i32
  } do {
  ^bb0(%p: f32, %q: i32):
    scf.yield %q, %p : i32, f32
  } attributes {tag}
  return
}

// CHECK-LABEL: func.func @while(
// CHECK-NEXT: %0 = scf.while (%a = %x) : (i32) -> f32 {
// CHECK-NEXT: scf.condition(%c) %f : f32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%b: f32):
// CHECK-NEXT: scf.yield %x : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: scf.condition(%c)
// CHECK-NEXT: } do {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: %1, %2 = scf.while (%a_1 = %x, %b_1 = %f) : (i32, f32) -> (f32, i32) {
// CHECK-NEXT: scf.condition(%c) %b_1, %a_1 : f32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%p: f32, %q: i32):
// CHECK-NEXT: scf.yield %q, %p : i32, f32
// CHECK-NEXT: } attributes {tag}
