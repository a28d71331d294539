// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @too_weak(%p: !llvm.ptr, %i: i32) {
  %0 = llvm.atomicrmw add %p, %i unordered : !llvm.ptr, i32
  return
}

// CHECK: expected at least 'monotonic' ordering

// -----

func.func @float_sum(%p: !llvm.ptr, %x: f32) {
  %0 = llvm.atomicrmw add %p, %x monotonic : !llvm.ptr, f32
  return
}

// CHECK: expected LLVM IR integer type

// -----

func.func @width(%p: !llvm.ptr, %i: i7) {
  %0 = llvm.atomicrmw add %p, %i monotonic : !llvm.ptr, i7
  return
}

// CHECK: expected LLVM IR integer type

// -----

func.func @integer_fadd(%p: !llvm.ptr, %i: i32) {
  %0 = llvm.atomicrmw fadd %p, %i monotonic : !llvm.ptr, i32
  return
}

// CHECK: expected LLVM IR floating point type

// -----

func.func @exchange(%p: !llvm.ptr, %v: vector<2xf16>) {
  %0 = llvm.atomicrmw xchg %p, %v monotonic : !llvm.ptr, vector<2xf16>
  return
}

// CHECK: unexpected LLVM IR type for 'xchg' bin_op

// -----

func.func @operation(%p: !llvm.ptr, %i: i32) {
  %0 = llvm.atomicrmw mul %p, %i monotonic : !llvm.ptr, i32
  return
}

// CHECK: enum values for attribute 'bin_op' [xchg, add,

// -----

func.func @fence() {
  llvm.fence monotonic
  return
}

// CHECK: can be given only acquire, release, acq_rel, and seq_cst orderings
