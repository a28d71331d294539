// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func private @element_tensor(memref<4xtensor<4xf32>>)

// CHECK: invalid memref element type

// -----

func.func private @element_tuple(memref<4xtuple<i32>>)

// CHECK: invalid memref element type

// -----

func.func private @element_function(memref<4x(i32) -> i32>)

// CHECK: invalid memref element type

// -----

func.func private @element_none(memref<4xnone>)

// CHECK: invalid memref element type

// -----

func.func private @element_token(memref<4x!gpu.async.token>)

// CHECK: invalid memref element type

// -----

func.func private @element_pointer(memref<?x!llvm.ptr>)

// CHECK: invalid memref element type

// -----

func.func private @unranked_element(memref<*xtensor<4xf32>>)

// CHECK: invalid memref element type

// -----

func.func private @strides(memref<4xf32, strided<[1, 2]>>)

// CHECK: expected the number of strides to match the rank

// -----

func.func private @map_rank(memref<4xf32, affine_map<(d0, d1) -> (d0)>>)

// CHECK: memref layout mismatch between rank and affine map: 1 != 2

// -----

// An identity, but of another rank.
func.func private @identity_rank(memref<4x4xf32, affine_map<(d0) -> (d0)>>)

// CHECK: memref layout mismatch between rank and affine map: 2 != 1

// -----

func.func private @spaces(memref<4xf32, 1, 2>)

// CHECK: multiple memory spaces specified in memref type

// -----

func.func private @space_before_layout(memref<4xf32, 1, affine_map<(d0) -> (d0 * 2)>>)

// CHECK: expected memory space to be last in memref type

// -----

func.func private @unranked_layout(memref<*xf32, affine_map<(d0) -> (d0)>>)

// CHECK: cannot have affine map for unranked memref type

// -----

func.func private @space_array(memref<4xf32, [1]>)

// CHECK: unsupported memory space

// -----

func.func private @space_type(memref<4xf32, i32>)

// CHECK: unsupported memory space

// -----

func.func private @space_symbol(memref<*xf32, @a>)

// CHECK: unsupported memory space

// -----

func.func private @space_float(memref<4xf32, 1.0>)

// CHECK: unsupported memory space

// -----

func.func private @wide_stride(memref<4xf32, strided<[9223372036854775808]>>)

// CHECK: 64-bit signed integer

// -----

func.func private @wide_size(memref<9223372036854775808xf32>)

// CHECK: invalid
