// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func private @f(!gpu.mma_matrix<16xf16, "AOp">)

// CHECK: MMAMatrixType must have exactly two dimensions

// -----

func.func private @f(!gpu.mma_matrix<16x16x16xf16, "AOp">)

// CHECK: MMAMatrixType must have exactly two dimensions

// -----

func.func private @f(!gpu.mma_matrix<16x16xf16, "DOp">)

// CHECK: operand expected to be one of AOp, BOp or COp

// -----

func.func private @f(!gpu.mma_matrix<16x16xi8, "AOp">)

// CHECK: MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64

// -----

func.func private @f(!gpu.mma_matrix<16x16xbf16, "AOp">)

// CHECK: MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64

// -----

func.func private @f(!gpu.mma_matrix<?x16xf16, "AOp">)

// CHECK: expected static shape

// -----

func.func private @f(!gpu.mma_matrix<16x16xf16>)

// CHECK: Expected ','

// -----

func.func private @f(!gpu.mma_matrix<16x16xf16, AOp>)

// CHECK: string

// -----

func.func @load_strides(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16, strided<[64, 2]>>) {
  %r = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : index} : memref<32x32xf16, strided<[64, 2]>> -> !gpu.mma_matrix<16x8xf16, "AOp">
  return
}

// CHECK: expected source memref most minor dim must have unit stride

// -----

func.func @load_transposed_layout(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16, affine_map<(d0, d1) -> (d1, d0)>>) {
  %r = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : index} : memref<32x32xf16, affine_map<(d0, d1) -> (d1, d0)>> -> !gpu.mma_matrix<16x8xf16, "AOp">
  return
}

// CHECK: expected source memref most minor dim must have unit stride

// -----

func.func @load_elements(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xbf16>) {
  %r = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : index} : memref<32x32xbf16> -> !gpu.mma_matrix<16x8xf16, "AOp">
  return
}

// CHECK: but got memref<32x32xbf16>

// -----

func.func @load_vectors(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32xvector<2x4xf16>>) {
  %r = gpu.subgroup_mma_load_matrix %m[%n] {leadDimension = 32 : index} : memref<32xvector<2x4xf16>> -> !gpu.mma_matrix<16x8xf16, "AOp">
  return
}

// CHECK: but got memref<32xvector<2x4xf16>>

// -----

func.func @load_no_lead_dimension(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  %r = gpu.subgroup_mma_load_matrix %m[%n, %n] : memref<32x32xf16> -> !gpu.mma_matrix<16x8xf16, "AOp">
  return
}

// CHECK: leadDimension

// -----

func.func @load_lead_dimension_type(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  %r = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : i32} : memref<32x32xf16> -> !gpu.mma_matrix<16x8xf16, "AOp">
  return
}

// CHECK: index

// -----

func.func @load_result(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  %r = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : index} : memref<32x32xf16> -> f16
  return
}

// CHECK: f16

// -----

func.func @store_strides(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16, strided<[64, ?]>>) {
  gpu.subgroup_mma_store_matrix %c, %m[%n, %n] {leadDimension = 32 : index} : !gpu.mma_matrix<16x32xf32, "COp">, memref<32x32xf16, strided<[64, ?]>>
  return
}

// CHECK: expected destination memref most minor dim must have unit stride

// -----

func.func @store_place(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  gpu.subgroup_mma_store_matrix %a, %m[%n, %n] {leadDimension = 32 : index} : !gpu.mma_matrix<16x8xf16, "AOp">, memref<32x32xf16>
  return
}

// CHECK: expected the operand matrix being stored to have 'COp' operand type

// -----

func.func @store_elements(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>, %s: !gpu.mma_matrix<8x8xsi32, "COp">) {
  gpu.subgroup_mma_store_matrix %s, %m[%n, %n] {leadDimension = 32 : index} : !gpu.mma_matrix<8x8xsi32, "COp">, memref<32x32xf16>
  return
}

// CHECK: must be si8 or ui8 or i32 or f16 or f32 or f64, but got 'si32'

// -----

func.func @compute_order(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  %r = gpu.subgroup_mma_compute %b, %a, %c : !gpu.mma_matrix<8x32xf16, "BOp">, !gpu.mma_matrix<16x8xf16, "AOp"> -> !gpu.mma_matrix<16x32xf32, "COp">
  return
}

// CHECK: operands must be in the order AOp, BOp, COp

// -----

func.func @compute_inner(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>, %k: !gpu.mma_matrix<16x32xf16, "BOp">) {
  %r = gpu.subgroup_mma_compute %a, %k, %c : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<16x32xf16, "BOp"> -> !gpu.mma_matrix<16x32xf32, "COp">
  return
}

// CHECK: operand shapes do not satisfy matmul constraints

// -----

func.func @compute_outer(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>, %k: !gpu.mma_matrix<8x8xf32, "COp">) {
  %r = gpu.subgroup_mma_compute %a, %b, %k : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<8x32xf16, "BOp"> -> !gpu.mma_matrix<8x8xf32, "COp">
  return
}

// CHECK: operand shapes do not satisfy matmul constraints

// -----

func.func @compute_factor(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>, %k: !gpu.mma_matrix<16x8xi32, "AOp">) {
  %r = gpu.subgroup_mma_compute %k, %b, %c : !gpu.mma_matrix<16x8xi32, "AOp">, !gpu.mma_matrix<8x32xf16, "BOp"> -> !gpu.mma_matrix<16x32xf32, "COp">
  return
}

// CHECK: but got 'i32'

// -----

func.func @compute_sum(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>, %k: !gpu.mma_matrix<16x32xui8, "COp">) {
  %r = gpu.subgroup_mma_compute %a, %b, %k : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<8x32xf16, "BOp"> -> !gpu.mma_matrix<16x32xui8, "COp">
  return
}

// CHECK: but got 'ui8'

// -----

func.func @compute_result(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  %r = "gpu.subgroup_mma_compute"(%a, %b, %c) : (!gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<8x32xf16, "BOp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf16, "COp">
  return
}

// CHECK: 16x32xf16

// -----

func.func @constant_type(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  %r = "gpu.subgroup_mma_constant_matrix"(%h) : (f16) -> !gpu.mma_matrix<16x32xf32, "COp">
  return
}

// CHECK: f16

// -----

func.func @constant_f64(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  %r = gpu.subgroup_mma_constant_matrix %d : !gpu.mma_matrix<8x8xf64, "COp">
  return
}

// CHECK: must be si8 or ui8 or i32 or f16 or f32, but got 'f64'

// -----

func.func @constant_no_matrix(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  %r = gpu.subgroup_mma_constant_matrix %x : f32
  return
}

// CHECK: f32

// -----

func.func @extract_type(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  %r = gpu.subgroup_mma_extract_thread_local %c[%n] : !gpu.mma_matrix<16x32xf32, "COp"> -> f16
  return
}

// CHECK: failed to verify that value type matches element type of mma_matrix

// -----

func.func @extract_signed(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>, %k: !gpu.mma_matrix<8x8xsi8, "AOp">) {
  %r = gpu.subgroup_mma_extract_thread_local %k[%n] : !gpu.mma_matrix<8x8xsi8, "AOp"> -> si8
  return
}

// CHECK: must be Integer or Float, but got 'si8'

// -----

func.func @insert_type(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  %r = gpu.subgroup_mma_insert_thread_local %h, %c[%n] : f16, !gpu.mma_matrix<16x32xf32, "COp"> -> !gpu.mma_matrix<16x32xf32, "COp">
  return
}

// CHECK: failed to verify that value type matches element type of mma_matrix

// -----

func.func @elementwise_kind(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  %r = gpu.subgroup_mma_elementwise powf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  return
}

// CHECK: expected one of: addf, mulf, subf, maxf, minf, divf, addi, muli, subi, divs, divu, negatef, negates, extf

// -----

func.func @elementwise_operand(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %d: f64, %n: index, %i: i32, %m: memref<32x32xf16>) {
  %r = gpu.subgroup_mma_elementwise addf %c, %x : (!gpu.mma_matrix<16x32xf32, "COp">, f32) -> !gpu.mma_matrix<16x32xf32, "COp">
  return
}

// CHECK: f32
