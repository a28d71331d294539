// RUN: xdsl-opt %s --split-input-file -p 'insert-gpu-allocs{is-usm-args=true}' | filecheck %s

// With `is-usm-args` a function leaves its arguments alone, so its callers pass what the
// device can access. Another function accesses the global of that name, so it is staged
// around the call.

memref.global @g : memref<8xf32> = dense<1.0>

// CHECK-LABEL: func.func private @launches
// CHECK-NOT:     gpu.alloc
func.func private @launches(%a: memref<8xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%tx] : memref<8xf32>
    gpu.terminator
  }
  func.return
}

func.func private @changes(%v: f32) {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<8xf32>
  memref.store %v, %g[%c1] : memref<8xf32>
  func.return
}

// CHECK-LABEL: func.func @around_calls
// CHECK:         [[G:%.*]] = memref.get_global @g
// CHECK-NEXT:    [[D:%.*]] = gpu.alloc host_shared () : memref<8xf32>
// CHECK-NEXT:    memref.copy [[G]], [[D]]
// CHECK-NEXT:    func.call @launches([[D]],
// CHECK-NEXT:    memref.copy [[D]], [[G]]
// CHECK-NEXT:    gpu.dealloc [[D]]
// CHECK-NEXT:    func.call @changes
func.func @around_calls(%v: f32) {
  %g = memref.get_global @g : memref<8xf32>
  func.call @launches(%g, %v) : (memref<8xf32>, f32) -> ()
  func.call @changes(%v) : (f32) -> ()
  func.return
}
