// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @floats(%m: memref<4x?xf32>, %i: index, %v: f32) {
  %a = memref.atomic_rmw addf %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
  %b = memref.atomic_rmw mulf %v, %m[%i, %i] {tag} : (f32, memref<4x?xf32>) -> f32
  %c = memref.atomic_rmw maximumf %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
  %d = memref.atomic_rmw minimumf %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
  %e = memref.atomic_rmw maxnumf %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
  %f = memref.atomic_rmw minnumf %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
  %g = memref.atomic_rmw "assign" %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
  return
}

// CHECK: func.func @floats(%m: memref<4x?xf32>, %i: index, %v: f32) {
// CHECK: %a = memref.atomic_rmw addf %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
// CHECK: %b = memref.atomic_rmw mulf %v, %m[%i, %i] {tag} : (f32, memref<4x?xf32>) -> f32
// CHECK: %c = memref.atomic_rmw maximumf %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
// CHECK: %d = memref.atomic_rmw minimumf %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
// CHECK: %e = memref.atomic_rmw maxnumf %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
// CHECK: %f = memref.atomic_rmw minnumf %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
// CHECK: %g = memref.atomic_rmw assign %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32

// -----

func.func @integers(%m: memref<i32>, %v: i32) {
  %a = memref.atomic_rmw addi %v, %m[] : (i32, memref<i32>) -> i32
  %b = memref.atomic_rmw muli %v, %m[] : (i32, memref<i32>) -> i32
  %c = memref.atomic_rmw andi %v, %m[] : (i32, memref<i32>) -> i32
  %d = memref.atomic_rmw ori %v, %m[] : (i32, memref<i32>) -> i32
  %e = memref.atomic_rmw xori %v, %m[] : (i32, memref<i32>) -> i32
  %f = memref.atomic_rmw maxs %v, %m[] : (i32, memref<i32>) -> i32
  %g = memref.atomic_rmw maxu %v, %m[] : (i32, memref<i32>) -> i32
  %h = memref.atomic_rmw mins %v, %m[] : (i32, memref<i32>) -> i32
  %i = memref.atomic_rmw minu %v, %m[] : (i32, memref<i32>) -> i32
  %j = memref.atomic_rmw assign %v, %m[] : (i32, memref<i32>) -> i32
  // Nothing is said of the types of these.
  %k = memref.atomic_rmw maxnumf %v, %m[] : (i32, memref<i32>) -> i32
  return
}

// CHECK: func.func @integers(%m: memref<i32>, %v: i32) {
// CHECK: %a = memref.atomic_rmw addi %v, %m[] : (i32, memref<i32>) -> i32
// CHECK: %b = memref.atomic_rmw muli %v, %m[] : (i32, memref<i32>) -> i32
// CHECK: %c = memref.atomic_rmw andi %v, %m[] : (i32, memref<i32>) -> i32
// CHECK: %d = memref.atomic_rmw ori %v, %m[] : (i32, memref<i32>) -> i32
// CHECK: %e = memref.atomic_rmw xori %v, %m[] : (i32, memref<i32>) -> i32
// CHECK: %f = memref.atomic_rmw maxs %v, %m[] : (i32, memref<i32>) -> i32
// CHECK: %g = memref.atomic_rmw maxu %v, %m[] : (i32, memref<i32>) -> i32
// CHECK: %h = memref.atomic_rmw mins %v, %m[] : (i32, memref<i32>) -> i32
// CHECK: %i = memref.atomic_rmw minu %v, %m[] : (i32, memref<i32>) -> i32
// CHECK: %j = memref.atomic_rmw assign %v, %m[] : (i32, memref<i32>) -> i32
// CHECK: %k = memref.atomic_rmw maxnumf %v, %m[] : (i32, memref<i32>) -> i32

// -----

func.func @generic(%m: memref<4xf32>, %s: memref<i32>, %i: index, %v: f32) {
  %a = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    %new = arith.addf %old, %v : f32
    memref.atomic_yield %new : f32
  }
  %b = memref.generic_atomic_rmw %s[] : memref<i32> {
  ^bb0(%current: i32):
    memref.atomic_yield %current {tag} : i32
  } {tag}
  return
}

// CHECK: func.func @generic(%m: memref<4xf32>, %s: memref<i32>, %i: index, %v: f32) {
// CHECK: %a = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
// CHECK: memref.atomic_yield %new : f32
// CHECK: %b = memref.generic_atomic_rmw %s[] : memref<i32> {
// CHECK: memref.atomic_yield %current {tag} : i32
