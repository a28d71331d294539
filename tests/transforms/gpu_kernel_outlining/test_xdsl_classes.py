"""Launches built from xDSL's own classes, which know less than ours."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects import arith, func, gpu, memref
from xdsl.dialects.builtin import IndexType, MemRefType, ModuleOp, f32
from xdsl.ir import Block, Region

from xdsl_gpu_ext.api import to_text
from xdsl_gpu_ext.testing.mlir_opt import generic_modules
from xdsl_gpu_ext.transforms.gpu_kernel_outlining import GpuKernelOutliningPass
from xdsl_gpu_ext.transforms.gpu_launch_sink_index_computations import (
    GpuLaunchSinkIndexComputationsPass,
)


def test_outlining() -> None:
    buffer_type = MemRefType(f32, [4])
    function = func.FuncOp("f", ([buffer_type], []))
    block = function.body.block
    one = arith.ConstantOp.from_int_and_width(1, IndexType())
    zero = arith.ConstantOp.from_int_and_width(0, IndexType())
    load = memref.LoadOp.get(block.args[0], [zero])
    kernel = Region(Block([load, gpu.TerminatorOp()], arg_types=[IndexType()] * 12))
    launch = gpu.LaunchOp(kernel, [one] * 3, [one] * 3)
    block.add_ops([one, zero, launch, func.ReturnOp()])
    module = ModuleOp([function])

    GpuLaunchSinkIndexComputationsPass().apply(Context(), module)
    GpuKernelOutliningPass().apply(Context(), module)
    module.verify()

    text = to_text(module)
    assert "gpu.launch_func @f_kernel::@f_kernel" in text
    assert "known_block_size = array<i32: 1, 1, 1>" in text
    assert generic_modules([text]) != [None]
