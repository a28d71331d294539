// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

// CHECK-LABEL: @named_barriers
// GENERIC:     "func.func"
func.func @named_barriers(%id: i8, %threads: i8) {
  // CHECK: xegpu.alloc_nbarrier 8
  // GENERIC: "xegpu.alloc_nbarrier"() <{nbarrier_num = 8 : i64}> : () -> ()
  xegpu.alloc_nbarrier 8
  // CHECK: xegpu.alloc_nbarrier 4 {note}
  xegpu.alloc_nbarrier 8 {nbarrier_num = 4 : i64, note}
  // CHECK: %barrier = xegpu.init_nbarrier %id, %threads : i8, i8 -> !xegpu.nbarrier
  // GENERIC: %barrier = "xegpu.init_nbarrier"(%id, %threads) : (i8, i8) -> !xegpu.nbarrier
  %barrier = xegpu.init_nbarrier %id, %threads : i8, i8 -> !xegpu.nbarrier
  // CHECK: xegpu.nbarrier_arrive %barrier : !xegpu.nbarrier
  // GENERIC: "xegpu.nbarrier_arrive"(%barrier) : (!xegpu.nbarrier) -> ()
  xegpu.nbarrier_arrive %barrier : !xegpu.nbarrier
  // CHECK: xegpu.nbarrier_wait %barrier {note} : !xegpu.nbarrier
  // GENERIC: "xegpu.nbarrier_wait"(%barrier) {note} : (!xegpu.nbarrier) -> ()
  xegpu.nbarrier_wait %barrier {note} : !xegpu.nbarrier
  return
}

// -----

// CHECK-LABEL: @fences
func.func @fences() {
  // CHECK: xegpu.fence memory_kind = global, fence_scope = workgroup
  // GENERIC: "xegpu.fence"() <{fence_scope = #xegpu<fence_scope workgroup>, memory_kind = #xegpu<memory_space global>}> : () -> ()
  xegpu.fence memory_kind = global, fence_scope = workgroup
  // CHECK: xegpu.fence memory_kind = slm, fence_scope = gpu {note}
  xegpu.fence memory_kind = slm, fence_scope = gpu {note}
  // CHECK: xegpu.fence memory_kind = slm, fence_scope = gpu
  xegpu.fence memory_kind = #xegpu<memory_space slm>, fence_scope = "gpu"
  return
}
