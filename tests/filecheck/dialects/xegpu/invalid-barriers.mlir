// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @alloc_narrow() {
  xegpu.alloc_nbarrier 8 {nbarrier_num = 4 : i32}
  return
}

// CHECK: i64

// -----

func.func @alloc_string() {
  xegpu.alloc_nbarrier "a"
  return
}

// CHECK: Expected integer literal

// -----

func.func @alloc_nothing() {
  "xegpu.alloc_nbarrier"() : () -> ()
  return
}

// CHECK: nbarrier_num

// -----

func.func @init_wide(%id: i8, %threads: i16) {
  %0 = xegpu.init_nbarrier %id, %threads : i8, i16 -> !xegpu.nbarrier
  return
}

// CHECK: i16

// -----

func.func @init_other_type(%id: i8) {
  %0 = xegpu.init_nbarrier %id, %id : i8, i8 -> index
  return
}

// CHECK: index

// -----

func.func @arrive_at_index(%i: index) {
  xegpu.nbarrier_arrive %i : index
  return
}

// CHECK: index

// -----

func.func @wait_for_index(%i: index) {
  xegpu.nbarrier_wait %i : index
  return
}

// CHECK: index

// -----

func.func @fence_unknown_memory() {
  xegpu.fence memory_kind = private, fence_scope = gpu
  return
}

// CHECK: expected one of: global, slm

// -----

func.func @fence_unknown_scope() {
  xegpu.fence memory_kind = slm, fence_scope = subgroup
  return
}

// CHECK: expected one of: workgroup, gpu

// -----

func.func @fence_without_scope() {
  xegpu.fence memory_kind = slm
  return
}

// CHECK: Expected ','

// -----

func.func @fence_only_memory() {
  "xegpu.fence"() <{memory_kind = #xegpu<memory_space slm>}> : () -> ()
  return
}

// CHECK: fence_scope
