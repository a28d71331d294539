// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

func.func @alloc(%n: index, %t: !gpu.async.token) {
  %a = gpu.alloc () : memref<4xf32>
  %b = gpu.alloc (%n, %n) : memref<?x4x?xf32>
  %c = gpu.alloc host_shared (%n) : memref<?xf32>
  %d, %dt = gpu.alloc async () : memref<4xf32>
  %e, %et = gpu.alloc async [%t, %dt] host_shared (%n) {tag} : memref<?xf32>
  %f = gpu.alloc [%et] () : memref<4xf32>
  %g = gpu.alloc (%n)[%n, %n] : memref<?xf32, affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>>
  %h = gpu.alloc (%n)[%n] : memref<?xf32, strided<[1], offset: ?>, 1 : i32>
  return
}

// CHECK-LABEL: func.func @alloc(
// CHECK-NEXT: %a = gpu.alloc () : memref<4xf32>
// CHECK-NEXT: %b = gpu.alloc (%n, %n) : memref<?x4x?xf32>
// CHECK-NEXT: %c = gpu.alloc host_shared (%n) : memref<?xf32>
// CHECK-NEXT: %d, %dt = gpu.alloc async () : memref<4xf32>
// CHECK-NEXT: %e, %et = gpu.alloc async [%t, %dt] host_shared (%n) {tag} : memref<?xf32>
// CHECK-NEXT: %f = gpu.alloc [%et] () : memref<4xf32>
// CHECK-NEXT: %g = gpu.alloc (%n)[%n, %n] : memref<?xf32, affine_map<(d0)[s0, s1] -> (((d0 * s0) + s1))>>
// CHECK-NEXT: %h = gpu.alloc (%n)[%n] : memref<?xf32, strided<[1], offset: ?>, 1 : i32>
// GENERIC: %a = "gpu.alloc"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> memref<4xf32>
// GENERIC: %c = "gpu.alloc"(%n) <{{{.*}}hostShared{{.*}}}> : (index) -> memref<?xf32>
// GENERIC: %d, %dt = "gpu.alloc"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> (memref<4xf32>, !gpu.async.token)

// -----

func.func @dealloc(%m: memref<?xf32>, %t: !gpu.async.token) {
  gpu.dealloc %m : memref<?xf32>
  gpu.dealloc [%t] %m {tag} : memref<?xf32>
  %a = gpu.dealloc async %m : memref<?xf32>
  %b = gpu.dealloc async [%t, %a] %m : memref<?xf32>
  return
}

// CHECK-LABEL: func.func @dealloc(
// CHECK-NEXT: gpu.dealloc %m : memref<?xf32>
// CHECK-NEXT: gpu.dealloc [%t] %m {tag} : memref<?xf32>
// CHECK-NEXT: %a = gpu.dealloc async %m : memref<?xf32>
// CHECK-NEXT: %b = gpu.dealloc async [%t, %a] %m : memref<?xf32>
// GENERIC: "gpu.dealloc"(%m) : (memref<?xf32>) -> ()
// GENERIC: %b = "gpu.dealloc"(%t, %a, %m) : (!gpu.async.token, !gpu.async.token, memref<?xf32>) -> !gpu.async.token

// -----

func.func @memcpy(%m: memref<?x4xf32>, %s: memref<3x?xf32, strided<[8, 2]>>, %t: !gpu.async.token) {
  gpu.memcpy %m, %s : memref<?x4xf32>, memref<3x?xf32, strided<[8, 2]>>
  gpu.memcpy [%t] %m, %m : memref<?x4xf32>, memref<?x4xf32> {tag}
  %a = gpu.memcpy async %m, %m : memref<?x4xf32>, memref<?x4xf32>
  %b = gpu.memcpy async [%t, %a] %s, %m : memref<3x?xf32, strided<[8, 2]>>, memref<?x4xf32>
  return
}

// CHECK-LABEL: func.func @memcpy(
// CHECK-NEXT: gpu.memcpy %m, %s : memref<?x4xf32>, memref<3x?xf32, strided<[8, 2]>>
// CHECK-NEXT: gpu.memcpy [%t] %m, %m : memref<?x4xf32>, memref<?x4xf32> {tag}
// CHECK-NEXT: %a = gpu.memcpy async %m, %m : memref<?x4xf32>, memref<?x4xf32>
// CHECK-NEXT: %b = gpu.memcpy async [%t, %a] %s, %m : memref<3x?xf32, strided<[8, 2]>>, memref<?x4xf32>
// GENERIC: "gpu.memcpy"(%m, %s) : (memref<?x4xf32>, memref<3x?xf32, strided<[8, 2]>>) -> ()

// -----

func.func @memset(%m: memref<?xf32>, %x: f32, %v: vector<4xf32>, %t: !gpu.async.token) {
  gpu.memset %m, %x : memref<?xf32>, f32
  gpu.memset [%t] %m, %x : memref<?xf32>, f32 {tag}
  %a = gpu.memset async [%t] %m, %x : memref<?xf32>, f32
  gpu.memset %m, %v : memref<?xf32>, vector<4xf32>
  return
}

// CHECK-LABEL: func.func @memset(
// CHECK-NEXT: gpu.memset %m, %x : memref<?xf32>, f32
// CHECK-NEXT: gpu.memset [%t] %m, %x : memref<?xf32>, f32 {tag}
// CHECK-NEXT: %a = gpu.memset async [%t] %m, %x : memref<?xf32>, f32
// CHECK-NEXT: gpu.memset %m, %v : memref<?xf32>, vector<4xf32>
// GENERIC: %a = "gpu.memset"(%t, %m, %x) : (!gpu.async.token, memref<?xf32>, f32) -> !gpu.async.token

// -----

func.func @host(%m: memref<*xf32>, %i: i32) {
  gpu.host_register %m : memref<*xf32>
  gpu.host_register %m {tag} : memref<*xf32>
  gpu.host_unregister %m : memref<*xf32>
  gpu.set_default_device %i
  gpu.set_default_device {tag} %i
  return
}

// CHECK-LABEL: func.func @host(
// CHECK-NEXT: gpu.host_register %m : memref<*xf32>
// CHECK-NEXT: gpu.host_register %m {tag} : memref<*xf32>
// CHECK-NEXT: gpu.host_unregister %m : memref<*xf32>
// CHECK-NEXT: gpu.set_default_device %i
// CHECK-NEXT: gpu.set_default_device {tag} %i
// GENERIC: "gpu.set_default_device"(%i) : (i32) -> ()

// -----

func.func @dynamic_shared_memory() {
  %a = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  %b = gpu.dynamic_shared_memory {tag} : memref<?xi8, #gpu.address_space<workgroup>>
  return
}

// CHECK-LABEL: func.func @dynamic_shared_memory(
// CHECK-NEXT: %a = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
// CHECK-NEXT: %b = gpu.dynamic_shared_memory {tag} : memref<?xi8, #gpu.address_space<workgroup>>
// GENERIC: %a = "gpu.dynamic_shared_memory"() : () -> memref<?xi8, #gpu.address_space<workgroup>>

// -----

func.func @address_spaces(%g: memref<4xf32, #gpu.address_space<global>>, %w: memref<4xf32, #gpu<address_space<workgroup>>>, %p: memref<4xf32, #gpu.address_space<"private">>) {
  return
}

// CHECK-LABEL: func.func @address_spaces(%g: memref<4xf32, #gpu.address_space<global>>, %w: memref<4xf32, #gpu.address_space<workgroup>>, %p: memref<4xf32, #gpu.address_space<private>>)
