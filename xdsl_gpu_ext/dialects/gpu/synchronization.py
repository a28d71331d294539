"""Waiting: of the host for the device, and of threads for one another."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import IRDLOperation, traits_def

from xdsl_gpu_ext.dialects.gpu.async_interface import (
    ASYNC_FORMAT,
    AsyncDependencies,
    AsyncOpInterface,
    token_types,
)
from xdsl_gpu_ext.mlir.interfaces.traits import Synchronizes
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement


@irdl_op_refinement
class WaitOp(xdsl_gpu.WaitOp):
    """
    Waits for tokens.

    `gpu.wait [%a, %b]` blocks the host until the work behind both tokens is done.
    `%t = gpu.wait async [%a, %b]` blocks nobody: `%t` stands for both. Without
    dependencies, `%t = gpu.wait async` is a token that is ready at once.
    """

    traits = traits_def(AsyncOpInterface())
    assembly_format = ASYNC_FORMAT + "attr-dict"
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = True,
    ):
        IRDLOperation.__init__(
            self,
            operands=[async_dependencies],
            result_types=[token_types(is_async)],
        )


@irdl_op_refinement
class BarrierOp(xdsl_gpu.BarrierOp):
    """
    Every thread of the block waits until all have come here: `gpu.barrier`.

    What they wrote to memory before is then seen by all of them.
    """

    traits = traits_def(Synchronizes())

    assembly_format = "attr-dict"
