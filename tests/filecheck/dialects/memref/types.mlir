// RUN: xdsl-opt %s --split-input-file | filecheck %s

// An identity map and memory space 0 say nothing.
func.func private @defaults(memref<4x4xf32, affine_map<(i, j) -> (i, j)>>, memref<4xf32, 0>, memref<*xf32, 0 : i32>)
func.func private @strided(memref<f32, strided<[], offset: 1>>, memref<4x?xf32, strided<[?, -1], offset: ?>>, memref<4xf32, strided<[0]>>)
func.func private @spaces(memref<4xf32, 1 : i32>, memref<4xf32, "shared">, memref<4xf32, {a = 1 : i32}>, memref<*xf32, #gpu.address_space<global>>)
func.func private @elements(memref<4xcomplex<f32>>, memref<4xvector<[4]xf32>>, memref<2 x memref<3 x index>>, memref<*xmemref<4xbf16>>, memref<0x?xi1>)
func.func private @both(memref<4x4xf32, strided<[8, 1]>, 1 : i32>, memref<f32, affine_map<()[s0] -> (s0)>>)

// CHECK: func.func private @defaults(memref<4x4xf32>, memref<4xf32>, memref<*xf32>) -> ()
// CHECK: func.func private @strided(memref<f32, strided<[], offset: 1>>, memref<4x?xf32, strided<[?, -1], offset: ?>>, memref<4xf32, strided<[0]>>) -> ()
// CHECK: func.func private @spaces(memref<4xf32, 1 : i32>, memref<4xf32, "shared">, memref<4xf32, {a = 1 : i32}>, memref<*xf32, #gpu.address_space<global>>) -> ()
// CHECK: func.func private @elements(memref<4xcomplex<f32>>, memref<4xvector<[4]xf32>>, memref<2xmemref<3xindex>>, memref<*xmemref<4xbf16>>, memref<0x?xi1>) -> ()
// CHECK: func.func private @both(memref<4x4xf32, strided<[8, 1]>, 1 : i32>, memref<f32, affine_map<()[s0] -> (s0)>>) -> ()
