"""
Decides which memory lives on the device, and what is copied when.

    xdsl-opt -p insert-gpu-allocs
    xdsl-opt -p 'insert-gpu-allocs{client-api=vulkan}'

Host functions with `gpu.launch` bodies come in as if host and device shared one
memory. Afterwards the device accesses only what it can reach, and host and device still
see each other's writes as before:

    func.func @f(%a: memref<8xf32>) {      func.func @f(%a: memref<8xf32>) {
      %t = memref.alloc() : ...              %d = gpu.alloc host_shared () : ...
      gpu.launch ... {                       memref.copy %a, %d : ...
        ... memref.load %a[%i] ...    ->     %t = gpu.alloc () : ...
        ... memref.store %x, %t[%i] ...      gpu.launch ... { ... %d ... %t ... }
      }                                      gpu.dealloc %t : ...
      memref.dealloc %t : ...                gpu.dealloc %d : ...
    }                                      }

What happens to a buffer that the device accesses:

- A local allocation is *promoted* to a `gpu.alloc`, and freed by `gpu.dealloc`.
- Other buffers (arguments, globals, results of calls) are *staged*: a device buffer
  takes their place from the definition to the end of its scope, or around each launch
  where that would be wrong. Old contents are copied in unless the device overwrites
  them, and copied out if something may have changed them.
- What is device memory already is left alone.

Assumed of what cannot be seen: arguments of a function do not overlap each other or
globals that it names; what a call returns overlaps nothing else; a called function
accesses what it is passed and globals, and keeps no reference to its arguments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriteWalker, RewritePattern

from xdsl_gpu_ext.mlir.options import CheckedOptions
from xdsl_gpu_ext.transforms.insert_gpu_allocs import in_regions
from xdsl_gpu_ext.transforms.insert_gpu_allocs.options import (
    ClientApi,
    CopyOperation,
    Options,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs.patterns import (
    FreeOnDevice,
    LeaveScopes,
    PromoteAllocation,
    StageAroundLaunch,
    StageOverScope,
    UseStagedGlobal,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs.plan import plan_module

__all__ = ["InsertGpuAllocsPass"]


@dataclass(frozen=True)
class InsertGpuAllocsPass(CheckedOptions, ModulePass):
    """Decides which memory lives on the device, and what is copied when."""

    name = "insert-gpu-allocs"

    client_api: Literal["opencl", "vulkan"] = "opencl"
    """
    `opencl`: device memory comes from `gpu.alloc`. `vulkan`: staged buffers come from
    `memref.alloc`, and local allocations stay as they are.
    """

    in_regions: bool = False
    """
    Only change what is allocated and freed inside a `region.env_region` with a GPU
    environment.
    """

    host_shared: bool = True
    """With `in-regions`: whether the host can access the memory too."""

    is_usm_args: bool = False
    """Arguments of functions are visible to the device, and need not be staged."""

    copy_op: Literal["memref.copy", "gpu.memcpy"] = "memref.copy"
    """
    What moves data: `memref.copy`, which the host executes, or `gpu.memcpy`, so that
    memory which the host does not access otherwise need not be shared.
    """

    assume_full_overwrite: bool = False
    """A buffer that the device only writes is written in full, whether seen or not."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.in_regions and self.client_api != "opencl":
            self._refuse(
                "in-regions allocates device memory, which needs client-api=opencl"
            )

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = list(_host_functions(op))
        # Nothing is changed before it is known that everything can be done.
        if self.in_regions:
            regions = in_regions.plan_regions(functions)
            _rewrite(op, in_regions.FreeOnDevice(regions))
            _rewrite(op, in_regions.AllocateOnDevice(regions, self.host_shared))
            return
        options = Options(
            ClientApi(self.client_api),
            CopyOperation(self.copy_op),
            self.is_usm_args,
            self.assume_full_overwrite,
        )
        plan = plan_module(functions, options)
        _rewrite(op, PromoteAllocation(plan))
        _rewrite(op, FreeOnDevice(plan))
        _rewrite(op, StageOverScope(plan))
        _rewrite(op, UseStagedGlobal(plan))
        _rewrite(op, StageAroundLaunch(plan))
        _rewrite(op, LeaveScopes(plan))


def _host_functions(module: Operation) -> Iterator[FuncOp]:
    """The functions with a body that are not device code."""
    pending = [module]
    while pending:
        table = pending.pop()
        for region in table.regions:
            for block in region.blocks:
                for op in block.ops:
                    if isinstance(op, FuncOp):
                        if not op.is_declaration:
                            yield op
                    elif isinstance(op, ModuleOp):
                        pending.append(op)


def _rewrite(module: ModuleOp, pattern: RewritePattern) -> None:
    PatternRewriteWalker(pattern, apply_recursively=False).rewrite_module(module)
