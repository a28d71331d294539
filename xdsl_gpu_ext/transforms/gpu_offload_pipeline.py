"""
From kernels in host code to asynchronous host code, in one step.

    xdsl-opt -p gpu-offload-pipeline
    xdsl-opt -p 'gpu-offload-pipeline{dependencies=chain}'

The passes, in order, and the options that they are given:

1. `insert-gpu-allocs`: `copy-op`, `is-usm-args`, `assume-full-overwrite`
2. `gpu-launch-sink-index-computations`
3. `gpu-kernel-outlining`: `data-layout-str`
4. `gpu-async-region`: `dependencies`, `strict`

A module that one of them refuses is left as it was before the first.

Two defaults differ from those of the passes, so that copies and kernels overlap where
memory allows it: `copy-op="gpu.memcpy"` and `dependencies=memory`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass, PassPipeline
from xdsl.utils.exceptions import DiagnosticException

from xdsl_gpu_ext.mlir.options import CheckedOptions
from xdsl_gpu_ext.transforms.gpu_async_region import GpuAsyncRegionPass
from xdsl_gpu_ext.transforms.gpu_kernel_outlining import GpuKernelOutliningPass
from xdsl_gpu_ext.transforms.gpu_launch_sink_index_computations import (
    GpuLaunchSinkIndexComputationsPass,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs import InsertGpuAllocsPass

__all__ = ["GpuOffloadPipelinePass"]


@dataclass(frozen=True)
class GpuOffloadPipelinePass(CheckedOptions, ModulePass):
    """Turns `gpu.launch` on host memory into asynchronous work on device memory."""

    name = "gpu-offload-pipeline"

    copy_op: Literal["memref.copy", "gpu.memcpy"] = "gpu.memcpy"
    """What moves data: `gpu.memcpy`, asynchronously, or `memref.copy`, by the host."""

    is_usm_args: bool = False
    """Arguments of functions are visible to the device, and need not be staged."""

    assume_full_overwrite: bool = False
    """A buffer that the device only writes is written in full, whether seen or not."""

    data_layout_str: str = ""
    """A `#dlti.dl_spec` attribute for every module that gets a kernel."""

    dependencies: Literal["chain", "memory"] = "memory"
    """
    What a GPU operation waits for: the one before it, or those that touch its memory.
    """

    strict: bool = False
    """Refuse functions that hold a `gpu.wait` or asynchronous GPU operation already."""

    def passes(self) -> PassPipeline:
        """The passes that this one stands for."""
        return PassPipeline(
            (
                InsertGpuAllocsPass(
                    copy_op=self.copy_op,
                    is_usm_args=self.is_usm_args,
                    assume_full_overwrite=self.assume_full_overwrite,
                ),
                GpuLaunchSinkIndexComputationsPass(),
                GpuKernelOutliningPass(data_layout_str=self.data_layout_str),
                GpuAsyncRegionPass(dependencies=self.dependencies, strict=self.strict),
            )
        )

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        before = op.clone()
        try:
            self.passes().apply(ctx, op)
        except DiagnosticException:
            # Each pass leaves alone what it refuses, but those before it have run.
            op.attributes = before.attributes
            op.detach_region(op.body).drop_all_references()
            op.add_region(before.detach_region(before.body))
            raise
