// RUN: xdsl-opt %s -p gpu-async-region --allow-unregistered-dialect | filecheck %s

// The host waits before what could see that the GPU is not done yet. An operation with
// known effects on memory waits, one without any does not, and one of which nothing is
// known waits.

// CHECK-LABEL: func.func @pure(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.dealloc async [%[[T0]]] %m : memref<?xf32>
// CHECK-NEXT:    arith.addi
// CHECK-NEXT:    arith.extsi
// CHECK-NEXT:    memref.dim
// CHECK-NEXT:    %[[T2:.*]] = gpu.dealloc async [%[[T1]]] %k : memref<?xf32>
// CHECK-NEXT:    gpu.wait [%[[T2]]]
// CHECK-NEXT:    func.return
func.func @pure(%m: memref<?xf32>, %k: memref<?xf32>, %n: index, %a: i32) {
  gpu.dealloc %m : memref<?xf32>
  %0 = arith.addi %n, %n : index
  %1 = arith.extsi %a : i32 to i64
  %2 = memref.dim %k, %n : memref<?xf32>
  gpu.dealloc %k : memref<?xf32>
  return
}

// CHECK-LABEL: func.func @effects(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.memcpy async [%[[T0]]] %m, %k : memref<?xf32>, memref<?xf32>
// CHECK-NEXT:    gpu.wait [%[[T1]]]
// CHECK-NEXT:    memref.load
// CHECK-NEXT:    %[[T2:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T3:.*]] = gpu.memcpy async [%[[T2]]] %m, %k : memref<?xf32>, memref<?xf32>
// CHECK-NEXT:    gpu.wait [%[[T3]]]
// CHECK-NEXT:    "unknown.op"
// CHECK-NEXT:    func.return
func.func @effects(%m: memref<?xf32>, %k: memref<?xf32>, %n: index) {
  gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
  %0 = memref.load %m[%n] : memref<?xf32>
  gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
  "unknown.op"() : () -> ()
  return
}

// What is inside an operation counts. The first `scf.if` and the loop are pure, and so
// the token passes them by.

// CHECK-LABEL: func.func @regions(
// CHECK-NEXT:    %[[T0:.*]] = gpu.wait async
// CHECK-NEXT:    %[[T1:.*]] = gpu.memcpy async [%[[T0]]] %m, %k : memref<?xf32>, memref<?xf32>
// CHECK-NEXT:    scf.if %c
// CHECK-NEXT:      arith.addi
// CHECK-NEXT:    }
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.if %c
// CHECK-NEXT:        arith.addi
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    gpu.wait [%[[T1]]]
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.if %c
// CHECK-NEXT:        memref.store
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return
func.func @regions(%m: memref<?xf32>, %k: memref<?xf32>, %n: index, %c: i1, %x: f32) {
  gpu.memcpy %m, %k : memref<?xf32>, memref<?xf32>
  scf.if %c {
    %0 = arith.addi %n, %n : index
  }
  scf.for %i = %n to %n step %n {
    scf.if %c {
      %0 = arith.addi %n, %n : index
    }
  }
  scf.for %i = %n to %n step %n {
    scf.if %c {
      memref.store %x, %m[%i] : memref<?xf32>
    }
  }
  return
}
