// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @binary(%a: index, %b: index) {
  %0 = index.add %a, %b
  %1 = index.sub %a, %b
  %2 = index.mul %a, %b
  %3 = index.divs %a, %b
  %4 = index.divu %a, %b
  %5 = index.ceildivs %a, %b
  %6 = index.ceildivu %a, %b
  %7 = index.floordivs %a, %b
  %8 = index.rems %a, %b
  %9 = index.remu %a, %b
  %10 = index.maxs %a, %b
  %11 = index.maxu %a, %b
  %12 = index.mins %a, %b
  %13 = index.minu %a, %b
  %14 = index.shl %a, %b
  %15 = index.shrs %a, %b
  %16 = index.shru %a, %b
  %17 = index.and %a, %b
  %18 = index.or %a, %b
  %19 = index.xor %a, %b {tag}
  return
}

// CHECK-LABEL: func.func @binary(
// CHECK-NEXT: %0 = index.add %a, %b
// CHECK-NEXT: %1 = index.sub %a, %b
// CHECK-NEXT: %2 = index.mul %a, %b
// CHECK-NEXT: %3 = index.divs %a, %b
// CHECK-NEXT: %4 = index.divu %a, %b
// CHECK-NEXT: %5 = index.ceildivs %a, %b
// CHECK-NEXT: %6 = index.ceildivu %a, %b
// CHECK-NEXT: %7 = index.floordivs %a, %b
// CHECK-NEXT: %8 = index.rems %a, %b
// CHECK-NEXT: %9 = index.remu %a, %b
// CHECK-NEXT: %10 = index.maxs %a, %b
// CHECK-NEXT: %11 = index.maxu %a, %b
// CHECK-NEXT: %12 = index.mins %a, %b
// CHECK-NEXT: %13 = index.minu %a, %b
// CHECK-NEXT: %14 = index.shl %a, %b
// CHECK-NEXT: %15 = index.shrs %a, %b
// CHECK-NEXT: %16 = index.shru %a, %b
// CHECK-NEXT: %17 = index.and %a, %b
// CHECK-NEXT: %18 = index.or %a, %b
// CHECK-NEXT: %19 = index.xor %a, %b {tag}

// -----

func.func @compare(%a: index, %b: index) {
  %0 = index.cmp eq(%a, %b)
  %1 = index.cmp ne(%a, %b)
  %2 = index.cmp slt(%a, %b)
  %3 = index.cmp sle(%a, %b)
  %4 = index.cmp sgt(%a, %b)
  %5 = index.cmp sge(%a, %b)
  %6 = index.cmp ult(%a, %b)
  %7 = index.cmp ule(%a, %b)
  %8 = index.cmp ugt(%a, %b)
  %9 = index.cmp uge(%a, %b) {tag}
  return
}

// CHECK-LABEL: func.func @compare(
// CHECK-NEXT: %0 = index.cmp eq(%a, %b)
// CHECK-NEXT: %1 = index.cmp ne(%a, %b)
// CHECK-NEXT: %2 = index.cmp slt(%a, %b)
// CHECK-NEXT: %3 = index.cmp sle(%a, %b)
// CHECK-NEXT: %4 = index.cmp sgt(%a, %b)
// CHECK-NEXT: %5 = index.cmp sge(%a, %b)
// CHECK-NEXT: %6 = index.cmp ult(%a, %b)
// CHECK-NEXT: %7 = index.cmp ule(%a, %b)
// CHECK-NEXT: %8 = index.cmp ugt(%a, %b)
// CHECK-NEXT: %9 = index.cmp uge(%a, %b) {tag}

// -----

func.func @casts(%a: index, %b: i8, %c: i64) {
  %0 = index.casts %a : index to i32
  %1 = index.casts %b : i8 to index
  %2 = index.castu %a : index to i128
  %3 = index.castu %c : i64 to index
  return
}

// CHECK-LABEL: func.func @casts(
// CHECK-NEXT: %0 = index.casts %a : index to i32
// CHECK-NEXT: %1 = index.casts %b : i8 to index
// CHECK-NEXT: %2 = index.castu %a : index to i128
// CHECK-NEXT: %3 = index.castu %c : i64 to index

// -----

func.func @constants() {
  %0 = index.constant 42
  %1 = index.constant -9223372036854775808
  %2 = index.constant 9223372036854775807
  %3 = index.bool.constant true
  %4 = index.bool.constant false
  %5 = index.sizeof
  return
}

// CHECK-LABEL: func.func @constants(
// CHECK-NEXT: %0 = index.constant 42
// CHECK-NEXT: %1 = index.constant -9223372036854775808
// CHECK-NEXT: %2 = index.constant 9223372036854775807
// CHECK-NEXT: %3 = index.bool.constant true
// CHECK-NEXT: %4 = index.bool.constant false
// CHECK-NEXT: %5 = index.sizeof
