// C = A * B with f16 inputs and f32 sums; a workgroup shares its part of B in shared
// local memory.
//
// One thread of the launch is one subgroup. The two subgroups of a workgroup compute a
// 16x32 tile of C, 8 rows each. In each step along K, both need the same 16x32 tile of
// B: each loads one half of it from global memory and puts it where both can read it.

func.func @gemm_slm(%A: memref<64x64xf16>, %B: memref<64x64xf16>, %C: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index

  // 64 rows in tiles of 16, 64 columns in tiles of 32. The tile of B has 16 * 32 * 2 bytes.
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c2, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
             workgroup(%buffer : memref<1024xi8, 3>) {
    %first_row = arith.muli %bx, %c16 : index
    %first_col = arith.muli %by, %c32 : index
    // What is this subgroup's: rows of A and C, and the half of B that it loads.
    %rows_before = arith.muli %tx, %c8 : index
    %row = arith.addi %first_row, %rows_before : index
    %half = arith.muli %tx, %c16 : index
    %half_col = arith.addi %first_col, %half : index

    %shared = xegpu.create_mem_desc %buffer : memref<1024xi8, 3> -> !xegpu.mem_desc<16x32xf16>
    %a_desc = xegpu.create_nd_tdesc %A : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
    %b_desc = xegpu.create_nd_tdesc %B : memref<64x64xf16> -> !xegpu.tensor_desc<16x16xf16>
    %zero = arith.constant dense<0.0> : vector<8x16xf32>

    %left, %right = scf.for %k = %c0 to %c64 step %c16
        iter_args(%left_acc = %zero, %right_acc = %zero) -> (vector<8x16xf32>, vector<8x16xf32>) {
      %b_half = xegpu.load_nd %b_desc[%k, %half_col]
        : !xegpu.tensor_desc<16x16xf16> -> vector<16x16xf16>
      xegpu.store_matrix %b_half, %shared[0, %half]
        : vector<16x16xf16>, !xegpu.mem_desc<16x32xf16>, index
      // Both halves are there.
      gpu.barrier

      %a = xegpu.load_nd %a_desc[%row, %k] : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
      %b_left = xegpu.load_matrix %shared[0, 0] : !xegpu.mem_desc<16x32xf16> -> vector<16x16xf16>
      %b_right = xegpu.load_matrix %shared[0, 16] : !xegpu.mem_desc<16x32xf16> -> vector<16x16xf16>
      %left_next = xegpu.dpas %a, %b_left, %left_acc
        : vector<8x16xf16>, vector<16x16xf16>, vector<8x16xf32> -> vector<8x16xf32>
      %right_next = xegpu.dpas %a, %b_right, %right_acc
        : vector<8x16xf16>, vector<16x16xf16>, vector<8x16xf32> -> vector<8x16xf32>
      // Both halves were read, so that the next step may overwrite them.
      gpu.barrier
      scf.yield %left_next, %right_next : vector<8x16xf32>, vector<8x16xf32>
    }

    %c_desc = xegpu.create_nd_tdesc %C : memref<64x64xf32> -> !xegpu.tensor_desc<8x16xf32>
    %right_col = arith.addi %first_col, %c16 : index
    xegpu.store_nd %left, %c_desc[%row, %first_col] : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
    xegpu.store_nd %right, %c_desc[%row, %right_col] : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
    gpu.terminator
  }
  return
}
