// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @too_many_sizes(%n: index) {
  %m = gpu.alloc (%n) : memref<4xf32>
  return
}

// CHECK: 'gpu.alloc' op incorrect number of dynamic sizes, has 1, expected 0

// -----

func.func @too_few_sizes(%n: index) {
  %m = gpu.alloc (%n) : memref<?x?xf32>
  return
}

// CHECK: 'gpu.alloc' op incorrect number of dynamic sizes, has 1, expected 2

// -----

func.func @symbols_of_map(%n: index) {
  %m = gpu.alloc (%n) : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}

// CHECK: 'gpu.alloc' op symbol operand count does not equal memref symbol count

// -----

func.func @symbols_of_strides(%n: index) {
  %m = gpu.alloc (%n)[%n] : memref<?xf32, strided<[?], offset: ?>>
  return
}

// CHECK: 'gpu.alloc' op symbol operand count does not equal memref symbol count

// -----

func.func @symbols_without_layout(%n: index) {
  %m = gpu.alloc ()[%n] : memref<4xf32>
  return
}

// CHECK: 'gpu.alloc' op symbol operand count does not equal memref symbol count

// -----

func.func @alloc_unranked(%n: index) {
  %m = gpu.alloc () : memref<*xf32>
  return
}

// CHECK: memref

// -----

func.func @alloc_size_type(%i: i32) {
  %m = "gpu.alloc"(%i) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (i32) -> memref<?xf32>
  return
}

// CHECK: index

// -----

func.func @alloc_segments(%n: index) {
  %m = "gpu.alloc"(%n) <{operandSegmentSizes = array<i32: 0, 1>}> : (index) -> memref<?xf32>
  return
}

// CHECK: operandSegmentSizes

// -----

func.func @alloc_segment_sum(%n: index) {
  %m = "gpu.alloc"(%n) <{operandSegmentSizes = array<i32: 0, 2, 0>}> : (index) -> memref<?xf32>
  return
}

// CHECK: gpu.alloc

// -----

func.func @alloc_async_unnamed() {
  gpu.alloc async () : memref<4xf32>
  return
}

// CHECK: needs to be named when marked 'async'

// -----

func.func @alloc_order() {
  %m, %t = gpu.alloc host_shared async () : memref<4xf32>
  return
}

// CHECK: Expected '('

// -----

func.func @dealloc_type(%n: index) {
  gpu.dealloc %n : index
  return
}

// CHECK: memref

// -----

func.func @copy_elements(%a: memref<4xf32>, %b: memref<4xi32>) {
  gpu.memcpy %a, %b : memref<4xf32>, memref<4xi32>
  return
}

// CHECK: 'gpu.memcpy' op arguments have incompatible element type

// -----

func.func @copy_rank(%a: memref<4xf32>, %b: memref<4x1xf32>) {
  gpu.memcpy %a, %b : memref<4xf32>, memref<4x1xf32>
  return
}

// CHECK: 'gpu.memcpy' op arguments have incompatible shape

// -----

func.func @copy_shape(%a: memref<4xf32>, %b: memref<5xf32>) {
  gpu.memcpy %a, %b : memref<4xf32>, memref<5xf32>
  return
}

// CHECK: 'gpu.memcpy' op arguments have incompatible shape

// -----

func.func @copy_operands(%a: memref<4xf32>) {
  "gpu.memcpy"(%a) : (memref<4xf32>) -> ()
  return
}

// CHECK: operand

// -----

func.func @set_element(%a: memref<4xf32>, %b: i32) {
  gpu.memset %a, %b : memref<4xf32>, i32
  return
}

// CHECK: 'gpu.memset' op failed to verify that all of {dst, value} have same element type

// -----

func.func @register_ranked(%a: memref<4xf32>) {
  gpu.host_register %a : memref<4xf32>
  return
}

// CHECK: unranked_memref

// -----

func.func @unregister_ranked(%a: memref<4xf32>) {
  gpu.host_unregister %a : memref<4xf32>
  return
}

// CHECK: unranked_memref

// -----

func.func @device_type(%l: i64) {
  "gpu.set_default_device"(%l) : (i64) -> ()
  return
}

// CHECK: i32

// -----

func.func @shared_space() {
  %a = gpu.dynamic_shared_memory : memref<?xi8>
  return
}

// CHECK: 'gpu.dynamic_shared_memory' op address space must be address_space<workgroup>

// -----

func.func @shared_private() {
  %a = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<private>>
  return
}

// CHECK: 'gpu.dynamic_shared_memory' op address space must be address_space<workgroup>

// -----

func.func @shared_static() {
  %a = gpu.dynamic_shared_memory : memref<8xi8, #gpu.address_space<workgroup>>
  return
}

// CHECK: result memref type must be memref<?xi8, #gpu.address_space<workgroup>>

// -----

func.func @shared_rank() {
  %a = gpu.dynamic_shared_memory : memref<?x?xi8, #gpu.address_space<workgroup>>
  return
}

// CHECK: result must be 1D memref of 8-bit signless integer values

// -----

func.func @shared_element() {
  %a = gpu.dynamic_shared_memory : memref<?xf32, #gpu.address_space<workgroup>>
  return
}

// CHECK: i8

// -----

func.func private @space(memref<4xf32, #gpu.address_space<shared>>)

// CHECK: expected one of: global, workgroup, private
