// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @elements(%m: memref<100x100xf32>, %s: memref<f32>, %n: index) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %0 = affine.load %m[%i, %j] : memref<100x100xf32>
      %1 = affine.load %m[%i * 2 + 1, %j floordiv 3] : memref<100x100xf32>
      %2 = affine.load %m[%i + symbol(%n), -%j + 7] : memref<100x100xf32>
      %3 = affine.load %s[] : memref<f32>
      affine.store %0, %m[%j, (%i + %j) mod 5] : memref<100x100xf32>
      affine.store %1, %m[symbol(%n), 3] {tag} : memref<100x100xf32>
      affine.store %2, %s[] : memref<f32>
    }
  }
  return
}

// CHECK-LABEL: func.func @elements(
// CHECK-NEXT: affine.for %i = 0 to 10 {
// CHECK-NEXT: affine.for %j = 0 to 10 {
// CHECK-NEXT: %0 = affine.load %m[%i, %j] : memref<100x100xf32>
// CHECK-NEXT: %1 = affine.load %m[%i * 2 + 1, %j floordiv 3] : memref<100x100xf32>
// CHECK-NEXT: %2 = affine.load %m[%i + symbol(%n), -%j + 7] : memref<100x100xf32>
// CHECK-NEXT: %3 = affine.load %s[] : memref<f32>
// CHECK-NEXT: affine.store %0, %m[%j, (%j + %i) mod 5] : memref<100x100xf32>
// CHECK-NEXT: affine.store %1, %m[symbol(%n), 3] {tag} : memref<100x100xf32>
// CHECK-NEXT: affine.store %2, %s[] : memref<f32>
// CHECK-NEXT: }

// -----

func.func @vectors(%m: memref<100x100xf32>) {
  affine.for %i = 0 to 10 {
    %0 = affine.vector_load %m[%i, %i + 3] : memref<100x100xf32>, vector<8xf32>
    %1 = affine.vector_load %m[%i, 0] {tag} : memref<100x100xf32>, vector<2x4xf32>
    affine.vector_store %0, %m[%i, %i * 8] : memref<100x100xf32>, vector<8xf32>
    affine.vector_store %1, %m[0, %i] {tag} : memref<100x100xf32>, vector<2x4xf32>
  }
  return
}

// CHECK-LABEL: func.func @vectors(
// CHECK-NEXT: affine.for %i = 0 to 10 {
// CHECK-NEXT: %0 = affine.vector_load %m[%i, %i + 3] : memref<100x100xf32>, vector<8xf32>
// CHECK-NEXT: %1 = affine.vector_load %m[%i, 0] {tag} : memref<100x100xf32>, vector<2x4xf32>
// CHECK-NEXT: affine.vector_store %0, %m[%i, %i * 8] : memref<100x100xf32>, vector<8xf32>
// CHECK-NEXT: affine.vector_store %1, %m[0, %i] {tag} : memref<100x100xf32>, vector<2x4xf32>

// -----

func.func @prefetch(%m: memref<400x400xi32>) {
  affine.for %i = 0 to 10 {
    affine.prefetch %m[%i, %i + 5], read, locality<3>, data : memref<400x400xi32>
    affine.prefetch %m[%i, 0], write, locality<0>, instr {tag} : memref<400x400xi32>
  }
  return
}

// CHECK-LABEL: func.func @prefetch(
// CHECK-NEXT: affine.for %i = 0 to 10 {
// CHECK-NEXT: affine.prefetch %m[%i, %i + 5], read, locality<3>, data : memref<400x400xi32>
// CHECK-NEXT: affine.prefetch %m[%i, 0], write, locality<0>, instr {tag} : memref<400x400xi32>

// -----

// With two numbers more the copy is strided.
func.func @dma(%a: memref<40x128xf32>, %b: memref<2x1024xf32, 2 : i64>, %t: memref<1xi32>, %n: index, %s: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.dma_start %a[%i + 7, %j], %b[%i, %j * 2], %t[0], %n : memref<40x128xf32>, memref<2x1024xf32, 2 : i64>, memref<1xi32>
      affine.dma_start %a[%i, %j + symbol(%n)], %b[0, 0], %t[%j mod 2], %n, %s, %n : memref<40x128xf32>, memref<2x1024xf32, 2 : i64>, memref<1xi32>
      affine.dma_wait %t[0], %n : memref<1xi32>
      affine.dma_wait %t[%j mod 2], %n : memref<1xi32>
    }
  }
  return
}

// CHECK-LABEL: func.func @dma(
// CHECK-NEXT: affine.for %i = 0 to 8 {
// CHECK-NEXT: affine.for %j = 0 to 8 {
// CHECK-NEXT: affine.dma_start %a[%i + 7, %j], %b[%i, %j * 2], %t[0], %n : memref<40x128xf32>, memref<2x1024xf32, 2 : i64>, memref<1xi32>
// CHECK-NEXT: affine.dma_start %a[%i, %j + symbol(%n)], %b[0, 0], %t[%j mod 2], %n, %s, %n : memref<40x128xf32>, memref<2x1024xf32, 2 : i64>, memref<1xi32>
// CHECK-NEXT: affine.dma_wait %t[0], %n : memref<1xi32>
// CHECK-NEXT: affine.dma_wait %t[%j mod 2], %n : memref<1xi32>
// CHECK-NEXT: }
