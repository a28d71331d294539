// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @math(%x: f32, %v: vector<[4]xf16>, %t: tensor<?xf64>) {
  %0 = math.erfc %x : f32
  %1 = math.erfc %v fastmath<fast> : vector<[4]xf16>
  %2 = math.clampf %x to [%x, %x] : f32
  %3 = math.clampf %t to [%t, %t] fastmath<nnan> {tag} : tensor<?xf64>
  %4, %5 = math.sincos %v : vector<[4]xf16>
  %6, %7 = math.sincos %x fastmath<afn> : f32
  %8 = math.isfinite %x : f32
  %9 = math.isinf %v : vector<[4]xf16>
  %10 = math.isnan %t : tensor<?xf64>
  %11 = math.isnormal %x {fastmath = #arith.fastmath<nnan>, tag} : f32
  return
}

// CHECK-LABEL: func.func @math(
// CHECK-NEXT: %0 = math.erfc %x : f32
// CHECK-NEXT: %1 = math.erfc %v fastmath<fast> : vector<[4]xf16>
// CHECK-NEXT: %2 = math.clampf %x to [%x, %x] : f32
// CHECK-NEXT: %3 = math.clampf %t to [%t, %t] fastmath<nnan> {tag} : tensor<?xf64>
// CHECK-NEXT: %4, %5 = math.sincos %v : vector<[4]xf16>
// CHECK-NEXT: %6, %7 = math.sincos %x fastmath<afn> : f32
// CHECK-NEXT: %8 = math.isfinite %x : f32
// CHECK-NEXT: %9 = math.isinf %v : vector<[4]xf16>
// CHECK-NEXT: %10 = math.isnan %t : tensor<?xf64>
// CHECK-NEXT: %11 = math.isnormal %x {fastmath = #arith.fastmath<nnan>, tag} : f32
