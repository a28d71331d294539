// y = a * x + y for 1000 elements, with scattered accesses.
//
// One thread of the launch is one subgroup of 16 lanes, and each lane has one element. As
// 1000 is no multiple of 16, the last subgroup masks the lanes that have none.

func.func @masked_saxpy(%a: f32, %x: memref<1000xf32>, %y: memref<1000xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c63 = arith.constant 63 : index
  %c1000 = arith.constant 1000 : index

  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c63, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %first = arith.muli %bx, %c16 : index
    %firsts = vector.broadcast %first : index to vector<16xindex>
    %lanes = vector.step : vector<16xindex>
    %offsets = arith.addi %firsts, %lanes : vector<16xindex>
    %left = arith.subi %c1000, %first : index
    %mask = vector.create_mask %left : vector<16xi1>

    // The offsets beside the memref, or in a descriptor.
    %xs = xegpu.load %x[%offsets], %mask <{l1_hint = #xegpu.cache_hint<streaming>}>
      : memref<1000xf32>, vector<16xindex>, vector<16xi1> -> vector<16xf32>
    %y_desc = xegpu.create_tdesc %y, %offsets
      : memref<1000xf32>, vector<16xindex> -> !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
    %ys = xegpu.load %y_desc, %mask
      : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1> -> vector<16xf32>

    %factor = vector.broadcast %a : f32 to vector<16xf32>
    %product = arith.mulf %factor, %xs : vector<16xf32>
    %sum = arith.addf %product, %ys : vector<16xf32>
    xegpu.store %sum, %y_desc, %mask <{l1_hint = #xegpu.cache_hint<write_back>}>
      : vector<16xf32>, !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>
    gpu.terminator
  }
  return
}
