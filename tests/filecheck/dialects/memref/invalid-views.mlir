// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @cast_element(%m: memref<4xf32>) {
  %a = memref.cast %m : memref<4xf32> to memref<4xi32>
  return
}

// CHECK: are cast incompatible

// -----

func.func @cast_size(%m: memref<4x?xf32>) {
  %a = memref.cast %m : memref<4x?xf32> to memref<5x?xf32>
  return
}

// CHECK: requires the same shape for all operands and results

// -----

func.func @cast_rank(%m: memref<4xf32>) {
  %a = memref.cast %m : memref<4xf32> to memref<4x?xf32>
  return
}

// CHECK: requires the same shape for all operands and results

// -----

func.func @cast_stride(%m: memref<4x4xf32>) {
  %a = memref.cast %m : memref<4x4xf32> to memref<4x4xf32, strided<[8, 1]>>
  return
}

// CHECK: are cast incompatible

// -----

func.func @cast_offset(%m: memref<4xf32, strided<[1], offset: 2>>) {
  %a = memref.cast %m : memref<4xf32, strided<[1], offset: 2>> to memref<4xf32, strided<[1], offset: 3>>
  return
}

// CHECK: are cast incompatible

// -----

func.func @cast_space(%m: memref<4xf32>) {
  %a = memref.cast %m : memref<4xf32> to memref<4xf32, 1>
  return
}

// CHECK: are cast incompatible

// -----

func.func @cast_unranked_space(%m: memref<4xf32>) {
  %a = memref.cast %m : memref<4xf32> to memref<*xf32, 1>
  return
}

// CHECK: are cast incompatible

// -----

func.func @cast_unranked_element(%m: memref<*xf32>) {
  %a = memref.cast %m : memref<*xf32> to memref<4xi32>
  return
}

// CHECK: are cast incompatible

// -----

func.func @cast_unranked(%m: memref<*xf32>) {
  %a = memref.cast %m : memref<*xf32> to memref<*xf32>
  return
}

// CHECK: are cast incompatible

// -----

func.func @cast_tiled(%m: memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>) {
  %a = memref.cast %m : memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>> to memref<4xf32>
  return
}

// CHECK: are cast incompatible

// -----

func.func @space_cast_element(%m: memref<4xf32>) {
  %a = memref.memory_space_cast %m : memref<4xf32> to memref<4xi32, 1>
  return
}

// CHECK: requires the same element type for all operands and results

// -----

func.func @space_cast_shape(%m: memref<4xf32>) {
  %a = memref.memory_space_cast %m : memref<4xf32> to memref<5xf32, 1>
  return
}

// CHECK: requires the same shape for all operands and results

// -----

func.func @space_cast_dynamic(%m: memref<4xf32>) {
  %a = memref.memory_space_cast %m : memref<4xf32> to memref<?xf32, 1>
  return
}

// CHECK: are cast incompatible

// -----

func.func @space_cast_layout(%m: memref<4x4xf32>) {
  %a = memref.memory_space_cast %m : memref<4x4xf32> to memref<4x4xf32, strided<[?, 1]>, 1>
  return
}

// CHECK: are cast incompatible

// -----

func.func @space_cast_rank(%m: memref<4xf32>) {
  %a = memref.memory_space_cast %m : memref<4xf32> to memref<*xf32, 1>
  return
}

// CHECK: are cast incompatible

// -----

func.func @reinterpret_space(%m: memref<?xf32>) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32, 1>
  return
}

// CHECK: different memory spaces specified for source type

// -----

func.func @reinterpret_element(%m: memref<?xf32>) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xi32>
  return
}

// CHECK: different element types specified for source type

// -----

func.func @reinterpret_size(%m: memref<?xf32>) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [5], strides: [1] : memref<?xf32> to memref<4xf32>
  return
}

// CHECK: expected result type with size = 5 instead of 4 in dim = 0

// -----

func.func @reinterpret_dynamic_size(%m: memref<?xf32>, %n: index) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [%n], strides: [1] : memref<?xf32> to memref<4xf32>
  return
}

// CHECK: expected result type with size = dynamic instead of 4 in dim = 0

// -----

func.func @reinterpret_offset(%m: memref<?xf32>) {
  %a = memref.reinterpret_cast %m to offset: [2], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32>
  return
}

// CHECK: expected result type with offset = 2 instead of 0

// -----

func.func @reinterpret_dynamic_offset(%m: memref<?xf32>, %n: index) {
  %a = memref.reinterpret_cast %m to offset: [%n], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32>
  return
}

// CHECK: expected result type with offset = dynamic instead of 0

// -----

func.func @reinterpret_stride(%m: memref<?xf32>) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4, 5], strides: [4, 1] : memref<?xf32> to memref<4x5xf32>
  return
}

// CHECK: expected result type with stride = 4 instead of 5 in dim = 0

// -----

func.func @reinterpret_dynamic_stride(%m: memref<?xf32>, %n: index) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [%n] : memref<?xf32> to memref<4xf32>
  return
}

// CHECK: expected result type with stride = dynamic instead of 1 in dim = 0

// -----

func.func @reinterpret_layout(%m: memref<?xf32>) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>
  return
}

// CHECK: strided memref

// -----

func.func @reinterpret_offsets(%m: memref<?xf32>) {
  %a = memref.reinterpret_cast %m to offset: [0, 0], sizes: [4, 4], strides: [4, 1] : memref<?xf32> to memref<4x4xf32>
  return
}

// CHECK: expected 1 offset values, got 2

// -----

func.func @reinterpret_no_offset(%m: memref<?xf32>) {
  %a = memref.reinterpret_cast %m to offset: [], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32>
  return
}

// CHECK: so the rank of the result type is well-formed

// -----

func.func @reinterpret_ranks(%m: memref<?xf32>) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [4, 1] : memref<?xf32> to memref<4xf32>
  return
}

// CHECK: expected mixed sizes rank to match mixed strides rank (1 vs 2) so the rank of the result type is well-formed

// -----

func.func @reinterpret_result_rank(%m: memref<?xf32>) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<?xf32> to memref<4xf32>
  return
}

// CHECK: expected 1 size values, got 2

// -----

func.func @reinterpret_values(%m: memref<?xf32>) {
  %a = "memref.reinterpret_cast"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: 1>}> : (memref<?xf32>) -> memref<?xf32>
  return
}

// CHECK: expected 1 dynamic size values

// -----

func.func @reinterpret_negative_offset(%m: memref<?xf32>) {
  %a = memref.reinterpret_cast %m to offset: [-1], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: -1>>
  return
}

// CHECK: expected offsets to be non-negative, but got -1

// -----

func.func @reinterpret_negative_size(%m: memref<?xf32>) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [-4], strides: [1] : memref<?xf32> to memref<?xf32>
  return
}

// CHECK: expected sizes to be non-negative, but got -4

// -----

func.func @view_source_layout(%m: memref<64xi8, strided<[2]>>, %i: index) {
  %a = memref.view %m[%i][] : memref<64xi8, strided<[2]>> to memref<4xf32>
  return
}

// CHECK: unsupported map for base memref type

// -----

func.func @view_result_layout(%m: memref<64xi8>, %i: index) {
  %a = memref.view %m[%i][] : memref<64xi8> to memref<4xf32, strided<[2]>>
  return
}

// CHECK: unsupported map for result memref type

// -----

func.func @view_space(%m: memref<64xi8>, %i: index) {
  %a = memref.view %m[%i][] : memref<64xi8> to memref<4xf32, 1>
  return
}

// CHECK: different memory spaces specified for base memref type

// -----

func.func @view_sizes(%m: memref<64xi8>, %i: index) {
  %a = memref.view %m[%i][%i] : memref<64xi8> to memref<4xf32>
  return
}

// CHECK: incorrect number of size operands for type

// -----

func.func @view_element(%m: memref<64xi32>, %i: index) {
  %a = memref.view %m[%i][] : memref<64xi32> to memref<4xf32>
  return
}

// CHECK: i8

// -----

func.func @view_rank(%m: memref<8x8xi8>, %i: index) {
  %a = memref.view %m[%i][] : memref<8x8xi8> to memref<4xf32>
  return
}

// CHECK: must be 1D memref of 8-bit signless integer values

// -----

func.func @transpose_map(%m: memref<4x5xf32>) {
  %a = memref.transpose %m (d0, d1) -> (d0, d0) : memref<4x5xf32> to memref<4x4xf32>
  return
}

// CHECK: expected a permutation map

// -----

func.func @transpose_projection(%m: memref<4x5xf32>) {
  %a = memref.transpose %m (d0, d1) -> (d0) : memref<4x5xf32> to memref<4xf32>
  return
}

// CHECK: expected a permutation map

// -----

func.func @transpose_rank(%m: memref<4x5xf32>) {
  %a = memref.transpose %m (d0, d1, d2) -> (d0, d2, d1) : memref<4x5xf32> to memref<4x5xf32>
  return
}

// CHECK: expected a permutation map of same rank as the input

// -----

func.func @transpose_type(%m: memref<4x5xf32>) {
  %a = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x5xf32> to memref<5x4xf32>
  return
}

// CHECK: is not equivalent to the canonical transposed input type

// -----

func.func @transpose_element(%m: memref<4xf32>) {
  %a = memref.transpose %m (d0) -> (d0) : memref<4xf32> to memref<4xi32>
  return
}

// CHECK: is not equivalent to the canonical transposed input type

// -----

func.func @transpose_space(%m: memref<4xf32>) {
  %a = memref.transpose %m (d0) -> (d0) : memref<4xf32> to memref<4xf32, 1>
  return
}

// CHECK: is not equivalent to the canonical transposed input type

// -----

// The identity layout of a dynamic shape names no strides.
func.func @transpose_dynamic(%m: memref<?x?xf32>) {
  %a = memref.transpose %m (d0, d1) -> (d0, d1) : memref<?x?xf32> to memref<?x?xf32>
  return
}

// CHECK: is not equivalent to the canonical transposed input type

// -----

func.func @transpose_symbols(%m: memref<?x?xf32>) {
  %a = memref.transpose %m (d0, d1) -> (d1, d0) : memref<?x?xf32> to memref<?x?xf32, affine_map<(d0, d1)[s0, s1] -> (d0 + d1 * s1)>>
  return
}

// CHECK: is not equivalent to the canonical transposed input type

// -----

func.func @transpose_layout(%m: memref<4x5xf32, affine_map<(d0, d1) -> (d0, d1 floordiv 2)>>) {
  %a = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x5xf32, affine_map<(d0, d1) -> (d0, d1 floordiv 2)>> to memref<5x4xf32, strided<[1, 5]>>
  return
}

// CHECK: strided memref

// -----

func.func @assume_alignment(%m: memref<4xf32>) {
  %a = memref.assume_alignment %m, 0 : memref<4xf32>
  return
}

// CHECK: positive

// -----

func.func @assume_alignment_power(%m: memref<4xf32>) {
  %a = memref.assume_alignment %m, 12 : memref<4xf32>
  return
}

// CHECK: alignment must be power of 2

// -----

func.func @assume_alignment_type(%m: memref<4xf32>) {
  %a = "memref.assume_alignment"(%m) <{alignment = 16 : i32}> : (memref<4xf32>) -> memref<?xf32>
  return
}

// CHECK: memref

// -----

func.func @distinct_objects_none() {
  "memref.distinct_objects"() : () -> ()
  return
}

// CHECK: expected at least one operand

// -----

func.func @distinct_objects_types(%m: memref<4xf32>) {
  %a = "memref.distinct_objects"(%m) : (memref<4xf32>) -> memref<?xf32>
  return
}

// CHECK: memref<4xf32>

// -----

func.func @distinct_objects_unranked(%m: memref<*xf32>) {
  %a = memref.distinct_objects %m : memref<*xf32>
  return
}

// CHECK: memref
