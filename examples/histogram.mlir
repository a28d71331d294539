// How often each of 16 values occurs among 4096 numbers. 8 blocks of 128 threads count
// their part in workgroup memory, atomically, and add it to the whole.
//
//   gpu-sim examples/histogram.mlir histogram random:1 zeros --shared-arguments

func.func @histogram(%data: memref<4096xi32>, %bins: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %blocks = arith.constant 8 : index
  %threads = arith.constant 128 : index
  %per_block = arith.constant 512 : index

  gpu.launch
      blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %threads, %sy = %c1, %sz = %c1)
      workgroup(%counts : memref<16xi32, #gpu.address_space<workgroup>>) {
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %mask = arith.constant 15 : i32
    %has_bin = arith.cmpi ult, %tx, %c16 : index
    scf.if %has_bin {
      memref.store %zero, %counts[%tx] : memref<16xi32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %first = arith.muli %bx, %per_block : index
    scf.for %step = %c0 to %c4 step %c1 {
      %skip = arith.muli %step, %threads : index
      %part = arith.addi %first, %skip : index
      %i = arith.addi %part, %tx : index
      %x = memref.load %data[%i] : memref<4096xi32>
      %bin32 = arith.andi %x, %mask : i32
      %bin = arith.index_cast %bin32 : i32 to index
      %old = memref.atomic_rmw addi %one, %counts[%bin]
        : (i32, memref<16xi32, #gpu.address_space<workgroup>>) -> i32
    }
    gpu.barrier
    scf.if %has_bin {
      %count = memref.load %counts[%tx] : memref<16xi32, #gpu.address_space<workgroup>>
      %before = memref.atomic_rmw addi %count, %bins[%tx] : (i32, memref<16xi32>) -> i32
    }
    gpu.terminator
  }
  return
}
