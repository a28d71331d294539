// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @extsi_width(%a: i32) {
  %0 = arith.extsi %a : i32 to i32
  return
}

// CHECK: are cast incompatible

// -----

func.func @extsi_shape(%v: vector<4xi8>) {
  %0 = arith.extsi %v : vector<4xi8> to vector<2xi32>
  return
}

// CHECK: requires the same shape

// -----

func.func @extsi_container(%v: vector<4xi8>) {
  %0 = arith.extsi %v : vector<4xi8> to tensor<4xi32>
  return
}

// CHECK: requires the same shape

// -----

func.func @extsi_scalar(%a: i8) {
  %0 = arith.extsi %a : i8 to vector<4xi32>
  return
}

// CHECK: requires the same shape

// -----

func.func @extsi_index(%a: i8) {
  %0 = arith.extsi %a : i8 to index
  return
}

// CHECK: index

// -----

func.func @extui_width(%a: i32) {
  %0 = arith.extui %a : i32 to i8
  return
}

// CHECK: are cast incompatible

// -----

func.func @extui_float(%a: i8) {
  %0 = arith.extui %a : i8 to f32
  return
}

// CHECK: f32

// -----

func.func @trunci_width(%a: i8) {
  %0 = arith.trunci %a : i8 to i32
  return
}

// CHECK: are cast incompatible

// -----

func.func @trunci_scalable(%v: vector<[4]xi32>) {
  %0 = arith.trunci %v : vector<[4]xi32> to vector<4xi8>
  return
}

// CHECK: requires the same shape

// -----

func.func @trunci_flag(%a: i64) {
  %0 = arith.trunci %a overflow<wrap> : i64 to i32
  return
}

// CHECK: nsw

// -----

func.func @extf_width(%x: f32) {
  %0 = arith.extf %x : f32 to bf16
  return
}

// CHECK: are cast incompatible

// -----

func.func @extf_same_width(%x: f16) {
  %0 = arith.extf %x : f16 to bf16
  return
}

// CHECK: are cast incompatible

// -----

func.func @truncf_width(%x: f32) {
  %0 = arith.truncf %x : f32 to f64
  return
}

// CHECK: are cast incompatible

// -----

func.func @truncf_mode(%x: f32) {
  %0 = arith.truncf %x sideways : f32 to f16
  return
}

// CHECK: Expected

// -----

func.func @truncf_mode_number(%x: f32) {
  %0 = "arith.truncf"(%x) <{roundingmode = 5 : i32}> : (f32) -> f16
  return
}

// CHECK: expected a value between 0 and 4, got 5

// -----

func.func @truncf_fastmath(%x: f32) {
  %0 = arith.truncf %x fastmath<slow> : f32 to f16
  return
}

// CHECK: reassoc

// -----

func.func @sitofp_input(%x: f32) {
  %0 = arith.sitofp %x : f32 to f64
  return
}

// CHECK: f32

// -----

func.func @sitofp_shape(%v: vector<4xi32>) {
  %0 = arith.sitofp %v : vector<4xi32> to vector<8xf32>
  return
}

// CHECK: requires the same shape

// -----

func.func @uitofp_result(%a: i32) {
  %0 = arith.uitofp %a : i32 to i64
  return
}

// CHECK: i64

// -----

func.func @fptosi_result(%x: f32) {
  %0 = arith.fptosi %x : f32 to f64
  return
}

// CHECK: f64

// -----

func.func @fptosi_index(%x: f32) {
  %0 = arith.fptosi %x : f32 to index
  return
}

// CHECK: index

// -----

func.func @fptoui_shape(%t: tensor<4xf32>) {
  %0 = arith.fptoui %t : tensor<4xf32> to tensor<?xi32>
  return
}

// CHECK: requires the same shape

// -----

func.func @index_cast_integers(%a: i32) {
  %0 = arith.index_cast %a : i32 to i64
  return
}

// CHECK: are cast incompatible

// -----

func.func @index_cast_float(%i: index) {
  %0 = arith.index_cast %i : index to f32
  return
}

// CHECK: f32

// -----

func.func @index_cast_sizes(%m: memref<4xindex>) {
  %0 = arith.index_cast %m : memref<4xindex> to memref<8xi32>
  return
}

// CHECK: requires the same shape

// -----

func.func @index_castui_indices(%i: index) {
  %0 = arith.index_castui %i : index to index
  return
}

// CHECK: are cast incompatible

// -----

func.func @scaling_extf_width(%x: f32, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %x, %s : f32, f8E8M0FNU to f16
  return
}

// CHECK: are cast incompatible

// -----

func.func @scaling_truncf_width(%x: f16, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %x, %s : f16, f8E8M0FNU to f32
  return
}

// CHECK: are cast incompatible

// -----

func.func @scaling_scale(%x: f16, %s: i8) {
  %0 = arith.scaling_extf %x, %s : f16, i8 to f32
  return
}

// CHECK: i8

// -----

func.func @divsi_float(%x: f32) {
  %0 = arith.divsi %x, %x : f32
  return
}

// CHECK: f32

// -----

func.func @divui_types(%a: i32, %b: i64) {
  %0 = "arith.divui"(%a, %b) : (i32, i64) -> i32
  return
}

// CHECK: i64

// -----

func.func @shrsi_exact(%a: i32) {
  %0 = arith.shrsi %a, %a inexact : i32
  return
}

// CHECK: Expected

// -----

func.func @shrui_result(%a: i32) {
  %0 = "arith.shrui"(%a, %a) : (i32, i32) -> i64
  return
}

// CHECK: i64

// -----

func.func @remf_integer(%a: i32) {
  %0 = arith.remf %a, %a : i32
  return
}

// CHECK: i32

// -----

func.func @cmpi_predicate(%a: i32) {
  %0 = arith.cmpi lt, %a, %a : i32
  return
}

// CHECK: expected predicate to be one of

// -----

func.func @cmpi_number(%a: i32) {
  %0 = "arith.cmpi"(%a, %a) <{predicate = 10 : i64}> : (i32, i32) -> i1
  return
}

// CHECK: expected a value between 0 and

// -----

func.func @cmpi_float(%x: f32) {
  %0 = arith.cmpi eq, %x, %x : f32
  return
}

// CHECK: f32

// -----

func.func @cmpi_types(%a: i32, %b: i64) {
  %0 = "arith.cmpi"(%a, %b) <{predicate = 0 : i64}> : (i32, i64) -> i1
  return
}

// CHECK: same type

// -----

func.func @cmpi_result(%v: vector<4xi32>) {
  %0 = "arith.cmpi"(%v, %v) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> i1
  return
}

// CHECK: result type has i1 element type and same shape as operands

// -----

func.func @cmpf_predicate(%x: f32) {
  %0 = arith.cmpf eq, %x, %x : f32
  return
}

// CHECK: expected predicate to be one of

// -----

func.func @cmpf_number(%x: f32) {
  %0 = "arith.cmpf"(%x, %x) <{predicate = -1 : i64, fastmath = #arith.fastmath<none>}> : (f32, f32) -> i1
  return
}

// CHECK: expected a value between 0 and

// -----

func.func @cmpf_integer(%a: i32) {
  %0 = arith.cmpf oeq, %a, %a : i32
  return
}

// CHECK: i32

// -----

func.func @cmpf_result(%x: f32) {
  %0 = "arith.cmpf"(%x, %x) <{predicate = 1 : i64, fastmath = #arith.fastmath<none>}> : (f32, f32) -> i8
  return
}

// CHECK: i8

// -----

func.func @select_condition(%c: i8, %a: i32) {
  %0 = "arith.select"(%c, %a, %a) : (i8, i32, i32) -> i32
  return
}

// CHECK: i8

// -----

func.func @select_types(%c: i1, %a: i32, %b: i64) {
  %0 = "arith.select"(%c, %a, %b) : (i1, i32, i64) -> i32
  return
}

// CHECK: i64

// -----

func.func @select_shape(%k: vector<4xi1>, %v: vector<8xi32>) {
  %0 = arith.select %k, %v, %v : vector<4xi1>, vector<8xi32>
  return
}

// CHECK: expected condition type to have the same shape as the result type

// -----

func.func @select_condition_text(%k: vector<4xi1>, %v: vector<8xi32>) {
  %0 = arith.select %k, %v, %v : vector<8xi32>
  return
}

// CHECK: vector<4xi1>
