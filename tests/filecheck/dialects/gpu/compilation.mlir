// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

gpu.binary @fatbin [#gpu.object<#nvvm.target, "code">]
gpu.binary @also_fatbin [#gpu.object<#nvvm.target, fatbin = "code">]
gpu.binary @formats [
  #gpu.object<#nvvm.target, offload = "bitcode">,
  #gpu.object<#nvvm.target<chip = "sm_90">, assembly = "ptx">,
  #gpu.object<#rocdl.target, bin = "\7FELF\FF\00">
]
gpu.binary @handlers_first <#gpu.select_object> [#gpu.object<#nvvm.target, "">]
gpu.binary @handlers_number <#gpu.select_object<1>> {tag} [#gpu.object<#nvvm.target, "">, #gpu.object<#rocdl.target, "">]
gpu.binary @handlers_target <#gpu.select_object<#rocdl.target>> [#gpu.object<#nvvm.target, "">, #gpu.object<#rocdl.target, "">]

// CHECK:      gpu.binary @fatbin [#gpu.object<#nvvm.target, "code">]
// CHECK-NEXT: gpu.binary @also_fatbin [#gpu.object<#nvvm.target, "code">]
// CHECK-NEXT: gpu.binary @formats [#gpu.object<#nvvm.target, offload = "bitcode">, #gpu.object<#nvvm.target<chip = "sm_90">, assembly = "ptx">, #gpu.object<#rocdl.target, bin = "\7FELF\FF\00">]
// CHECK-NEXT: gpu.binary @handlers_first [#gpu.object<#nvvm.target, "">]
// CHECK-NEXT: gpu.binary @handlers_number <#gpu.select_object<1 : i64>> {tag} [
// CHECK-NEXT: gpu.binary @handlers_target <#gpu.select_object<#rocdl.target>> [
// GENERIC:    "gpu.binary"() <{sym_name = "fatbin", offloadingHandler = #gpu.select_object, objects = [#gpu.object<#nvvm.target, "code">]}> : () -> ()

// -----

gpu.binary @described [
  #gpu.object<#nvvm.target, properties = {O = 3 : i32}, bin = "code">,
  #gpu.object<#nvvm.target, kernels = #gpu.kernel_table<>, bin = "code">,
  #gpu.object<#nvvm.target, properties = {}, kernels = <[#gpu.kernel_metadata<"k", () -> ()>]>, "code">
]

// CHECK:      gpu.binary @described [
// CHECK-SAME: #gpu.object<#nvvm.target, properties = {O = 3 : i32}, bin = "code">,
// CHECK-SAME: #gpu.object<#nvvm.target, kernels = <>, bin = "code">,
// CHECK-SAME: #gpu.object<#nvvm.target, properties = {}, kernels = <[#gpu.kernel_metadata<"k", () -> ()>]>, "code">]

// -----

// Kernels of a table are sorted by name; the parts of a kernel stand in any order.
module attributes {
  some.metadata = #gpu.kernel_metadata<"k", (i32) -> (), metadata = {registers = 40 : i32}, arg_attrs = [{some.tag}]>,
  some.lowered = #gpu.kernel_metadata<"k", !llvm.func<void (i32)>, arg_attrs = []>,
  some.table = #gpu.kernel_table<[#gpu.kernel_metadata<"b", () -> ()>, <"a", (i32) -> ()>, #gpu.kernel_metadata<"c", i32>]>,
  some.empty = #gpu.kernel_table<>
} {}

// CHECK: some.metadata = #gpu.kernel_metadata<"k", (i32) -> (), arg_attrs = [{some.tag}], metadata = {registers = 40 : i32}>
// CHECK-SAME: some.lowered = #gpu.kernel_metadata<"k", !llvm.func<void (i32)>, arg_attrs = []>
// CHECK-SAME: some.table = #gpu.kernel_table<[#gpu.kernel_metadata<"a", (i32) -> ()>, #gpu.kernel_metadata<"b", () -> ()>, #gpu.kernel_metadata<"c", i32>]>
// CHECK-SAME: some.empty = #gpu.kernel_table<>
