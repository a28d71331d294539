// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

gpu.module @m {
  gpu.func @f(i32) {
    gpu.return
  }
}

// CHECK: requires named arguments

// -----

gpu.module @m {
  gpu.func @f()
}

// CHECK: Expected region!

// -----

gpu.module @m {
  gpu.func @f() {
  }
}

// CHECK: gpu.func

// -----

gpu.module @m {
  "gpu.func"() <{function_type = () -> ()}> ({
  }) {sym_name = "f"} : () -> ()
}

// CHECK: 'gpu.func' op expected body with at least one block

// -----

gpu.module @m {
  "gpu.func"() <{function_type = i32}> ({
    gpu.return
  }) {sym_name = "f"} : () -> ()
}

// CHECK: i32 should be of base attribute fun

// -----

gpu.module @m {
  "gpu.func"() <{function_type = () -> ()}> ({
    gpu.return
  }) : () -> ()
}

// CHECK: sym_name

// -----

gpu.module @m {
  "gpu.func"() <{function_type = (f32) -> ()}> ({
  ^bb0(%i: i32):
    gpu.return
  }) {sym_name = "f"} : () -> ()
}

// CHECK: 'gpu.func' op expected body region argument #0 to be of type f32, got i32

// -----

gpu.module @m {
  "gpu.func"() <{function_type = (f32) -> ()}> ({
  ^bb0(%x: f32):
    gpu.return
  }) {sym_name = "f", workgroup_attributions = 2 : i64} : () -> ()
}

// CHECK: 'gpu.func' op expected at least 3 arguments to body region

// -----

gpu.module @m {
  gpu.func @f(%i: i32) -> i32 kernel {
    gpu.return %i : i32
  }
}

// CHECK: 'gpu.func' op expected void return type for kernel function

// -----

gpu.module @m {
  gpu.func @f() workgroup(%w: f32) {
    gpu.return
  }
}

// CHECK: 'gpu.func' op expected memref type in attribution

// -----

gpu.module @m {
  gpu.func @f() private(%w: memref<*xf32>) {
    gpu.return
  }
}

// CHECK: 'gpu.func' op expected memref type in attribution

// -----

gpu.module @m {
  gpu.func @f() workgroup(%w: memref<f32, #gpu.address_space<private>>) {
    gpu.return
  }
}

// CHECK: 'gpu.func' op expected memory space workgroup in attribution

// -----

gpu.module @m {
  gpu.func @f() private(%w: memref<f32, #gpu.address_space<workgroup>>) {
    gpu.return
  }
}

// CHECK: 'gpu.func' op expected memory space private in attribution

// -----

gpu.module @m {
  gpu.func @f() private(%w: memref<f32>) workgroup(%v: memref<f32>) {
    gpu.return
  }
}

// CHECK: Expected region!

// -----

gpu.module @m {
  gpu.func @f() attributes {known_block_size = array<i32: 1, 2>} {
    gpu.return
  }
}

// CHECK: attribute 'known_block_size' failed to satisfy constraint: i32 dense array attribute with 3 elements (if present)

// -----

gpu.module @m {
  gpu.func @f() attributes {known_grid_size = array<i32: 1, 2>} {
    gpu.return
  }
}

// CHECK: attribute 'known_grid_size' failed to satisfy constraint: i32 dense array attribute with 3 elements (if present)

// -----

gpu.module @m {
  gpu.func @f() attributes {known_cluster_size = array<i32>} {
    gpu.return
  }
}

// CHECK: attribute 'known_cluster_size' failed to satisfy constraint: i32 dense array attribute with 3 elements (if present)

// -----

gpu.module @m {
  gpu.func @f() attributes {gpu.known_block_size = 1 : i32} {
    gpu.return
  }
}

// CHECK: 'gpu.func' op gpu.known_block_size must be a dense i32 array

// -----

gpu.module @m {
  gpu.func @f() attributes {gpu.known_grid_size = array<i32: 1>} {
    gpu.return
  }
}

// CHECK: 'gpu.func' op gpu.known_grid_size must contain exactly 3 elements

// -----

func.func private @f() attributes {gpu.known_cluster_size = array<i64: 1, 1, 1>}

// CHECK: 'func.func' op gpu.known_cluster_size must be a dense i32 array

// -----

gpu.module @m {
  gpu.func @f(%i: i32 {tag}) {
    gpu.return
  }
}

// CHECK: 'gpu.func' op arguments may only have dialect attributes

// -----

gpu.module @m {
  gpu.func @f(%i: i32) -> (i32 {tag}) {
    gpu.return %i : i32
  }
}

// CHECK: 'gpu.func' op results may only have dialect attributes

// -----

gpu.module @m {
  "gpu.func"() <{function_type = () -> (), arg_attrs = [{}]}> ({
    gpu.return
  }) {sym_name = "f"} : () -> ()
}

// CHECK: expects argument attribute array to have the same number of elements as the number of function arguments, got 1, but expected 0

// -----

gpu.module @m {
  gpu.func @f() kernel attributes {gpu.kernel} {
    gpu.return
  }
}

// CHECK: 'gpu.kernel' is already passed through the operation custom assembly format

// -----

gpu.module @m {
  gpu.func @f() attributes {sym_name = "g"} {
    gpu.return
  }
}

// CHECK: 'sym_name' is already passed through the operation custom assembly format

// -----

gpu.module @m {
  gpu.func @f() attributes {sym_visibility = "open"} {
    gpu.return
  }
}

// CHECK: visibility expected to be one of ["public", "private", "nested"], but got "open"

// -----

gpu.module @m {
  gpu.func @f() {
    gpu.return
  }
  gpu.func @f() {
    gpu.return
  }
}

// CHECK: ymbol

// -----

gpu.func @f() {
  gpu.return
}

// CHECK: 'gpu.func' expects parent op 'gpu.module'

// -----

gpu.module @m {
  gpu.func @f() -> i32 {
    gpu.return
  }
}

// CHECK: 'gpu.return' op expected 1 result operands

// -----

gpu.module @m {
  gpu.func @f(%x: f32) -> i32 {
    gpu.return %x : f32
  }
}

// CHECK: 'gpu.return' op unexpected type `f32' for operand #0

// -----

func.func @return_elsewhere() {
  gpu.return
}

// CHECK: 'gpu.return' expects parent op 'gpu.func'

// -----

gpu.module {
}

// CHECK: symbol

// -----

"gpu.module"() ({
^bb0:
}) : () -> ()

// CHECK: sym_name

// -----

gpu.module @m [] {
}

// CHECK: 'gpu.module' op attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements

// -----

gpu.module @m [1 : i32] {
}

// CHECK: 'gpu.module' op attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements

// -----

gpu.module @m <1 : i32> {
}

// CHECK: 'gpu.module' op attribute 'offloadingHandler' failed to satisfy constraint: any attribute with the `OffloadingTranslationAttrTrait` trait.

// -----

gpu.module @m {
^bb0(%a: i32):
}

// CHECK: 'gpu.module' op region should have no arguments

// -----

gpu.module @m attributes {sym_visibility = "open"} {
}

// CHECK: visibility expected to be one of ["public", "private", "nested"], but got "open"

// -----

func.func @module_in_function() {
  gpu.module @m {
  }
  return
}

// CHECK: symbol's parent must have the SymbolTable trait

// -----

"gpu.module"() <{sym_name = "m"}> ({}) : () -> ()

// CHECK: expected a single block

// -----

%x = arith.constant 1 : i32
gpu.module @m {
  %y = arith.addi %x, %x : i32
}

// CHECK: gpu.module

// -----

func.func @format() {
  gpu.printf @a
  return
}

// CHECK: @a

// -----

func.func @argument(%m: memref<f32>) {
  gpu.printf "%d", %m : memref<f32>
  return
}

// CHECK: memref<f32>

// -----

gpu.module @kernels <> [#nvvm.target] {}

// CHECK: expected attribute value
