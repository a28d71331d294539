// The softmax of each row of a 64x32 matrix.
//
// One thread of the launch is one subgroup. It has 8 whole rows in registers: it takes
// the largest element off each row, so that no exponential is too large, and divides
// the exponentials by their sum.

func.func @softmax(%in: memref<64x32xf32>, %out: memref<64x32xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index

  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %row = arith.muli %bx, %c8 : index
    %in_desc = xegpu.create_nd_tdesc %in[%row, 0] : memref<64x32xf32> -> !xegpu.tensor_desc<8x32xf32>
    %rows = xegpu.load_nd %in_desc : !xegpu.tensor_desc<8x32xf32> -> vector<8x32xf32>

    %least = arith.constant dense<0xFF800000> : vector<8xf32>
    %largest = vector.multi_reduction <maximumf>, %rows, %least [1] : vector<8x32xf32> to vector<8xf32>
    %largest_col = vector.shape_cast %largest : vector<8xf32> to vector<8x1xf32>
    %largest_rows = vector.broadcast %largest_col : vector<8x1xf32> to vector<8x32xf32>
    %shifted = arith.subf %rows, %largest_rows : vector<8x32xf32>
    %exps = math.exp %shifted : vector<8x32xf32>

    %zero = arith.constant dense<0.0> : vector<8xf32>
    %total = vector.multi_reduction <add>, %exps, %zero [1] : vector<8x32xf32> to vector<8xf32>
    %total_col = vector.shape_cast %total : vector<8xf32> to vector<8x1xf32>
    %total_rows = vector.broadcast %total_col : vector<8x1xf32> to vector<8x32xf32>
    %result = arith.divf %exps, %total_rows : vector<8x32xf32>

    %out_desc = xegpu.create_nd_tdesc %out[%row, 0] : memref<64x32xf32> -> !xegpu.tensor_desc<8x32xf32>
    xegpu.store_nd %result, %out_desc : vector<8x32xf32>, !xegpu.tensor_desc<8x32xf32>
    gpu.terminator
  }
  return
}
