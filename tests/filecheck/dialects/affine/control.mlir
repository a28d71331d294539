// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @loops(%n: index, %k: index, %x: f32) {
  affine.for %i = 0 to 10 {
  }
  affine.for %i = %n to %k step 4 {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%n] {
    }
  }
  affine.for %i = max affine_map<()[s0] -> (0, s0)>()[%n] to min affine_map<()[s0] -> (s0, 100)>()[%n] {
  } {tag}
  %0 = affine.for %i = 0 to 10 iter_args(%a = %x) -> (f32) {
    %1 = arith.addf %a, %a : f32
    affine.yield %1 : f32
  }
  %2:2 = affine.for %i = 0 to 10 step 2 iter_args(%a = %x, %b = %n) -> (f32, index) {
    affine.yield %a, %b : f32, index
  }
  return
}

// CHECK-LABEL: func.func @loops(
// CHECK-NEXT: affine.for %i = 0 to 10 {
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %i_1 = %n to %k step 4 {
// CHECK-NEXT: affine.for %j = affine_map<(d0) -> ((d0 + 1))>(%i_1) to affine_map<(d0)[s0] -> (((d0 * 2) + s0))>(%i_1)[%n] {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %i_2 = max affine_map<()[s0] -> (0, s0)>()[%n] to min affine_map<()[s0] -> (s0, 100)>()[%n] {
// CHECK-NEXT: } {tag}
// CHECK-NEXT: %0 = affine.for %i_3 = 0 to 10 iter_args(%a = %x) -> (f32) {
// CHECK-NEXT: %1 = arith.addf %a, %a : f32
// CHECK-NEXT: affine.yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %2, %3 = affine.for %i_4 = 0 to 10 step 2 iter_args(%a_1 = %x, %b = %n) -> (f32, index) {
// CHECK-NEXT: affine.yield %a_1, %b : f32, index

// -----

func.func @conditions(%n: index, %x: f32, %m: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] {
    }
    affine.if affine_set<(d0) : (d0 - 3 == 0, -d0 + 8 >= 0)>(%i) {
    } else {
      affine.store %x, %m[%i] : memref<10xf32>
    } {tag}
    %0 = affine.if affine_set<() : (1 == 0)>() -> f32 {
      affine.yield %x : f32
    } else {
      affine.yield %x : f32
    }
    %1:2 = affine.if affine_set<(d0) : (d0 >= 0)>(%i) -> (f32, index) {
      affine.yield %x, %i : f32, index
    } else {
      affine.yield %x, %n : f32, index
    }
  }
  return
}

// CHECK-LABEL: func.func @conditions(
// CHECK-NEXT: affine.for %i = 0 to 10 {
// CHECK-NEXT: affine.if affine_set<(d0)[s0] : ((d0 + (s0 * -1)) >= 0)>(%i)[%n] {
// CHECK-NEXT: }
// CHECK-NEXT: affine.if affine_set<(d0) : ((d0 + -3) == 0, ((d0 * -1) + 8) >= 0)>(%i) {
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %x, %m[%i] : memref<10xf32>
// CHECK-NEXT: } {tag}
// CHECK-NEXT: %0 = affine.if affine_set<() : (1 == 0)>() -> f32 {
// CHECK-NEXT: affine.yield %x : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.yield %x : f32
// CHECK-NEXT: }
// CHECK-NEXT: %1, %2 = affine.if affine_set<(d0) : (d0 >= 0)>(%i) -> (f32, index) {
// CHECK-NEXT: affine.yield %x, %i : f32, index
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.yield %x, %n : f32, index
// CHECK-NEXT: }

// -----

func.func @parallel(%n: index, %m: memref<100x100xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (%n, 10) step (2, 4) {
    %0 = affine.load %m[%i, %j] : memref<100x100xf32>
  }
  affine.parallel (%i) = (max(0, %n - 5)) to (min(%n, 100, %n * 2)) {
  } {tag}
  %1 = affine.parallel (%i, %j) = (0, 0) to (10, symbol(%n)) reduce ("addf") -> (f32) {
    %2 = affine.load %m[%i, %j] : memref<100x100xf32>
    affine.yield %2 : f32
  }
  affine.parallel () = () to () {
  }
  return
}

// CHECK-LABEL: func.func @parallel(
// CHECK-NEXT: affine.parallel (%i, %j) = (0, 0) to (%n, 10) step (2, 4) {
// CHECK-NEXT: %0 = affine.load %m[%i, %j] : memref<100x100xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.parallel (%i_1) = (max(0, %n - 5)) to (min(%n, 100, %n * 2)) {
// CHECK-NEXT: } {tag}
// CHECK-NEXT: %1 = affine.parallel (%i_2, %j_1) = (0, 0) to (10, symbol(%n)) reduce ("addf") -> (f32) {
// CHECK-NEXT: %2 = affine.load %m[%i_2, %j_1] : memref<100x100xf32>
// CHECK-NEXT: affine.yield %2 : f32
// CHECK-NEXT: }
// CHECK-NEXT: affine.parallel () = () to () {

// -----

func.func @reductions(%x: f32, %a: i32, %s: si8, %u: ui8, %v: vector<4xf32>) {
  %0:4 = affine.parallel (%i) = (0) to (10) reduce ("addf", "mulf", "maximumf", "minimumf") -> (f32, f32, f32, f32) {
    affine.yield %x, %x, %x, %x : f32, f32, f32, f32
  }
  %1:4 = affine.parallel (%i) = (0) to (10) reduce ("addi", "muli", "ori", "andi") -> (i32, i32, i32, i32) {
    affine.yield %a, %a, %a, %a : i32, i32, i32, i32
  }
  %2:5 = affine.parallel (%i) = (0) to (10) reduce ("maxs", "mins", "maxu", "minu", "assign") -> (si8, si8, ui8, ui8, vector<4xf32>) {
    affine.yield %s, %s, %u, %u, %v : si8, si8, ui8, ui8, vector<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @reductions(
// CHECK-NEXT: %0, %1, %2, %3 = affine.parallel (%i) = (0) to (10) reduce ("addf", "mulf", "maximumf", "minimumf") -> (f32, f32, f32, f32) {
// CHECK-NEXT: affine.yield %x, %x, %x, %x : f32, f32, f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %4, %5, %6, %7 = affine.parallel (%i_1) = (0) to (10) reduce ("addi", "muli", "ori", "andi") -> (i32, i32, i32, i32) {
// CHECK-NEXT: affine.yield %a, %a, %a, %a : i32, i32, i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %8, %9, %10, %11, %12 = affine.parallel (%i_2) = (0) to (10) reduce ("maxs", "mins", "maxu", "minu", "assign") -> (si8, si8, ui8, ui8, vector<4xf32>) {
// CHECK-NEXT: affine.yield %s, %s, %u, %u, %v : si8, si8, ui8, ui8, vector<4xf32>
