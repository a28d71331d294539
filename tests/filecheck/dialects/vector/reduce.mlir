// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @kinds(%v: vector<4xi32>, %f: vector<[4]xf32>, %i: vector<4xindex>, %x: f32, %z: vector<f16>) {
  %0 = vector.reduction <add>, %v : vector<4xi32> into i32
  %1 = vector.reduction <mul>, %v : vector<4xi32> into i32
  %2 = vector.reduction <minui>, %v : vector<4xi32> into i32
  %3 = vector.reduction <minsi>, %v : vector<4xi32> into i32
  %4 = vector.reduction <maxui>, %i : vector<4xindex> into index
  %5 = vector.reduction <maxsi>, %v : vector<4xi32> into i32
  %6 = vector.reduction <and>, %v : vector<4xi32> into i32
  %7 = vector.reduction <or>, %v : vector<4xi32> into i32
  %8 = vector.reduction <xor>, %v : vector<4xi32> into i32
  %9 = vector.reduction <minnumf>, %f : vector<[4]xf32> into f32
  %10 = vector.reduction <maxnumf>, %f, %x : vector<[4]xf32> into f32
  %11 = vector.reduction <minimumf>, %f, %x fastmath<reassoc> : vector<[4]xf32> into f32
  %12 = vector.reduction <maximumf>, %z fastmath<nnan,contract> : vector<f16> into f16
  return
}

// CHECK-LABEL: func.func @kinds(
// CHECK-NEXT: %0 = vector.reduction <add>, %v : vector<4xi32> into i32
// CHECK-NEXT: %1 = vector.reduction <mul>, %v : vector<4xi32> into i32
// CHECK-NEXT: %2 = vector.reduction <minui>, %v : vector<4xi32> into i32
// CHECK-NEXT: %3 = vector.reduction <minsi>, %v : vector<4xi32> into i32
// CHECK-NEXT: %4 = vector.reduction <maxui>, %i : vector<4xindex> into index
// CHECK-NEXT: %5 = vector.reduction <maxsi>, %v : vector<4xi32> into i32
// CHECK-NEXT: %6 = vector.reduction <and>, %v : vector<4xi32> into i32
// CHECK-NEXT: %7 = vector.reduction <or>, %v : vector<4xi32> into i32
// CHECK-NEXT: %8 = vector.reduction <xor>, %v : vector<4xi32> into i32
// CHECK-NEXT: %9 = vector.reduction <minnumf>, %f : vector<[4]xf32> into f32
// CHECK-NEXT: %10 = vector.reduction <maxnumf>, %f, %x : vector<[4]xf32> into f32
// CHECK-NEXT: %11 = vector.reduction <minimumf>, %f, %x fastmath<reassoc> : vector<[4]xf32> into f32
// CHECK-NEXT: %12 = vector.reduction <maximumf>, %z fastmath<nnan,contract> : vector<f16> into f16

// -----

func.func @multi_reduction(%v: vector<4x8x[16]xf32>, %a: vector<4x[16]xf32>, %x: f32, %w: vector<8xi32>, %n: i32) {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<4x8x[16]xf32> to vector<4x[16]xf32>
  %1 = vector.multi_reduction <maximumf>, %v, %x [0, 1, 2] : vector<4x8x[16]xf32> to f32
  %2 = vector.multi_reduction <xor>, %w, %n [0] : vector<8xi32> to i32
  %3 = vector.multi_reduction <mul>, %v, %v [] : vector<4x8x[16]xf32> to vector<4x8x[16]xf32>
  return
}

// CHECK-LABEL: func.func @multi_reduction(
// CHECK-NEXT: %0 = vector.multi_reduction <add>, %v, %a [1] : vector<4x8x[16]xf32> to vector<4x[16]xf32>
// CHECK-NEXT: %1 = vector.multi_reduction <maximumf>, %v, %x [0, 1, 2] : vector<4x8x[16]xf32> to f32
// CHECK-NEXT: %2 = vector.multi_reduction <xor>, %w, %n [0] : vector<8xi32> to i32
// CHECK-NEXT: %3 = vector.multi_reduction <mul>, %v, %v [] : vector<4x8x[16]xf32> to vector<4x8x[16]xf32>

// -----

func.func @scan(%v: vector<4x8xf32>, %a: vector<4xf32>, %w: vector<4xi32>, %z: vector<i32>) {
  %0, %1 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  %2, %3 = vector.scan <and>, %w, %z {inclusive = false, reduction_dim = 0 : i64} : vector<4xi32>, vector<i32>
  return
}

// CHECK-LABEL: func.func @scan(
// CHECK-NEXT: %0, %1 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
// CHECK-NEXT: %2, %3 = vector.scan <and>, %w, %z {inclusive = false, reduction_dim = 0 : i64} : vector<4xi32>, vector<i32>

// -----

func.func @products(%a: vector<4xf32>, %b: vector<[8]xf32>, %c: vector<4x[8]xf32>, %x: f32, %n: vector<[4]xi32>, %i: i32) {
  %0 = vector.outerproduct %a, %b {kind = #vector.kind<add>} : vector<4xf32>, vector<[8]xf32>
  %1 = vector.outerproduct %a, %b, %c {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<[8]xf32>
  %2 = vector.outerproduct %a, %x {kind = #vector.kind<add>} : vector<4xf32>, f32
  %3 = vector.outerproduct %n, %i, %n {kind = #vector.kind<xor>, tag} : vector<[4]xi32>, i32
  %4 = vector.fma %a, %a, %a : vector<4xf32>
  %5 = vector.fma %c, %c, %c : vector<4x[8]xf32>
  return
}

// CHECK-LABEL: func.func @products(
// CHECK-NEXT: %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<[8]xf32>
// CHECK-NEXT: %1 = vector.outerproduct %a, %b, %c {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<[8]xf32>
// CHECK-NEXT: %2 = vector.outerproduct %a, %x : vector<4xf32>, f32
// CHECK-NEXT: %3 = vector.outerproduct %n, %i, %n {kind = #vector.kind<xor>, tag} : vector<[4]xi32>, i32
// CHECK-NEXT: %4 = vector.fma %a, %a, %a : vector<4xf32>
// CHECK-NEXT: %5 = vector.fma %c, %c, %c : vector<4x[8]xf32>

// -----

// A matrix product, one with a batch dimension, a dot product, and one with transposed operands.
func.func @contract(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %p: vector<2x4x5xi8>, %q: vector<2x5x6xi8>, %r: vector<2x4x6xi32>, %v: vector<5xf32>, %w: vector<4xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p, %q, %r : vector<2x4x5xi8>, vector<2x5x6xi8> into vector<2x4x6xi32>
  %2 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v, %v, %x : vector<5xf32>, vector<5xf32> into f32
  %3 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<mul>} %a, %w, %v {tag} : vector<4x5xf32>, vector<4xf32> into vector<5xf32>
  return
}

// CHECK-LABEL: func.func @contract(
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
// CHECK-NEXT: %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p, %q, %r : vector<2x4x5xi8>, vector<2x5x6xi8> into vector<2x4x6xi32>
// CHECK-NEXT: %2 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v, %v, %x : vector<5xf32>, vector<5xf32> into f32
// CHECK-NEXT: %3 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<mul>} %a, %w, %v {tag} : vector<4x5xf32>, vector<4xf32> into vector<5xf32>
