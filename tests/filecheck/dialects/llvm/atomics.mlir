// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @atomicrmw(%p: !llvm.ptr<1>, %i: i32, %x: f32, %h: vector<2xf16>, %q: !llvm.ptr) {
  %sum = llvm.atomicrmw add %p, %i acq_rel : !llvm.ptr<1>, i32
  %bits = llvm.atomicrmw _and %p, %i monotonic : !llvm.ptr<1>, i32
  %float = llvm.atomicrmw volatile fadd %p, %x syncscope("agent") monotonic {alignment = 4 : i64, tag} : !llvm.ptr<1>, f32
  %halves = llvm.atomicrmw fadd %p, %h seq_cst : !llvm.ptr<1>, vector<2xf16>
  %old = llvm.atomicrmw xchg %p, %q acquire : !llvm.ptr<1>, !llvm.ptr
  %wrapped = llvm.atomicrmw "uinc_wrap" %p, %i release : !llvm.ptr<1>, i32
  return
}

// CHECK: %sum = llvm.atomicrmw add %p, %i acq_rel : !llvm.ptr<1>, i32
// CHECK-NEXT: %bits = llvm.atomicrmw _and %p, %i monotonic : !llvm.ptr<1>, i32
// CHECK-NEXT: %float = llvm.atomicrmw volatile fadd %p, %x syncscope("agent") monotonic
// CHECK: %old = llvm.atomicrmw xchg %p, %q acquire : !llvm.ptr<1>, !llvm.ptr
// CHECK-NEXT: %wrapped = llvm.atomicrmw uinc_wrap %p, %i release : !llvm.ptr<1>, i32

// -----

func.func @fence() {
  llvm.fence acquire
  llvm.fence syncscope("agent") seq_cst
  return
}

// CHECK: llvm.fence acquire
// CHECK-NEXT: llvm.fence syncscope("agent") seq_cst
