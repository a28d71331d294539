// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @dma(%src: memref<40x128xf32>, %dst: memref<1024xf32, 2 : i32>, %tag: memref<1xi32>, %s: memref<f32>, %t: memref<i32>, %i: index, %n: index) {
  memref.dma_start %src[%i, %i], %dst[%i], %n, %tag[%i] : memref<40x128xf32>, memref<1024xf32, 2 : i32>, memref<1xi32>
  memref.dma_start %src[%i, %i], %dst[%i], %n, %tag[%i], %n, %i : memref<40x128xf32>, memref<1024xf32, 2 : i32>, memref<1xi32>
  memref.dma_start %s[], %s[], %n, %t[] : memref<f32>, memref<f32>, memref<i32>
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  memref.dma_wait %t[], %n {tag} : memref<i32>
  return
}

// CHECK: func.func @dma(%src: memref<40x128xf32>, %dst: memref<1024xf32, 2 : i32>, %tag: memref<1xi32>, %s: memref<f32>, %t: memref<i32>, %i: index, %n: index) {
// CHECK: memref.dma_start %src[%i, %i], %dst[%i], %n, %tag[%i] : memref<40x128xf32>, memref<1024xf32, 2 : i32>, memref<1xi32>
// CHECK: memref.dma_start %src[%i, %i], %dst[%i], %n, %tag[%i], %n, %i : memref<40x128xf32>, memref<1024xf32, 2 : i32>, memref<1xi32>
// CHECK: memref.dma_start %s[], %s[], %n, %t[] : memref<f32>, memref<f32>, memref<i32>
// CHECK: memref.dma_wait %tag[%i], %n : memref<1xi32>
// CHECK: memref.dma_wait %t[], %n {tag} : memref<i32>
