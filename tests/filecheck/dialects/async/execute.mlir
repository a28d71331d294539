// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

// Work without operands: only its token comes out.

func.func @token() {
  %token = async.execute {
    async.yield
  }
  async.await %token : !async.token
  return
}

// CHECK-LABEL: @token
// CHECK:         %token = async.execute {
// CHECK-NEXT:      async.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    async.await %token : !async.token

// GENERIC:       %token = "async.execute"() <{operandSegmentSizes = array<i32: 0, 0>}> ({
// GENERIC-NEXT:    "async.yield"() : () -> ()
// GENERIC-NEXT:  }) : () -> !async.token
// GENERIC-NEXT:  "async.await"(%token) : (!async.token) -> ()

// -----

// Values are unwrapped for the body and wrapped again on the way out.

func.func @values(%first: !async.token, %second: !async.token, %v: !async.value<f32>) {
  %token, %x, %y = async.execute [%first, %second]
                                 (%v as %a: !async.value<f32>, %v as %b: !async.value<f32>)
                                 -> (!async.value<f32>, !async.value<i32>) {
    %0 = arith.addf %a, %b : f32
    %1 = arith.constant 7 : i32
    async.yield %0, %1 : f32, i32
  }
  %0 = async.await %x : !async.value<f32>
  async.await %token : !async.token {why = "all of it"}
  return
}

// CHECK-LABEL: @values
// CHECK:         %token, %x, %y = async.execute [%first, %second] (%v as %a: !async.value<f32>, %v as %b: !async.value<f32>) -> (!async.value<f32>, !async.value<i32>) {
// CHECK:           async.yield {{.*}} : f32, i32
// CHECK:         %{{.*}} = async.await %x : !async.value<f32>
// CHECK-NEXT:    async.await %token : !async.token {why = "all of it"}

// GENERIC:       %token, %x, %y = "async.execute"(%first, %second, %v, %v) <{operandSegmentSizes = array<i32: 2, 2>}> ({
// GENERIC-NEXT:  ^{{.*}}(%a: f32, %b: f32):
// GENERIC:       }) : (!async.token, !async.token, !async.value<f32>, !async.value<f32>) -> (!async.token, !async.value<f32>, !async.value<i32>)
// GENERIC:       %{{.*}} = "async.await"(%x) : (!async.value<f32>) -> f32

// -----

// One result needs no parentheses, and none may be spelled `()`.

func.func @results(%v: !async.value<vector<4xf32>>) {
  %t, %x = async.execute (%v as %a: !async.value<vector<4xf32>>) -> !async.value<vector<4xf32>> attributes {device = 3 : i32} {
    async.yield %a : vector<4xf32>
  }
  %u = async.execute [%t] () -> () {
    async.yield {done}
  }
  return
}

// CHECK-LABEL: @results
// CHECK:         %t, %x = async.execute (%v as %a: !async.value<vector<4xf32>>) -> !async.value<vector<4xf32>> attributes {device = 3 : i32} {
// CHECK:         %u = async.execute [%t] {
// CHECK-NEXT:      async.yield {done}

// -----

// Work inside work.

func.func @nested() -> !async.value<!async.token> {
  %t, %inner = async.execute -> !async.value<!async.token> {
    %u = async.execute {
      async.yield
    }
    async.yield %u : !async.token
  }
  return %inner : !async.value<!async.token>
}

// CHECK-LABEL: @nested
// CHECK:         async.execute -> !async.value<!async.token> {
// CHECK-NEXT:      %u = async.execute {
// CHECK:           async.yield %u : !async.token
