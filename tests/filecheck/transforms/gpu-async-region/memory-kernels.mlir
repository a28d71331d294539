// RUN: xdsl-opt %s -p 'gpu-async-region{dependencies=memory}' --split-input-file | filecheck %s

// What a kernel does to each of its arguments is seen in its body: two kernels that read
// the same buffer overlap.

// CHECK-LABEL: func.func @share_input(
// CHECK:         %[[T1:.*]] = gpu.launch_func async [%{{.*}}] @k::@copy {{.*}} args(%a : memref<4xf32>, %b : memref<4xf32>)
// CHECK-NEXT:    %[[S:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T2:.*]] = gpu.launch_func async [%[[S]]] @k::@copy {{.*}} args(%a : memref<4xf32>, %c : memref<4xf32>)
// CHECK-NEXT:    gpu.wait [%[[T1]], %[[T2]]]
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @copy(%from: memref<4xf32>, %to: memref<4xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<4xf32>
      gpu.barrier
      memref.store %v, %to[%i] : memref<4xf32>
      gpu.return
    }
  }
  func.func @share_input(%n: index, %a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
    gpu.launch_func @k::@copy blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : memref<4xf32>, %b : memref<4xf32>)
    gpu.launch_func @k::@copy blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : memref<4xf32>, %c : memref<4xf32>)
    func.return
  }
}

// -----

// Kernels that print do so in order. They may have other effects as well, as far as is
// known, so they wait for everything, and everything waits for them.

// CHECK-LABEL: func.func @print(
// CHECK:         %[[T1:.*]] = gpu.memset async [%{{.*}}] %a, %x
// CHECK-NEXT:    %[[T2:.*]] = gpu.launch_func async [%[[T1]]] @k::@hello
// CHECK-NEXT:    %[[T3:.*]] = gpu.launch_func async [%[[T2]]] @k::@hello
// CHECK-NEXT:    %[[T4:.*]] = gpu.memset async [%[[T3]]] %a, %x
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @hello() kernel {
      gpu.printf "hello"
      gpu.return
    }
  }
  func.func @print(%n: index, %a: memref<4xf32>, %x: f32) {
    gpu.memset %a, %x : memref<4xf32>, f32
    gpu.launch_func @k::@hello blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.launch_func @k::@hello blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.memset %a, %x : memref<4xf32>, f32
    func.return
  }
}

// -----

// So does a kernel whose body is not there.

// CHECK-LABEL: func.func @binary(
// CHECK:         %[[T1:.*]] = gpu.memset async [%{{.*}}] %a, %x
// CHECK-NEXT:    %[[T2:.*]] = gpu.launch_func async [%[[T1]]] @k::@unseen
// CHECK-NEXT:    %[[T3:.*]] = gpu.memset async [%[[T2]]] %a, %x
module attributes {gpu.container_module} {
  gpu.binary @k [#gpu.object<#nvvm.target, "">]
  func.func @binary(%n: index, %a: memref<4xf32>, %b: memref<4xf32>, %x: f32) {
    gpu.memset %a, %x : memref<4xf32>, f32
    gpu.launch_func @k::@unseen blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%b : memref<4xf32>)
    gpu.memset %a, %x : memref<4xf32>, f32
    func.return
  }
}

// -----

// A launch on an explicit stream takes no tokens. The host waits for what it touches.

// CHECK-LABEL: func.func @stream(
// CHECK-NEXT:    %[[A0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[A:.*]] = gpu.memset async [%[[A0]]] %a, %x
// CHECK-NEXT:    %[[B0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[B:.*]] = gpu.memset async [%[[B0]]] %b, %x
// CHECK-NEXT:    gpu.wait [%[[A]]]
// CHECK-NEXT:    gpu.launch_func <%s : !llvm.ptr> @k::@read
// CHECK-NEXT:    gpu.wait [%[[B]]]
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @read(%from: memref<4xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %from[%i] : memref<4xf32>
      gpu.return
    }
  }
  func.func @stream(%n: index, %s: !llvm.ptr, %a: memref<4xf32>, %b: memref<4xf32>, %x: f32) {
    gpu.memset %a, %x : memref<4xf32>, f32
    gpu.memset %b, %x : memref<4xf32>, f32
    gpu.launch_func <%s : !llvm.ptr> @k::@read blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : memref<4xf32>)
    func.return
  }
}
