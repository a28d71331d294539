// RUN: xdsl-opt %s --split-input-file | filecheck %s

// Operations under a mask, of which only the first elements count.

// CHECK-LABEL: func.func @integers
// CHECK:         "llvm.intr.vp.and"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.add"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.ashr"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.lshr"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.mul"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.or"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.sdiv"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.shl"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.smax"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.smin"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.srem"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.sub"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.udiv"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.umax"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.umin"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.urem"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.xor"({{.*}}) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
func.func @integers(%v: vector<8xi32>, %m: vector<8xi1>, %n: i32) {
  %0 = "llvm.intr.vp.and"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %1 = "llvm.intr.vp.add"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %2 = "llvm.intr.vp.ashr"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %3 = "llvm.intr.vp.lshr"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %4 = "llvm.intr.vp.mul"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %5 = "llvm.intr.vp.or"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %6 = "llvm.intr.vp.sdiv"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %7 = "llvm.intr.vp.shl"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %8 = "llvm.intr.vp.smax"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %9 = "llvm.intr.vp.smin"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %10 = "llvm.intr.vp.srem"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %11 = "llvm.intr.vp.sub"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %12 = "llvm.intr.vp.udiv"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %13 = "llvm.intr.vp.umax"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %14 = "llvm.intr.vp.umin"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %15 = "llvm.intr.vp.urem"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  %16 = "llvm.intr.vp.xor"(%v, %v, %m, %n) : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>
  return
}

// -----

// CHECK-LABEL: func.func @floats
// CHECK:         "llvm.intr.vp.fadd"({{.*}}) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.vp.fdiv"({{.*}}) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.vp.fmul"({{.*}}) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.vp.frem"({{.*}}) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.vp.fsub"({{.*}}) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.vp.fneg"({{.*}}) : (vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.vp.fma"({{.*}}) : (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.vp.fmuladd"({{.*}}) : (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
func.func @floats(%f: vector<8xf32>, %m: vector<8xi1>, %n: i32) {
  %0 = "llvm.intr.vp.fadd"(%f, %f, %m, %n) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
  %1 = "llvm.intr.vp.fdiv"(%f, %f, %m, %n) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
  %2 = "llvm.intr.vp.fmul"(%f, %f, %m, %n) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
  %3 = "llvm.intr.vp.frem"(%f, %f, %m, %n) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
  %4 = "llvm.intr.vp.fsub"(%f, %f, %m, %n) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
  %5 = "llvm.intr.vp.fneg"(%f, %m, %n) : (vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
  %6 = "llvm.intr.vp.fma"(%f, %f, %f, %m, %n) : (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
  %7 = "llvm.intr.vp.fmuladd"(%f, %f, %f, %m, %n) : (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
  return
}

// -----

// CHECK-LABEL: func.func @reductions
// CHECK:         "llvm.intr.vp.reduce.add"({{.*}}) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
// CHECK:         "llvm.intr.vp.reduce.and"({{.*}}) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
// CHECK:         "llvm.intr.vp.reduce.mul"({{.*}}) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
// CHECK:         "llvm.intr.vp.reduce.or"({{.*}}) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
// CHECK:         "llvm.intr.vp.reduce.smax"({{.*}}) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
// CHECK:         "llvm.intr.vp.reduce.smin"({{.*}}) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
// CHECK:         "llvm.intr.vp.reduce.umax"({{.*}}) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
// CHECK:         "llvm.intr.vp.reduce.umin"({{.*}}) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
// CHECK:         "llvm.intr.vp.reduce.xor"({{.*}}) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
// CHECK:         "llvm.intr.vp.reduce.fadd"({{.*}}) : (f32, vector<8xf32>, vector<8xi1>, i32) -> f32
// CHECK:         "llvm.intr.vp.reduce.fmax"({{.*}}) : (f32, vector<8xf32>, vector<8xi1>, i32) -> f32
// CHECK:         "llvm.intr.vp.reduce.fmin"({{.*}}) : (f32, vector<8xf32>, vector<8xi1>, i32) -> f32
// CHECK:         "llvm.intr.vp.reduce.fmul"({{.*}}) : (f32, vector<8xf32>, vector<8xi1>, i32) -> f32
func.func @reductions(%v: vector<8xi32>, %f: vector<8xf32>, %m: vector<8xi1>, %n: i32, %x: f32) {
  %0 = "llvm.intr.vp.reduce.add"(%n, %v, %m, %n) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
  %1 = "llvm.intr.vp.reduce.and"(%n, %v, %m, %n) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
  %2 = "llvm.intr.vp.reduce.mul"(%n, %v, %m, %n) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
  %3 = "llvm.intr.vp.reduce.or"(%n, %v, %m, %n) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
  %4 = "llvm.intr.vp.reduce.smax"(%n, %v, %m, %n) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
  %5 = "llvm.intr.vp.reduce.smin"(%n, %v, %m, %n) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
  %6 = "llvm.intr.vp.reduce.umax"(%n, %v, %m, %n) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
  %7 = "llvm.intr.vp.reduce.umin"(%n, %v, %m, %n) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
  %8 = "llvm.intr.vp.reduce.xor"(%n, %v, %m, %n) : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
  %9 = "llvm.intr.vp.reduce.fadd"(%x, %f, %m, %n) : (f32, vector<8xf32>, vector<8xi1>, i32) -> f32
  %10 = "llvm.intr.vp.reduce.fmax"(%x, %f, %m, %n) : (f32, vector<8xf32>, vector<8xi1>, i32) -> f32
  %11 = "llvm.intr.vp.reduce.fmin"(%x, %f, %m, %n) : (f32, vector<8xf32>, vector<8xi1>, i32) -> f32
  %12 = "llvm.intr.vp.reduce.fmul"(%x, %f, %m, %n) : (f32, vector<8xf32>, vector<8xi1>, i32) -> f32
  return
}

// -----

// CHECK-LABEL: func.func @conversions
// CHECK:         "llvm.intr.vp.trunc"({{.*}}) : (vector<8xi64>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.zext"({{.*}}) : (vector<8xi32>, vector<8xi1>, i32) -> vector<8xi64>
// CHECK:         "llvm.intr.vp.sext"({{.*}}) : (vector<8xi32>, vector<8xi1>, i32) -> vector<8xi64>
// CHECK:         "llvm.intr.vp.fptrunc"({{.*}}) : (vector<8xf32>, vector<8xi1>, i32) -> vector<8xf16>
// CHECK:         "llvm.intr.vp.fpext"({{.*}}) : (vector<8xf16>, vector<8xi1>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.vp.fptoui"({{.*}}) : (vector<8xf32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.fptosi"({{.*}}) : (vector<8xf32>, vector<8xi1>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.uitofp"({{.*}}) : (vector<8xi32>, vector<8xi1>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.vp.sitofp"({{.*}}) : (vector<8xi32>, vector<8xi1>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.vp.ptrtoint"({{.*}}) : (vector<8x!llvm.ptr>, vector<8xi1>, i32) -> vector<8xi64>
// CHECK:         "llvm.intr.vp.inttoptr"({{.*}}) : (vector<8xi64>, vector<8xi1>, i32) -> vector<8x!llvm.ptr>
func.func @conversions(%v: vector<8xi32>, %f: vector<8xf32>, %m: vector<8xi1>, %n: i32, %p: vector<8x!llvm.ptr>, %h: vector<8xf16>, %l: vector<8xi64>) {
  %0 = "llvm.intr.vp.trunc"(%l, %m, %n) : (vector<8xi64>, vector<8xi1>, i32) -> vector<8xi32>
  %1 = "llvm.intr.vp.zext"(%v, %m, %n) : (vector<8xi32>, vector<8xi1>, i32) -> vector<8xi64>
  %2 = "llvm.intr.vp.sext"(%v, %m, %n) : (vector<8xi32>, vector<8xi1>, i32) -> vector<8xi64>
  %3 = "llvm.intr.vp.fptrunc"(%f, %m, %n) : (vector<8xf32>, vector<8xi1>, i32) -> vector<8xf16>
  %4 = "llvm.intr.vp.fpext"(%h, %m, %n) : (vector<8xf16>, vector<8xi1>, i32) -> vector<8xf32>
  %5 = "llvm.intr.vp.fptoui"(%f, %m, %n) : (vector<8xf32>, vector<8xi1>, i32) -> vector<8xi32>
  %6 = "llvm.intr.vp.fptosi"(%f, %m, %n) : (vector<8xf32>, vector<8xi1>, i32) -> vector<8xi32>
  %7 = "llvm.intr.vp.uitofp"(%v, %m, %n) : (vector<8xi32>, vector<8xi1>, i32) -> vector<8xf32>
  %8 = "llvm.intr.vp.sitofp"(%v, %m, %n) : (vector<8xi32>, vector<8xi1>, i32) -> vector<8xf32>
  %9 = "llvm.intr.vp.ptrtoint"(%p, %m, %n) : (vector<8x!llvm.ptr>, vector<8xi1>, i32) -> vector<8xi64>
  %10 = "llvm.intr.vp.inttoptr"(%l, %m, %n) : (vector<8xi64>, vector<8xi1>, i32) -> vector<8x!llvm.ptr>
  return
}

// -----

// CHECK-LABEL: func.func @choices_and_memory
// CHECK:         "llvm.intr.vp.select"({{.*}}) : (vector<8xi1>, vector<8xi32>, vector<8xi32>, i32) -> vector<8xi32>
// CHECK:         "llvm.intr.vp.merge"({{.*}}) : (vector<8xi1>, vector<8xf32>, vector<8xf32>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.vp.load"({{.*}}) : (!llvm.ptr, vector<8xi1>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.vp.store"({{.*}}) : (vector<8xf32>, !llvm.ptr, vector<8xi1>, i32) -> ()
// CHECK:         "llvm.intr.experimental.vp.strided.load"({{.*}}) : (!llvm.ptr, i64, vector<8xi1>, i32) -> vector<8xf32>
// CHECK:         "llvm.intr.experimental.vp.strided.store"({{.*}}) : (vector<8xf32>, !llvm.ptr, i64, vector<8xi1>, i32) -> ()
func.func @choices_and_memory(%v: vector<8xi32>, %f: vector<8xf32>, %m: vector<8xi1>, %n: i32, %q: !llvm.ptr, %s: i64) {
  %0 = "llvm.intr.vp.select"(%m, %v, %v, %n) : (vector<8xi1>, vector<8xi32>, vector<8xi32>, i32) -> vector<8xi32>
  %1 = "llvm.intr.vp.merge"(%m, %f, %f, %n) : (vector<8xi1>, vector<8xf32>, vector<8xf32>, i32) -> vector<8xf32>
  %2 = "llvm.intr.vp.load"(%q, %m, %n) : (!llvm.ptr, vector<8xi1>, i32) -> vector<8xf32>
  "llvm.intr.vp.store"(%f, %q, %m, %n) : (vector<8xf32>, !llvm.ptr, vector<8xi1>, i32) -> ()
  %3 = "llvm.intr.experimental.vp.strided.load"(%q, %s, %m, %n) : (!llvm.ptr, i64, vector<8xi1>, i32) -> vector<8xf32>
  "llvm.intr.experimental.vp.strided.store"(%f, %q, %s, %m, %n) : (vector<8xf32>, !llvm.ptr, i64, vector<8xi1>, i32) -> ()
  return
}

// -----

// CHECK-LABEL: func.func @scalable
// CHECK:         "llvm.intr.vp.add"({{.*}}) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi1>, i32) -> vector<[4]xi32>
func.func @scalable(%v: vector<[4]xi32>, %m: vector<[4]xi1>, %n: i32) {
  %0 = "llvm.intr.vp.add"(%v, %v, %m, %n) : (vector<[4]xi32>, vector<[4]xi32>, vector<[4]xi1>, i32) -> vector<[4]xi32>
  return
}
