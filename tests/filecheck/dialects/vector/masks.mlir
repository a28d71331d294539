// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @constant_mask() {
  %0 = vector.constant_mask [3, 2] : vector<4x3xi1>
  %1 = vector.constant_mask [0, 0] : vector<4x3xi1>
  %2 = vector.constant_mask [1] : vector<i1>
  %3 = vector.constant_mask [2, 4] : vector<4x[4]xi1>
  %4 = vector.constant_mask [0] : vector<[4]xi1>
  return
}

// CHECK-LABEL: func.func @constant_mask(
// CHECK-NEXT: %0 = vector.constant_mask [3, 2] : vector<4x3xi1>
// CHECK-NEXT: %1 = vector.constant_mask [0, 0] : vector<4x3xi1>
// CHECK-NEXT: %2 = vector.constant_mask [1] : vector<i1>
// CHECK-NEXT: %3 = vector.constant_mask [2, 4] : vector<4x[4]xi1>
// CHECK-NEXT: %4 = vector.constant_mask [0] : vector<[4]xi1>

// -----

func.func @create_mask(%a: index, %b: index) {
  %0 = vector.create_mask %a, %b : vector<4x3xi1>
  %1 = vector.create_mask %a : vector<[4]xi1>
  %2 = vector.create_mask %a : vector<i1>
  return
}

// CHECK-LABEL: func.func @create_mask(
// CHECK-NEXT: %0 = vector.create_mask %a, %b : vector<4x3xi1>
// CHECK-NEXT: %1 = vector.create_mask %a : vector<[4]xi1>
// CHECK-NEXT: %2 = vector.create_mask %a : vector<i1>

// -----

// Every operation that can be masked, with the mask that it takes.
func.func @mask(%m: memref<?x?xf32>, %t: tensor<?xf32>, %i: index, %x: f32, %k: vector<8xi1>, %kk: vector<4x8xi1>, %v: vector<8xf32>, %w: vector<4x8xf32>, %a: vector<4xf32>, %ix: vector<8xi32>) {
  %0 = vector.mask %k { vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %1 = vector.mask %k, %v { vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  vector.mask %k { vector.transfer_write %v, %m[%i, %i] : vector<8xf32>, memref<?x?xf32> } : vector<8xi1>
  %2 = vector.mask %k { vector.transfer_write %v, %t[%i] : vector<8xf32>, tensor<?xf32> } : vector<8xi1> -> tensor<?xf32>
  %3 = vector.mask %k { vector.reduction <add>, %v, %x : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %4 = vector.mask %kk { vector.multi_reduction <mul>, %w, %a [1] : vector<4x8xf32> to vector<4xf32> } : vector<4x8xi1> -> vector<4xf32>
  %5 = vector.mask %kk { vector.outerproduct %a, %v, %w {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32> } : vector<4x8xi1> -> vector<4x8xf32>
  %6 = vector.mask %k { vector.gather %m[%i, %i] [%ix], %k, %v : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %7 = vector.mask %kk { vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %w, %v, %a : vector<4x8xf32>, vector<8xf32> into vector<4xf32> } : vector<4x8xi1> -> vector<4xf32>
  return
}

// CHECK-LABEL: func.func @mask(
// CHECK-NEXT: %0 = vector.mask %k { vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
// CHECK-NEXT: %1 = vector.mask %k, %v { vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
// CHECK-NEXT: vector.mask %k { vector.transfer_write %v, %m[%i, %i] : vector<8xf32>, memref<?x?xf32> } : vector<8xi1>
// CHECK-NEXT: %2 = vector.mask %k { vector.transfer_write %v, %t[%i] : vector<8xf32>, tensor<?xf32> } : vector<8xi1> -> tensor<?xf32>
// CHECK-NEXT: %3 = vector.mask %k { vector.reduction <add>, %v, %x : vector<8xf32> into f32 } : vector<8xi1> -> f32
// CHECK-NEXT: %4 = vector.mask %kk { vector.multi_reduction <mul>, %w, %a [1] : vector<4x8xf32> to vector<4xf32> } : vector<4x8xi1> -> vector<4xf32>
// CHECK-NEXT: %5 = vector.mask %kk { vector.outerproduct %a, %v, %w {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32> } : vector<4x8xi1> -> vector<4x8xf32>
// CHECK-NEXT: %6 = vector.mask %k { vector.gather %m[%i, %i] [%ix], %k, %v : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
// CHECK-NEXT: %7 = vector.mask %kk { vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %w, %v, %a : vector<4x8xf32>, vector<8xf32> into vector<4xf32> } : vector<4x8xi1> -> vector<4xf32>

// -----

// Nothing under the mask, and a yield that is written out.
func.func @mask_of_nothing(%k: vector<8xi1>, %v: vector<8xf32>) {
  vector.mask %k { } : vector<8xi1>
  %0 = vector.mask %k { vector.yield %v : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return
}

// CHECK-LABEL: func.func @mask_of_nothing(
// CHECK-NEXT: vector.mask %k { vector.yield } : vector<8xi1>
// CHECK-NEXT: %0 = vector.mask %k { vector.yield %v : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
