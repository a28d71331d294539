// Three kernels that work on one input and may overlap, and a fourth that needs the
// results of all of them:
//
//   xdsl-opt -p 'gpu-offload-pipeline' examples/fork_join.mlir

func.func @moments(%x: memref<256xf32>, %y: memref<256xf32>) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %square = memref.alloc() : memref<256xf32>
  %cube = memref.alloc() : memref<256xf32>
  %magnitude = memref.alloc() : memref<256xf32>

  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%i, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1)
             function(@square) {
    %v = memref.load %x[%i] : memref<256xf32>
    %vv = arith.mulf %v, %v : f32
    memref.store %vv, %square[%i] : memref<256xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%i, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1)
             function(@cube) {
    %v = memref.load %x[%i] : memref<256xf32>
    %vv = arith.mulf %v, %v : f32
    %vvv = arith.mulf %vv, %v : f32
    memref.store %vvv, %cube[%i] : memref<256xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%i, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1)
             function(@magnitude) {
    %v = memref.load %x[%i] : memref<256xf32>
    %m = math.absf %v : f32
    memref.store %m, %magnitude[%i] : memref<256xf32>
    gpu.terminator
  }

  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%i, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1)
             function(@combine) {
    %a = memref.load %square[%i] : memref<256xf32>
    %b = memref.load %cube[%i] : memref<256xf32>
    %c = memref.load %magnitude[%i] : memref<256xf32>
    %ab = arith.addf %a, %b : f32
    %abc = arith.addf %ab, %c : f32
    memref.store %abc, %y[%i] : memref<256xf32>
    gpu.terminator
  }
  memref.dealloc %square : memref<256xf32>
  memref.dealloc %cube : memref<256xf32>
  memref.dealloc %magnitude : memref<256xf32>
  return
}
