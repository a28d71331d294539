// C = A * B for 64x64 matrices. Each block of 16x16 threads computes a tile of C: it goes
// along a row of tiles of A and a column of tiles of B, and keeps the current two in
// workgroup memory.
//
//   xdsl-opt -p gpu-offload-pipeline examples/matmul_tiled.mlir

func.func @matmul(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tiles = arith.constant 4 : index
  %tile = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch
      blocks(%bx, %by, %bz) in (%gx = %tiles, %gy = %tiles, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %tile, %sy = %tile, %sz = %c1)
      workgroup(%tile_a : memref<16x16xf32, #gpu.address_space<workgroup>>,
                %tile_b : memref<16x16xf32, #gpu.address_space<workgroup>>) {
    %first_row = arith.muli %by, %tile : index
    %row = arith.addi %first_row, %ty : index
    %first_column = arith.muli %bx, %tile : index
    %column = arith.addi %first_column, %tx : index
    %sum = scf.for %t = %c0 to %tiles step %c1 iter_args(%so_far = %zero) -> (f32) {
      %offset = arith.muli %t, %tile : index
      %k_a = arith.addi %offset, %tx : index
      %k_b = arith.addi %offset, %ty : index
      %from_a = memref.load %a[%row, %k_a] : memref<64x64xf32>
      %from_b = memref.load %b[%k_b, %column] : memref<64x64xf32>
      memref.store %from_a, %tile_a[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
      memref.store %from_b, %tile_b[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
      // All of both tiles is there.
      gpu.barrier
      %of_tile = scf.for %k = %c0 to %tile step %c1 iter_args(%acc = %so_far) -> (f32) {
        %x = memref.load %tile_a[%ty, %k] : memref<16x16xf32, #gpu.address_space<workgroup>>
        %y = memref.load %tile_b[%k, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        %product = arith.mulf %x, %y : f32
        %next = arith.addf %acc, %product : f32
        scf.yield %next : f32
      }
      // Nobody needs them any more.
      gpu.barrier
      scf.yield %of_tile : f32
    }
    memref.store %sum, %c[%row, %column] : memref<64x64xf32>
    gpu.terminator
  }
  return
}
