// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @load_store(%m: memref<100x100xf32>, %s: memref<?xf32, strided<[4], offset: ?>>, %e: memref<4xvector<8xf32>>, %i: index) {
  %0 = vector.load %m[%i, %i] : memref<100x100xf32>, vector<8xf32>
  %1 = vector.load %m[%i, %i] {alignment = 16 : i64, nontemporal = true} : memref<100x100xf32>, vector<2x[4]xf32>
  %2 = vector.load %s[%i] : memref<?xf32, strided<[4], offset: ?>>, vector<1xf32>
  %3 = vector.load %e[%i] : memref<4xvector<8xf32>>, vector<8xf32>
  %4 = vector.load %m[%i, %i] : memref<100x100xf32>, vector<f32>
  vector.store %0, %m[%i, %i] : memref<100x100xf32>, vector<8xf32>
  vector.store %1, %m[%i, %i] {alignment = 16 : i64, nontemporal = true} : memref<100x100xf32>, vector<2x[4]xf32>
  vector.store %3, %e[%i] : memref<4xvector<8xf32>>, vector<8xf32>
  vector.store %4, %m[%i, %i] : memref<100x100xf32>, vector<f32>
  return
}

// CHECK-LABEL: func.func @load_store(
// CHECK-NEXT: %0 = vector.load %m[%i, %i] : memref<100x100xf32>, vector<8xf32>
// CHECK-NEXT: %1 = vector.load %m[%i, %i] {alignment = 16 : i64, nontemporal = true} : memref<100x100xf32>, vector<2x[4]xf32>
// CHECK-NEXT: %2 = vector.load %s[%i] : memref<?xf32, strided<[4], offset: ?>>, vector<1xf32>
// CHECK-NEXT: %3 = vector.load %e[%i] : memref<4xvector<8xf32>>, vector<8xf32>
// CHECK-NEXT: %4 = vector.load %m[%i, %i] : memref<100x100xf32>, vector<f32>
// CHECK-NEXT: vector.store %0, %m[%i, %i] : memref<100x100xf32>, vector<8xf32>
// CHECK-NEXT: vector.store %1, %m[%i, %i] {alignment = 16 : i64, nontemporal = true} : memref<100x100xf32>, vector<2x[4]xf32>
// CHECK-NEXT: vector.store %3, %e[%i] : memref<4xvector<8xf32>>, vector<8xf32>
// CHECK-NEXT: vector.store %4, %m[%i, %i] : memref<100x100xf32>, vector<f32>

// -----

func.func @masked(%m: memref<?xf32>, %i: index, %k: vector<8xi1>, %v: vector<8xf32>, %sk: vector<[4]xi1>, %sv: vector<[4]xf32>) {
  %0 = vector.maskedload %m[%i], %k, %v : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %1 = vector.maskedload %m[%i], %sk, %sv {alignment = 8 : i64} : memref<?xf32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
  vector.maskedstore %m[%i], %k, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
  vector.maskedstore %m[%i], %sk, %sv {alignment = 8 : i64} : memref<?xf32>, vector<[4]xi1>, vector<[4]xf32>
  return
}

// CHECK-LABEL: func.func @masked(
// CHECK-NEXT: %0 = vector.maskedload %m[%i], %k, %v : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT: %1 = vector.maskedload %m[%i], %sk, %sv {alignment = 8 : i64} : memref<?xf32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
// CHECK-NEXT: vector.maskedstore %m[%i], %k, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
// CHECK-NEXT: vector.maskedstore %m[%i], %sk, %sv {alignment = 8 : i64} : memref<?xf32>, vector<[4]xi1>, vector<[4]xf32>

// -----

func.func @compressed(%m: memref<?xf32>, %i: index, %k: vector<8xi1>, %v: vector<8xf32>) {
  %0 = vector.expandload %m[%i], %k, %v : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %1 = vector.expandload %m[%i], %k, %v {alignment = 4 : i64} : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.compressstore %m[%i], %k, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
  vector.compressstore %m[%i], %k, %v {alignment = 4 : i64} : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK-LABEL: func.func @compressed(
// CHECK-NEXT: %0 = vector.expandload %m[%i], %k, %v : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT: %1 = vector.expandload %m[%i], %k, %v {alignment = 4 : i64} : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT: vector.compressstore %m[%i], %k, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
// CHECK-NEXT: vector.compressstore %m[%i], %k, %v {alignment = 4 : i64} : memref<?xf32>, vector<8xi1>, vector<8xf32>

// -----

func.func @indexed(%m: memref<?x?xf32>, %t: tensor<?xf32>, %i: index, %x: vector<8xi32>, %y: vector<2x[4]xindex>, %k: vector<8xi1>, %v: vector<8xf32>, %kk: vector<2x[4]xi1>, %vv: vector<2x[4]xf32>) {
  %0 = vector.gather %m[%i, %i] [%x], %k, %v : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %1 = vector.gather %m[%i, %i] [%y], %kk, %vv {alignment = 4 : i64} : memref<?x?xf32>, vector<2x[4]xindex>, vector<2x[4]xi1>, vector<2x[4]xf32> into vector<2x[4]xf32>
  %2 = vector.gather %t[%i] [%x], %k, %v : tensor<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %m[%i, %i] [%x], %k, %v : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  vector.scatter %m[%i, %i] [%y], %kk, %vv {alignment = 4 : i64} : memref<?x?xf32>, vector<2x[4]xindex>, vector<2x[4]xi1>, vector<2x[4]xf32>
  %3 = vector.scatter %t[%i] [%x], %k, %v : tensor<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @indexed(
// CHECK-NEXT: %0 = vector.gather %m[%i, %i] [%x], %k, %v : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT: %1 = vector.gather %m[%i, %i] [%y], %kk, %vv {alignment = 4 : i64} : memref<?x?xf32>, vector<2x[4]xindex>, vector<2x[4]xi1>, vector<2x[4]xf32> into vector<2x[4]xf32>
// CHECK-NEXT: %2 = vector.gather %t[%i] [%x], %k, %v : tensor<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT: vector.scatter %m[%i, %i] [%x], %k, %v : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
// CHECK-NEXT: vector.scatter %m[%i, %i] [%y], %kk, %vv {alignment = 4 : i64} : memref<?x?xf32>, vector<2x[4]xindex>, vector<2x[4]xi1>, vector<2x[4]xf32>
// CHECK-NEXT: %3 = vector.scatter %t[%i] [%x], %k, %v : tensor<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> -> tensor<?xf32>
