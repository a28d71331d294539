// Heat in a rod: each of %steps steps takes the mean of every inner point and its two
// neighbours, back and forth between two buffers. The ends stay as they are.
//
//   xdsl-opt -p gpu-offload-pipeline examples/stencil.mlir

func.func @diffuse(%u: memref<?xf32>, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %third = arith.constant 0.333333333 : f32
  %n = memref.dim %u, %c0 : memref<?xf32>
  %last = arith.subi %n, %c1 : index
  %blocks = arith.ceildivui %n, %c128 : index
  %v = memref.alloc(%n) : memref<?xf32>
  memref.copy %u, %v : memref<?xf32> to memref<?xf32>

  scf.for %step = %c0 to %steps step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
      %first = arith.muli %bx, %c128 : index
      %i = arith.addi %first, %tx : index
      %after_first = arith.cmpi ugt, %i, %c0 : index
      %before_last = arith.cmpi ult, %i, %last : index
      %inside = arith.andi %after_first, %before_last : i1
      scf.if %inside {
        %left = arith.subi %i, %c1 : index
        %right = arith.addi %i, %c1 : index
        %a = memref.load %u[%left] : memref<?xf32>
        %b = memref.load %u[%i] : memref<?xf32>
        %c = memref.load %u[%right] : memref<?xf32>
        %ab = arith.addf %a, %b : f32
        %abc = arith.addf %ab, %c : f32
        %mean = arith.mulf %abc, %third : f32
        memref.store %mean, %v[%i] : memref<?xf32>
      }
      gpu.terminator
    }
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
      %first = arith.muli %bx, %c128 : index
      %i = arith.addi %first, %tx : index
      %there = arith.cmpi ult, %i, %n : index
      scf.if %there {
        %x = memref.load %v[%i] : memref<?xf32>
        memref.store %x, %u[%i] : memref<?xf32>
      }
      gpu.terminator
    }
  }
  memref.dealloc %v : memref<?xf32>
  return
}
