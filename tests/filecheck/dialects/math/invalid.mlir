// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @classified(%x: i32) {
  %0 = math.isnan %x : i32
  return
}

// CHECK: i32

// -----

func.func @classification(%x: f32) {
  %0 = "math.isnan"(%x) <{fastmath = #arith.fastmath<none>}> : (f32) -> vector<1xi1>
  return
}

// CHECK: result type has i1 element type and same shape as operands

// -----

func.func @clamp_types(%x: f32, %y: f64) {
  %0 = "math.clampf"(%x, %y, %y) <{fastmath = #arith.fastmath<none>}> : (f32, f64, f64) -> f32
  return
}

// CHECK: f64

// -----

func.func @clamp_integer(%x: i32) {
  %0 = math.clampf %x to [%x, %x] : i32
  return
}

// CHECK: i32

// -----

func.func @sincos_results(%x: f32) {
  %0, %1 = "math.sincos"(%x) <{fastmath = #arith.fastmath<none>}> : (f32) -> (f32, f64)
  return
}

// CHECK: f64

// -----

func.func @erfc_flag(%x: f32) {
  %0 = math.erfc %x fastmath<slow> : f32
  return
}

// CHECK: reassoc
