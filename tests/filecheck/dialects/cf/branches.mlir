// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @branches(%c: i1, %x: i32) {
  cf.cond_br %c weights([90, 10]), ^bb1(%x : i32), ^bb2
^bb1(%0: i32):
  cf.cond_br %c, ^bb2, ^bb1(%x : i32) {tag}
^bb2:
  cf.cond_br %c weights([1, 2]), ^bb2, ^bb3
^bb3:
  return
}

// CHECK-LABEL: func.func @branches(
// CHECK-NEXT: cf.cond_br %c weights([90, 10]), ^bb1(%x : i32), ^bb2
// CHECK-NEXT: ^bb1(%0: i32):
// CHECK-NEXT: cf.cond_br %c, ^bb2, ^bb1(%x : i32) {tag}
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.cond_br %c weights([1, 2]), ^bb2, ^bb3
// CHECK-NEXT: ^bb3:
