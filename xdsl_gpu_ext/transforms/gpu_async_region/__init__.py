"""
Makes the GPU work of host functions asynchronous.

    xdsl-opt -p gpu-async-region
    xdsl-opt -p 'gpu-async-region{strict=true}'

A synchronous GPU operation makes the host wait for the device. Made asynchronous, it
only schedules its work and returns a token; operations that take the token start when
that work is done, and the host waits only where something it does could see the
difference:

    gpu.memcpy %d, %s : ...             %t0 = gpu.wait async
    gpu.launch_func @k::@k ...    ->    %t1 = gpu.memcpy async [%t0] %d, %s : ...
    func.call @use(...)                 %t2 = gpu.launch_func async [%t1] @k::@k ...
                                        gpu.wait [%t2]
                                        func.call @use(...)

A program whose GPU operations are synchronous keeps its meaning. The result is, to the
order of operands, that of MLIR's pass of the same name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_gpu_ext.analysis.async_dependencies import Footprints
from xdsl_gpu_ext.analysis.memory import MemoryAnalysis
from xdsl_gpu_ext.mlir.options import CheckedOptions
from xdsl_gpu_ext.transforms.gpu_async_region.chain import thread_token
from xdsl_gpu_ext.transforms.gpu_async_region.executes import (
    defer_waits,
    use_tokens_once,
)
from xdsl_gpu_ext.transforms.gpu_async_region.host_function import HostFunction
from xdsl_gpu_ext.transforms.gpu_async_region.memory import place_tokens

__all__ = ["GpuAsyncRegionPass"]


@dataclass(frozen=True)
class GpuAsyncRegionPass(CheckedOptions, ModulePass):
    """Makes the GPU work of host functions asynchronous, ordered by tokens."""

    name = "gpu-async-region"

    dependencies: Literal["chain", "memory"] = "chain"
    """
    What an operation waits for. `chain`: the one before it in its block. `memory`: the
    ones before it in its block that touch the same memory.
    """

    strict: bool = False
    """
    Refuse functions that hold a `gpu.wait` or an asynchronous GPU operation already.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        # As in MLIR, the functions of nested modules are not the host's.
        functions = [
            HostFunction.of(function, strict=self.strict)
            for function in op.ops
            if isinstance(function, func.FuncOp)
        ]
        # Nothing is changed before every function is known to be right.
        if self.dependencies == "memory":
            memory = MemoryAnalysis()
            footprints = [Footprints(memory, function.op) for function in functions]
            for function, touched in zip(functions, footprints, strict=True):
                for block in function.blocks:
                    place_tokens(touched, block)
            return
        for function in functions:
            for block in function.blocks:
                thread_token(function, block)
            if function.executes:
                defer_waits(function)
                use_tokens_once(function)
