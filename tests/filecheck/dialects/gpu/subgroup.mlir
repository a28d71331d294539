// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

func.func @shuffle(%x: f32, %v: vector<4xi8>, %i: i32, %w: i32) {
  %a, %av = gpu.shuffle xor %x, %i, %w : f32
  %b, %bv = gpu.shuffle down %x, %i, %w : f32
  %c, %cv = gpu.shuffle up %x, %i, %w {tag} : f32
  %d, %dv = gpu.shuffle idx %v, %i, %w : vector<4xi8>
  %e, %ev = gpu.shuffle "xor" %x, %i, %w : f32
  return
}

// CHECK-LABEL: func.func @shuffle(
// CHECK-NEXT: %a, %av = gpu.shuffle xor %x, %i, %w : f32
// CHECK-NEXT: %b, %bv = gpu.shuffle down %x, %i, %w : f32
// CHECK-NEXT: %c, %cv = gpu.shuffle up %x, %i, %w {tag} : f32
// CHECK-NEXT: %d, %dv = gpu.shuffle idx %v, %i, %w : vector<4xi8>
// CHECK-NEXT: %e, %ev = gpu.shuffle xor %x, %i, %w : f32
// GENERIC: %a, %av = "gpu.shuffle"(%x, %i, %w) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)

// -----

func.func @rotate(%x: f32, %v: vector<2xf16>) {
  %a, %av = gpu.rotate %x, 1, 16 : f32
  %b, %bv = gpu.rotate %x, 0, 1 {tag} : f32
  %c, %cv = gpu.rotate %v, 31, 32 : vector<2xf16>
  return
}

// CHECK-LABEL: func.func @rotate(
// CHECK-NEXT: %a, %av = gpu.rotate %x, 1, 16 : f32
// CHECK-NEXT: %b, %bv = gpu.rotate %x, 0, 1 {tag} : f32
// CHECK-NEXT: %c, %cv = gpu.rotate %v, 31, 32 : vector<2xf16>
// GENERIC: %a, %av = "gpu.rotate"(%x) <{offset = 1 : i32, width = 16 : i32}> : (f32) -> (f32, i1)

// -----

func.func @broadcast(%x: f32, %m: memref<4xf32>, %i: i32) {
  %a = gpu.subgroup_broadcast %x, first_active_lane : f32
  %b = gpu.subgroup_broadcast %x, specific_lane %i {tag} : f32
  %c = gpu.subgroup_broadcast %m, first_active_lane : memref<4xf32>
  return
}

// CHECK-LABEL: func.func @broadcast(
// CHECK-NEXT: %a = gpu.subgroup_broadcast %x, first_active_lane : f32
// CHECK-NEXT: %b = gpu.subgroup_broadcast %x, specific_lane %i {tag} : f32
// CHECK-NEXT: %c = gpu.subgroup_broadcast %m, first_active_lane : memref<4xf32>
// GENERIC: %b = "gpu.subgroup_broadcast"(%x, %i) <{broadcast_type = #gpu<broadcast specific_lane>}> {tag} : (f32, i32) -> f32

// -----

func.func @lane0(%lane: index, %v: vector<4xf32>, %s: f32) {
  gpu.warp_execute_on_lane_0(%lane)[32] {
  }
  gpu.warp_execute_on_lane_0 (%lane) [32] {
    gpu.barrier
    gpu.yield
  }
  %a = gpu.warp_execute_on_lane_0(%lane)[32] -> (f32) {
    gpu.yield %s : f32
  }
  %b:2 = gpu.warp_execute_on_lane_0(%lane)[32] args(%v, %s : vector<4xf32>, f32) -> (vector<4xf32>, f32) {
  ^bb0(%all: vector<128xf32>, %same: f32):
    gpu.yield %all, %same : vector<128xf32>, f32
  } {tag}
  return
}

// CHECK-LABEL: func.func @lane0(
// CHECK-NEXT: gpu.warp_execute_on_lane_0(%lane)[32] {
// CHECK-NEXT: }
// CHECK-NEXT: gpu.warp_execute_on_lane_0(%lane)[32] {
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: %a = gpu.warp_execute_on_lane_0(%lane)[32] -> (f32) {
// CHECK-NEXT: gpu.yield %s : f32
// CHECK-NEXT: }
// CHECK-NEXT: %b, %b_1 = gpu.warp_execute_on_lane_0(%lane)[32] args(%v, %s : vector<4xf32>, f32) -> (vector<4xf32>, f32) {
// CHECK-NEXT: ^bb0(%all: vector<128xf32>, %same: f32):
// CHECK-NEXT: gpu.yield %all, %same : vector<128xf32>, f32
// CHECK-NEXT: } {tag}
// GENERIC: "gpu.warp_execute_on_lane_0"(%lane) <{warp_size = 32 : i64}> ({
// GENERIC: "gpu.yield"() : () -> ()

// -----

// Both dimensions are spread, over 4 times 8 threads.
func.func @lane0_two_dimensions(%lane: index, %v: vector<2x4xi8>) {
  gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<2x4xi8>) {
  ^bb0(%all: vector<8x32xi8>):
  }
  return
}

// CHECK-LABEL: func.func @lane0_two_dimensions(
// CHECK-NEXT: gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<2x4xi8>) {
// CHECK-NEXT: ^bb0(%all: vector<8x32xi8>):
// CHECK-NEXT: }
