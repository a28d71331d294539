// C = A * B with f16 inputs and f32 sums, on the matrix units of an Intel GPU.
//
// One thread of the launch is one subgroup. It computes an 8x16 tile of C: along K, it
// walks a descriptor of A to the right and a descriptor of B down, both carried by the
// loop, and adds up the products of their tiles.

func.func @gemm(%A: memref<64x64xf16>, %B: memref<64x64xf16>, %C: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index

  // 64 rows in tiles of 8, 64 columns in tiles of 16.
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c4, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %row = arith.muli %bx, %c8 : index
    %col = arith.muli %by, %c16 : index

    %a_first = xegpu.create_nd_tdesc %A[%row, 0]
      : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
    %b_first = xegpu.create_nd_tdesc %B[0, %col]
      : memref<64x64xf16> -> !xegpu.tensor_desc<16x16xf16>
    %zero = arith.constant dense<0.0> : vector<8x16xf32>

    %a_end, %b_end, %sum = scf.for %k = %c0 to %c64 step %c16
        iter_args(%a_desc = %a_first, %b_desc = %b_first, %acc = %zero)
        -> (!xegpu.tensor_desc<8x16xf16>, !xegpu.tensor_desc<16x16xf16>, vector<8x16xf32>) {
      // Let B come into the cache while A is loaded.
      xegpu.prefetch_nd %b_desc <{l1_hint = #xegpu.cache_hint<cached>, l2_hint = #xegpu.cache_hint<cached>}>
        : !xegpu.tensor_desc<16x16xf16>
      %a = xegpu.load_nd %a_desc <{l1_hint = #xegpu.cache_hint<cached>}>
        : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
      // Pairs of rows are interleaved, as the right operand of dpas wants them.
      %b = xegpu.load_nd %b_desc <{l1_hint = #xegpu.cache_hint<cached>, packed}>
        : !xegpu.tensor_desc<16x16xf16> -> vector<8x16x2xf16>
      %next = xegpu.dpas %a, %b, %acc
        : vector<8x16xf16>, vector<8x16x2xf16>, vector<8x16xf32> -> vector<8x16xf32>
      %a_next = xegpu.update_nd_offset %a_desc, [0, 16] : !xegpu.tensor_desc<8x16xf16>
      %b_next = xegpu.update_nd_offset %b_desc, [16, 0] : !xegpu.tensor_desc<16x16xf16>
      scf.yield %a_next, %b_next, %next
        : !xegpu.tensor_desc<8x16xf16>, !xegpu.tensor_desc<16x16xf16>, vector<8x16xf32>
    }

    %c_desc = xegpu.create_nd_tdesc %C[%row, %col]
      : memref<64x64xf32> -> !xegpu.tensor_desc<8x16xf32>
    xegpu.store_nd %sum, %c_desc <{l1_hint = #xegpu.cache_hint<write_back>}>
      : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
    gpu.terminator
  }
  return
}
