// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @unnamed(%n: index, %i: i32, %l: i64) {
  gpu.launch async blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}

// CHECK: needs to be named when marked 'async'

// -----

func.func @named(%n: index, %i: i32, %l: i64) {
  %t = gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}

// CHECK: Operation has 0 results, but was given 1 to bind.

// -----

func.func @terminator(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.yield
  }
  return
}

// CHECK: expected 'gpu.terminator' or a terminator with successors in 'gpu.launch' body region

// -----

func.func @terminator_of_a_later_block(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    cf.br ^a
  ^a:
    gpu.yield
  }
  return
}

// CHECK: expected 'gpu.terminator' or a terminator with successors in 'gpu.launch' body region

// -----

func.func @no_terminator(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
  }
  return
}

// CHECK: gpu.launch

// -----

func.func @size_type(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %i, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}

// CHECK: operand is used with type index, but has been previously used or defined with type i32

// -----

func.func @memory_size_type(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) dynamic_shared_memory_size %l {
    gpu.terminator
  }
  return
}

// CHECK: operand is used with type i32, but has been previously used or defined with type i64

// -----

func.func @memory_size_missing(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) dynamic_shared_memory_size {
    gpu.terminator
  }
  return
}

// CHECK: operand expected

// -----

func.func @missing_threads(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) {
    gpu.terminator
  }
  return
}

// CHECK: Expected 'threads'

// -----

func.func @clusters_last(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) clusters(%cx, %cy, %cz) in (%ncx = %n, %ncy = %n, %ncz = %n) {
    gpu.terminator
  }
  return
}

// CHECK: Expected region!

// -----

func.func @two_sizes(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}

// CHECK: expected three ids in three sizes

// -----

func.func @nested_module_name(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@a::@b) {
    gpu.terminator
  }
  return
}

// CHECK: Expected SymbolRefAttr with no nested symbols.

// -----

func.func @function_name(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) function("a") {
    gpu.terminator
  }
  return
}

// CHECK: should be of base attribute symbol_ref

// -----

func.func @function_before_module(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) function(@a) module(@b) {
    gpu.terminator
  }
  return
}

// CHECK: Expected region!

// -----

func.func @attributed_type(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) workgroup(%w: f32) {
    gpu.terminator
  }
  return
}

// CHECK: 'gpu.launch' op expected memref type in attribution

// -----

func.func @workgroup_space(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) workgroup(%w: memref<4xf32, #gpu.address_space<private>>) {
    gpu.terminator
  }
  return
}

// CHECK: 'gpu.launch' op expected memory space workgroup in attribution

// -----

func.func @private_space(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) private(%w: memref<4xf32, #gpu.address_space<global>>) {
    gpu.terminator
  }
  return
}

// CHECK: 'gpu.launch' op expected memory space private in attribution

// -----

func.func @attribution_attributes(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) workgroup(%w: memref<4xf32> {tag}) {
    gpu.terminator
  }
  return
}

// CHECK: ')' expected

// -----

func.func @attributions_given_twice(%n: index, %i: i32, %l: i64) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  } {workgroup_attributions = 0 : i64}
  return
}

// CHECK: 'workgroup_attributions' is already passed through the operation custom assembly format

// -----

func.func @too_few_arguments(%n: index, %i: i32, %l: i64) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
  ^bb0(%a: index):
    gpu.terminator
  }) {} : (index, index, index, index, index, index) -> ()
  return
}

// CHECK: 'gpu.launch' op unexpected number of region arguments

// -----

func.func @too_few_buffers(%n: index, %i: i32, %l: i64) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
  ^bb0(%a0: index, %a1: index, %a2: index, %a3: index, %a4: index, %a5: index, %a6: index, %a7: index, %a8: index, %a9: index, %a10: index, %a11: index):
    gpu.terminator
  }) {workgroup_attributions = 1 : i64} : (index, index, index, index, index, index) -> ()
  return
}

// CHECK: 'gpu.launch' op unexpected number of region arguments

// -----

func.func @some_cluster_sizes(%n: index, %i: i32, %l: i64) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> ({
  ^bb0(%a0: index, %a1: index, %a2: index, %a3: index, %a4: index, %a5: index, %a6: index, %a7: index, %a8: index, %a9: index, %a10: index, %a11: index):
    gpu.terminator
  }) : (index, index, index, index, index, index, index) -> ()
  return
}

// CHECK: 'gpu.launch' op cluster size must be all present

// -----

func.func @segments(%n: index, %i: i32, %l: i64) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n) ({
  ^bb0(%a0: index, %a1: index, %a2: index, %a3: index, %a4: index, %a5: index, %a6: index, %a7: index, %a8: index, %a9: index, %a10: index, %a11: index):
    gpu.terminator
  }) : (index, index, index, index, index, index) -> ()
  return
}

// CHECK: operandSegmentSizes

// -----

func.func @terminator_elsewhere() {
  gpu.terminator
}

// CHECK: 'gpu.terminator' expects parent op 'gpu.launch'
