// y = a * x + y on the device: a host program that allocates, copies, launches and
// frees, and waits for every step. `gpu-async-region` makes the steps asynchronous.
//
//   xdsl-opt -p gpu-async-region examples/saxpy_host.mlir

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) kernel {
      %c0 = arith.constant 0 : index
      %n = memref.dim %y, %c0 : memref<?xf32>
      %i = gpu.global_id x
      %inside = arith.cmpi slt, %i, %n : index
      scf.if %inside {
        %xi = memref.load %x[%i] : memref<?xf32>
        %yi = memref.load %y[%i] : memref<?xf32>
        %product = arith.mulf %a, %xi : f32
        %sum = arith.addf %product, %yi : f32
        memref.store %sum, %y[%i] : memref<?xf32>
      }
      gpu.return
    }
  }

  func.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %n = memref.dim %y, %c0 : memref<?xf32>
    %blocks = arith.ceildivui %n, %c256 : index

    %x_device = gpu.alloc (%n) : memref<?xf32>
    gpu.memcpy %x_device, %x : memref<?xf32>, memref<?xf32>
    %y_device = gpu.alloc (%n) : memref<?xf32>
    gpu.memcpy %y_device, %y : memref<?xf32>, memref<?xf32>

    gpu.launch_func @kernels::@saxpy
        blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : f32, %x_device : memref<?xf32>, %y_device : memref<?xf32>)

    gpu.memcpy %y, %y_device : memref<?xf32>, memref<?xf32>
    gpu.dealloc %x_device : memref<?xf32>
    gpu.dealloc %y_device : memref<?xf32>
    return
  }
}
