// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @few(%m: memref<4xf32>) {
  "memref.dma_start"(%m, %m) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// CHECK: expected at least 4 operands

// -----

func.func @source(%i: index) {
  "memref.dma_start"(%i, %i, %i, %i) : (index, index, index, index) -> ()
  return
}

// CHECK: expected source to be of memref type

// -----

func.func @source_rank(%m: memref<4x4xf32>, %i: index) {
  "memref.dma_start"(%m, %i, %i, %m) : (memref<4x4xf32>, index, index, memref<4x4xf32>) -> ()
  return
}

// CHECK: expected at least 6 operands

// -----

func.func @source_indices(%m: memref<4xf32>, %v: f32, %i: index) {
  "memref.dma_start"(%m, %v, %m, %i, %i, %m, %i) : (memref<4xf32>, f32, memref<4xf32>, index, index, memref<4xf32>, index) -> ()
  return
}

// CHECK: expected source indices to be of index type

// -----

func.func @destination(%m: memref<4xf32>, %i: index) {
  "memref.dma_start"(%m, %i, %i, %i, %i, %m, %i) : (memref<4xf32>, index, index, index, index, memref<4xf32>, index) -> ()
  return
}

// CHECK: expected destination to be of memref type

// -----

func.func @destination_indices(%m: memref<4xf32>, %v: f32, %i: index) {
  "memref.dma_start"(%m, %i, %m, %v, %i, %m, %i) : (memref<4xf32>, index, memref<4xf32>, f32, index, memref<4xf32>, index) -> ()
  return
}

// CHECK: expected destination indices to be of index type

// -----

func.func @num_elements(%m: memref<4xf32>, %v: f32, %i: index) {
  "memref.dma_start"(%m, %i, %m, %i, %v, %m, %i) : (memref<4xf32>, index, memref<4xf32>, index, f32, memref<4xf32>, index) -> ()
  return
}

// CHECK: expected num elements to be of index type

// -----

func.func @tag(%m: memref<4xf32>, %i: index) {
  "memref.dma_start"(%m, %i, %m, %i, %i, %i, %i) : (memref<4xf32>, index, memref<4xf32>, index, index, index, index) -> ()
  return
}

// CHECK: expected tag to be of memref type

// -----

func.func @tag_indices(%m: memref<4xf32>, %v: f32, %i: index) {
  "memref.dma_start"(%m, %i, %m, %i, %i, %m, %v) : (memref<4xf32>, index, memref<4xf32>, index, index, memref<4xf32>, f32) -> ()
  return
}

// CHECK: expected tag indices to be of index type

// -----

func.func @one_more(%m: memref<4xf32>, %i: index) {
  "memref.dma_start"(%m, %i, %m, %i, %i, %m, %i, %i) : (memref<4xf32>, index, memref<4xf32>, index, index, memref<4xf32>, index, index) -> ()
  return
}

// CHECK: incorrect number of operands

// -----

func.func @stride(%m: memref<4xf32>, %i: index, %v: f32) {
  "memref.dma_start"(%m, %i, %m, %i, %i, %m, %i, %i, %v) : (memref<4xf32>, index, memref<4xf32>, index, index, memref<4xf32>, index, index, f32) -> ()
  return
}

// CHECK: expected stride and num elements per stride to be of type index

// -----

func.func @one_stride(%m: memref<4xf32>, %i: index) {
  memref.dma_start %m[%i], %m[%i], %i, %m[%i], %i : memref<4xf32>, memref<4xf32>, memref<4xf32>
  return
}

// CHECK: expected two stride related operands

// -----

func.func @types(%m: memref<4xf32>, %i: index) {
  memref.dma_start %m[%i], %m[%i], %i, %m[%i] : memref<4xf32>, memref<4xf32>
  return
}

// CHECK: fewer/more types expected

// -----

func.func @wait(%m: memref<4xi32>, %i: index) {
  memref.dma_wait %m[], %i : memref<4xi32>
  return
}

// CHECK: expected tagIndices to have the same number of elements as the tagMemRef rank, expected 1, but got 0
