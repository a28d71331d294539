// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @load(%m: memref<8x?xf32>, %s: memref<i1>, %i: index, %nested: memref<4xmemref<2xf32>>) {
  %a = memref.load %m[%i, %i] : memref<8x?xf32>
  %b = memref.load %s[] : memref<i1>
  %c = memref.load %m[%i, %i] {nontemporal = true} : memref<8x?xf32>
  %d = memref.load %m[%i, %i] {alignment = 16 : i64} : memref<8x?xf32>
  %e = memref.load %m[%i, %i] {nontemporal = true, alignment = 4, tag} : memref<8x?xf32>
  %g = memref.load %nested[%i] : memref<4xmemref<2xf32>>
  return
}

// CHECK: func.func @load(%m: memref<8x?xf32>, %s: memref<i1>, %i: index, %nested: memref<4xmemref<2xf32>>) {
// CHECK: %a = memref.load %m[%i, %i] : memref<8x?xf32>
// CHECK: %b = memref.load %s[] : memref<i1>
// CHECK: %c = memref.load %m[%i, %i] {nontemporal = true} : memref<8x?xf32>
// CHECK: %d = memref.load %m[%i, %i] {alignment = 16 : i64} : memref<8x?xf32>
// CHECK: %e = memref.load %m[%i, %i] {tag, nontemporal = true, alignment = 4 : i64} : memref<8x?xf32>
// CHECK: %g = memref.load %nested[%i] : memref<4xmemref<2xf32>>

// -----

// A tiled layout has as many indices as the type has dimensions.
func.func @load_tiled(%m: memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>>, %i: index) {
  %a = memref.load %m[%i, %i] : memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>>
  return
}

// CHECK: func.func @load_tiled(%m: memref<8x8xf32, affine_map<(d0, d1) -> ((d0 floordiv 4), d1, (d0 mod 4))>>, %i: index) {
// CHECK: %a = memref.load %m[%i, %i] : memref<8x8xf32, affine_map<(d0, d1) -> ((d0 floordiv 4), d1, (d0 mod 4))>>

// -----

func.func @store(%m: memref<8x?xf32, strided<[?, 1], offset: ?>>, %s: memref<index>, %i: index, %v: f32) {
  memref.store %v, %m[%i, %i] : memref<8x?xf32, strided<[?, 1], offset: ?>>
  memref.store %i, %s[] : memref<index>
  memref.store %v, %m[%i, %i] {nontemporal = true} : memref<8x?xf32, strided<[?, 1], offset: ?>>
  memref.store %v, %m[%i, %i] {alignment = 8 : i64} : memref<8x?xf32, strided<[?, 1], offset: ?>>
  return
}

// CHECK: func.func @store(%m: memref<8x?xf32, strided<[?, 1], offset: ?>>, %s: memref<index>, %i: index, %v: f32) {
// CHECK: memref.store %v, %m[%i, %i] : memref<8x?xf32, strided<[?, 1], offset: ?>>
// CHECK: memref.store %i, %s[] : memref<index>
// CHECK: memref.store %v, %m[%i, %i] {nontemporal = true} : memref<8x?xf32, strided<[?, 1], offset: ?>>
// CHECK: memref.store %v, %m[%i, %i] {alignment = 8 : i64} : memref<8x?xf32, strided<[?, 1], offset: ?>>

// -----

func.func @copy(%a: memref<4x?xf32>, %b: memref<?x8xf32, strided<[16, 2]>, 1 : i32>, %c: memref<*xf32>) {
  memref.copy %a, %b : memref<4x?xf32> to memref<?x8xf32, strided<[16, 2]>, 1 : i32>
  memref.copy %a, %c : memref<4x?xf32> to memref<*xf32>
  memref.copy %c, %c {tag} : memref<*xf32> to memref<*xf32>
  return
}

// CHECK: func.func @copy(%a: memref<4x?xf32>, %b: memref<?x8xf32, strided<[16, 2]>, 1 : i32>, %c: memref<*xf32>) {
// CHECK: memref.copy %a, %b : memref<4x?xf32> to memref<?x8xf32, strided<[16, 2]>, 1 : i32>
// CHECK: memref.copy %a, %c : memref<4x?xf32> to memref<*xf32>
// CHECK: memref.copy %c, %c {tag} : memref<*xf32> to memref<*xf32>

// -----

func.func @prefetch(%m: memref<4x400xi32>, %s: memref<f32>, %i: index) {
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x400xi32>
  memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<4x400xi32>
  memref.prefetch %s[], write, locality<1>, data : memref<f32>
  "memref.prefetch"(%s) <{isWrite = false, localityHint = 2 : i32, isDataCache = false}> : (memref<f32>) -> ()
  return
}

// CHECK: func.func @prefetch(%m: memref<4x400xi32>, %s: memref<f32>, %i: index) {
// CHECK: memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x400xi32>
// CHECK: memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<4x400xi32>
// CHECK: memref.prefetch %s[], write, locality<1>, data : memref<f32>
// CHECK: memref.prefetch %s[], read, locality<2>, instr : memref<f32>
