// RUN: xdsl-opt %s -p gpu-async-region | filecheck %s

// No token lives across the bounds of a block. Each has its own chain, with a wait at
// its end, whatever path leads there.

// CHECK-LABEL: func.func @diamond(
// CHECK-NEXT:    %[[A0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[A1:.*]] = gpu.memcpy async [%[[A0]]] %m, %k
// CHECK-NEXT:    gpu.wait [%[[A1]]]
// CHECK-NEXT:    cf.cond_br %c, ^[[LEFT:.*]], ^[[JOIN:.*]]
// CHECK-NEXT:  ^[[LEFT]]:
// CHECK-NEXT:    %[[B0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[B1:.*]] = gpu.memcpy async [%[[B0]]] %k, %m
// CHECK-NEXT:    gpu.wait [%[[B1]]]
// CHECK-NEXT:    cf.br ^[[JOIN]]
// CHECK-NEXT:  ^[[JOIN]]:
// CHECK-NEXT:    %[[C0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[C1:.*]] = gpu.memcpy async [%[[C0]]] %m, %k
// CHECK-NEXT:    gpu.wait [%[[C1]]]
// CHECK-NEXT:    func.return
func.func @diamond(%m: memref<?xf32>, %k: memref<?xf32>, %c: i1) {
  gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
  cf.cond_br %c, ^left, ^join
^left:
  gpu.memcpy %k, %m : memref<?xf32>, memref<?xf32>
  cf.br ^join
^join:
  gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
  return
}

// CHECK-LABEL: func.func @cycle(
// CHECK-NEXT:    cf.br ^[[LOOP:.*]]
// CHECK-NEXT:  ^[[LOOP]]:
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.memcpy async [%[[T0]]] %m, %k
// CHECK-NEXT:    gpu.wait [%[[T1]]]
// CHECK-NEXT:    cf.cond_br %c, ^[[LOOP]], ^[[END:.*]]
// CHECK-NEXT:  ^[[END]]:
// CHECK-NEXT:    func.return
func.func @cycle(%m: memref<?xf32>, %k: memref<?xf32>, %c: i1) {
  cf.br ^loop
^loop:
  gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
  cf.cond_br %c, ^loop, ^end
^end:
  return
}

// The same holds for the regions of an operation; the work before it is waited for,
// since there is GPU work inside.

// CHECK-LABEL: func.func @structured(
// CHECK-NEXT:    %[[A0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[A1:.*]] = gpu.memcpy async [%[[A0]]] %m, %k
// CHECK-NEXT:    gpu.wait [%[[A1]]]
// CHECK-NEXT:    scf.for %i = %n to %n step %n {
// CHECK-NEXT:      %[[B0:.*]] = gpu.wait async
// CHECK-NEXT:      %[[B1:.*]] = gpu.memcpy async [%[[B0]]] %m, %k
// CHECK-NEXT:      gpu.wait [%[[B1]]]
// CHECK-NEXT:      scf.if %c {
// CHECK-NEXT:        %[[C0:.*]] = gpu.wait async
// CHECK-NEXT:        %[[C1:.*]] = gpu.memcpy async [%[[C0]]] %k, %m
// CHECK-NEXT:        gpu.wait [%[[C1]]]
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return
func.func @structured(%m: memref<?xf32>, %k: memref<?xf32>, %n: index, %c: i1) {
  gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
  scf.for %i = %n to %n step %n {
    gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
    scf.if %c {
      gpu.memcpy %k, %m : memref<?xf32>, memref<?xf32>
    }
  }
  return
}
