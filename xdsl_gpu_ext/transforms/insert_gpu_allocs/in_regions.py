"""
The mode `in-regions`: the program says itself which memory is for the device, by
allocating it inside a `region.env_region` with a GPU environment.

Only such allocations are changed, and what frees them, wherever that is. Inside, what
frees memory that comes from elsewhere is taken to free device memory too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation
from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)

from xdsl_gpu_ext.analysis.aliases import BufferAliases
from xdsl_gpu_ext.analysis.memory import MemoryAnalysis
from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.dialects.region import EnvironmentRegionOp, GPUEnvAttr
from xdsl_gpu_ext.mlir.ir.walks import nested_operations
from xdsl_gpu_ext.transforms.insert_gpu_allocs.strategy import is_local_allocation
from xdsl_gpu_ext.transforms.refusal import refuse


@dataclass
class RegionPlan:
    """What is changed in a module."""

    allocations: set[Operation]
    deallocations: set[Operation]


def plan_regions(functions: Iterable[Operation]) -> RegionPlan:
    """
    What is to be changed in `functions`, which are all of one module.

    Raises `PassFailedException` if something may free both kinds of memory.
    """
    memory = MemoryAnalysis()
    plan = RegionPlan(set(), set())
    for function in functions:
        inside = _operations_for_gpu(function)
        if inside:
            _plan_function(function, memory.aliases(function), inside, plan)
    return plan


def _operations_for_gpu(function: Operation) -> set[Operation]:
    """The allocations and deallocations inside regions with a GPU environment."""
    blocks: set[Block | None] = set()
    found: set[Operation] = set()
    for op in nested_operations(function):
        is_inside = op.parent in blocks
        if isinstance(op, xdsl_memref.AllocOp | xdsl_memref.DeallocOp) and is_inside:
            found.add(op)
        if is_inside or (
            isinstance(op, EnvironmentRegionOp)
            and isinstance(op.environment, GPUEnvAttr)
        ):
            blocks.update(block for region in op.regions for block in region.blocks)
    return found


def _plan_function(
    function: Operation,
    aliases: BufferAliases,
    inside: set[Operation],
    plan: RegionPlan,
) -> None:
    plan.allocations |= {op for op in inside if isinstance(op, xdsl_memref.AllocOp)}
    for op in nested_operations(function):
        if not isinstance(op, xdsl_memref.DeallocOp):
            continue
        roots = aliases.roots(op.memref)
        on_device = {r for r in roots if r.operation in plan.allocations}
        on_host = {r for r in roots - on_device if is_local_allocation(r)}
        if op in inside:
            # Who knows where an argument comes from says so by freeing it here.
            on_device = roots - on_host
        if not on_device:
            continue
        if on_device != roots:
            refuse(op, "may free memory of the host or of the device")
        if not isinstance(op.memref.type, MemRefType):
            refuse(op, "frees device memory of unknown rank")
        plan.deallocations.add(op)


@dataclass
class AllocateOnDevice(RewritePattern):
    """An allocation in a region for the GPU becomes a `gpu.alloc`."""

    plan: RegionPlan
    host_shared: bool

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: xdsl_memref.AllocOp, rewriter: PatternRewriter
    ) -> None:
        if op not in self.plan.allocations:
            return
        alloc = gpu.AllocOp(
            op.memref.type,
            op.dynamic_sizes,
            host_shared=self.host_shared,
            symbol_operands=op.symbol_operands,
        )
        alloc.attributes |= op.attributes
        alloc.result.name_hint = op.memref.name_hint or "memref"
        rewriter.replace(op, alloc, [alloc.result])


@dataclass
class FreeOnDevice(RewritePattern):
    """What frees such memory becomes a `gpu.dealloc`."""

    plan: RegionPlan

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: xdsl_memref.DeallocOp, rewriter: PatternRewriter
    ) -> None:
        if op in self.plan.deallocations:
            rewriter.replace(op, gpu.DeallocOp(op.memref), [])
