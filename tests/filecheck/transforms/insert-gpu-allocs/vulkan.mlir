// RUN: xdsl-opt %s --split-input-file -p 'insert-gpu-allocs{client-api=vulkan}' | filecheck %s

// With Vulkan the device reaches what the host allocates: staged buffers come from
// `memref.alloc`, and local allocations stay as they are.

// CHECK-LABEL: func.func @staged
// CHECK-SAME:    [[A:%.*]]: memref<8xf32>
// CHECK-NEXT:    [[D:%.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:    memref.copy [[A]], [[D]]
// CHECK:         [[M:%.*]] = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK-NEXT:    gpu.launch
// CHECK:           memref.load [[D]]
// CHECK:           memref.store %{{.*}}, [[M]]
// CHECK:         }
// CHECK-NEXT:    memref.dealloc [[D]]
// CHECK-NEXT:    func.return [[M]]
func.func @staged(%a: memref<8xf32>) -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() {alignment = 64} : memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%bx] : memref<8xf32>
    memref.store %x, %m[%bx] : memref<8xf32>
    gpu.terminator
  }
  func.return %m : memref<8xf32>
}
