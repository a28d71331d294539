// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

module {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
    return
  }
}

// CHECK: 'gpu.launch_func' op expected the closest surrounding module to have the 'gpu.container_module' attribute

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @elsewhere::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
    return
  }
}

// CHECK: 'gpu.launch_func' op kernel container 'elsewhere' is undefined

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @f::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
    return
  }
}

// CHECK: 'gpu.launch_func' op kernel module 'f' is undefined

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@other blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
    return
  }
}

// CHECK: 'gpu.launch_func' op kernel function '@kernels::@other' is undefined

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@kernel::@deeper blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
    return
  }
}

// CHECK: 'gpu.launch_func' op kernel function '@kernels::@kernel::@deeper' is undefined

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// CHECK: 'gpu.launch_func' op referenced kernel '@kernels' is not a function

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @global : memref<4xf32>
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@global blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// CHECK: 'gpu.launch_func' op referenced kernel '@kernels::@global' is not a function

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @plain() {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@plain blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// CHECK: 'gpu.launch_func' op kernel function is missing the 'gpu.kernel' attribute

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @plain()
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@plain blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// CHECK: 'gpu.launch_func' op kernel function is missing the 'gpu.kernel' attribute

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// CHECK: 'gpu.launch_func' op got 0 kernel operands but expected 1

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%i : i32)
    return
  }
}

// CHECK: 'gpu.launch_func' op type of function argument 0 does not match

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func async @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
    return
  }
}

// CHECK: needs to be named when marked 'async'

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@kernel blocks in (%x, %x, %x) threads in (%x, %x, %x) : f32 args(%x : f32)
    return
  }
}

// CHECK: f32

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@kernel blocks in (%l, %l, %l) threads in (%l, %l, %l) args(%x : f32)
    return
  }
}

// CHECK: operand is used with type index, but has been previously used or defined with type i64

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@kernel clusters in (%n, %n) blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
    return
  }
}

// CHECK: Expected ','

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %n args(%x : f32)
    return
  }
}

// CHECK: operand is used with type i32, but has been previously used or defined with type index

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x)
    return
  }
}

// CHECK: Expected ':'

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) {tag} args(%x : f32)
    return
  }
}

// CHECK: args

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    gpu.launch_func "kernel" blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
    return
  }
}

// CHECK: should be of base attribute symbol_ref

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    "gpu.launch_func"(%n, %n, %n, %n, %n, %l, %x) <{kernel = @kernels::@kernel, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}> : (index, index, index, index, index, i64, f32) -> ()
    return
  }
}

// CHECK: all of {gridSizeX, gridSizeY, gridSizeZ, blockSizeX, blockSizeY, blockSizeZ} have same type

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    "gpu.launch_func"(%n, %n, %n, %n, %n, %n, %n, %n, %l, %x) <{kernel = @kernels::@kernel, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0>}> : (index, index, index, index, index, index, index, index, i64, f32) -> ()
    return
  }
}

// CHECK: expects types of the cluster dimensions must be the same

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32, %i: i32, %l: i64) {
    "gpu.launch_func"(%n, %n, %n, %n, %n, %n, %x) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}> : (index, index, index, index, index, index, f32) -> ()
    return
  }
}

// CHECK: kernel

// -----

func.func @f() attributes {gpu.container_module} {
  return
}

// CHECK: expected 'gpu.container_module' attribute to be attached to 'builtin.module'
