// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @alloc_sizes(%n: index) {
  %a = memref.alloc(%n) : memref<4xf32>
  return
}

// CHECK: dimension operand count does not equal memref dynamic dimension count

// -----

func.func @alloca_sizes() {
  %a = memref.alloca() : memref<?xf32>
  return
}

// CHECK: dimension operand count does not equal memref dynamic dimension count

// -----

func.func @alloc_symbols(%n: index) {
  %a = memref.alloc()[%n] : memref<4xf32>
  return
}

// CHECK: symbol operand count does not equal memref symbol count: expected 0, got 1

// -----

func.func @alloc_no_symbols() {
  %a = memref.alloc() : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}

// CHECK: symbol operand count does not equal memref symbol count: expected 1, got 0

// -----

func.func @alloc_stride_symbols(%n: index) {
  %a = memref.alloc()[%n] : memref<4xf32, strided<[?], offset: ?>>
  return
}

// CHECK: symbol operand count does not equal memref symbol count: expected 2, got 1

// -----

func.func @alloc_alignment() {
  %a = memref.alloc() {alignment = 3} : memref<4xf32>
  return
}

// CHECK: a power of two

// -----

func.func @alloc_no_alignment() {
  %a = memref.alloc() {alignment = 0} : memref<4xf32>
  return
}

// CHECK: positive

// -----

func.func @alloc_alignment_type() {
  %a = memref.alloc() {alignment = 8 : i32} : memref<4xf32>
  return
}

// CHECK: i64

// -----

func.func @alloca_alignment() {
  %a = memref.alloca() {alignment = -8} : memref<4xf32>
  return
}

// CHECK: positive

// -----

func.func @alloc_type() {
  %a = memref.alloc() : vector<4xf32>
  return
}

// CHECK: memref

// -----

func.func @alloc_unranked() {
  %a = memref.alloc() : memref<*xf32>
  return
}

// CHECK: memref

// -----

%a = memref.alloca() : memref<4xf32>

// CHECK: requires an ancestor op with AutomaticAllocationScope trait

// -----

module {
  %a = memref.alloca() : memref<4xf32>
}

// CHECK: requires an ancestor op with AutomaticAllocationScope trait

// -----

func.func @realloc_source_layout(%a: memref<4xf32, strided<[2]>>) {
  %b = memref.realloc %a : memref<4xf32, strided<[2]>> to memref<8xf32>
  return
}

// CHECK: unsupported layout for source memref type

// -----

func.func @realloc_result_layout(%a: memref<4xf32>) {
  %b = memref.realloc %a : memref<4xf32> to memref<8xf32, strided<[2]>>
  return
}

// CHECK: unsupported layout for result memref type

// -----

func.func @realloc_space(%a: memref<4xf32>) {
  %b = memref.realloc %a : memref<4xf32> to memref<8xf32, 1>
  return
}

// CHECK: different memory spaces specified for source memref type

// -----

func.func @realloc_element(%a: memref<4xf32>) {
  %b = memref.realloc %a : memref<4xf32> to memref<8xi32>
  return
}

// CHECK: different element types specified for source memref type

// -----

func.func @realloc_no_size(%a: memref<4xf32>) {
  %b = memref.realloc %a : memref<4xf32> to memref<?xf32>
  return
}

// CHECK: missing dimension operand for result type

// -----

func.func @realloc_size(%a: memref<4xf32>, %n: index) {
  %b = memref.realloc %a(%n) : memref<4xf32> to memref<8xf32>
  return
}

// CHECK: unnecessary dimension operand for result type

// -----

func.func @realloc_rank(%a: memref<4x4xf32>) {
  %b = memref.realloc %a : memref<4x4xf32> to memref<8xf32>
  return
}

// CHECK: 1D memref

// -----

func.func @realloc_result_rank(%a: memref<4xf32>) {
  %b = memref.realloc %a : memref<4xf32> to memref<8x8xf32>
  return
}

// CHECK: 1D memref

// -----

func.func @realloc_alignment(%a: memref<4xf32>) {
  %b = memref.realloc %a {alignment = 12} : memref<4xf32> to memref<8xf32>
  return
}

// CHECK: a power of two

// -----

func.func @dealloc(%a: tensor<4xf32>) {
  memref.dealloc %a : tensor<4xf32>
  return
}

// CHECK: tensor<4xf32>

// -----

func.func @scope_results() {
  %a = "memref.alloca_scope"() ({
    "memref.alloca_scope.return"() : () -> ()
  }) : () -> f32
  return
}

// CHECK: source has 0 operands, but target successor <to parent> needs 1

// -----

func.func @scope_no_results(%v: f32) {
  "memref.alloca_scope"() ({
    "memref.alloca_scope.return"(%v) : (f32) -> ()
  }) : () -> ()
  return
}

// CHECK: source has 1 operands, but target successor <to parent> needs 0

// -----

func.func @scope_types(%v: f32) {
  %a = memref.alloca_scope -> (i32) {
    memref.alloca_scope.return %v : f32
  }
  return
}

// CHECK: source type #0 f32 should match input type #0 i32

// -----

func.func @scope_without_body() {
  "memref.alloca_scope"() ({}) : () -> ()
  return
}

// CHECK: 1 blocks

// -----

func.func @scope_arguments() {
  "memref.alloca_scope"() ({
  ^bb0(%v: f32):
    "memref.alloca_scope.return"() : () -> ()
  }) : () -> ()
  return
}

// CHECK: region should have no arguments

// -----

func.func @scope_blocks() {
  memref.alloca_scope {
    cf.br ^bb1
  ^bb1:
    memref.alloca_scope.return
  }
  return
}

// CHECK: block

// -----

func.func @scope_terminator() {
  memref.alloca_scope {
    return
  }
  return
}

// CHECK: memref.alloca_scope.return

// -----

func.func @return_outside() {
  memref.alloca_scope.return
}

// CHECK: expects parent op
