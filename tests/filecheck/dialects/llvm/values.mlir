// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @casts(%p: !llvm.ptr<3>, %i: i32, %x: f32, %v: vector<4xi32>) {
  %generic = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr
  %float = llvm.uitofp %v : vector<4xi32> to vector<4xf32>
  %positive = llvm.uitofp nneg %i : i32 to f32
  %signed = llvm.fptosi %x {tag} : f32 to i64
  %unsigned = llvm.fptoui %x : f32 to i8
  return
}

// CHECK: %generic = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr
// CHECK-NEXT: %float = llvm.uitofp %v : vector<4xi32> to vector<4xf32>
// CHECK-NEXT: %positive = llvm.uitofp nneg %i : i32 to f32
// CHECK-NEXT: %signed = llvm.fptosi %x {tag} : f32 to i64
// CHECK-NEXT: %unsigned = llvm.fptoui %x : f32 to i8

// -----

func.func @parts(%v: vector<4xf32>, %i: i32) {
  %element = llvm.extractelement %v[%i : i32] : vector<4xf32>
  %frozen = llvm.freeze %element : f32
  return
}

// CHECK: %element = llvm.extractelement %v[%i : i32] : vector<4xf32>
// CHECK-NEXT: %frozen = llvm.freeze %element : f32
