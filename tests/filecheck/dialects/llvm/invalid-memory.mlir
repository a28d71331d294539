// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @scope_of_a_load(%p: !llvm.ptr) {
  %0 = "llvm.load"(%p) <{ordering = 0 : i64, syncscope = "agent"}> : (!llvm.ptr) -> i32
  return
}

// CHECK: 'llvm.load' op expected syncscope to be null for non-atomic access

// -----

func.func @scope_of_a_store(%x: i32, %p: !llvm.ptr) {
  "llvm.store"(%x, %p) <{ordering = 0 : i64, syncscope = "agent"}> : (i32, !llvm.ptr) -> ()
  return
}

// CHECK: 'llvm.store' op expected syncscope to be null for non-atomic access

// -----

func.func @ordering(%p: !llvm.ptr) {
  %0 = llvm.load %p atomic sometimes {alignment = 4 : i64} : !llvm.ptr -> i32
  return
}

// CHECK: unknown atomic ordering 'sometimes'

// -----

func.func @bytes(%p: !llvm.ptr) {
  %0 = llvm.load %p dereferenceable<mayBeNull = true> : !llvm.ptr -> !llvm.ptr
  return
}

// CHECK: 'llvm.load' op parameter 'bytes' does not verify

// -----

func.func @loaded_number(%x: i32) {
  %0 = llvm.load %x : i32 -> i32
  return
}

// CHECK: 'llvm.load' op i32 should be of base attribute llvm.ptr
