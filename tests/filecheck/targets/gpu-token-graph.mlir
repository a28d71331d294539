// RUN: xdsl-opt -t 'gpu-token-graph{format=text}' %s | filecheck %s --check-prefix=TEXT
// RUN: xdsl-opt -t gpu-token-graph %s | filecheck %s --check-prefix=DOT
// RUN: xdsl-opt -t 'gpu-token-graph{format=mermaid}' %s | filecheck %s --check-prefix=MERMAID

// Two copies that may overlap, joined before the kernel that reads both: a copy and the
// kernel are the longest chain of work.

// TEXT:      @fork: longest token chain 2
// TEXT-NEXT:   #0 gpu.wait async
// TEXT-NEXT:   #1 gpu.memcpy %a, %x  after #0
// TEXT-NEXT:   #2 gpu.memcpy %b, %x  after #0
// TEXT-NEXT:   #3 gpu.launch_func @kernels::@add %a, %b  after #1, #2
// TEXT-NEXT:   #4 gpu.wait  after #3

// DOT:      digraph "tokens" {
// DOT:        label="@fork: longest token chain 2"
// DOT:        f0n3 [label="gpu.launch_func\n@kernels::@add\n%a, %b", shape=box
// DOT:        f0n1 -> f0n3;
// DOT-NEXT:   f0n2 -> f0n3;

// MERMAID:      flowchart TB
// MERMAID:        subgraph group0["@fork: longest token chain 2"]
// MERMAID:          f0n1["gpu.memcpy<br/>%a, %x"]:::device
// MERMAID:          f0n4{{[{][{]}}"gpu.wait"{{[}][}]}}:::wait
// MERMAID:          f0n3 --> f0n4

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%arg0: memref<8xf32>, %arg1: memref<8xf32>) kernel {
      gpu.return
    }
  }
  func.func @fork(%a: memref<8xf32>, %b: memref<8xf32>, %x: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %t = gpu.wait async
    %t1 = gpu.memcpy async [%t] %a, %x : memref<8xf32>, memref<8xf32>
    %t2 = gpu.memcpy async [%t] %b, %x : memref<8xf32>, memref<8xf32>
    %t3 = gpu.launch_func async [%t1, %t2] @kernels::@add
        blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<8xf32>, %b : memref<8xf32>)
    gpu.wait [%t3]
    return
  }
  // No tokens, so not in the picture.
  func.func @synchronous(%a: memref<8xf32>, %x: memref<8xf32>) {
    gpu.memcpy %a, %x : memref<8xf32>, memref<8xf32>
    return
  }

  // A token that a loop carries: what the loop yields comes after its body.

  // TEXT:      @loop: longest token chain 1
  // TEXT-NEXT:   #0 gpu.wait async
  // TEXT-NEXT:   #1 scf.for  after #0
  // TEXT-NEXT:   #2 gpu.memcpy %a{{.*}}, %x{{.*}}  after #1
  // TEXT-NEXT:   #3 scf.yield  after #2
  // TEXT-NEXT:   #4 gpu.wait  after #1, #3
  func.func @loop(%a: memref<8xf32>, %x: memref<8xf32>, %n: index) {
    %c1 = arith.constant 1 : index
    %t = gpu.wait async
    %r = scf.for %i = %c1 to %n step %c1 iter_args(%u = %t) -> (!gpu.async.token) {
      %v = gpu.memcpy async [%u] %a, %x : memref<8xf32>, memref<8xf32>
      scf.yield %v : !gpu.async.token
    }
    gpu.wait [%r]
    return
  }
}
