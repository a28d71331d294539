// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @read(%m: memref<?x?xf32>, %t: tensor<?x?xf32>, %e: memref<?x?xvector<4x3xf32>>, %i: index, %x: f32, %p: vector<4x3xf32>, %k: vector<4xi1>, %kk: vector<8x4xi1>) {
  %0 = vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %x, %k {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %2 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<4x8xf32>
  %3 = vector.transfer_read %m[%i, %i], %x, %kk {in_bounds = [false, true, true], permutation_map = affine_map<(d0, d1) -> (d1, 0, d0)>} : memref<?x?xf32>, vector<4x3x8xf32>
  %4 = vector.transfer_read %t[%i, %i], %x : tensor<?x?xf32>, vector<2x[4]xf32>
  %5 = vector.transfer_read %e[%i, %i], %p : memref<?x?xvector<4x3xf32>>, vector<1x1x4x3xf32>
  %6 = vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<f32>
  %7 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (0)>} : memref<?x?xf32>, vector<4xf32>
  %8 = vector.transfer_read %m[%i, %i], %x {tag} : memref<?x?xf32>, vector<4xf32>
  return
}

// CHECK-LABEL: func.func @read(
// CHECK-NEXT: %0 = vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.transfer_read %m[%i, %i], %x, %k {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: %2 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<4x8xf32>
// CHECK-NEXT: %3 = vector.transfer_read %m[%i, %i], %x, %kk {in_bounds = [false, true, true], permutation_map = affine_map<(d0, d1) -> (d1, 0, d0)>} : memref<?x?xf32>, vector<4x3x8xf32>
// CHECK-NEXT: %4 = vector.transfer_read %t[%i, %i], %x : tensor<?x?xf32>, vector<2x[4]xf32>
// CHECK-NEXT: %5 = vector.transfer_read %e[%i, %i], %p : memref<?x?xvector<4x3xf32>>, vector<1x1x4x3xf32>
// CHECK-NEXT: %6 = vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %7 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (0)>} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: %8 = vector.transfer_read %m[%i, %i], %x {tag} : memref<?x?xf32>, vector<4xf32>

// -----

func.func @write(%m: memref<?x?xf32>, %t: tensor<?x?xf32>, %e: memref<?x?xvector<4x3xf32>>, %i: index, %v: vector<4xf32>, %w: vector<4x8xf32>, %s: vector<2x[4]xf32>, %u: vector<1x1x4x3xf32>, %z: vector<f32>, %k: vector<4xi1>, %kk: vector<8x4xi1>) {
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %w, %m[%i, %i], %kk {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x8xf32>, memref<?x?xf32>
  %0 = vector.transfer_write %s, %t[%i, %i] {in_bounds = [false, true]} : vector<2x[4]xf32>, tensor<?x?xf32>
  vector.transfer_write %u, %e[%i, %i] : vector<1x1x4x3xf32>, memref<?x?xvector<4x3xf32>>
  vector.transfer_write %z, %m[%i, %i] {tag} : vector<f32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @write(
// CHECK-NEXT: vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT: vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT: vector.transfer_write %w, %m[%i, %i], %kk {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x8xf32>, memref<?x?xf32>
// CHECK-NEXT: %0 = vector.transfer_write %s, %t[%i, %i] {in_bounds = [false, true]} : vector<2x[4]xf32>, tensor<?x?xf32>
// CHECK-NEXT: vector.transfer_write %u, %e[%i, %i] : vector<1x1x4x3xf32>, memref<?x?xvector<4x3xf32>>
// CHECK-NEXT: vector.transfer_write %z, %m[%i, %i] {tag} : vector<f32>, memref<?x?xf32>
