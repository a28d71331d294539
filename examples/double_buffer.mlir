// Adds up the rows of a matrix that is too large for the device: while a kernel adds one
// row, the next is copied to the other of two buffers. The operations of an iteration
// overlap only if tokens follow memory:
//
//   xdsl-opt -p 'gpu-async-region{dependencies=memory}' examples/double_buffer.mlir

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%row: memref<256xf32>, %sum: memref<256xf32>) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %i = gpu.thread_id x
      %x = memref.load %row[%i] : memref<256xf32>
      %so_far = memref.load %sum[%i] : memref<256xf32>
      %next = arith.addf %so_far, %x : f32
      memref.store %next, %sum[%i] : memref<256xf32>
      gpu.return
    }
  }

  func.func @add_rows(%matrix: memref<?x256xf32>, %result: memref<256xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant 0.0 : f32
    %rows = memref.dim %matrix, %c0 : memref<?x256xf32>

    %a = gpu.alloc () : memref<256xf32>
    %b = gpu.alloc () : memref<256xf32>
    %sum = gpu.alloc () : memref<256xf32>
    gpu.memset %sum, %zero : memref<256xf32>, f32
    %first = memref.subview %matrix[0, 0] [1, 256] [1, 1]
        : memref<?x256xf32> to memref<256xf32, strided<[1]>>
    gpu.memcpy %a, %first : memref<256xf32>, memref<256xf32, strided<[1]>>

    %last, %other = scf.for %i = %c1 to %rows step %c1
        iter_args(%now = %a, %next = %b) -> (memref<256xf32>, memref<256xf32>) {
      %row = memref.subview %matrix[%i, 0] [1, 256] [1, 1]
          : memref<?x256xf32> to memref<256xf32, strided<[1], offset: ?>>
      gpu.memcpy %next, %row : memref<256xf32>, memref<256xf32, strided<[1], offset: ?>>
      gpu.launch_func @kernels::@add
          blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
          args(%now : memref<256xf32>, %sum : memref<256xf32>)
      scf.yield %next, %now : memref<256xf32>, memref<256xf32>
    }

    gpu.launch_func @kernels::@add
        blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%last : memref<256xf32>, %sum : memref<256xf32>)
    gpu.memcpy %result, %sum : memref<256xf32>, memref<256xf32>
    gpu.dealloc %a : memref<256xf32>
    gpu.dealloc %b : memref<256xf32>
    gpu.dealloc %sum : memref<256xf32>
    return
  }
}
