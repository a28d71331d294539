// RUN: xdsl-opt %s | filecheck %s

// CHECK-LABEL: func.func @inline_asm
// CHECK:         llvm.inline_asm "nop", "" : () -> ()
// CHECK:         llvm.inline_asm has_side_effects is_align_stack tail_call_kind = <tail> asm_dialect = intel operand_attrs = [{elementtype = i32}] {tag} "mov $0, $1", "=r,r" %{{.*}} : (i32) -> i32
// CHECK:         llvm.inline_asm asm_dialect = att "add $0, $1, $2", "=r,r,r" %{{.*}}, %{{.*}} : (i32, f32) -> f32
func.func @inline_asm(%x: i32, %y: f32) {
  llvm.inline_asm "nop", "" : () -> ()
  %0 = llvm.inline_asm has_side_effects is_align_stack tail_call_kind = <tail> asm_dialect = intel operand_attrs = [{elementtype = i32}] {tag} "mov $0, $1", "=r,r" %x : (i32) -> i32
  %1 = llvm.inline_asm asm_dialect = att "add $0, $1, $2", "=r,r,r" %x, %y : (i32, f32) -> f32
  return
}
