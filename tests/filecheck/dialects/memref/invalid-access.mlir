// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @load_indices(%m: memref<4x4xf32>, %i: index) {
  %a = memref.load %m[%i] : memref<4x4xf32>
  return
}

// CHECK: incorrect number of indices for load, expected 2 but got 1

// -----

func.func @load_scalar(%m: memref<f32>, %i: index) {
  %a = memref.load %m[%i] : memref<f32>
  return
}

// CHECK: incorrect number of indices for load, expected 0 but got 1

// -----

func.func @load_type(%m: memref<4xf32>, %i: index) {
  %a = "memref.load"(%m, %i) : (memref<4xf32>, index) -> f64
  return
}

// CHECK: f32

// -----

func.func @load_index_type(%m: memref<4xf32>, %i: i32) {
  %a = "memref.load"(%m, %i) : (memref<4xf32>, i32) -> f32
  return
}

// CHECK: index

// -----

func.func @load_unranked(%m: memref<*xf32>) {
  %a = memref.load %m[] : memref<*xf32>
  return
}

// CHECK: memref

// -----

func.func @load_alignment(%m: memref<4xf32>, %i: index) {
  %a = memref.load %m[%i] {alignment = -1} : memref<4xf32>
  return
}

// CHECK: positive

// -----

func.func @load_alignment_power(%m: memref<4xf32>, %i: index) {
  %a = memref.load %m[%i] {alignment = 3} : memref<4xf32>
  return
}

// CHECK: a power of two

// -----

func.func @load_nontemporal(%m: memref<4xf32>, %i: index) {
  %a = "memref.load"(%m, %i) <{nontemporal = 1 : i32}> : (memref<4xf32>, index) -> f32
  return
}

// CHECK: i1

// -----

func.func @store_indices(%m: memref<4x4xf32>, %i: index, %v: f32) {
  memref.store %v, %m[%i] : memref<4x4xf32>
  return
}

// CHECK: store index operand count not equal to memref rank

// -----

func.func @store_type(%m: memref<4xf32>, %i: index, %v: f64) {
  "memref.store"(%v, %m, %i) : (f64, memref<4xf32>, index) -> ()
  return
}

// CHECK: f32

// -----

func.func @store_alignment(%m: memref<4xf32>, %i: index, %v: f32) {
  memref.store %v, %m[%i] {alignment = 0} : memref<4xf32>
  return
}

// CHECK: positive

// -----

func.func @copy_element(%a: memref<4xf32>, %b: memref<4xi32>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xi32>
  return
}

// CHECK: requires the same element type for all operands

// -----

func.func @copy_sizes(%a: memref<4x?xf32>, %b: memref<5x?xf32>) {
  memref.copy %a, %b : memref<4x?xf32> to memref<5x?xf32>
  return
}

// CHECK: requires the same shape for all operands

// -----

func.func @copy_rank(%a: memref<4xf32>, %b: memref<4x1xf32>) {
  memref.copy %a, %b : memref<4xf32> to memref<4x1xf32>
  return
}

// CHECK: requires the same shape for all operands

// -----

func.func @copy_unranked(%a: memref<4xf32>, %b: memref<*xf64>) {
  memref.copy %a, %b : memref<4xf32> to memref<*xf64>
  return
}

// CHECK: requires the same element type for all operands

// -----

func.func @copy_tensor(%a: tensor<4xf32>, %b: memref<4xf32>) {
  memref.copy %a, %b : tensor<4xf32> to memref<4xf32>
  return
}

// CHECK: tensor<4xf32>

// -----

func.func @prefetch_indices(%m: memref<4x4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, data : memref<4x4xf32>
  return
}

// CHECK: too few indices

// -----

func.func @prefetch_access(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], both, locality<3>, data : memref<4xf32>
  return
}

// CHECK: read

// -----

func.func @prefetch_cache(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, second : memref<4xf32>
  return
}

// CHECK: data

// -----

func.func @prefetch_locality(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<4>, data : memref<4xf32>
  return
}

// CHECK: value

// -----

func.func @prefetch_negative_locality(%m: memref<4xf32>, %i: index) {
  "memref.prefetch"(%m, %i) <{isWrite = false, localityHint = -1 : i32, isDataCache = true}> : (memref<4xf32>, index) -> ()
  return
}

// CHECK: value
