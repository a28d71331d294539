// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

// Only a token: nothing is returned.

async.func @token() -> !async.token {
  return
}

// CHECK:      async.func @token() -> !async.token {
// CHECK-NEXT:   async.return
// CHECK-NEXT: }

// GENERIC:      "async.func"() <{sym_name = "token", function_type = () -> !async.token}> ({
// GENERIC-NEXT:   "async.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()

// -----

// Values are returned unwrapped, with or without a token before them.

async.func @value(%x: i32) -> !async.value<i32> {
  async.return %x : i32
}

async.func private @both(%x: i32 {my.hint}, %y: f32) -> (!async.token, !async.value<i32> {my.kept = true}, !async.value<f32>) attributes {my.cost = 3 : i64} {
  async.return {my.last} %x, %y : i32, f32
}

async.func @caller(%x: i32, %y: f32) -> !async.token {
  %token, %a, %b = async.call @both(%x, %y) : (i32, f32) -> (!async.token, !async.value<i32>, !async.value<f32>)
  %value = async.call @value(%x) {my.tag} : (i32) -> !async.value<i32>
  %0 = async.await %value : !async.value<i32>
  async.return
}

// CHECK:      async.func @value(%x: i32) -> !async.value<i32> {
// CHECK-NEXT:   async.return %x : i32
// CHECK:      async.func private @both(%x: i32 {my.hint}, %y: f32) -> (!async.token, !async.value<i32> {my.kept = true}, !async.value<f32>) attributes {my.cost = 3 : i64} {
// CHECK-NEXT:   async.return {my.last} %x, %y : i32, f32
// CHECK:        %token, %a, %b = async.call @both(%x, %y) : (i32, f32) -> (!async.token, !async.value<i32>, !async.value<f32>)
// CHECK-NEXT:   %value = async.call @value(%x) {my.tag} : (i32) -> !async.value<i32>

// GENERIC:      }) {my.cost = 3 : i64} : () -> ()
// GENERIC:      "async.call"(%x, %y) <{callee = @both}> : (i32, f32) -> (!async.token, !async.value<i32>, !async.value<f32>)

// -----

// Declarations keep the attributes of arguments and results too.

async.func private @declared(i32, f32 {my.hint}) -> (!async.token {my.kept}, !async.value<f32>)

async.func nested @other(%x: i32, %y: f32) -> !async.token {
  %token, %value = async.call @declared(%x, %y) : (i32, f32) -> (!async.token, !async.value<f32>)
  return
}

// CHECK:      async.func private @declared(i32, f32 {my.hint}) -> (!async.token {my.kept}, !async.value<f32>)
// CHECK:      async.func nested @other(%x: i32, %y: f32) -> !async.token {
