// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func private @level(memref<1xf32, #nvvm.target<O = 4>>)

// CHECK: The optimization level must be a number between 0 and 3.

// -----

func.func private @chip(memref<1xf32, #nvvm.target<chip = "">>)

// CHECK: The target chip cannot be empty.

// -----

func.func private @triple(memref<1xf32, #nvvm.target<triple = "">>)

// CHECK: The target triple cannot be empty.

// -----

func.func private @files(memref<1xf32, #nvvm.target<link = [1]>>)

// CHECK: All the elements in the `link` array must be strings.

// -----

func.func private @twice(memref<1xf32, #rocdl.target<O = 1, O = 2>>)

// CHECK: duplicate or unknown struct parameter name: O

// -----

func.func private @unknown(memref<1xf32, #xevm.target<features = "">>)

// CHECK: duplicate or unknown struct parameter name: features

// -----

func.func private @large(memref<1xf32, #spirv.entry_point_abi<subgroup_size = 3000000000>>)

// CHECK: integer value too large

// -----

func.func private @no_brackets(memref<1xf32, #spirv.entry_point_abi>)

// CHECK: '<' expected

// -----

func.func private @version(memref<1xf32, #spirv.vce<v1.9, [], []>>)

// CHECK: unknown version: v1.9

// -----

func.func private @capability(memref<1xf32, #spirv.vce<v1.0, [Shade], []>>)

// CHECK: unknown capability: Shade

// -----

func.func private @extension(memref<1xf32, #spirv.vce<v1.0, [], [SPV_KHR_nothing]>>)

// CHECK: unknown extension: SPV_KHR_nothing

// -----

func.func private @no_limits(memref<1xf32, #spirv.target_env<#spirv.vce<v1.0, [], []>>>)

// CHECK: Expected ','

// -----

func.func private @storage(memref<1xf32, #spirv.storage_class<Heap>>)

// CHECK: UniformConstant

// -----

func.func private @storage(memref<1xf32, #spirv.interface_var_abi<(0, 1), Heap>>)

// CHECK: UniformConstant

// -----

func.func private @nvvm(memref<4xf32, #nvvm.memory_space<everywhere>>)

// CHECK: expected one of: generic, global, shared, constant, local, tensor, shared_cluster

// -----

func.func private @amdgpu(memref<4xf32, #amdgpu.address_space<shared>>)

// CHECK: expected one of: fat_raw_buffer, buffer_rsrc, fat_structured_buffer

// -----

func.func private @llvm(memref<4xf32, #llvm.address_space<4294967296>>)

// CHECK: integer value too large
