// The dot product of two vectors of 1024 elements. 8 blocks of 128 threads each multiply
// and add up a part in workgroup memory, halving the number of terms each time; one more
// kernel adds up the 8 partial sums, and the host reads the total.
//
//   xdsl-opt -p gpu-offload-pipeline examples/dot_product.mlir

func.func @dot(%x: memref<1024xf32>, %y: memref<1024xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %blocks = arith.constant 8 : index
  %threads = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %partial = memref.alloc() : memref<8xf32>
  %total = memref.alloc() : memref<1xf32>

  gpu.launch
      blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %threads, %sy = %c1, %sz = %c1)
      workgroup(%terms : memref<128xf32, #gpu.address_space<workgroup>>) {
    %first = arith.muli %bx, %threads : index
    %i = arith.addi %first, %tx : index
    %a = memref.load %x[%i] : memref<1024xf32>
    %b = memref.load %y[%i] : memref<1024xf32>
    %ab = arith.mulf %a, %b : f32
    memref.store %ab, %terms[%tx] : memref<128xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %one_left = scf.for %step = %c0 to %c7 step %c1 iter_args(%active = %threads) -> (index) {
      %half = arith.divui %active, %c2 : index
      %adds = arith.cmpi ult, %tx, %half : index
      scf.if %adds {
        %other = arith.addi %tx, %half : index
        %p = memref.load %terms[%tx] : memref<128xf32, #gpu.address_space<workgroup>>
        %q = memref.load %terms[%other] : memref<128xf32, #gpu.address_space<workgroup>>
        %pq = arith.addf %p, %q : f32
        memref.store %pq, %terms[%tx] : memref<128xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      scf.yield %half : index
    }
    %is_first = arith.cmpi eq, %tx, %c0 : index
    scf.if %is_first {
      %sum = memref.load %terms[%c0] : memref<128xf32, #gpu.address_space<workgroup>>
      memref.store %sum, %partial[%bx] : memref<8xf32>
    }
    gpu.terminator
  }

  gpu.launch
      blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %sum = scf.for %i = %c0 to %blocks step %c1 iter_args(%so_far = %zero) -> (f32) {
      %p = memref.load %partial[%i] : memref<8xf32>
      %next = arith.addf %so_far, %p : f32
      scf.yield %next : f32
    }
    memref.store %sum, %total[%c0] : memref<1xf32>
    gpu.terminator
  }

  %result = memref.load %total[%c0] : memref<1xf32>
  memref.dealloc %partial : memref<8xf32>
  memref.dealloc %total : memref<1xf32>
  return %result : f32
}
