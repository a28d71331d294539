// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @for_values(%n: index, %x: f32) {
  %0 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32, f32) {
  scf.yield %a : f32
  }
  return
}

// CHECK: mismatch in number of loop-carried values and defined values

// -----

func.func @for_yield_count(%n: index, %x: f32) {
  %0 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
  scf.yield
  }
  return
}

// CHECK: yield

// -----

func.func @for_yield_type(%n: index, %x: f32) {
  %0 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
  scf.yield %n : index
  }
  return
}

// CHECK: yield

// -----

func.func @for_bound_type(%x: f32) {
  scf.for %i = %x to %x step %x : f32 {
  }
  return
}

// CHECK: f32

// -----

func.func @for_terminator(%n: index) {
  scf.for %i = %n to %n step %n {
  func.return
  }
  return
}

// CHECK: func.return

// -----

func.func @for_variable(%n: index) {
  "scf.for"(%n, %n, %n) ({
^bb0:
  scf.yield
  }) : (index, index, index) -> ()
  return
}

// CHECK: induction var

// -----

func.func @for_variable_type(%n: index) {
  "scf.for"(%n, %n, %n) ({
^bb0(%i: i32):
  scf.yield
  }) : (index, index, index) -> ()
  return
}

// CHECK: induction var to be same type as bounds and step

// -----

func.func @for_result_count(%n: index, %x: f32) {
  "scf.for"(%n, %n, %n, %x) ({
^bb0(%i: index, %a: f32):
  scf.yield %a : f32
  }) : (index, index, index, f32) -> ()
  return
}

// CHECK: mismatch in number

// -----

func.func @for_argument_count(%n: index, %x: f32) {
  %0 = "scf.for"(%n, %n, %n, %x) ({
^bb0(%i: index):
  scf.yield %x : f32
  }) : (index, index, index, f32) -> f32
  return
}

// CHECK: arg

// -----

func.func @for_blocks(%n: index) {
  scf.for %i = %n to %n step %n {
  cf.br ^a
^a:
  scf.yield
  }
  return
}

// CHECK: block

// -----

func.func @while_types(%x: i32, %c: i1) {
  scf.while (%a = %x) : () -> () {
  scf.condition(%c)
  } do {
  scf.yield
  }
  return
}

// CHECK: expected as many input types as operands

// -----

func.func @while_condition(%c: i1) {
  scf.while : () -> () {
  scf.yield
  } do {
  scf.yield
  }
  return
}

// CHECK: expects the 'before' region to terminate with 'scf.condition'

// -----

func.func @while_yield(%c: i1) {
  scf.while : () -> () {
  scf.condition(%c)
  } do {
  scf.condition(%c)
  }
  return
}

// CHECK: 'scf.

// -----

func.func @while_passed(%x: i32, %c: i1) {
  scf.while : () -> () {
  scf.condition(%c) %x : i32
  } do {
  scf.yield
  }
  return
}

// CHECK: along control flow edge from

// -----

func.func @while_result(%x: i32, %c: i1) {
  %0 = scf.while : () -> f32 {
  scf.condition(%c) %x : i32
  } do {
^bb0(%a: i32):
  scf.yield
  }
  return
}

// CHECK: along control flow edge from

// -----

func.func @while_back(%x: i32, %c: i1) {
  scf.while (%a = %x) : (i32) -> () {
  scf.condition(%c)
  } do {
  scf.yield
  }
  return
}

// CHECK: along control flow edge from

// -----

func.func @while_argument(%x: i32, %c: i1) {
  "scf.while"(%x) ({
^bb0(%a: f32):
  scf.condition(%c)
  }, {
  scf.yield %x : i32
  }) : (i32) -> ()
  return
}

// CHECK: scf.while

// -----

func.func @while_condition_type(%x: i32) {
  scf.while : () -> () {
  scf.condition(%x)
  } do {
  scf.yield
  }
  return
}

// CHECK: i32

// -----

func.func @if_else(%c: i1, %x: f32) {
  %0 = scf.if %c -> (f32) {
  scf.yield %x : f32
  }
  return
}

// CHECK: else

// -----

func.func @if_yield_count(%c: i1, %x: f32) {
  %0 = scf.if %c -> (f32) {
  scf.yield
  } else {
  scf.yield %x : f32
  }
  return
}

// CHECK: returns values of types

// -----

func.func @if_yield_type(%c: i1, %x: f32) {
  %0 = scf.if %c -> (f32) {
  scf.yield %x : f32
  } else {
  scf.yield %c : i1
  }
  return
}

// CHECK: returns values of types

// -----

func.func @if_condition(%x: i32) {
  scf.if %x {
  }
  return
}

// CHECK: i32

// -----

func.func @if_argument(%c: i1) {
  "scf.if"(%c) ({
^bb0(%a: i32):
  scf.yield
  }, {
  }) : (i1) -> ()
  return
}

// CHECK: should have no arguments

// -----

func.func @if_terminator(%c: i1) {
  scf.if %c {
  cf.br ^a
^a:
  scf.yield
  }
  return
}

// CHECK: block

// -----

func.func @execute_empty() {
  "scf.execute_region"() ({
  }) : () -> ()
  return
}

// CHECK: region needs to have at least one block

// -----

func.func @execute_argument() {
  "scf.execute_region"() ({
^bb0(%a: i32):
  scf.yield
  }) : () -> ()
  return
}

// CHECK: region cannot have any arguments

// -----

func.func @execute_yield(%x: i32) {
  %0 = scf.execute_region -> f32 {
  scf.yield %x : i32
  }
  return
}

// CHECK: yield

// -----

func.func @execute_no_terminator(%x: i32) {
  scf.execute_region {
  %0 = arith.addi %x, %x : i32
  }
  return
}

// CHECK: terminator

// -----

func.func @parallel_operands(%n: index) {
  scf.parallel (%i, %j) = (%n, %n) to (%n) step (%n, %n) {
  }
  return
}

// CHECK: expected 2 operands

// -----

func.func @parallel_none() {
  scf.parallel () = () to () step () {
  }
  return
}

// CHECK: needs at least one tuple element for lowerBound, upperBound and step

// -----

func.func @parallel_step(%n: index) {
  %c0 = arith.constant 0 : index
  scf.parallel (%i) = (%n) to (%n) step (%c0) {
  }
  return
}

// CHECK: constant step operand must be positive

// -----

func.func @parallel_reductions(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
  }
  return
}

// CHECK: reductions

// -----

func.func @parallel_results(%n: index, %x: f32) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
  scf.reduce(%x : f32) {
^bb0(%p: f32, %q: f32):
  scf.reduce.return %p : f32
  }
  }
  return
}

// CHECK: reductions

// -----

func.func @parallel_reduction_type(%n: index, %x: f32, %a: i32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
  scf.reduce(%a : i32) {
^bb0(%p: i32, %q: i32):
  scf.reduce.return %p : i32
  }
  }
  return
}

// CHECK: type

// -----

func.func @parallel_variable_type(%n: index) {
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
^bb0(%i: i32):
  scf.reduce
  }) : (index, index, index) -> ()
  return
}

// CHECK: index

// -----

func.func @parallel_variables(%n: index) {
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
^bb0:
  scf.reduce
  }) : (index, index, index) -> ()
  return
}

// CHECK: induction variables

// -----

func.func @reduce_arguments(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
  scf.reduce(%x : f32) {
^bb0(%p: f32):
  scf.reduce.return %p : f32
  }
  }
  return
}

// CHECK: rgument

// -----

func.func @reduce_argument_type(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
  scf.reduce(%x : f32) {
^bb0(%p: i32, %q: i32):
  scf.reduce.return %x : f32
  }
  }
  return
}

// CHECK: rgument

// -----

func.func @reduce_return_type(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
  scf.reduce(%x : f32) {
^bb0(%p: f32, %q: f32):
  scf.reduce.return %n : index
  }
  }
  return
}

// CHECK: type

// -----

func.func @reduce_terminator(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
  scf.reduce(%x : f32) {
^bb0(%p: f32, %q: f32):
  scf.yield
  }
  }
  return
}

// CHECK: scf.

// -----

func.func @forall_mapping(%n: index) {
  scf.forall (%i, %j) in (%n, 4) {
  } {mapping = [#gpu.thread<x>]}
  return
}

// CHECK: mapping attribute size must match op rank

// -----

func.func @forall_mapping_kind(%n: index) {
  scf.forall (%i) in (%n) {
  } {mapping = [3]}
  return
}

// CHECK: Device Mapping array attribute

// -----

func.func @forall_bounds(%n: index) {
  scf.forall (%i, %j) = (0) to (%n, 4) step (1, 1) {
  }
  return
}

// CHECK: expected 1

// -----

func.func @forall_steps(%n: index) {
  scf.forall (%i) = (0) to (%n) step (1, 1) {
  }
  return
}

// CHECK: step

// -----

func.func @forall_output_type(%n: index, %t: tensor<4xf32>) {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
  }
  return
}

// CHECK: tensor<4xf32>

// -----

func.func @forall_output_kind(%n: index, %m: memref<4xf32>) {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %m) -> (memref<4xf32>) {
  }
  return
}

// CHECK: tensor

// -----

func.func @forall_results(%n: index, %t: tensor<4xf32>) {
  "scf.forall"(%n, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
^bb0(%i: index, %o: tensor<4xf32>):
  scf.forall.in_parallel {
  }
  }) : (index, tensor<4xf32>) -> ()
  return
}

// CHECK: produces 0 results, but has 1 outputs

// -----

func.func @forall_arguments(%n: index) {
  "scf.forall"(%n) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
^bb0:
  scf.forall.in_parallel {
  }
  }) : (index) -> ()
  return
}

// CHECK: arguments

// -----

func.func @forall_argument_type(%n: index) {
  "scf.forall"(%n) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
^bb0(%i: i32):
  scf.forall.in_parallel {
  }
  }) : (index) -> ()
  return
}

// CHECK: expects 0-th block argument to be an index

// -----

func.func @in_parallel_ops(%n: index, %x: f32) {
  scf.forall (%i) in (%n) {
  scf.forall.in_parallel {
  %0 = arith.addf %x, %x : f32
  }
  }
  return
}

// CHECK: expected only

// -----

func.func @insert_outside(%t: tensor<8xf32>, %s: tensor<1xf32>, %n: index) {
  tensor.parallel_insert_slice %s into %t[%n] [1] [1] : tensor<1xf32> into tensor<8xf32>
  return
}

// CHECK: parent

// -----

func.func @insert_element(%t: tensor<8xf32>, %s: tensor<1xi32>, %n: index) {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
  scf.forall.in_parallel {
  tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<8xf32>
  }
  }
  return
}

// CHECK: expected element type to be 'f32'

// -----

func.func @insert_size(%t: tensor<8xf32>, %s: tensor<2xf32>, %n: index) {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
  scf.forall.in_parallel {
  tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<2xf32> into tensor<8xf32>
  }
  }
  return
}

// CHECK: expected type to be 'tensor<1xf32>' or a rank-reduced version. (size mismatch)

// -----

func.func @insert_rank(%t: tensor<8xf32>, %s: tensor<1x1xf32>, %n: index) {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
  scf.forall.in_parallel {
  tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1x1xf32> into tensor<8xf32>
  }
  }
  return
}

// CHECK: expected rank to be smaller or equal to the other rank

// -----

func.func @insert_bounds(%t: tensor<8xf32>, %s: tensor<2xf32>, %n: index) {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
  scf.forall.in_parallel {
  tensor.parallel_insert_slice %s into %o[7] [2] [1] : tensor<2xf32> into tensor<8xf32>
  }
  }
  return
}

// CHECK: slice along dimension 0 runs out-of-bounds: 8 >= 8

// -----

func.func @insert_lists(%t: tensor<8x8xf32>, %s: tensor<2xf32>, %n: index) {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8x8xf32>) {
  scf.forall.in_parallel {
  tensor.parallel_insert_slice %s into %o[0] [2] [1] : tensor<2xf32> into tensor<8x8xf32>
  }
  }
  return
}

// CHECK: expected 2 offset values, got 1

// -----

func.func @insert_elsewhere(%t: tensor<8xf32>, %s: tensor<2xf32>, %n: index) {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
  scf.forall.in_parallel {
  tensor.parallel_insert_slice %s into %t[0] [2] [1] : tensor<2xf32> into tensor<8xf32>
  }
  }
  return
}

// CHECK: may only insert into an output block argument

// -----

func.func @condition_parent(%c: i1) {
  scf.condition(%c)
}

// CHECK: expects parent op 'scf.while'

// -----

func.func @yield_parent() {
  scf.yield
}

// CHECK: parent op

// -----

func.func @reduce_parent() {
  scf.reduce
}

// CHECK: expects parent op 'scf.parallel'

// -----

func.func @in_parallel_parent() {
  scf.forall.in_parallel {
  }
}

// CHECK: expects parent op 'scf.forall'
