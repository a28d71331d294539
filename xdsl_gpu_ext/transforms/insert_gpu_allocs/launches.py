"""
Staging around launches: what is copied before an operation that the device executes,
and back after it, while host code stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation, OpResult, SSAValue
from xdsl.traits import MemoryEffectKind
from xdsl.utils.disjoint_set import DisjointSet

from xdsl_gpu_ext.analysis.aliases import Root, RootKind
from xdsl_gpu_ext.mlir.interfaces.definitions import is_a
from xdsl_gpu_ext.mlir.ir.walks import nested_operations
from xdsl_gpu_ext.transforms.insert_gpu_allocs.buffers import can_be_staged
from xdsl_gpu_ext.transforms.insert_gpu_allocs.contents import Contents
from xdsl_gpu_ext.transforms.insert_gpu_allocs.model import LaunchStaging
from xdsl_gpu_ext.transforms.insert_gpu_allocs.overlaps import can_share
from xdsl_gpu_ext.transforms.insert_gpu_allocs.rebuild import derivation, is_always_root
from xdsl_gpu_ext.transforms.insert_gpu_allocs.strategy import (
    BufferFacts,
    names_global,
)
from xdsl_gpu_ext.transforms.refusal import name_of, refuse


class LaunchPlanner:
    """Plans what is staged around one operation."""

    def __init__(
        self, facts: BufferFacts, contents: Contents, op: Operation, roots: set[Root]
    ):
        """`roots` are those of which the contents are accessed, to be staged here."""
        self._facts = facts
        self._contents = contents
        self._op = op
        self._roots = roots
        self._aliases = facts.aliases
        self._stand_ins: dict[SSAValue, SSAValue] = {}

    def plan(self) -> LaunchStaging:
        captured = list(dict.fromkeys(self._captured()))
        named_inside = [op for op in self._inner() if self._is_named_global(op)]
        buffers = list(dict.fromkeys(self._buffers(captured, named_inside)))
        for buffer in buffers:
            if not can_be_staged(buffer.type):
                refuse(
                    self._op,
                    f"accesses memory of the host through a value of type "
                    f"{buffer.type}, of which no copy can be made",
                )
        self._check_nothing_is_freed()
        stagings = {b: self._contents.around_launch(self._op, b) for b in buffers}
        return LaunchStaging(
            self._aliases,
            self._roots,
            list(stagings.values()),
            [b for b in buffers if not self._facts.is_visible_at(b, self._op)],
            [[stagings[b] for b in group] for group in self._overlapping(buffers)],
            captured,
            named_inside,
            self._stand_ins,
        )

    def _check_nothing_is_freed(self) -> None:
        """What is freed inside would be the copy, and the host's buffer be kept."""
        for access in self._facts.accesses.of(self._op):
            if access.kind is MemoryEffectKind.FREE and access.root in self._roots:
                refuse(
                    self._op,
                    f"frees {name_of(access.root.value)}, memory of the host that the "
                    "device accesses in it",
                )

    def _inner(self) -> Iterable[Operation]:
        return nested_operations(self._op)

    def _is_staged(self, value: SSAValue) -> bool:
        return not self._roots.isdisjoint(self._aliases.roots(value))

    def _is_named_global(self, op: Operation) -> bool:
        return is_a(op, memref.GetGlobalOp) and self._is_staged(op.results[0])

    def _captured(self) -> Iterable[SSAValue]:
        """The references from outside to what is staged."""
        for op in (self._op, *self._inner()):
            for operand in op.operands:
                if self._is_staged(operand) and not self._is_inside(operand):
                    yield operand

    def _is_inside(self, value: SSAValue) -> bool:
        owner = value.owner
        block = owner if isinstance(owner, Block) else owner.parent
        return block is not None and self._aliases.launches.get(block) is self._op

    def _buffers(
        self, captured: Iterable[SSAValue], named_inside: Iterable[Operation]
    ) -> Iterable[SSAValue]:
        """
        The host buffers that values derive from, each under one name.
        """
        pending = [*captured, *(op.results[0] for op in named_inside)][::-1]
        seen: set[SSAValue] = set()
        while pending:
            value = pending.pop()
            if value in seen or not self._is_staged(value):
                continue
            seen.add(value)
            op = derivation(value)
            if op is None or self._gets_rank(op, value):
                yield self._stand_in(value)
            else:
                pending.extend(reversed(op.operands))

    def _gets_rank(self, op: Operation, value: SSAValue) -> bool:
        """Whether `value` is the first in its chain of which a copy can be made."""
        return isinstance(value.type, MemRefType) and not any(
            isinstance(operand.type, MemRefType) for operand in op.operands
        )

    def _stand_in(self, value: SSAValue) -> SSAValue:
        """The value that is staged for a buffer that goes by several names."""
        root = self._aliases.only_root(value)
        if root is None or not is_always_root(value, root, self._aliases):
            return value
        known = [v for v in root.values if root.is_first(v)]
        names = [v for v in known if self._facts.is_visible_at(v, self._op)]
        if not names and root.kind is RootKind.GLOBAL:
            # It can be named once more.
            names = [v for v in known if names_global(v)][:1]
        if not names or (root.kind is not RootKind.GLOBAL and len(root.values) > 1):
            return value
        if names[0] is not value:
            self._stand_ins[value] = names[0]
        return names[0]

    # Overlaps

    def _overlapping(self, buffers: list[SSAValue]) -> Iterable[list[SSAValue]]:
        """
        Groups of buffers that may overlap and are written: through a copy of one the
        device would not see what it writes to a copy of another.
        """
        written = {
            access.root
            for access in self._facts.accesses.of(self._op)
            if access.kind is MemoryEffectKind.WRITE
        }
        groups: DisjointSet[SSAValue] = DisjointSet(buffers)
        for one, other in self._pairs_that_may_overlap(buffers):
            if written & (self._aliases.roots(one) | self._aliases.roots(other)):
                groups.union(one, other)
        members: dict[SSAValue, list[SSAValue]] = {}
        for buffer in buffers:
            members.setdefault(groups.find(buffer), []).append(buffer)
        for group in members.values():
            if len(group) > 1:
                self._check_sharing(group)
                yield group

    def _check_sharing(self, group: list[SSAValue]) -> None:
        if can_share([buffer.type for buffer in group]) and not any(
            map(self._may_be_shifted, group)
        ):
            return
        names = " and ".join(map(name_of, group))
        refuse(
            self._op,
            f"writes to {names}, which may overlap in ways that are not known",
        )

    def _may_be_shifted(self, buffer: SSAValue) -> bool:
        """Whether the aligned pointer may not be that of the allocation."""
        pending, seen = [buffer], {buffer}
        while pending:
            value = pending.pop()
            if isinstance(value, OpResult) and is_a(value.op, memref.ViewOp):
                return True
            for source in self._aliases.sources(value):
                if source not in seen:
                    seen.add(source)
                    pending.append(source)
        return False

    def _pairs_that_may_overlap(
        self, buffers: list[SSAValue]
    ) -> Iterable[tuple[SSAValue, SSAValue]]:
        with_root: dict[Root, list[SSAValue]] = {}
        unknown: list[SSAValue] = []
        for buffer in buffers:
            for root in self._aliases.roots(buffer):
                with_root.setdefault(root, []).append(buffer)
                if (
                    root.kind in (RootKind.UNKNOWN, RootKind.CALL)
                    or root in self._facts.passed_twice
                ):
                    unknown.append(buffer)
        for sharing in with_root.values():
            for pair in combinations(sharing, 2):
                if not self._are_distinct(*pair):
                    yield pair
        for one in unknown:
            for other in buffers:
                if one is not other and self._may_share_memory(one, other):
                    yield one, other

    def _may_share_memory(self, one: SSAValue, other: SSAValue) -> bool:
        may_share = self._facts.accesses.may_share_memory
        return any(
            a is not b and may_share(a, b)
            for a in self._aliases.roots(one)
            for b in self._aliases.roots(other)
        )

    def _are_distinct(self, one: SSAValue, other: SSAValue) -> bool:
        """Whether one of them was allocated when the other was already there."""
        return self._is_newer(one, other) or self._is_newer(other, one)

    def _is_newer(self, allocated: SSAValue, value: SSAValue) -> bool:
        root = self._aliases.only_root(allocated)
        if root is None or root.kind is not RootKind.ALLOCATION:
            return False
        if allocated is not root.value:
            return False
        return self._facts.is_defined_before(value, allocated)
