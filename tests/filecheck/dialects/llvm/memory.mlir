// RUN: xdsl-opt %s --split-input-file | filecheck %s

// CHECK-LABEL: func.func @load
// CHECK:         llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK:         llvm.load volatile %{{.*}} : !llvm.ptr -> i32
// CHECK:         llvm.load %{{.*}} atomic syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK:         llvm.load %{{.*}} atomic acquire {alignment = 4 : i64, nontemporal} : !llvm.ptr -> f32
// CHECK:         llvm.load %{{.*}} invariant invariant_group dereferenceable<bytes = 8> {tag} : !llvm.ptr -> !llvm.ptr
// CHECK:         llvm.load %{{.*}} dereferenceable<bytes = 8, mayBeNull = true> : !llvm.ptr<3> -> !llvm.ptr
func.func @load(%p: !llvm.ptr, %q: !llvm.ptr<3>) {
  %0 = llvm.load %p : !llvm.ptr -> i32
  %1 = llvm.load volatile %p : !llvm.ptr -> i32
  %2 = llvm.load %p atomic syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %3 = llvm.load %p atomic acquire {alignment = 4 : i64, nontemporal} : !llvm.ptr -> f32
  %4 = llvm.load %p invariant invariant_group dereferenceable<bytes = 8> {tag} : !llvm.ptr -> !llvm.ptr
  %5 = llvm.load %q dereferenceable<bytes = 8, mayBeNull = true> : !llvm.ptr<3> -> !llvm.ptr
  return
}

// -----

// CHECK-LABEL: func.func @store
// CHECK:         llvm.store %{{.*}}, %{{.*}} : i32, !llvm.ptr
// CHECK:         llvm.store volatile %{{.*}}, %{{.*}} {alignment = 2 : i64} : i32, !llvm.ptr
// CHECK:         llvm.store %{{.*}}, %{{.*}} atomic syncscope("") release {alignment = 4 : i64, nontemporal} : i32, !llvm.ptr
// CHECK:         llvm.store %{{.*}}, %{{.*}} invariant_group {nontemporal} : i32, !llvm.ptr<3>
func.func @store(%x: i32, %p: !llvm.ptr, %q: !llvm.ptr<3>) {
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.store volatile %x, %p {alignment = 2 : i64} : i32, !llvm.ptr
  llvm.store %x, %p atomic syncscope("") release {alignment = 4 : i64, nontemporal} : i32, !llvm.ptr
  llvm.store %x, %q invariant_group {nontemporal} : i32, !llvm.ptr<3>
  return
}
