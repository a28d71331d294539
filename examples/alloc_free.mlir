// Memory taken and freed by the host. xDSL's own pass makes it device memory; ours makes
// that asynchronous.
//
//   xdsl-opt -p memref-to-gpu,gpu-async-region examples/alloc_free.mlir

func.func @alloc_free(%n: index) {
  %m = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  return
}
