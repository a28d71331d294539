// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

memref.global @dynamic : memref<?xf32>

// CHECK: type should be static shaped memref, but got memref<?xf32>

// -----

memref.global @unranked : memref<*xf32>

// CHECK: type should be static shaped memref, but got memref<*xf32>

// -----

memref.global @integer : i32

// CHECK: type should be static shaped memref, but got i32

// -----

"memref.global"() <{sym_name = "generic", type = memref<?xf32>}> : () -> ()

// CHECK: type should be static shaped memref

// -----

memref.global @value : memref<4xf32> = 1.0

// CHECK: initial value should be a unit or elements attribute

// -----

"memref.global"() <{sym_name = "value", type = memref<4xf32>, initial_value = [1.0]}> : () -> ()

// CHECK: initial value should be a unit or elements attribute

// -----

"memref.global"() <{sym_name = "element", type = memref<4xf32>, initial_value = dense<1> : tensor<4xi32>}> : () -> ()

// CHECK: initial value element expected to be of type f32, but was of type i32

// -----

"memref.global"() <{sym_name = "shape", type = memref<4xf32>, initial_value = dense<1.0> : tensor<5xf32>}> : () -> ()

// CHECK: initial value shape expected to be

// -----

memref.global @literal : memref<2xf32> = dense<[1.0, 2.0, 3.0]>

// CHECK: hape

// -----

memref.global @alignment : memref<2xf32> {alignment = 63}

// CHECK: a power of two

// -----

memref.global @alignment : memref<2xf32> {alignment = 0}

// CHECK: positive

// -----

memref.global "hidden" @visibility : memref<2xf32>

// CHECK: visibility expected to be one of ["public", "private", "nested"]

// -----

func.func @f() {
  memref.global @nested : memref<2xf32>
  return
}

// CHECK: symbol's parent must have the SymbolTable trait

// -----

memref.global @twice : memref<2xf32>
memref.global @twice : memref<2xf32>

// CHECK: edefinition of symbol

// -----

func.func @f() {
  %a = memref.get_global @missing : memref<2xf32>
  return
}

// CHECK: 'missing' does not reference a valid global memref

// -----

func.func @f() {
  %a = memref.get_global @f : memref<2xf32>
  return
}

// CHECK: 'f' does not reference a valid global memref

// -----

memref.global @x : memref<2xf32>
func.func @f() {
  %a = memref.get_global @x : memref<3xf32>
  return
}

// CHECK: does not match type memref<2xf32> of the global memref @x

// -----

memref.global @x : memref<2xf32>
func.func @f() {
  %a = memref.get_global @x : memref<?xf32>
  return
}

// CHECK: statically shaped memref

// -----

// Only the closest symbol table is searched.
memref.global @x : memref<2xf32>
module @inner {
  func.func @f() {
    %a = memref.get_global @x : memref<2xf32>
    return
  }
}

// CHECK: 'x' does not reference a valid global memref

// -----

memref.global @x : memref<2xf32>
func.func @f() {
  %a = "memref.get_global"() <{name = @x::@y}> : () -> memref<2xf32>
  return
}

// CHECK: y

// -----

memref.global @range : memref<2xi8> = dense<300>

// CHECK: integer constant out of range for type

// -----

memref.global @float : memref<2xi8> = dense<1.0>

// CHECK: expected integer elements, but parsed floating-point

// -----

memref.global @bool : memref<2xi8> = dense<true>

// CHECK: expected i1 type for 'true' or 'false' values

// -----

memref.global @bits : memref<2xf16> = dense<0x1FFFF>

// CHECK: hexadecimal float constant out of range for type
