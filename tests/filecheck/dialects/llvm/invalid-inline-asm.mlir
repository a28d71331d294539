// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @dialect() {
  llvm.inline_asm asm_dialect = masm "nop", "" : () -> ()
  return
}

// CHECK: Expected one of 'att', 'intel' after 'asm_dialect ='

// -----

func.func @dialect_number() {
  "llvm.inline_asm"() <{asm_dialect = 2 : i64, asm_string = "nop", constraints = ""}> : () -> ()
  return
}

// CHECK: expected a value between 0 and 1, got 2

// -----

func.func @no_constraints() {
  "llvm.inline_asm"() <{asm_string = "nop"}> : () -> ()
  return
}

// CHECK: property 'constraints' expected in operation 'llvm.inline_asm'
