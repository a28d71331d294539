// The softmax of each row of a matrix of 128 columns: a block has a row, and a thread an
// element of it. The block finds the largest element and the sum together.
//
//   gpu-sim examples/softmax.mlir softmax 10x128:random --shared-arguments

func.func @softmax(%m: memref<?x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %threads = arith.constant 128 : index
  %rows = memref.dim %m, %c0 : memref<?x128xf32>

  gpu.launch blocks(%row, %by, %bz) in (%gx = %rows, %gy = %c1, %gz = %c1)
             threads(%col, %ty, %tz) in (%sx = %threads, %sy = %c1, %sz = %c1) {
    %x = memref.load %m[%row, %col] : memref<?x128xf32>
    %largest = gpu.all_reduce maximumf %x uniform {} : (f32) -> f32
    // With the largest element taken off, no exponential is too large.
    %shifted = arith.subf %x, %largest : f32
    %exp = math.exp %shifted : f32
    %sum = gpu.all_reduce add %exp uniform {} : (f32) -> f32
    %result = arith.divf %exp, %sum : f32
    memref.store %result, %m[%row, %col] : memref<?x128xf32>
    gpu.terminator
  }
  return
}
