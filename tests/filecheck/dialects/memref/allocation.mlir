// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @alloc(%n: index, %s: index) {
  %static = memref.alloc() : memref<8x64xf32>
  %dynamic = memref.alloc(%n) : memref<8x?xf32>
  %space = memref.alloc(%n, %n) : memref<?x?xi8, #gpu.address_space<global>>
  %symbol = memref.alloc()[%s] : memref<8xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %strided = memref.alloc(%n)[%s, %s] {alignment = 16 : i64} : memref<?x4xf32, strided<[?, 1], offset: ?>>
  %aligned = memref.alloc() {alignment = 64} : memref<f64>
  %tagged = memref.alloc() {alignment = 1 : i64, tag} : memref<0xindex>
  return
}

// CHECK: %static = memref.alloc() : memref<8x64xf32>
// CHECK: %dynamic = memref.alloc(%n) : memref<8x?xf32>
// CHECK: %space = memref.alloc(%n, %n) : memref<?x?xi8, #gpu.address_space<global>>
// CHECK: %symbol = memref.alloc()[%s] : memref<8xf32, affine_map<(d0)[s0] -> ((d0 + s0))>>
// CHECK: %strided = memref.alloc(%n)[%s, %s] {alignment = 16 : i64} : memref<?x4xf32, strided<[?, 1], offset: ?>>
// CHECK: %aligned = memref.alloc() {alignment = 64 : i64} : memref<f64>
// CHECK: %tagged = memref.alloc() {tag, alignment = 1 : i64} : memref<0xindex>

// -----

func.func @alloca(%n: index, %s: index) {
  %static = memref.alloca() : memref<8x64xf32>
  %dynamic = memref.alloca(%n)[%s] : memref<?xf32, strided<[?]>>
  %aligned = memref.alloca() {alignment = 8 : i64} : memref<4xvector<4xf32>, 5 : i64>
  return
}

// CHECK: %static = memref.alloca() : memref<8x64xf32>
// CHECK: %dynamic = memref.alloca(%n)[%s] : memref<?xf32, strided<[?]>>
// CHECK: %aligned = memref.alloca() {alignment = 8 : i64} : memref<4xvector<4xf32>, 5 : i64>

// -----

// A loop is an allocation scope like a function.
func.func @alloca_in_loop(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %m = memref.alloca(%i) : memref<?xf32>
  }
  return
}

// CHECK: %m = memref.alloca(%i) : memref<?xf32>

// -----

func.func @alloca_scope(%v: f32) -> f32 {
  memref.alloca_scope {
    %m = memref.alloca() : memref<4xf32>
  }
  memref.alloca_scope {
    memref.alloca_scope.return
  } {tag}
  %one = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return %v : f32
  }
  %bare = memref.alloca_scope -> f32 {
    memref.alloca_scope.return %v : f32
  }
  %two:2 = memref.alloca_scope -> (f32, memref<4xf32>) {
    %kept = memref.alloc() : memref<4xf32>
    memref.alloca_scope.return {tag} %v, %kept : f32, memref<4xf32>
  }
  return %one : f32
}

// CHECK: memref.alloca_scope {
// CHECK: %m = memref.alloca() : memref<4xf32>
// CHECK: memref.alloca_scope {
// CHECK: %one = memref.alloca_scope -> (f32) {
// CHECK: memref.alloca_scope.return %v : f32
// CHECK: %bare = memref.alloca_scope -> (f32) {
// CHECK: memref.alloca_scope.return %v : f32
// CHECK: %two, %{{.*}} = memref.alloca_scope -> (f32, memref<4xf32>) {
// CHECK: %kept = memref.alloc() : memref<4xf32>
// CHECK: memref.alloca_scope.return {tag} %v, %kept : f32, memref<4xf32>

// -----

func.func @realloc(%a: memref<64xf32>, %b: memref<?xf32, 3 : i64>, %n: index) {
  %static = memref.realloc %a : memref<64xf32> to memref<124xf32>
  %dynamic = memref.realloc %b(%n) : memref<?xf32, 3> to memref<?xf32, 3>
  %aligned = memref.realloc %static {alignment = 8 : i64} : memref<124xf32> to memref<12xf32>
  return
}

// CHECK: func.func @realloc(%a: memref<64xf32>, %b: memref<?xf32, 3 : i64>, %n: index) {
// CHECK: %static = memref.realloc %a : memref<64xf32> to memref<124xf32>
// CHECK: %dynamic = memref.realloc %b(%n) : memref<?xf32, 3 : i64> to memref<?xf32, 3 : i64>
// CHECK: %aligned = memref.realloc %static {alignment = 8 : i64} : memref<124xf32> to memref<12xf32>

// -----

func.func @dealloc(%a: memref<64x?xf32, strided<[?, 1]>>, %b: memref<*xf32, 1 : i64>) {
  memref.dealloc %a : memref<64x?xf32, strided<[?, 1]>>
  memref.dealloc %b {tag} : memref<*xf32, 1>
  return
}

// CHECK: func.func @dealloc(%a: memref<64x?xf32, strided<[?, 1]>>, %b: memref<*xf32, 1 : i64>) {
// CHECK: memref.dealloc %a : memref<64x?xf32, strided<[?, 1]>>
// CHECK: memref.dealloc %b {tag} : memref<*xf32, 1 : i64>
