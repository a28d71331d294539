"""
Where the life of a staged buffer ends: every way out of the scope of its definition.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from xdsl.dialects import memref
from xdsl.ir import Block, Operation, Region

from xdsl_gpu_ext.mlir.interfaces.branches import branch_operands
from xdsl_gpu_ext.mlir.interfaces.value_flow import is_terminator
from xdsl_gpu_ext.mlir.ir.dominance import DominatorTree


@dataclass(frozen=True)
class ScopeEnd:
    """A place that control passes on its way out of a scope."""

    op: Operation
    """The last operation before it: the scope ends in front of it, or on an edge."""
    edge: int | None = None
    """The successor of `op` that is out of the scope, if others are inside."""

    @property
    def is_free(self) -> bool:
        """Whether the scope ends because the host buffer is freed there."""
        return isinstance(self.op, memref.DeallocOp)

    @property
    def escaping(self) -> range | None:
        """
        The operands of `op` that are handed to what is outside; `None` if it is not
        known which these are.
        """
        if self.edge is None:
            return range(len(self.op.operands))
        branches = branch_operands(self.op)
        if branches is None:
            return None
        start, successor = branches[self.edge]
        return range(start, start + len(successor.args))


class Scopes:
    """The scopes of a function; each is computed once."""

    def __init__(self) -> None:
        self._trees: dict[Region, DominatorTree] = {}
        self._ends: dict[Block, tuple[ScopeEnd, ...] | None] = {}

    def ends(
        self, block: Block, frees: Sequence[Operation] = ()
    ) -> tuple[ScopeEnd, ...] | None:
        """
        The ends of the scope of what is defined in `block`: what it dominates, which
        also ends where control comes back to it, and in front of each of `frees`.
        `None` if a way out has no place where something could be put, or if control
        may come to a place both with and without having passed a free.
        """
        if block not in self._ends:
            self._ends[block] = self._compute(block)
        ends = self._ends[block]
        if not frees or ends is None:
            return ends
        stops = {op.parent for op in frees}
        if len(stops) < len(frees) or any(
            stop is None or stop.parent is not block.parent for stop in stops
        ):
            return None
        before = self._reachable([block], block, stops)
        freed = [
            successor
            for stop in stops & before
            for successor in _successors(stop)
            if self._is_inside(successor, block)
        ]
        if before & self._reachable(freed, block, ()):
            return None
        return (
            *(ScopeEnd(op) for op in frees if op.parent in before),
            *(
                end
                for end in ends
                if end.op.parent in before and end.op.parent not in stops
            ),
        )

    def _is_inside(self, block: Block, scope: Block) -> bool:
        """Whether control has not left the scope, or begun a new one, at `block`."""
        return block is not scope and self._tree(_region(scope)).dominates(scope, block)

    def _reachable(
        self, start: Iterable[Block], scope: Block, stops: Container[Block | None]
    ) -> set[Block | None]:
        """The blocks of a scope that control comes to, without going past `stops`."""
        found: set[Block | None] = set(start)
        pending = list(start)
        while pending:
            block = pending.pop()
            if block in stops:
                continue
            for successor in _successors(block):
                if successor not in found and self._is_inside(successor, scope):
                    found.add(successor)
                    pending.append(successor)
        return found

    def contains(self, block: Block, other: Block) -> bool:
        """Whether `other` is in the scope of `block`, at any depth."""
        region = block.parent
        inner: Block | None = other
        while inner is not None and inner.parent is not region:
            inner = inner.parent_block()
        if inner is None or region is None:
            return False
        return inner is block or self._tree(region).dominates(block, inner)

    def _tree(self, region: Region) -> DominatorTree:
        if region not in self._trees:
            self._trees[region] = DominatorTree(region)
        return self._trees[region]

    def _compute(self, block: Block) -> tuple[ScopeEnd, ...] | None:
        region = block.parent
        if region is None:
            return None
        if block.next_block is None and block.prev_block is None:
            inside = [block]
        else:
            inside = list(self._tree(region).dominated_by(block))
        members = set(inside)
        ends: list[ScopeEnd] = []
        for member in inside:
            last = member.last_op
            if last is None or not is_terminator(last):
                return None
            leaving = [
                index
                for index, successor in enumerate(last.successors)
                if successor is block or successor not in members
            ]
            if len(leaving) == len(last.successors):
                ends.append(ScopeEnd(last))
            else:
                ends += (ScopeEnd(last, index) for index in leaving)
        return tuple(ends)


def _successors(block: Block | None) -> Sequence[Block]:
    last = None if block is None else block.last_op
    return () if last is None else last.successors


def _region(block: Block) -> Region:
    assert block.parent is not None
    return block.parent


def passed_operands(end: ScopeEnd) -> Sequence[int]:
    """The operands that are handed to what is outside; all where that is not known."""
    escaping = end.escaping
    return range(len(end.op.operands)) if escaping is None else escaping
