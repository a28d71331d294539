// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

func.func private @type_f16(!gpu.mma_matrix<16x8xf16, "AOp">)
func.func private @type_f32(!gpu.mma_matrix<16x8xf32, "BOp">)
func.func private @type_f64(!gpu.mma_matrix<16x8xf64, "COp">)
func.func private @type_si8(!gpu.mma_matrix<16x8xsi8, "AOp">)
func.func private @type_ui8(!gpu.mma_matrix<16x8xui8, "BOp">)
func.func private @type_i32(!gpu.mma_matrix<16x8xi32, "COp">)
func.func private @type_si32(!gpu.mma_matrix<16x8xsi32, "AOp">)
func.func private @type_ui32(!gpu.mma_matrix<16x8xui32, "BOp">)

// CHECK: func.func private @type_f16(!gpu.mma_matrix<16x8xf16, "AOp">)
// CHECK: func.func private @type_f32(!gpu.mma_matrix<16x8xf32, "BOp">)
// CHECK: func.func private @type_f64(!gpu.mma_matrix<16x8xf64, "COp">)
// CHECK: func.func private @type_si8(!gpu.mma_matrix<16x8xsi8, "AOp">)
// CHECK: func.func private @type_ui8(!gpu.mma_matrix<16x8xui8, "BOp">)
// CHECK: func.func private @type_i32(!gpu.mma_matrix<16x8xi32, "COp">)
// CHECK: func.func private @type_si32(!gpu.mma_matrix<16x8xsi32, "AOp">)
// CHECK: func.func private @type_ui32(!gpu.mma_matrix<16x8xui32, "BOp">)

// -----

func.func @load(%m: memref<32x32xf16>, %s: memref<?x?xi8, strided<[?, 1], offset: ?>>, %v: memref<8xvector<4xf32>>, %i: index) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x8xf16, "AOp">
  %b = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<8x32xf16, "BOp">
  %c = gpu.subgroup_mma_load_matrix %s[%i, %i] {leadDimension = 64 : index} : memref<?x?xi8, strided<[?, 1], offset: ?>> -> !gpu.mma_matrix<16x8xsi8, "AOp">
  %d = gpu.subgroup_mma_load_matrix %v[%i] {leadDimension = 8 : index} : memref<8xvector<4xf32>> -> !gpu.mma_matrix<8x8xf32, "COp">
  return
}

// CHECK-LABEL: func.func @load(
// CHECK-NEXT: %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x8xf16, "AOp">
// CHECK-NEXT: %b = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<8x32xf16, "BOp">
// CHECK-NEXT: %c = gpu.subgroup_mma_load_matrix %s[%i, %i] {leadDimension = 64 : index} : memref<?x?xi8, strided<[?, 1], offset: ?>> -> !gpu.mma_matrix<16x8xsi8, "AOp">
// CHECK-NEXT: %d = gpu.subgroup_mma_load_matrix %v[%i] {leadDimension = 8 : index} : memref<8xvector<4xf32>> -> !gpu.mma_matrix<8x8xf32, "COp">
// GENERIC: %b = "gpu.subgroup_mma_load_matrix"(%m, %i, %i) <{leadDimension = 32 : index, transpose}> : (memref<32x32xf16>, index, index) -> !gpu.mma_matrix<8x32xf16, "BOp">

// -----

func.func @store(%c: !gpu.mma_matrix<16x32xf32, "COp">, %u: !gpu.mma_matrix<8x8xui8, "COp">, %m: memref<32x32xf32>, %n: memref<8xi8>, %i: index) {
  gpu.subgroup_mma_store_matrix %c, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x32xf32, "COp">, memref<32x32xf32>
  gpu.subgroup_mma_store_matrix %u, %n[%i] {leadDimension = 8 : index, transpose} : !gpu.mma_matrix<8x8xui8, "COp">, memref<8xi8>
  return
}

// CHECK-LABEL: func.func @store(
// CHECK-NEXT: gpu.subgroup_mma_store_matrix %c, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x32xf32, "COp">, memref<32x32xf32>
// CHECK-NEXT: gpu.subgroup_mma_store_matrix %u, %n[%i] {leadDimension = 8 : index, transpose} : !gpu.mma_matrix<8x8xui8, "COp">, memref<8xi8>

// -----

func.func @compute(%a: !gpu.mma_matrix<16x8xf16, "AOp">, %b: !gpu.mma_matrix<8x32xf16, "BOp">, %c: !gpu.mma_matrix<16x32xf32, "COp">, %sa: !gpu.mma_matrix<8x16xsi8, "AOp">, %ub: !gpu.mma_matrix<16x8xui8, "BOp">, %ic: !gpu.mma_matrix<8x8xi32, "COp">) {
  %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<8x32xf16, "BOp"> -> !gpu.mma_matrix<16x32xf32, "COp">
  %e = gpu.subgroup_mma_compute %a, %b, %d {a_transpose, b_transpose} : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<8x32xf16, "BOp"> -> !gpu.mma_matrix<16x32xf32, "COp">
  %f = gpu.subgroup_mma_compute %sa, %ub, %ic : !gpu.mma_matrix<8x16xsi8, "AOp">, !gpu.mma_matrix<16x8xui8, "BOp"> -> !gpu.mma_matrix<8x8xi32, "COp">
  return
}

// CHECK-LABEL: func.func @compute(
// CHECK-NEXT: %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<8x32xf16, "BOp"> -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e = gpu.subgroup_mma_compute %a, %b, %d {a_transpose, b_transpose} : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<8x32xf16, "BOp"> -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %f = gpu.subgroup_mma_compute %sa, %ub, %ic : !gpu.mma_matrix<8x16xsi8, "AOp">, !gpu.mma_matrix<16x8xui8, "BOp"> -> !gpu.mma_matrix<8x8xi32, "COp">
// GENERIC: %d = "gpu.subgroup_mma_compute"(%a, %b, %c) : (!gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<8x32xf16, "BOp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">

// -----

func.func @elements(%c: !gpu.mma_matrix<16x32xf32, "COp">, %x: f32, %h: f16, %i: index) {
  %z = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x32xf32, "COp">
  %zh = gpu.subgroup_mma_constant_matrix %h {tag} : !gpu.mma_matrix<8x8xf16, "AOp">
  %e = gpu.subgroup_mma_extract_thread_local %c[%i] : !gpu.mma_matrix<16x32xf32, "COp"> -> f32
  %f = gpu.subgroup_mma_insert_thread_local %x, %c[%i] : f32, !gpu.mma_matrix<16x32xf32, "COp"> -> !gpu.mma_matrix<16x32xf32, "COp">
  %g = gpu.subgroup_mma_insert_thread_local %x, %c[%i, %i] {tag} : f32, !gpu.mma_matrix<16x32xf32, "COp"> -> !gpu.mma_matrix<16x32xf32, "COp">
  return
}

// CHECK-LABEL: func.func @elements(
// CHECK-NEXT: %z = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %zh = gpu.subgroup_mma_constant_matrix %h {tag} : !gpu.mma_matrix<8x8xf16, "AOp">
// CHECK-NEXT: %e = gpu.subgroup_mma_extract_thread_local %c[%i] : !gpu.mma_matrix<16x32xf32, "COp"> -> f32
// CHECK-NEXT: %f = gpu.subgroup_mma_insert_thread_local %x, %c[%i] : f32, !gpu.mma_matrix<16x32xf32, "COp"> -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %g = gpu.subgroup_mma_insert_thread_local %x, %c[%i, %i] {tag} : f32, !gpu.mma_matrix<16x32xf32, "COp"> -> !gpu.mma_matrix<16x32xf32, "COp">
// GENERIC: %e = "gpu.subgroup_mma_extract_thread_local"(%c, %i) : (!gpu.mma_matrix<16x32xf32, "COp">, index) -> f32

// -----

func.func @elementwise(%c: !gpu.mma_matrix<16x32xf32, "COp">, %h: !gpu.mma_matrix<16x32xf16, "COp">) {
  %e0 = gpu.subgroup_mma_elementwise addf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e1 = gpu.subgroup_mma_elementwise mulf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e2 = gpu.subgroup_mma_elementwise subf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e3 = gpu.subgroup_mma_elementwise maxf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e4 = gpu.subgroup_mma_elementwise minf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e5 = gpu.subgroup_mma_elementwise divf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e6 = gpu.subgroup_mma_elementwise addi %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e7 = gpu.subgroup_mma_elementwise muli %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e8 = gpu.subgroup_mma_elementwise subi %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e9 = gpu.subgroup_mma_elementwise divs %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e10 = gpu.subgroup_mma_elementwise divu %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e11 = gpu.subgroup_mma_elementwise negatef %c : (!gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e12 = gpu.subgroup_mma_elementwise negates %c {tag} : (!gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  %e13 = gpu.subgroup_mma_elementwise extf %h : (!gpu.mma_matrix<16x32xf16, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
  return
}

// CHECK-LABEL: func.func @elementwise(
// CHECK-NEXT: %e0 = gpu.subgroup_mma_elementwise addf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e1 = gpu.subgroup_mma_elementwise mulf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e2 = gpu.subgroup_mma_elementwise subf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e3 = gpu.subgroup_mma_elementwise maxf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e4 = gpu.subgroup_mma_elementwise minf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e5 = gpu.subgroup_mma_elementwise divf %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e6 = gpu.subgroup_mma_elementwise addi %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e7 = gpu.subgroup_mma_elementwise muli %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e8 = gpu.subgroup_mma_elementwise subi %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e9 = gpu.subgroup_mma_elementwise divs %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e10 = gpu.subgroup_mma_elementwise divu %c, %c : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e11 = gpu.subgroup_mma_elementwise negatef %c : (!gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e12 = gpu.subgroup_mma_elementwise negates %c {tag} : (!gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// CHECK-NEXT: %e13 = gpu.subgroup_mma_elementwise extf %h : (!gpu.mma_matrix<16x32xf16, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
// GENERIC: %e0 = "gpu.subgroup_mma_elementwise"(%c, %c) <{opType = #gpu<mma_element_wise addf>}> : (!gpu.mma_matrix<16x32xf32, "COp">, !gpu.mma_matrix<16x32xf32, "COp">) -> !gpu.mma_matrix<16x32xf32, "COp">
