// RUN: xdsl-opt -t 'gpu-memory-map{format=text}' %s | filecheck %s --check-prefix=TEXT
// RUN: xdsl-opt -t gpu-memory-map %s | filecheck %s --check-prefix=DOT
// RUN: xdsl-opt -t 'gpu-memory-map{format=mermaid}' %s | filecheck %s --check-prefix=MERMAID

// An argument is copied to a device buffer, the kernel reads it and writes a buffer that
// host and device share, and the host copies from there into a global, which it reads.

// TEXT:      @staged
// TEXT-NEXT:   #0 %x argument, host memref<8xf32>
// TEXT-NEXT:   #1 %in allocation, device memref<8xf32>  from #0 (copy 1: to the device, 32 bytes)
// TEXT-NEXT:   #2 gpu.launch 1  from #1 (read)
// TEXT-NEXT:   #3 %out allocation, host-shared memref<8xf32>  from #2 (write)
// TEXT-NEXT:   #4 @result global, host memref<8xf32>  from #3 (copy 2: to the host, 32 bytes)
// TEXT-NEXT:   #5 host code  from #4 (read)
// TEXT-NOT:  @host_only

// DOT:      digraph "memory" {
// DOT:        [label="%x\nargument, host\nmemref<8xf32>", shape=cylinder
// DOT:        [label="%in\nallocation, device\nmemref<8xf32>", shape=box3d
// DOT:        [label="%out\nallocation, host-shared\nmemref<8xf32>", shape=octagon
// DOT:        -> {{f0b.}} [label="copy 1: to the device, 32 bytes"];

// MERMAID:      flowchart TB
// MERMAID:        -->|"copy 2: to the host, 32 bytes"|

memref.global @result : memref<8xf32>

func.func @staged(%x: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %in = gpu.alloc () : memref<8xf32>
  %out = gpu.alloc host_shared () : memref<8xf32>
  gpu.memcpy %in, %x : memref<8xf32>, memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
             private(%p : memref<1xf32, #gpu.address_space<private>>) {
    %v = memref.load %in[%tx] : memref<8xf32>
    memref.store %v, %out[%tx] : memref<8xf32>
    gpu.terminator
  }
  %r = memref.get_global @result : memref<8xf32>
  memref.copy %out, %r : memref<8xf32> to memref<8xf32>
  %first = memref.load %r[%c1] : memref<8xf32>
  return
}

func.func @host_only(%x: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %v = memref.load %x[%c1] : memref<8xf32>
  return
}
