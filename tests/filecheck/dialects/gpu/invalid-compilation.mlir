// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

gpu.binary @b []

// CHECK: 'gpu.binary' op attribute 'objects' failed to satisfy constraint: an array of GPU object attributes with at least 1 elements

// -----

gpu.binary @b [1 : i32]

// CHECK: 'gpu.binary' op attribute 'objects' failed to satisfy constraint: an array of GPU object attributes with at least 1 elements

// -----

gpu.binary @b <1 : i32> [#gpu.object<#nvvm.target, "">]

// CHECK: 'gpu.binary' op attribute 'offloadingHandler' failed to satisfy constraint: any attribute with the `OffloadingTranslationAttrTrait` trait.

// -----

gpu.binary @b [#gpu.object<1 : i32, "">]

// CHECK: the target attribute must implement or promise the `gpu::TargetAttrInterface`

// -----

gpu.binary @b [#gpu.object<#nvvm.target, text = "">]

// CHECK: expected keyword for GPU object format

// -----

gpu.binary @b [#gpu.object<#nvvm.target, bin "">]

// CHECK: Expected '='

// -----

gpu.binary @b [#gpu.object<#nvvm.target, bin = 1>]

// CHECK: expected a string

// -----

gpu.binary @b [#gpu.object<#nvvm.target, kernels = #gpu.kernel_table<>, properties = {}, "">]

// CHECK: expected keyword for GPU object format

// -----

gpu.binary @b [#gpu.object<#nvvm.target, properties = 1 : i32, "">]

// CHECK: 1 : i32

// -----

gpu.binary @b [#gpu.object<#nvvm.target, kernels = #gpu.select_object, "">]

// CHECK: expected a #gpu.kernel_table attribute

// -----

gpu.binary @b <#gpu.select_object<-1>> [#gpu.object<#nvvm.target, "">]

// CHECK: the object index must be positive

// -----

gpu.binary @b <#gpu.select_object<"first">> [#gpu.object<#nvvm.target, "">]

// CHECK: the target attribute must be a GPU Target attribute

// -----

gpu.binary @b <#gpu.select_object<>> [#gpu.object<#nvvm.target, "">]

// CHECK: attribute expected

// -----

func.func @binary_in_function() {
  gpu.binary @b [#gpu.object<#nvvm.target, "">]
  return
}

// CHECK: symbol's parent must have the SymbolTable trait

// -----

module attributes {a.b = #gpu.kernel_metadata<"", () -> ()>} {}

// CHECK: the kernel name can't be empty

// -----

module attributes {a.b = #gpu.kernel_metadata<"k", () -> (), arg_attrs = [1]>} {}

// CHECK: all attributes in the array must be a dictionary attribute

// -----

module attributes {a.b = #gpu.kernel_metadata<"k", () -> (), registers = 1>} {}

// CHECK: duplicate or unknown struct parameter name: registers

// -----

module attributes {a.b = #gpu.kernel_metadata<"k", () -> (), metadata = {}, metadata = {}>} {}

// CHECK: duplicate or unknown struct parameter name: metadata

// -----

module attributes {a.b = #gpu.kernel_metadata<@k, () -> ()>} {}

// CHECK: string

// -----

module attributes {a.b = #gpu.kernel_table<[#gpu.kernel_metadata<"k", () -> ()>, #gpu.kernel_metadata<"k", i32>]>} {}

// CHECK: expected all kernels to be uniquely named

// -----

module attributes {a.b = #gpu.kernel_table<[1 : i32]>} {}

// CHECK: expected a #gpu.kernel_metadata attribute
