// RUN: xdsl-opt %s --split-input-file | filecheck %s

// Parameters come in any order, and are printed unless they have their default.

gpu.module @nvidia [#nvvm.target, #nvvm.target<chip = "sm_90", O = 3, flags = {fast}>] {
  func.func private @f()
}
gpu.module @amd [#rocdl.target<O = 2, chip = "gfx90a", flags = {no_wave64}, abi = "600">] {
  func.func private @f()
}
gpu.module @intel [#xevm.target<chip = "pvc", linkFiles = ["a.bc"]>] {
  func.func private @f()
}

// CHECK:      gpu.module @nvidia [#nvvm.target, #nvvm.target<O = 3, chip = "sm_90", flags = {fast}>]
// CHECK:      gpu.module @amd [#rocdl.target<chip = "gfx90a", flags = {no_wave64}>]
// CHECK:      gpu.module @intel [#xevm.target<chip = "pvc", linkFiles = ["a.bc"]>]

// -----

func.func private @all(memref<1xf32, #nvvm.target<features = "+ptx80", triple = "nvptx-nvidia-cuda", link = ["a.bc", "b.bc"], verifyTarget = false>>,
                       memref<1xf32, #rocdl.target<abi = "500", features = "+x", link = [], triple = "amdgcn">>,
                       memref<1xf32, #xevm.target<triple = "spirv64", flags = {}, O = 0>>)

// CHECK: #nvvm.target<triple = "nvptx-nvidia-cuda", features = "+ptx80", link = ["a.bc", "b.bc"], verifyTarget = false>
// CHECK-SAME: #rocdl.target<triple = "amdgcn", features = "+x", abi = "500", link = []>
// CHECK-SAME: #xevm.target<O = 0, triple = "spirv64", flags = {}>
