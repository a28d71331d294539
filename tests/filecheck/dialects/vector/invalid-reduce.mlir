// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @reduction_result(%v: vector<4xf32>) {
  %0 = vector.reduction <add>, %v : vector<4xf32> into i32
  return
}

// CHECK: have same element type

// -----

func.func @reduction_rank(%v: vector<2x4xf32>) {
  %0 = vector.reduction <add>, %v : vector<2x4xf32> into f32
  return
}

// CHECK: unsupported reduction rank: 2

// -----

func.func @reduction_bits(%v: vector<4xf32>) {
  %0 = vector.reduction <xor>, %v : vector<4xf32> into f32
  return
}

// CHECK: unsupported reduction type 'f32' for kind 'xor'

// -----

func.func @reduction_float(%v: vector<4xi32>) {
  %0 = vector.reduction <minnumf>, %v : vector<4xi32> into i32
  return
}

// CHECK: unsupported reduction type 'i32' for kind 'minnumf'

// -----

func.func @reduction_kind(%v: vector<4xi32>) {
  %0 = vector.reduction <sum>, %v : vector<4xi32> into i32
  return
}

// CHECK: add

// -----

func.func @reduction_accumulator(%v: vector<4xf32>, %x: i32) {
  %0 = "vector.reduction"(%v, %x) <{kind = #vector.kind<add>}> : (vector<4xf32>, i32) -> f32
  return
}

// CHECK: i32

// -----

func.func @multi_reduction_shape(%v: vector<4x8xf32>, %a: vector<8xf32>) {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<4x8xf32> to vector<8xf32>
  return
}

// CHECK: is incompatible with source type

// -----

func.func @multi_reduction_scalar(%v: vector<4x8xf32>, %a: f32) {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<4x8xf32> to f32
  return
}

// CHECK: is incompatible with source type

// -----

func.func @multi_reduction_accumulator(%v: vector<4x8xf32>, %a: vector<8xf32>) {
  %0 = "vector.multi_reduction"(%v, %a) <{kind = #vector.kind<add>, reduction_dims = array<i64: 1>}> : (vector<4x8xf32>, vector<8xf32>) -> vector<4xf32>
  return
}

// CHECK: vector<

// -----

func.func @multi_reduction_element(%v: vector<4x8xf32>, %a: vector<4xi32>) {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<4x8xf32> to vector<4xi32>
  return
}

// CHECK: is incompatible with source type

// -----

func.func @scan_dim(%v: vector<4x8xf32>, %a: vector<4xf32>) {
  %0, %1 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 2 : i64} : vector<4x8xf32>, vector<4xf32>
  return
}

// CHECK: reduction dimension 2 has to be less than 2

// -----

func.func @scan_rank(%v: vector<4x8xf32>, %a: vector<4x8xf32>) {
  %0, %1 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4x8xf32>
  return
}

// CHECK: initial value rank 2 has to be equal to 1

// -----

func.func @scan_shape(%v: vector<4x8xf32>, %a: vector<8xf32>) {
  %0, %1 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<8xf32>
  return
}

// CHECK: incompatible input/initial value shapes

// -----

func.func @scan_kind(%v: vector<4x8xf32>, %a: vector<4xf32>) {
  %0, %1 = vector.scan <xor>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  return
}

// CHECK: unsupported reduction type 'f32' for kind 'xor'

// -----

func.func @scan_missing(%v: vector<4x8xf32>, %a: vector<4xf32>) {
  %0, %1 = vector.scan <add>, %v, %a {reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  return
}

// CHECK: inclusive

// -----

func.func @product_operands(%a: vector<4xf32>) {
  %0 = vector.outerproduct %a : vector<4xf32>, vector<4xf32>
  return
}

// CHECK: expected at least 2 operands

// -----

func.func @product_scalar(%a: f32, %b: vector<4xf32>) {
  %0 = vector.outerproduct %a, %b : f32, vector<4xf32>
  return
}

// CHECK: expected vector type for operand #1

// -----

func.func @product_rank(%a: vector<2x4xf32>, %b: vector<4xf32>) {
  %0 = vector.outerproduct %a, %b : vector<2x4xf32>, vector<4xf32>
  return
}

// CHECK: expected 1-d vector for operand #1

// -----

func.func @product_rank_rhs(%a: vector<4xf32>, %b: vector<2x4xf32>) {
  %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<2x4xf32>
  return
}

// CHECK: expected 1-d vector for operand #2

// -----

func.func @product_result(%a: vector<4xf32>, %b: vector<8xf32>) {
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>) -> vector<4xf32>
  return
}

// CHECK: expected 2-d vector result

// -----

func.func @product_result_dim(%a: vector<4xf32>, %b: vector<8xf32>) {
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>) -> vector<8x8xf32>
  return
}

// CHECK: expected #1 operand dim to match result dim #1

// -----

func.func @product_result_dim_rhs(%a: vector<4xf32>, %b: vector<8xf32>) {
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>) -> vector<4x4xf32>
  return
}

// CHECK: expected #2 operand dim to match result dim #2

// -----

func.func @product_scalar_result(%a: vector<4xf32>, %b: f32) {
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> vector<4x4xf32>
  return
}

// CHECK: expected 1-d vector result

// -----

func.func @product_scalable(%a: vector<[4]xf32>, %b: vector<8xf32>) {
  %0 = vector.outerproduct %a, %b : vector<[4]xf32>, vector<8xf32>
  return
}

// CHECK: expected either both or only #2 operand dim to be scalable

// -----

func.func @product_accumulator(%a: vector<4xf32>, %b: vector<8xf32>, %c: vector<8x4xf32>) {
  %0 = "vector.outerproduct"(%a, %b, %c) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>, vector<8x4xf32>) -> vector<4x8xf32>
  return
}

// CHECK: expected operand #3 of same type as result type

// -----

func.func @product_element(%a: vector<4xf32>, %b: vector<8xi32>) {
  %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<8xi32>
  return
}

// CHECK: have same element type

// -----

func.func @product_kind(%a: vector<4xf32>, %b: vector<8xf32>) {
  %0 = vector.outerproduct %a, %b {kind = #vector.kind<or>} : vector<4xf32>, vector<8xf32>
  return
}

// CHECK: unsupported outerproduct type

// -----

func.func @fma_element(%a: vector<4xi32>) {
  %0 = vector.fma %a, %a, %a : vector<4xi32>
  return
}

// CHECK: i32

// -----

func.func @fma_types(%a: vector<4xf32>, %b: vector<8xf32>) {
  %0 = "vector.fma"(%a, %a, %b) : (vector<4xf32>, vector<4xf32>, vector<8xf32>) -> vector<4xf32>
  return
}

// CHECK: vector<

// -----

func.func @contract_maps(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}

// CHECK: expected an indexing map for each vector operand

// -----

func.func @contract_iterators(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}

// CHECK: expected indexing map 0 to have 2 number of inputs

// -----

func.func @contract_iterator(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "window", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}

// CHECK: unexpected iterator_type (window)

// -----

func.func @contract_outputs(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}

// CHECK: expected indexing map 1 to have 2 number of outputs

// -----

func.func @contract_symbols(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2)[s0] -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}

// CHECK: expected indexing map 0 to have no symbols

// -----

func.func @contract_permutation(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0 + d1, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}

// CHECK: expected indexing map 0 to be a projected permutation of its inputs

// -----

func.func @contract_no_reduction(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "parallel"], kind = #vector.kind<add>} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}

// CHECK: expected at least one contracting dimension pair

// -----

func.func @contract_size(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %u, %b, %c : vector<4x7xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}

// CHECK: invalid contracting dimension map

// -----

func.func @contract_result(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %u : vector<4x5xf32>, vector<5x6xf32> into vector<4x7xf32>
  return
}

// CHECK: invalid accumulator/result vector shape

// -----

func.func @contract_scalar(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> ()>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %x : vector<4x5xf32>, vector<5x6xf32> into f32
  return
}

// CHECK: invalid accumulator/result vector shape

// -----

func.func @contract_kind(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<and>} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}

// CHECK: unsupported contraction type

// -----

func.func @contract_operands(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}

// CHECK: operands

// -----

func.func @contract_dictionary(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %x: f32, %u: vector<4x7xf32>, %n: vector<4x6xi32>) {
  %0 = vector.contract {indexing_maps = []} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}

// CHECK: iterator_types

// -----

func.func @contract_element(%a: vector<4xf32>, %b: vector<4xf16>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %x : vector<4xf32>, vector<4xf16> into f32
  return
}

// CHECK: lhs and rhs have same element type

// -----

func.func @contract_sign(%a: vector<4xsi8>, %x: i32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %a, %x : vector<4xsi8>, vector<4xsi8> into i32
  return
}

// CHECK: only supports signless integer types

// -----

func.func @contract_vector_result(%a: vector<4xf32>, %c: vector<4xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %a, %c : vector<4xf32>, vector<4xf32> into vector<4xf32>
  return
}

// CHECK: invalid accumulator/result vector shape
