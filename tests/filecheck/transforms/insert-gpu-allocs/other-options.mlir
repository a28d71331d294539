// RUN: xdsl-opt %s -p 'insert-gpu-allocs{client-api=opencl}' | filecheck %s --check-prefix=PLAIN
// RUN: xdsl-opt %s -p 'insert-gpu-allocs{copy-op=gpu.memcpy}' | filecheck %s --check-prefix=MEMCPY
// RUN: xdsl-opt %s -p 'insert-gpu-allocs{is-usm-args=true}' | filecheck %s --check-prefix=USM
// RUN: xdsl-opt %s -p 'insert-gpu-allocs{assume-full-overwrite=true}' | filecheck %s --check-prefix=TRUST

// `copy-op=gpu.memcpy`: the runtime copies, so that the host need not reach what it does
// not access otherwise. Buffers with gaps are still copied by `memref.copy`.
//
// `is-usm-args`: the device reaches arguments, and what is passed on to functions that
// launch kernels on their arguments.
//
// `assume-full-overwrite`: what the device only writes is trusted to be written in full.

// PLAIN-LABEL:  func.func @f
// PLAIN-SAME:     [[A:%.*]]: memref<?xf32>, [[B:%.*]]: memref<?xf32>, [[C:%.*]]: memref<4xf32, strided<[2]>>
// PLAIN:          [[DC:%.*]] = gpu.alloc host_shared () : memref<7xf32>
// PLAIN-NEXT:     [[VC:%.*]] = memref.reinterpret_cast [[DC]]
// PLAIN-NEXT:     memref.copy [[C]], [[VC]]
// PLAIN:          [[DB:%.*]] = gpu.alloc host_shared ({{%.*}}) : memref<?xf32>
// PLAIN-NEXT:     memref.copy [[B]], [[DB]]
// PLAIN:          [[DA:%.*]] = gpu.alloc host_shared ({{%.*}}) : memref<?xf32>
// PLAIN-NEXT:     memref.copy [[A]], [[DA]]
// PLAIN:          memref.copy [[DB]], [[B]]

// MEMCPY-LABEL: func.func @f
// MEMCPY-SAME:    [[A:%.*]]: memref<?xf32>, [[B:%.*]]: memref<?xf32>, [[C:%.*]]: memref<4xf32, strided<[2]>>
// MEMCPY:         [[DC:%.*]] = gpu.alloc host_shared () : memref<7xf32>
// MEMCPY-NEXT:    [[VC:%.*]] = memref.reinterpret_cast [[DC]]
// MEMCPY-NEXT:    memref.copy [[C]], [[VC]]
// MEMCPY:         [[DB:%.*]] = gpu.alloc ({{%.*}}) : memref<?xf32>
// MEMCPY-NEXT:    gpu.memcpy [[DB]], [[B]]
// MEMCPY:         [[DA:%.*]] = gpu.alloc ({{%.*}}) : memref<?xf32>
// MEMCPY-NEXT:    gpu.memcpy [[DA]], [[A]]
// MEMCPY:         gpu.memcpy [[B]], [[DB]]

// USM-LABEL:    func.func @f
// USM-NOT:        gpu.alloc
// USM:          func.func @caller
// USM:            gpu.alloc host_shared () : memref<8xf32>
// USM:            gpu.alloc host_shared () : memref<8xf32>
// USM:            gpu.alloc host_shared () : memref<7xf32>

// TRUST-LABEL:  func.func @f
// TRUST-SAME:     [[A:%.*]]: memref<?xf32>, [[B:%.*]]: memref<?xf32>, [[C:%.*]]: memref<4xf32, strided<[2]>>
// TRUST:          [[DB:%.*]] = gpu.alloc host_shared ({{%.*}}) : memref<?xf32>
// TRUST-NOT:      memref.copy [[B]]
// TRUST:          [[DA:%.*]] = gpu.alloc host_shared ({{%.*}}) : memref<?xf32>
// TRUST-NEXT:     memref.copy [[A]], [[DA]]
// TRUST:          memref.copy [[DB]], [[B]]
func.func @f(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<4xf32, strided<[2]>>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %a[%bx] : memref<?xf32>
    %y = memref.load %c[%bx] : memref<4xf32, strided<[2]>>
    %z = arith.addf %x, %y : f32
    memref.store %z, %b[%bx] : memref<?xf32>
    gpu.terminator
  }
  func.return
}
func.func @caller(%v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %c = memref.alloc() : memref<7xf32>
  memref.store %v, %a[%c0] : memref<8xf32>
  memref.store %v, %c[%c0] : memref<7xf32>
  %da = memref.cast %a : memref<8xf32> to memref<?xf32>
  %db = memref.cast %b : memref<8xf32> to memref<?xf32>
  %dc = memref.subview %c[0] [4] [2] : memref<7xf32> to memref<4xf32, strided<[2]>>
  func.call @f(%da, %db, %dc)
    : (memref<?xf32>, memref<?xf32>, memref<4xf32, strided<[2]>>) -> ()
  %x = memref.load %b[%c0] : memref<8xf32>
  func.return %x : f32
}
