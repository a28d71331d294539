// RUN: xdsl-opt %s -p gpu-async-region | filecheck %s
// RUN: xdsl-opt %s -p 'gpu-async-region{dependencies=chain}' | filecheck %s
// RUN: xdsl-opt %s -p gpu-async-region,gpu-async-region | filecheck %s --check-prefix=TWICE

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @scale(%m: memref<?xf32>) kernel { gpu.return }
}
func.func private @use(memref<?xf32>)

// Each operation waits for the one before it. The host waits only before the call, and
// before it returns.

// CHECK-LABEL: func.func @chain(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %d, %[[T1:.*]] = gpu.alloc async [%[[T0]]] (%n) : memref<?xf32>
// CHECK-NEXT:    %[[T2:.*]] = gpu.memcpy async [%[[T1]]] %d, %m : memref<?xf32>, memref<?xf32>
// CHECK-NEXT:    %[[T3:.*]] = gpu.launch_func async [%[[T2]]] @kernels::@scale blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%d : memref<?xf32>)
// CHECK-NEXT:    %[[T4:.*]] = gpu.memcpy async [%[[T3]]] %m, %d : memref<?xf32>, memref<?xf32>
// CHECK-NEXT:    gpu.wait [%[[T4]]]
// CHECK-NEXT:    func.call @use(%m) : (memref<?xf32>) -> ()
// CHECK-NEXT:    %[[T5:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T6:.*]] = gpu.memset async [%[[T5]]] %d, %x : memref<?xf32>, f32
// CHECK-NEXT:    %[[T7:.*]] = gpu.dealloc async [%[[T6]]] %d : memref<?xf32>
// CHECK-NEXT:    gpu.wait [%[[T7]]]
// CHECK-NEXT:    func.return

// What is asynchronous already keeps its tokens, and is linked to what comes before it
// a second time no more.

// TWICE-LABEL: func.func @chain(
// TWICE-NEXT:    %[[T0:.*]] = gpu.wait async
// TWICE-NEXT:    %d, %[[T1:.*]] = gpu.alloc async [%[[T0]]] (%n) : memref<?xf32>
// TWICE-NEXT:    %[[T2:.*]] = gpu.memcpy async [%[[T1]]] %d, %m : memref<?xf32>, memref<?xf32>
func.func @chain(%m: memref<?xf32>, %n: index, %x: f32) {
  %d = gpu.alloc (%n) : memref<?xf32>
  gpu.memcpy %d, %m : memref<?xf32>, memref<?xf32>
  gpu.launch_func @kernels::@scale blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%d : memref<?xf32>)
  gpu.memcpy %m, %d : memref<?xf32>, memref<?xf32>
  func.call @use(%m) : (memref<?xf32>) -> ()
  gpu.memset %d, %x : memref<?xf32>, f32
  gpu.dealloc %d : memref<?xf32>
  return
}

// Without GPU work there is nothing to wait for.

// CHECK-LABEL: func.func @host_only(
// CHECK-NEXT:    func.call @use
// CHECK-NEXT:    func.return
func.func @host_only(%m: memref<?xf32>) {
  func.call @use(%m) : (memref<?xf32>) -> ()
  return
}
}
