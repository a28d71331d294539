// RUN: xdsl-opt %s | filecheck %s

// The memory spaces of targets, in full and in the short form of one dialect.

// CHECK:      func.func private @amdgpu(memref<4xf32, #amdgpu.address_space<fat_raw_buffer>>, memref<4xf32, #amdgpu.address_space<buffer_rsrc>>, memref<4xf32, #amdgpu.address_space<fat_structured_buffer>>)
func.func private @amdgpu(memref<4xf32, #amdgpu.address_space<fat_raw_buffer>>, memref<4xf32, #amdgpu.address_space<buffer_rsrc>>, memref<4xf32, #amdgpu<address_space<fat_structured_buffer>>>)

// CHECK-NEXT: func.func private @nvvm(memref<?xf32, #nvvm.memory_space<generic>>, memref<?xf32, #nvvm.memory_space<global>>, memref<?xf32, #nvvm.memory_space<shared>>, memref<?xf32, #nvvm.memory_space<constant>>)
func.func private @nvvm(memref<?xf32, #nvvm.memory_space<generic>>, memref<?xf32, #nvvm.memory_space<global>>, memref<?xf32, #nvvm<memory_space<shared>>>, memref<?xf32, #nvvm.memory_space<constant>>)
// CHECK-NEXT: func.func private @nvvm_more(memref<*xf32, #nvvm.memory_space<local>>, memref<*xf32, #nvvm.memory_space<tensor>>, memref<*xf32, #nvvm.memory_space<shared_cluster>>)
func.func private @nvvm_more(memref<*xf32, #nvvm.memory_space<local>>, memref<*xf32, #nvvm.memory_space<tensor>>, memref<*xf32, #nvvm.memory_space<shared_cluster>>)

// CHECK-NEXT: func.func private @xevm(memref<f32, #xevm.addr_space<private>>, memref<f32, #xevm.addr_space<global>>, memref<f32, #xevm.addr_space<constant>>, memref<f32, #xevm.addr_space<shared>>, memref<f32, #xevm.addr_space<generic>>)
func.func private @xevm(memref<f32, #xevm.addr_space<private>>, memref<f32, #xevm.addr_space<global>>, memref<f32, #xevm.addr_space<constant>>, memref<f32, #xevm.addr_space<shared>>, memref<f32, #xevm<addr_space<generic>>>)

// CHECK-NEXT: func.func private @llvm(memref<4xf32, #llvm.address_space<0>>, memref<4xf32, #llvm.address_space<16>>, memref<4xf32, #llvm.address_space<4294967295>>)
func.func private @llvm(memref<4xf32, #llvm.address_space<0>>, memref<4xf32, #llvm.address_space<0x10>>, memref<4xf32, #llvm.address_space<-1>>)

// CHECK-NEXT: func.func private @ptr(memref<4x?xf32, strided<[8, 1]>, #ptr.generic_space>)
func.func private @ptr(memref<4x?xf32, strided<[8, 1]>, #ptr.generic_space>)
