// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @apply_results(%i: index) {
  %0 = affine.apply affine_map<(d0) -> (d0, d0)> (%i)
  return
}

// CHECK: mapping must produce one value

// -----

func.func @apply_operands(%i: index) {
  %0 = "affine.apply"(%i, %i) <{map = affine_map<(d0) -> (d0)>}> : (index, index) -> index
  return
}

// CHECK: operand count and affine map dimension and symbol count must match

// -----

func.func @apply_dims(%i: index) {
  %0 = affine.apply affine_map<(d0, d1) -> (d0)> (%i)
  return
}

// CHECK: dim operand count and affine map dim count must match

// -----

func.func @apply_symbols(%i: index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0)> (%i)
  return
}

// CHECK: symbol operand count and affine map symbol count must match

// -----

func.func @apply_type(%i: i32) {
  %0 = affine.apply affine_map<(d0) -> (d0)> (%i)
  return
}

// CHECK: index

// -----

func.func @apply_no_map(%i: index) {
  %0 = affine.apply 3 (%i)
  return
}

// CHECK: expected an affine map

// -----

func.func @min_operands(%i: index) {
  %0 = "affine.min"(%i, %i) <{map = affine_map<(d0) -> (d0)>}> : (index, index) -> index
  return
}

// CHECK: operand count and affine map dimension and symbol count must match

// -----

func.func @min_empty() {
  %0 = affine.min affine_map<() -> ()> ()
  return
}

// CHECK: expect at least one result

// -----

func.func @max_operands(%i: index) {
  %0 = "affine.max"(%i, %i) <{map = affine_map<(d0) -> (d0)>}> : (index, index) -> index
  return
}

// CHECK: operand count and affine map dimension and symbol count must match

// -----

func.func @max_empty() {
  %0 = affine.max affine_map<() -> ()> ()
  return
}

// CHECK: expect at least one result

// -----

func.func @delinearize_basis(%x: index) {
  %0, %1 = affine.delinearize_index %x into (2, 3, 4) : index, index
  return
}

// CHECK: should be passed a basis element for each result except possibly the first

// -----

func.func @delinearize_dynamic(%x: index) {
  %0 = "affine.delinearize_index"(%x, %x) <{static_basis = array<i64: 3>}> : (index, index) -> index
  return
}

// CHECK: mismatch between dynamic and static basis

// -----

func.func @delinearize_type(%x: index) {
  %0 = affine.delinearize_index %x into (2) : i32
  return
}

// CHECK: i32

// -----

func.func @linearize_basis(%x: index) {
  %0 = affine.linearize_index [%x] by (2, 3) : index
  return
}

// CHECK: should be passed a basis element for each index except possibly the first

// -----

func.func @linearize_dynamic(%x: index) {
  %0 = "affine.linearize_index"(%x) <{static_basis = array<i64: -9223372036854775808>, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> index
  return
}

// CHECK: mismatch between dynamic and static basis

// -----

func.func @load_rank(%m: memref<8x8xf32>, %i: index) {
  %0 = affine.load %m[%i] : memref<8x8xf32>
  return
}

// CHECK: affine map num results must equal memref rank

// -----

func.func @load_operands(%m: memref<8xf32>, %i: index) {
  %0 = "affine.load"(%m, %i, %i) <{map = affine_map<(d0) -> (d0)>}> : (memref<8xf32>, index, index) -> f32
  return
}

// CHECK: must match

// -----

func.func @load_result(%m: memref<8xf32>, %i: index) {
  %0 = "affine.load"(%m, %i) <{map = affine_map<(d0) -> (d0)>}> : (memref<8xf32>, index) -> i32
  return
}

// CHECK: i32

// -----

func.func @load_symbol(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 {
  %0 = affine.load %m[symbol(%i)] : memref<8xf32>
  }
  return
}

// CHECK: cannot be used as a symbol

// -----

func.func @load_tensor(%m: tensor<8xf32>, %i: index) {
  %0 = affine.load %m[%i] : tensor<8xf32>
  return
}

// CHECK: memref

// -----

func.func @store_rank(%m: memref<8xf32>, %i: index, %x: f32) {
  affine.store %x, %m[%i, %i] : memref<8xf32>
  return
}

// CHECK: affine map num results must equal memref rank

// -----

func.func @store_value(%m: memref<8xf32>, %i: index, %x: i32) {
  affine.store %x, %m[%i] : memref<8xf32>
  return
}

// CHECK: i32

// -----

func.func @store_symbol(%m: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
  affine.store %x, %m[symbol(%i)] : memref<8xf32>
  }
  return
}

// CHECK: cannot be used as a symbol

// -----

func.func @vector_load_element(%m: memref<8xf32>, %i: index) {
  %0 = affine.vector_load %m[%i] : memref<8xf32>, vector<4xi32>
  return
}

// CHECK: i32

// -----

func.func @vector_load_0d(%m: memref<8xf32>, %i: index) {
  %0 = affine.vector_load %m[%i] : memref<8xf32>, vector<f32>
  return
}

// CHECK: vector

// -----

func.func @vector_store_element(%m: memref<8xf32>, %i: index, %v: vector<4xi32>) {
  affine.vector_store %v, %m[%i] : memref<8xf32>, vector<4xi32>
  return
}

// CHECK: i32

// -----

func.func @vector_store_rank(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>) {
  affine.vector_store %v, %m[%i] : memref<8x8xf32>, vector<4xf32>
  return
}

// CHECK: affine map num results must equal memref rank

// -----

func.func @prefetch_rank(%m: memref<8x8xi32>, %i: index) {
  affine.prefetch %m[%i], read, locality<3>, data : memref<8x8xi32>
  return
}

// CHECK: affine map num results must equal memref rank

// -----

func.func @prefetch_kind(%m: memref<8xi32>, %i: index) {
  affine.prefetch %m[%i], touch, locality<3>, data : memref<8xi32>
  return
}

// CHECK: read

// -----

func.func @prefetch_locality(%m: memref<8xi32>, %i: index) {
  affine.prefetch %m[%i], read, locality<4>, data : memref<8xi32>
  return
}

// CHECK: expected a value between 0 and 3, got 4

// -----

func.func @prefetch_cache(%m: memref<8xi32>, %i: index) {
  affine.prefetch %m[%i], read, locality<3>, disk : memref<8xi32>
  return
}

// CHECK: data

// -----

func.func @dma_start_types(%a: memref<8xf32>, %t: memref<1xi32>, %i: index) {
  affine.dma_start %a[%i], %a[%i], %t[%i], %i : memref<8xf32>, memref<1xi32>
  return
}

// CHECK: fewer/more types expected

// -----

func.func @dma_start_numbers(%a: memref<8xf32>, %b: memref<8xf32, 1>, %t: memref<1xi32>, %i: index) {
  affine.dma_start %a[%i], %b[%i], %t[%i], %i, %i : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>
  return
}

// CHECK: number of operands

// -----

func.func @dma_start_source(%a: memref<8xf32>, %b: memref<8xf32, 1>, %t: memref<1xi32>, %n: index, %x: memref<8xindex>) {
  affine.for %i = 0 to 8 {
  %d = memref.load %x[%i] : memref<8xindex>
  affine.dma_start %a[%d], %b[%n], %t[0], %n : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>
  }
  return
}

// CHECK: src index must be a valid dimension or symbol identifier

// -----

func.func @dma_start_tag(%a: memref<8xf32>, %b: memref<8xf32, 1>, %t: memref<1xi32>, %n: index, %x: memref<8xindex>) {
  affine.for %i = 0 to 8 {
  %d = memref.load %x[%i] : memref<8xindex>
  affine.dma_start %a[%n], %b[%n], %t[%d], %n : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>
  }
  return
}

// CHECK: tag index must be a valid dimension or symbol identifier

// -----

func.func @dma_wait_tag(%t: memref<1xi32>, %n: index, %x: memref<8xindex>) {
  affine.for %i = 0 to 8 {
  %d = memref.load %x[%i] : memref<8xindex>
  affine.dma_wait %t[%d], %n : memref<1xi32>
  }
  return
}

// CHECK: index must be a valid dimension or symbol identifier

// -----

func.func @dma_wait_numbers(%t: memref<1xi32>, %i: index) {
  affine.dma_wait %t[%i] : memref<1xi32>
  return
}

// CHECK: Expected ','

// -----

func.func @for_step_negative() {
  affine.for %i = 0 to 8 step -1 {
  }
  return
}

// CHECK: expected step to be representable as a positive signed integer

// -----

func.func @for_lower_prefix(%n: index) {
  affine.for %i = affine_map<()[s0] -> (0, s0)>()[%n] to 8 {
  }
  return
}

// CHECK: lower loop bound affine map with multiple results requires 'max' prefix

// -----

func.func @for_upper_prefix(%n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (0, s0)>()[%n] {
  }
  return
}

// CHECK: upper loop bound affine map with multiple results requires 'min' prefix

// -----

func.func @for_bound_results() {
  affine.for %i = max affine_map<() -> ()>() to 8 {
  }
  return
}

// CHECK: at least one

// -----

func.func @for_bound_symbol(%m: memref<8xindex>) {
  affine.for %i = 0 to 8 {
  %n = memref.load %m[%i] : memref<8xindex>
  affine.for %j = 0 to %n {
  }
  }
  return
}

// CHECK: cannot be used as a

// -----

func.func @for_yield(%x: f32) {
  %0 = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {
  affine.yield
  }
  return
}

// CHECK: parent of yield must have same number and types of results as the yield operands

// -----

func.func @for_types(%x: f32) {
  %0 = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f32, f32) {
  affine.yield %a : f32
  }
  return
}

// CHECK: 1

// -----

func.func @if_dims(%n: index) {
  affine.if affine_set<(d0, d1) : (d0 >= 0)>(%n) {
  }
  return
}

// CHECK: dim operand count and integer set dim count must match

// -----

func.func @if_symbols(%n: index) {
  affine.if affine_set<(d0)[s0] : (d0 >= 0)>(%n) {
  }
  return
}

// CHECK: symbol operand count and integer set symbol count must match

// -----

func.func @if_operands(%n: index) {
  "affine.if"(%n, %n) <{condition = affine_set<(d0) : (d0 >= 0)>}> ({ affine.yield }, {}) : (index, index) -> ()
  return
}

// CHECK: operand count and condition integer set dimension and symbol count must match

// -----

func.func @if_else(%n: index, %x: f32) {
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 {
  affine.yield %x : f32
  }
  return
}

// CHECK: else

// -----

func.func @if_symbol() {
  affine.for %i = 0 to 8 {
  affine.if affine_set<()[s0] : (s0 >= 0)>()[%i] {
  }
  }
  return
}

// CHECK: cannot be used as a symbol

// -----

func.func @if_condition(%n: index) {
  affine.if affine_map<(d0) -> (d0)>(%n) {
  }
  return
}

// CHECK: expected an integer set

// -----

func.func @if_yield(%n: index, %x: f32) {
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 {
  affine.yield %x : f32
  } else {
  affine.yield %n : index
  }
  return
}

// CHECK: parent of yield must have same number and types of results as the yield operands

// -----

func.func @parallel_groups() {
  affine.parallel (%i, %j) = (0, 0) to (10) {
  }
  return
}

// CHECK: the number of region arguments

// -----

func.func @parallel_steps() {
  affine.parallel (%i) = (0) to (10) step (1, 2) {
  }
  return
}

// CHECK: the number of region arguments

// -----

func.func @parallel_reduction(%x: f32) {
  %0 = affine.parallel (%i) = (0) to (10) reduce ("sum") -> (f32) {
  affine.yield %x : f32
  }
  return
}

// CHECK: invalid reduction value: "sum"

// -----

func.func @parallel_reduction_type(%x: i32) {
  %0 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> (i32) {
  affine.yield %x : i32
  }
  return
}

// CHECK: result type cannot match reduction attribute

// -----

func.func @parallel_reduction_sign(%x: i32) {
  %0 = affine.parallel (%i) = (0) to (10) reduce ("maxs") -> (i32) {
  affine.yield %x : i32
  }
  return
}

// CHECK: result type cannot match reduction attribute

// -----

func.func @parallel_reductions(%x: f32) {
  %0, %1 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> (f32, f32) {
  affine.yield %x, %x : f32, f32
  }
  return
}

// CHECK: a reduction must be specified for each output

// -----

func.func @parallel_yield(%x: f32) {
  %0 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> (f32) {
  affine.yield
  }
  return
}

// CHECK: parent of yield must have same number and types of results as the yield operands

// -----

func.func @parallel_empty_group(%n: index) {
  affine.parallel (%i) = (max()) to (10) {
  }
  return
}

// CHECK: xpected

// -----

func.func @load_dim(%m: memref<8xf32>, %n: memref<8xindex>) {
  affine.for %i = 0 to 8 {
  %d = memref.load %n[%i] : memref<8xindex>
  %0 = affine.load %m[%d] : memref<8xf32>
  }
  return
}

// CHECK: cannot be used as a dimension id

// -----

func.func @apply_counter_as_symbol() {
  affine.for %i = 0 to 8 {
  %0 = affine.apply affine_map<()[s0] -> (s0)> ()[%i]
  }
  return
}

// CHECK: dimensional operand cannot be used as a symbol

// -----

func.func @apply_dimension_as_symbol() {
  affine.parallel (%i) = (0) to (8) {
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)> (%i)
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)> (%i)[%0]
  }
  return
}

// CHECK: dimensional operand cannot be used as a symbol
