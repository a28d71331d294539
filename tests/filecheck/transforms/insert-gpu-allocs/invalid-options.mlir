// RUN: not xdsl-opt %s -p 'insert-gpu-allocs{client-api=cuda}' 2>&1 | filecheck %s --check-prefix=API
// RUN: not xdsl-opt %s -p 'insert-gpu-allocs{copy-op=memcpy}' 2>&1 | filecheck %s --check-prefix=COPY
// RUN: not xdsl-opt %s -p 'insert-gpu-allocs{in-regions=2}' 2>&1 | filecheck %s --check-prefix=BOOL
// RUN: not xdsl-opt %s -p 'insert-gpu-allocs{in-regions=true client-api=vulkan}' 2>&1 | filecheck %s --check-prefix=REGIONS

// API: insert-gpu-allocs: client-api must be opencl or vulkan, not cuda
// COPY: insert-gpu-allocs: copy-op must be memref.copy or gpu.memcpy, not memcpy
// BOOL: insert-gpu-allocs: in-regions must be true or false, not 2
// REGIONS: insert-gpu-allocs: in-regions allocates device memory, which needs client-api=opencl
builtin.module {}
