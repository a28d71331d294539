// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func private @declared(i32 {llvm.a}, f32) -> (i32 {my.c = "x"}, f32)
func.func private @one(i32) -> (i32 {llvm.c = "x"})
func.func private @bare(memref<4xf32>)
func.func nested @defined(%x: i32 {llvm.a}, %y: f32) -> (f32 {my.b}) attributes {my.d} {
  return %y : f32
}
func.func public @calls(%x: i32) {
  %0 = func.call @one(%x) : (i32) -> i32
  %1 = func.call @one(%x) {no_inline} : (i32) -> i32
  %2 = func.call @one(%x) {arg_attrs = [{llvm.a}], res_attrs = [{}], tag} : (i32) -> i32
  %3 = func.constant @one : (i32) -> i32
  %4 = func.constant {tag} @one : (i32) -> i32
  %5 = func.call_indirect %3(%x) : (i32) -> i32
  %6 = func.call_indirect %4(%x) {arg_attrs = [{llvm.a}], tag} : (i32) -> i32
  %7 = func.constant @bare : (memref<4xf32>) -> ()
  return
}

// CHECK: func.func private @declared(i32 {llvm.a}, f32) -> (i32 {my.c = "x"}, f32)
// CHECK: func.func private @one(i32) -> (i32 {llvm.c = "x"})
// CHECK: func.func private @bare(memref<4xf32>) -> ()
// CHECK-NEXT: func.func nested @defined(%x: i32 {llvm.a}, %y: f32) -> (f32 {my.b}) attributes {my.d} {
// CHECK: func.func public @calls(%x: i32) {
// CHECK-NEXT: %0 = func.call @one(%x) : (i32) -> i32
// CHECK-NEXT: %1 = func.call @one(%x) {no_inline} : (i32) -> i32
// CHECK-NEXT: %2 = func.call @one(%x) {tag, arg_attrs = [{llvm.a}], res_attrs = [{}]} : (i32) -> i32
// CHECK-NEXT: %3 = func.constant @one : (i32) -> i32
// CHECK-NEXT: %4 = func.constant {tag} @one : (i32) -> i32
// CHECK-NEXT: %5 = func.call_indirect %3(%x) : (i32) -> i32
// CHECK-NEXT: %6 = func.call_indirect %4(%x) {arg_attrs = [{llvm.a}], tag} : (i32) -> i32
// CHECK-NEXT: %7 = func.constant @bare : (memref<4xf32>) -> ()
