"""
Modules of xDSL's own classes run too: those that its passes build, and whole modules
read where this package's dialects do not take the place of xDSL's.
"""

from __future__ import annotations

from io import StringIO
from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects import arith, func, get_all_dialects, gpu, memref, vector
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IndexType,
    MemRefType,
    ModuleOp,
    f32,
    i32,
)
from xdsl.ir import Block, Region
from xdsl.parser import Parser

from tests.simulator.host_programs import arguments, module_text, random_function
from tests.simulator.kernels import MODES
from xdsl_gpu_ext.api import parse, run_passes, to_text
from xdsl_gpu_ext.simulator import run


def _in_xdsl(module: ModuleOp) -> ModuleOp:
    """`module`, of xDSL's own classes."""
    for op in module.walk():
        if op.name in ("gpu.memcpy", "gpu.dealloc"):
            # The sizes that xDSL's own operations have and MLIR's have not.
            buffers = [1] * (2 if op.name == "gpu.memcpy" else 1)
            sizes = [len(op.operands) - len(buffers), *buffers]
            segments = DenseArrayBase.from_list(i32, sizes)
            op.attributes["operandSegmentSizes"] = segments
    ctx = Context()
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    own = Parser(ctx, to_text(module, generic=True)).parse_module()
    own.verify()
    foreign = {type(op).__module__ for op in own.walk()}
    assert all(name.startswith("xdsl.") for name in foreign), foreign
    return own


_KERNELS = """
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @reverse(%m: memref<16xf32>, %s: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : index
    %one = arith.constant 1 : i32
    %w = memref.alloca() : memref<8xf32, 3 : i32>
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %n = gpu.block_dim x
    %o = arith.muli %b, %n : index
    %i = arith.addi %o, %t : index
    %x = memref.load %m[%i] : memref<16xf32>
    memref.store %x, %w[%t] : memref<8xf32, 3 : i32>
    gpu.barrier
    %r = arith.subi %c7, %t : index
    %y = memref.load %w[%r] : memref<8xf32, 3 : i32>
    %g = gpu.global_id x
    memref.store %y, %m[%g] : memref<16xf32>
    %sum = gpu.all_reduce add %one uniform {} : (i32) -> (i32)
    %old = memref.atomic_rmw addi %sum, %s[%c0] : (i32, memref<1xi32>) -> i32
    %lane = gpu.lane_id
    %group = gpu.subgroup_id : index
    %size = gpu.subgroup_size : index
    %groups = gpu.num_subgroups : index
    %grid = gpu.grid_dim x
    gpu.return
  }
}
func.func @main(%a: memref<16xf32>, %n: memref<1xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %t0 = gpu.wait async
  %d, %t1 = gpu.alloc async [%t0] () : memref<16xf32>
  %e = gpu.alloc host_shared () : memref<1xi32>
  memref.copy %n, %e : memref<1xi32> to memref<1xi32>
  %t2 = gpu.memcpy async [%t1] %d, %a : memref<16xf32>, memref<16xf32>
  %t3 = gpu.launch_func async [%t2] @kernels::@reverse
    blocks in (%c2, %c1, %c1) threads in (%c8, %c1, %c1)
    args(%d : memref<16xf32>, %e : memref<1xi32>)
  %t4 = gpu.memcpy async [%t3] %a, %d : memref<16xf32>, memref<16xf32>
  %t5 = gpu.dealloc async [%t4] %d : memref<16xf32>
  gpu.wait [%t5]
  memref.copy %e, %n : memref<1xi32> to memref<1xi32>
  gpu.dealloc %e : memref<1xi32>
  %u = memref.cast %a : memref<16xf32> to memref<*xf32>
  gpu.host_register %u : memref<*xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %o = arith.muli %bx, %sx : index
    %i = arith.addi %o, %tx : index
    %x = memref.load %a[%i] : memref<16xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%i] : memref<16xf32>
    gpu.terminator
  }
  gpu.host_unregister %u : memref<*xf32>
  %device = arith.constant 0 : i32
  gpu.set_default_device %device
  return
}
}
"""


@pytest.mark.parametrize("mode", MODES)
def test_kernels(mode: Any):
    module = _in_xdsl(parse(_KERNELS))
    a, n = np.arange(16, dtype=np.float32), np.zeros(1, np.int32)
    result = run(module, "main", [a, n], mode=mode, seed=1)
    expected = 2 * np.arange(16).reshape(2, 8)[:, ::-1].reshape(-1)
    np.testing.assert_array_equal(a, expected)
    # Both blocks of eight threads add, once a thread.
    assert n[0] == 2 * 8 * 8
    assert result.counters.launches == 2


def test_random_host_programs():
    """Those without what xDSL has no operation for, and copies to other layouts."""
    count = 0
    for seed in range(60):
        text = module_text([random_function(seed, "main")])
        lacking = ("gpu.memset", "async.execute", "memref.subview")
        if any(name in text for name in lacking):
            continue
        count += 1
        expected, found = arguments(seed), arguments(seed)
        run(text, "main", expected)
        run(_in_xdsl(parse(text)), "main", found)
        np.testing.assert_array_equal(found, expected)
    assert count > 5


def test_what_a_pass_of_xdsl_builds():
    text = """
func.func @main(%n: index) {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  memref.dealloc %a : memref<8xf32>
  return
}
"""
    module = run_passes(text, "memref-to-gpu")
    assert {type(op) for op in module.walk()} >= {gpu.AllocOp, gpu.DeallocOp}
    for pipeline in (None, "gpu-async-region"):
        changed = run_passes(module, pipeline) if pipeline else module
        counters = run(changed, "main", [4]).counters
        assert counters.device_allocations == 2
        assert counters.device_bytes_allocated == 48


@pytest.mark.parametrize(
    ("kind", "expected"), [("add", 28), ("min", 0), ("max", 7), ("mul", 0)]
)
def test_modules_built_in_python(kind: str, expected: int):
    """Their kinds of `gpu.all_reduce` are fewer, and named by no type of number."""
    host = Block(arg_types=[MemRefType(f32, [8])])
    (memory,) = host.args
    one = arith.ConstantOp.from_int_and_width(1, IndexType())
    eight = arith.ConstantOp.from_int_and_width(8, IndexType())
    body = Block(arg_types=[IndexType()] * 12)
    thread = gpu.ThreadIdOp(gpu.DimensionAttr(gpu.DimensionEnum.X))
    load = memref.LoadOp.get(memory, [thread])
    total = gpu.AllReduceOp.from_op(
        gpu.AllReduceOpAttr(gpu.AllReduceOpEnum(kind)), load
    )
    store = memref.StoreOp.get(total, memory, [thread])
    body.add_ops([thread, load, total, store, gpu.TerminatorOp()])
    launch = gpu.LaunchOp(Region(body), [one] * 3, [eight, one, one])
    host.add_ops([one, eight, launch, func.ReturnOp()])
    function = func.FuncOp("main", ((MemRefType(f32, [8]),), ()), Region(host))
    module = ModuleOp([function])
    for mode in MODES:
        a = np.arange(8, dtype=np.float32)
        run(module, "main", [a], mode=mode, unified_memory=True)
        np.testing.assert_array_equal(a, np.full(8, expected))


def test_printing():
    block = Block(arg_types=[f32])
    block.add_ops([vector.PrintOp(block.args[0]), func.ReturnOp()])
    module = ModuleOp([func.FuncOp("main", ((f32,), ()), Region(block))])
    out = StringIO()
    run(module, "main", [1.5], out=out)
    assert out.getvalue() == "1.5\n"
