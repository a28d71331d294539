"""
The changes that a plan asks for. Each pattern makes one kind of change.
"""

from __future__ import annotations

from abc import ABC
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.builder import Builder
from xdsl.dialects import cf
from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects.builtin import MemRefType
from xdsl.dialects.gpu import AsyncTokenType
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.rewriter import BlockInsertPoint, InsertPoint

from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.mlir.ir.walks import nested_operations
from xdsl_gpu_ext.transforms.insert_gpu_allocs.buffers import DeviceBuffer
from xdsl_gpu_ext.transforms.insert_gpu_allocs.leaving import Leaving
from xdsl_gpu_ext.transforms.insert_gpu_allocs.model import (
    Exit,
    LaunchStaging,
    Plan,
    Staging,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs.overlaps import share_buffers
from xdsl_gpu_ext.transforms.insert_gpu_allocs.rebuild import (
    Rebuilder,
    erase_if_unused,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs.scopes import ScopeEnd
from xdsl_gpu_ext.transforms.insert_gpu_allocs.tokens import async_token

_Values: TypeAlias = dict[SSAValue, SSAValue]


@dataclass
class PlannedPattern(RewritePattern, ABC):
    """Makes changes that a plan asks for."""

    plan: Plan

    def fill(self, staging: Staging, builder: Builder, *, same_layout: bool) -> None:
        """Make the device buffer of `staging`, if it is not there yet, and fill it."""
        if staging.buffer is None:
            staging.buffer = DeviceBuffer.like(
                staging.host,
                builder,
                self.plan.options,
                host_shared=staging.host_shared,
                same_layout=same_layout,
            )
        if staging.copy_in:
            staging.buffer.copy_from(staging.host, builder)


class PromoteAllocation(PlannedPattern):
    """A local allocation becomes a `gpu.alloc`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self,
        op: xdsl_memref.AllocOp | xdsl_memref.AllocaOp,
        rewriter: PatternRewriter,
    ) -> None:
        promotion = self.plan.promotions.get(op)
        if promotion is None:
            return
        alloc = gpu.AllocOp(
            op.memref.type,
            op.dynamic_sizes,
            host_shared=promotion.host_shared,
            symbol_operands=op.symbol_operands,
        )
        alloc.attributes |= op.attributes
        alloc.result.name_hint = op.memref.name_hint or "memref"
        rewriter.replace(op, alloc, [alloc.result])
        promotion.buffer = alloc.result


class FreeOnDevice(PlannedPattern):
    """A `memref.dealloc` of what was promoted becomes a `gpu.dealloc`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: xdsl_memref.DeallocOp, rewriter: PatternRewriter
    ) -> None:
        if op not in self.plan.freed_on_device:
            return
        buffer = op.memref
        if not isinstance(buffer.type, MemRefType):
            # The operation takes nothing of unknown rank.
            promoted = self.plan.freed_on_device[op].buffer
            assert promoted is not None
            buffer = promoted
        rewriter.replace(op, gpu.DeallocOp(buffer), [])


class StageOverScope(PlannedPattern):
    """From the definition of a buffer on, a device buffer takes its place."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        definition = self.plan.definitions.get(op)
        if definition is None:
            return
        # Taken before anything is inserted, so that the buffers come in their order.
        where = [self._start_of_scope(op, staging) for staging in definition.after]
        for staging in definition.before:
            rewriter.insertion_point = InsertPoint.before(op)
            name = staging.host.owner
            assert isinstance(name, Operation)
            staging.host = rewriter.insert(name.clone()).results[0]
            self._stage(staging, rewriter)
        for staging, point in zip(definition.after, where, strict=True):
            rewriter.insertion_point = point
            self._stage(staging, rewriter)

    def _start_of_scope(self, op: Operation, staging: Staging) -> InsertPoint:
        if isinstance(staging.host, BlockArgument):
            return InsertPoint.at_start(staging.host.block)
        return InsertPoint.after(op)

    def _stage(self, staging: Staging, rewriter: PatternRewriter) -> None:
        uses = set(staging.host.uses)
        self.fill(staging, rewriter, same_layout=False)
        assert staging.buffer is not None
        rewriter.replace_uses_with_if(
            staging.host, staging.buffer.view, lambda use: use in uses
        )


class UseStagedGlobal(PlannedPattern):
    """An operation that names a global which is staged already gives way to that."""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: xdsl_memref.GetGlobalOp, rewriter: PatternRewriter
    ) -> None:
        staging = self.plan.renamed.get(op)
        if staging is None:
            return
        assert staging.buffer is not None
        rewriter.replace(op, [], [staging.buffer.view])


class StageAroundLaunch(PlannedPattern):
    """Around a launch, device buffers take the place of those that it accesses."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        launch = self.plan.launches.get(op)
        if launch is None:
            return
        rewriter.insertion_point = InsertPoint.before(op)
        dependencies = [o for o in op.operands if isinstance(o.type, AsyncTokenType)]
        if dependencies:
            # What is copied may be the work of these.
            rewriter.insert(gpu.WaitOp(dependencies, is_async=False))
        copies = self._copies(launch, rewriter)
        self._use_copies(op, launch, copies, rewriter)
        rewriter.insertion_point = InsertPoint.after(op)
        if (token := async_token(op)) is not None:
            rewriter.insert(gpu.WaitOp([token], is_async=False))
        for staging in reversed(launch.stagings):
            assert staging.buffer is not None
            if staging.copy_out:
                staging.buffer.copy_to(staging.host, rewriter)
            staging.buffer.free(rewriter)

    def _enter(self, launch: LaunchStaging, rewriter: PatternRewriter) -> None:
        for group in launch.overlapping:
            buffers = share_buffers(
                [staging.host for staging in group],
                rewriter,
                self.plan.options,
                host_shared=any(staging.host_shared for staging in group),
            )
            for staging, buffer in zip(group, buffers, strict=True):
                staging.buffer = buffer
        for staging in launch.stagings:
            # Host code may have taken numbers from the layout of the host buffer.
            self.fill(staging, rewriter, same_layout=True)

    def _copies(self, launch: LaunchStaging, rewriter: PatternRewriter) -> _Values:
        """Stage, and give the device buffers by the names of the host buffers."""
        names = [staging.host for staging in launch.stagings]
        for staging in launch.stagings:
            if staging.host in launch.named_again:
                name = staging.host.owner
                assert isinstance(name, Operation)
                staging.host = rewriter.insert(name.clone()).results[0]
        self._enter(launch, rewriter)
        copies: _Values = {}
        for name, staging in zip(names, launch.stagings, strict=True):
            assert staging.buffer is not None
            copies[name] = staging.buffer.view
        for value, stand_in in launch.stand_ins.items():
            copies[value] = copies[stand_in]
        return copies

    def _use_copies(
        self,
        op: Operation,
        launch: LaunchStaging,
        copies: _Values,
        rewriter: PatternRewriter,
    ) -> None:
        roots = launch.roots

        def is_affected(value: SSAValue) -> bool:
            return not roots.isdisjoint(launch.aliases.roots(value))

        rebuilder = Rebuilder(copies, is_affected, rewriter)
        built = {value: rebuilder.build(value) for value in launch.captured}
        for inner in (op, *nested_operations(op)):
            if any(operand in built for operand in inner.operands):
                inner.operands = [built.get(o, o) for o in inner.operands]
                rewriter.notify_op_modified(inner)
        for name in launch.named_inside:
            rewriter.replace(name, [], [copies[name.results[0]]])
        for value in launch.captured:
            erase_if_unused(value, rewriter)


class LeaveScopes(PlannedPattern):
    """
    On the way out of a scope, host buffers get back what was written, and take the
    places of the device buffers in what is handed out.
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        for edge, exit in self.plan.exits.get(op, {}).items():
            if edge is None:
                rewriter.insertion_point = InsertPoint.before(op)
                operands = list(op.operands)
                op.operands = Leaving(exit, self.plan, rewriter).leave(operands)
                for operand in operands:
                    erase_if_unused(operand, rewriter)
                rewriter.notify_op_modified(op)
            else:
                self._leave_by_edge(op, edge, exit, rewriter)

    def _leave_by_edge(
        self, op: Operation, edge: int, exit: Exit, rewriter: PatternRewriter
    ) -> None:
        """Leave on the way to a successor of `op`, in a block between the two."""
        block, successor = op.parent, op.successors[edge]
        assert block is not None
        passed = ScopeEnd(op, edge).escaping
        assert passed is not None
        operands = [op.operands[index] for index in passed]
        between = rewriter.create_block(
            BlockInsertPoint.after(block), [arg.type for arg in successor.args]
        )
        left = Leaving(exit, self.plan, rewriter).leave(operands)
        # What is not affected goes through the arguments of the block.
        through = [
            argument if value is operand else value
            for argument, operand, value in zip(between.args, operands, left)
        ]
        rewriter.insert(cf.BranchOp(successor, *through))
        op.successors[edge] = between
        rewriter.notify_op_modified(op)
