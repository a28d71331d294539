// RUN: xdsl-opt %s --split-input-file | filecheck %s

memref.global @external : memref<2xf32>
memref.global "public" @uninitialized : memref<2x0xf32> = uninitialized
memref.global "private" @elements : memref<2x2xf32> = dense<[[1.000000e+00, -2.500000e+00], [0.000000e+00, 1.000000e+10]]>
memref.global "private" constant @splat : memref<64xi32> = dense<5>
memref.global "private" constant @aligned : memref<4xindex, strided<[2]>, 3 : i32> = dense<1> {alignment = 64}
memref.global "nested" @tagged : memref<f64> = dense<1.000000e+00> {tag}
memref.global "private" @bits : memref<4xi1> = dense<[true, false, true, true]>
memref.global "private" @complex : memref<2xcomplex<f32>> = dense<(1.000000e+00,2.000000e+00)>
memref.global "private" @infinite : memref<2xf32> = dense<[0x7F800000, 0xFF800000]>
memref.global "private" @bytes : memref<4xi8> = dense<"0x01020304">
memref.global "private" @no_elements : memref<0xi8> = dense<>
memref.global "private" @vectors : memref<4xvector<2xf32>>

func.func @get_global() {
  %a = memref.get_global @external : memref<2xf32>
  %b = memref.get_global @aligned : memref<4xindex, strided<[2]>, 3 : i32> {tag}
  return
}

// CHECK: memref.global @external : memref<2xf32>
// CHECK: memref.global "public" @uninitialized : memref<2x0xf32> = uninitialized
// CHECK: memref.global "private" @elements : memref<2x2xf32> = dense<{{\[\[}}1.000000e+00, -2.500000e+00], [0.000000e+00, 1.000000e+10{{\]\]}}>
// CHECK: memref.global "private" constant @splat : memref<64xi32> = dense<5>
// CHECK: memref.global "private" constant @aligned : memref<4xindex, strided<[2]>, 3 : i32> = dense<1> {alignment = 64 : i64}
// CHECK: memref.global "nested" @tagged : memref<f64> = dense<1.000000e+00> {tag}
// CHECK: memref.global "private" @bits : memref<4xi1> = dense<[true, false, true, true]>
// CHECK: memref.global "private" @complex : memref<2xcomplex<f32>> = dense<(1.000000e+00,2.000000e+00)>
// CHECK: memref.global "private" @infinite : memref<2xf32> = dense<[0x7f800000, 0xff800000]>
// CHECK: memref.global "private" @bytes : memref<4xi8> = dense<[1, 2, 3, 4]>
// CHECK: memref.global "private" @no_elements : memref<0xi8> = dense<>
// CHECK: memref.global "private" @vectors : memref<4xvector<2xf32>>
// CHECK: %a = memref.get_global @external : memref<2xf32>
// CHECK: %b = memref.get_global @aligned : memref<4xindex, strided<[2]>, 3 : i32> {tag}

// -----

// In the closest symbol table, and what is declared after its use.
module @outer {
  module @inner {
    func.func @get_global() {
      %a = memref.get_global @x : memref<4xf32>
      return
    }
    memref.global "private" @x : memref<4xf32>
  }
  memref.global "private" @x : memref<2xf32>
}

// CHECK: %a = memref.get_global @x : memref<4xf32>
// CHECK: memref.global "private" @x : memref<4xf32>
// CHECK: memref.global "private" @x : memref<2xf32>

// -----

#ones = dense<1.0> : tensor<4xf32>

memref.global "private" @alias : memref<4xf32> = #ones

// CHECK: memref.global "private" @alias : memref<4xf32> = dense<1.000000e+00>
