// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect -p insert-gpu-allocs | filecheck %s

// What cannot be done is refused, and the module left as it was.

// CHECK: 'gpu.launch' op accesses memory of the host through a value of type memref<*xf32>, of which no copy can be made
func.func @unknown_rank(%a: memref<*xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    "test.use"(%a) : (memref<*xf32>) -> ()
    gpu.terminator
  }
  func.return
}
