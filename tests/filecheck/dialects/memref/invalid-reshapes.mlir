// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @collapse_to_more(%m: memref<4xf32>) {
  %a = memref.collapse_shape %m [[0], [0]] : memref<4xf32> into memref<4x1xf32>
  return
}

// CHECK: This is not a collapse (1 < 2)

// -----

func.func @collapse_groups(%m: memref<4x5x6xf32>) {
  %a = memref.collapse_shape %m [[0, 1]] : memref<4x5x6xf32> into memref<20x6xf32>
  return
}

// CHECK: invalid number of reassociation groups: found 1, expected 2

// -----

func.func @collapse_order(%m: memref<4x5x6xf32>) {
  %a = memref.collapse_shape %m [[1, 0], [2]] : memref<4x5x6xf32> into memref<20x6xf32>
  return
}

// CHECK: reassociation indices must be contiguous

// -----

func.func @collapse_bounds(%m: memref<4x5xf32>) {
  %a = memref.collapse_shape %m [[0], [1, 2]] : memref<4x5xf32> into memref<4x5xf32>
  return
}

// CHECK: reassociation index 2 is out of bounds

// -----

func.func @collapse_to_static(%m: memref<?x5x6xf32>) {
  %a = memref.collapse_shape %m [[0, 1], [2]] : memref<?x5x6xf32> into memref<20x6xf32>
  return
}

// CHECK: collapsed dim (0) must be dynamic if and only if reassociation group is dynamic

// -----

func.func @collapse_to_dynamic(%m: memref<4x5x6xf32>) {
  %a = memref.collapse_shape %m [[0, 1], [2]] : memref<4x5x6xf32> into memref<20x?xf32>
  return
}

// CHECK: collapsed dim (1) must be dynamic if and only if reassociation group is dynamic

// -----

func.func @collapse_size(%m: memref<4x5x6xf32>) {
  %a = memref.collapse_shape %m [[0, 1], [2]] : memref<4x5x6xf32> into memref<21x6xf32>
  return
}

// CHECK: collapsed dim size (21) must equal reassociation group size (20)

// -----

func.func @collapse_to_scalar(%m: memref<1x2xf32>) {
  %a = memref.collapse_shape %m [] : memref<1x2xf32> into memref<f32>
  return
}

// CHECK: rank 0 memrefs can only be extended/collapsed with/from ones

// -----

func.func @collapse_rank(%m: memref<4x5x6xf32>) {
  %a = memref.collapse_shape %m [[0, 1]] : memref<4x5x6xf32> into memref<20xf32>
  return
}

// CHECK: expanded rank (3) inconsistent with number of reassociation indices (2)

// -----

func.func @collapse_gaps(%m: memref<4x5xf32, strided<[8, 1]>>) {
  %a = memref.collapse_shape %m [[0, 1]] : memref<4x5xf32, strided<[8, 1]>> into memref<20xf32, strided<[1]>>
  return
}

// CHECK: invalid source layout map or collapsing non-contiguous dims

// -----

func.func @collapse_layout(%m: memref<4x5xf32, strided<[10, 2]>>) {
  %a = memref.collapse_shape %m [[0, 1]] : memref<4x5xf32, strided<[10, 2]>> into memref<20xf32>
  return
}

// CHECK: expected collapsed type to be memref<20xf32, strided<[2]>>

// -----

func.func @collapse_element(%m: memref<4x5xf32>) {
  %a = memref.collapse_shape %m [[0, 1]] : memref<4x5xf32> into memref<20xi32>
  return
}

// CHECK: expected collapsed type to be memref<20xf32>

// -----

func.func @collapse_space(%m: memref<4x5xf32, 1>) {
  %a = memref.collapse_shape %m [[0, 1]] : memref<4x5xf32, 1> into memref<20xf32>
  return
}

// CHECK: expected collapsed type to be memref<20xf32, 1

// -----

func.func @collapse_tiled(%m: memref<4x5xf32, affine_map<(d0, d1) -> (d0, d1 floordiv 2)>>) {
  %a = memref.collapse_shape %m [[0, 1]] : memref<4x5xf32, affine_map<(d0, d1) -> (d0, d1 floordiv 2)>> into memref<20xf32>
  return
}

// CHECK: strided memref

// -----

func.func @collapse_attribute(%m: memref<4x5xf32>) {
  %a = "memref.collapse_shape"(%m) <{reassociation = [[0 : i32, 1 : i32]]}> : (memref<4x5xf32>) -> memref<20xf32>
  return
}

// CHECK: i64

// -----

func.func @expand_to_less(%m: memref<4x5xf32>) {
  %a = memref.expand_shape %m [[0], [0]] output_shape [20] : memref<4x5xf32> into memref<20xf32>
  return
}

// CHECK: This is not an expansion (2 > 1)

// -----

func.func @expand_size(%m: memref<20xf32>) {
  %a = memref.expand_shape %m [[0, 1]] output_shape [4, 6] : memref<20xf32> into memref<4x6xf32>
  return
}

// CHECK: collapsed dim size (20) must equal reassociation group size (24)

// -----

func.func @expand_layout(%m: memref<20xf32, strided<[2]>>) {
  %a = memref.expand_shape %m [[0, 1]] output_shape [4, 5] : memref<20xf32, strided<[2]>> into memref<4x5xf32>
  return
}

// CHECK: expected expanded type to be memref<4x5xf32, strided<[10, 2]>>

// -----

func.func @expand_shape_rank(%m: memref<20xf32>) {
  %a = memref.expand_shape %m [[0, 1]] output_shape [4] : memref<20xf32> into memref<4x5xf32>
  return
}

// CHECK: expected number of static shape bounds to be equal to the output rank (2) but found 1 inputs instead

// -----

func.func @expand_values(%m: memref<?xf32>, %n: index) {
  %a = "memref.expand_shape"(%m, %n) <{reassociation = [[0, 1]], static_output_shape = array<i64: 3, 4>}> : (memref<?xf32>, index) -> memref<?x4xf32>
  return
}

// CHECK: static_output_shape has 0 dynamic dims while output_shape has 1 values

// -----

func.func @expand_output_shape(%m: memref<20xf32>) {
  %a = memref.expand_shape %m [[0, 1]] output_shape [4, 6] : memref<20xf32> into memref<4x5xf32>
  return
}

// CHECK: invalid output shape provided at pos 1

// -----

func.func @expand_dynamic_output_shape(%m: memref<20xf32>, %n: index) {
  %a = memref.expand_shape %m [[0, 1]] output_shape [%n, 5] : memref<20xf32> into memref<4x5xf32>
  return
}

// CHECK: invalid output shape provided at pos 0

// -----

func.func @reshape_element(%m: memref<4xf32>, %s: memref<1xindex>) {
  %a = memref.reshape %m(%s) : (memref<4xf32>, memref<1xindex>) -> memref<4xi32>
  return
}

// CHECK: element types of source and destination memref types should be the same

// -----

func.func @reshape_source_layout(%m: memref<4xf32, strided<[2]>>, %s: memref<1xindex>) {
  %a = memref.reshape %m(%s) : (memref<4xf32, strided<[2]>>, memref<1xindex>) -> memref<4xf32>
  return
}

// CHECK: source memref type should have identity affine map

// -----

func.func @reshape_result_layout(%m: memref<4xf32>, %s: memref<1xindex>) {
  %a = memref.reshape %m(%s) : (memref<4xf32>, memref<1xindex>) -> memref<4xf32, strided<[2]>>
  return
}

// CHECK: result memref type should have identity affine map

// -----

func.func @reshape_dynamic_length(%m: memref<4xf32>, %s: memref<?xindex>) {
  %a = memref.reshape %m(%s) : (memref<4xf32>, memref<?xindex>) -> memref<4xf32>
  return
}

// CHECK: cannot use shape operand with dynamic length to reshape to statically-ranked memref type

// -----

func.func @reshape_length(%m: memref<4xf32>, %s: memref<2xindex>) {
  %a = memref.reshape %m(%s) : (memref<4xf32>, memref<2xindex>) -> memref<4xf32>
  return
}

// CHECK: length of shape operand differs from the result's memref rank

// -----

func.func @reshape_shape_rank(%m: memref<4xf32>, %s: memref<1x1xindex>) {
  %a = memref.reshape %m(%s) : (memref<4xf32>, memref<1x1xindex>) -> memref<4xf32>
  return
}

// CHECK: must be 1D memref of signless integer or index values

// -----

func.func @reshape_shape_element(%m: memref<4xf32>, %s: memref<1xf32>) {
  %a = memref.reshape %m(%s) : (memref<4xf32>, memref<1xf32>) -> memref<4xf32>
  return
}

// CHECK: f32
