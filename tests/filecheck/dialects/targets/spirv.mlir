// RUN: xdsl-opt %s --split-input-file | filecheck %s

// A module says what it is for, a kernel how it is entered.

module attributes {
  spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Kernel, Addresses, Int64], [SPV_KHR_expect_assume]>, api=OpenCL, Intel:IntegratedGPU:7, #spirv.resource_limits<subgroup_size = 16>>
} {
  func.func @kernel(%x: memref<4xf32, #spirv.storage_class<CrossWorkgroup>> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0)>},
                    %y: f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1), StorageBuffer>})
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<subgroup_size = 16, workgroup_size = [32, 1, 1]>} {
    return
  }
}

// CHECK:      spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Kernel, Addresses, Int64], [SPV_KHR_expect_assume]>, api=OpenCL, Intel:IntegratedGPU:7, #spirv.resource_limits<subgroup_size = 16>>
// CHECK:      %x: memref<4xf32, #spirv.storage_class<CrossWorkgroup>> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0)>}
// CHECK-SAME: %y: f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1), StorageBuffer>}
// CHECK-SAME: spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1], subgroup_size = 16>

// -----

// What is left out is not known, or the default.

func.func private @defaults(
  memref<1xf32, #spirv.target_env<#spirv.vce<v1.6, [], []>, #spirv.resource_limits<>>>,
  memref<1xf32, #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, NVIDIA, #spirv.resource_limits<max_compute_workgroup_size = [128 : i32, 128 : i32, 64 : i32]>>>,
  memref<1xf32, #spirv.resource_limits<min_subgroup_size = 8, max_subgroup_size = 32, max_compute_workgroup_size = [1 : i32, 2 : i32, 3 : i32]>>,
  memref<1xf32, #spirv.entry_point_abi<>>,
  memref<1xf32, #spirv.interface_var_abi<(2, 3)>>)

// CHECK:      #spirv.target_env<#spirv.vce<v1.6, [], []>, #spirv.resource_limits<>>
// CHECK-SAME: #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, NVIDIA, #spirv.resource_limits<>>
// CHECK-SAME: #spirv.resource_limits<max_compute_workgroup_size = [1 : i32, 2 : i32, 3 : i32], min_subgroup_size = 8, max_subgroup_size = 32>
// CHECK-SAME: #spirv.entry_point_abi<>
// CHECK-SAME: #spirv.interface_var_abi<(2, 3)>
