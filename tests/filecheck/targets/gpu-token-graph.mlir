// RUN: xdsl-opt -t 'gpu-token-graph{format=text}' %s | filecheck %s --check-prefix=TEXT
// RUN: xdsl-opt -t gpu-token-graph %s | filecheck %s --check-prefix=DOT
// RUN: xdsl-opt -t 'gpu-token-graph{format=mermaid}' %s | filecheck %s --check-prefix=MERMAID

// Two copies that may overlap, joined before the kernel that reads both: a copy and the
// kernel are the critical path. What waits for nothing is not drawn.

// TEXT:      @fork: critical path 2
// TEXT-NEXT:   #0 gpu.memcpy %a, %x{{$}}
// TEXT-NEXT:   #1 gpu.memcpy %b, %x{{$}}
// TEXT-NEXT:   #2 gpu.launch_func @kernels::@add %a, %b  after #0, #1
// TEXT-NEXT:   #3 gpu.wait  after #2

// DOT:      digraph "tokens" {
// DOT:        label="@fork: critical path 2"
// DOT:        f0n2 [label="gpu.launch_func\n@kernels::@add\n%a, %b", shape=box
// DOT:        f0n0 -> f0n2;
// DOT-NEXT:   f0n1 -> f0n2;

// MERMAID:      flowchart TB
// MERMAID:        subgraph group0["@fork: critical path 2"]
// MERMAID:          f0n0["gpu.memcpy<br/>%a, %x"]:::device
// MERMAID:          f0n3{{[{][{]}}"gpu.wait"{{[}][}]}}:::wait
// MERMAID:          f0n2 --> f0n3

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

  // A token that a loop carries: each round comes after the one before.

  // TEXT:      @loop: critical path 1 with one round of the loop
  // TEXT-NEXT:   scf.for: each round adds 1
  // TEXT-NEXT:     #0 gpu.memcpy %a{{.*}}, %x{{.*}}  after #0 (next round)
  // TEXT-NEXT:   #1 gpu.wait  after #0
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

  // The host waits between two pieces of work: the second comes after the first, though
  // no token says so. A loop of known length is counted.

  // TEXT:      @host_waits: critical path 6{{$}}
  // TEXT-NEXT:   #0 gpu.memcpy %a{{.*}}, %x{{.*}}
  // TEXT-NEXT:   #1 gpu.wait  after #0
  // TEXT-NEXT:   #2 gpu.memset %a{{.*}}  after #1 (host)
  // TEXT-NEXT:   scf.for: 4 rounds
  // TEXT-NEXT:     #3 gpu.memcpy %x{{.*}}, %a{{.*}}  after #2 (host), #4 (host, next round)
  // TEXT-NEXT:     #4 gpu.wait  after #3

  // DOT:         [style=dashed];
  // DOT:         [label="next round", style=dashed, constraint=false];
  func.func @host_waits(%a: memref<8xf32>, %x: memref<8xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = gpu.wait async
    %u = gpu.memcpy async [%t] %a, %x : memref<8xf32>, memref<8xf32>
    gpu.wait [%u]
    gpu.memset %a, %v : memref<8xf32>, f32
    scf.for %i = %c0 to %c4 step %c1 {
      %s = gpu.wait async
      %w = gpu.memcpy async [%s] %x, %a : memref<8xf32>, memref<8xf32>
      gpu.wait [%w]
    }
    return
  }
}
