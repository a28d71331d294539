// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

gpu.module @empty {
}
gpu.module @with_targets [#nvvm.target, #rocdl.target<chip = "gfx90a">] {
}
gpu.module @with_handler <#gpu.select_object<1>> [#nvvm.target] attributes {tag} {
  gpu.module @nested {
  }
}
gpu.module @targets_in_dictionary attributes {targets = [#nvvm.target]} {
}
gpu.module @private attributes {sym_visibility = "private"} {
  func.func @host_function() {
    return
  }
  memref.global @global : memref<4xf32>
}

// CHECK:      gpu.module @empty {
// CHECK-NEXT: }
// CHECK-NEXT: gpu.module @with_targets [#nvvm.target, #rocdl.target<chip = "gfx90a">] {
// CHECK:      gpu.module @with_handler <#gpu.select_object<1 : i64>> [#nvvm.target] attributes {tag} {
// CHECK-NEXT:   gpu.module @nested {
// CHECK:      gpu.module @targets_in_dictionary [#nvvm.target] {
// CHECK:      gpu.module @private attributes {sym_visibility = "private"} {
// CHECK-NEXT:   func.func @host_function() {
// GENERIC:      "gpu.module"() <{sym_name = "empty"}> ({
// GENERIC:      "gpu.module"() <{sym_name = "with_handler"
// GENERIC-SAME: offloadingHandler = #gpu.select_object<1 : i64>

// -----

gpu.module @functions {
  gpu.func @plain() {
    gpu.return
  }
  gpu.func @kernel(%a: memref<?xf32>, %n: index) kernel {
    gpu.return
  }
  gpu.func @results(%x: f32, %n: index) -> (index, f32) {
    gpu.return %n, %x : index, f32
  }
  gpu.func @one_result(%x: f32) -> f32 {
    gpu.return {tag} %x : f32
  }
  gpu.func @function_result(%f: (i32) -> f32) -> ((i32) -> f32) {
    gpu.return %f : (i32) -> f32
  }
  gpu.func @attributes(%p: !llvm.ptr {llvm.noalias, llvm.align = 16 : i64}, %n: index) -> (index {some.tag}, index) {
    gpu.return %n, %n : index, index
  }
  gpu.func @blocks(%c: i1) kernel {
    cf.cond_br %c, ^a, ^b
  ^a:
    gpu.return
  ^b:
    gpu.return
  }
}

// CHECK:      gpu.func @plain() {
// CHECK-NEXT:   gpu.return
// CHECK:      gpu.func @kernel(%a: memref<?xf32>, %n: index) kernel {
// CHECK:      gpu.func @results(%x: f32, %n: index) -> (index, f32) {
// CHECK-NEXT:   gpu.return %n, %x : index, f32
// CHECK:      gpu.func @one_result(%x: f32) -> f32 {
// CHECK-NEXT:   gpu.return {tag} %x : f32
// CHECK:      gpu.func @function_result(%f: (i32) -> f32) -> ((i32) -> f32) {
// CHECK:      gpu.func @attributes(%p: !llvm.ptr {llvm.noalias, llvm.align = 16 : i64}, %n: index) -> (index {some.tag}, index) {
// CHECK:      gpu.func @blocks(%c: i1) kernel {
// GENERIC:      "gpu.func"() <{function_type = () -> ()}> ({
// GENERIC:      }) {sym_name = "plain", workgroup_attributions = 0 : i64} : () -> ()
// GENERIC:      "gpu.func"() <{function_type = (memref<?xf32>, index) -> ()}> ({
// GENERIC:      }) {{{.*}}gpu.kernel{{.*}}} : () -> ()
// GENERIC:      arg_attrs = [{llvm.noalias, llvm.align = 16 : i64}, {}]
// GENERIC-SAME: res_attrs = [{some.tag}, {}]

// -----

gpu.module @attributions {
  gpu.func @workgroup(%n: index) workgroup(%w: memref<32xf32, #gpu.address_space<workgroup>>) kernel {
    gpu.return
  }
  gpu.func @private() private(%p: memref<1xf32, #gpu.address_space<private>>, %q: memref<1xi8, 5>) {
    gpu.return
  }
  gpu.func @both(%n: index) workgroup(%w: memref<32xf32, 3> {llvm.align = 16 : i64}, %v: memref<f32, 3>) private(%p: memref<f32, 5> {some.tag}) kernel {
    gpu.return
  }
  gpu.func @no_buffers() workgroup() private() {
    gpu.return
  }
}

// CHECK:      gpu.func @workgroup(%n: index) workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>>) kernel {
// CHECK:      gpu.func @private() private(%p : memref<1xf32, #gpu.address_space<private>>, %q : memref<1xi8, 5 : i64>) {
// CHECK:      gpu.func @both(%n: index) workgroup(%w : memref<32xf32, 3 : i64> {llvm.align = 16 : i64}, %v : memref<f32, 3 : i64>) private(%p : memref<f32, 5 : i64> {some.tag}) kernel {
// CHECK:      gpu.func @no_buffers() {
// GENERIC:      "gpu.func"() <{function_type = (index) -> ()}> ({
// GENERIC-NEXT: ^bb0(%n: index, %w: memref<32xf32, #gpu.address_space<workgroup>>):
// GENERIC:      workgroup_attributions = 1 : i64
// GENERIC:      workgroup_attrib_attrs = [{llvm.align = 16 : i64}, {}]
// GENERIC-SAME: private_attrib_attrs = [{some.tag}]
// GENERIC:      workgroup_attributions = 2 : i64

// -----

gpu.module @known_sizes {
  gpu.func @all() kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 4, 2, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    gpu.return
  }
  gpu.func @discardable() kernel attributes {tag, gpu.known_block_size = array<i32: 128, 1, 1>} {
    gpu.return
  }
  gpu.func @kernel_in_dictionary() attributes {gpu.kernel} {
    gpu.return
  }
  func.func @others() attributes {gpu.known_block_size = array<i32: 128, 1, 1>, gpu.known_grid_size = array<i32: 4, 2, 1>, gpu.known_cluster_size = array<i32: 2, 1, 1>} {
    return
  }
}

// CHECK:      gpu.func @all() kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>, known_grid_size = array<i32: 4, 2, 1>} {
// CHECK:      gpu.func @discardable() kernel attributes {gpu.known_block_size = array<i32: 128, 1, 1>, tag} {
// CHECK:      gpu.func @kernel_in_dictionary() kernel {
// CHECK:      func.func @others() attributes {gpu.known_block_size
// GENERIC:    known_block_size = array<i32: 128, 1, 1>
// GENERIC-SAME: }> ({
// GENERIC:    }) {{{.*}}gpu.known_block_size = array<i32: 128, 1, 1>

// -----

gpu.module @printing {
  gpu.func @print(%i: i32, %x: f64, %n: index) kernel {
    gpu.printf "hello"
    gpu.printf "%d %f %ld\n", %i, %x, %n : i32, f64, index
    gpu.printf "\00\FF" {tag}, %i : i32
    gpu.return
  }
}

// CHECK:      gpu.printf "hello"
// CHECK-NEXT: gpu.printf "%d %f %ld\0A", %i, %x, %n : i32, f64, index
// CHECK-NEXT: gpu.printf "\00\FF" {tag}, %i : i32
// GENERIC:    "gpu.printf"(%i, %x, %n) <{format = "%d %f %ld\0A"}> : (i32, f64, index) -> ()
