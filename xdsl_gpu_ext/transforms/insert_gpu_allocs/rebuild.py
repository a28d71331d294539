"""
Building a value anew on other buffers: the same view of a device buffer as of a host
buffer, or the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from xdsl.builder import Builder
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from xdsl_gpu_ext.analysis.aliases import BufferAliases, Root
from xdsl_gpu_ext.mlir.interfaces.effects import get_declaration
from xdsl_gpu_ext.transforms.insert_gpu_allocs.lanes import lane_of, slots_of


def is_derivation(op: Operation) -> bool:
    """
    Whether `op` only derives its results from its operands, as views and selects do, so
    that it can be repeated with others anywhere.
    """
    return (
        bool(op.operands)
        and not op.regions
        and get_declaration(op).own(op) == frozenset()
    )


def derivation(value: SSAValue) -> Operation | None:
    """The operation that derives `value` from its operands, if there is one."""
    if isinstance(value, OpResult) and is_derivation(value.op):
        return value.op
    return None


def is_merge(value: SSAValue) -> bool:
    """Whether `value` is one of the values that flow to it, unchanged."""
    return isinstance(value, BlockArgument) or (
        isinstance(value, OpResult) and bool(value.op.regions)
    )


def can_rebuild(
    value: SSAValue, root: Root, aliases: BufferAliases, *, carried: bool = False
) -> bool:
    """
    Whether `value` can be built anew where another buffer stands for `root`. With
    `carried`, both may go side by side through loops, branches and regions.
    """
    pending, seen = [value], {value}
    while pending:
        current = pending.pop()
        if root not in aliases.roots(current) or root.is_first(current):
            continue
        op = derivation(current)
        if op is not None:
            sources: Iterable[SSAValue] = op.operands
        elif is_always_root(current, root, aliases):
            continue
        elif current in aliases.same_as:
            sources = (aliases.same_as[current],)
        elif carried and (lane := lane_of(current)) is not None:
            sources = (slot.value for slot in slots_of(lane))
        else:
            return False
        for source in sources:
            if source not in seen:
                seen.add(source)
                pending.append(source)
    return True


def is_always_root(value: SSAValue, root: Root, aliases: BufferAliases) -> bool:
    """Whether `value`, whichever way it came, is just what `root` first was."""
    if aliases.only_root(value) is not root:
        return False
    pending, seen = [value], {value}
    while pending:
        current = pending.pop()
        if root.is_first(current):
            continue
        if not is_merge(current) and current not in aliases.same_as:
            return False
        for source in aliases.sources(current):
            if source not in seen:
                seen.add(source)
                pending.append(source)
    return True


class Rebuilder:
    """
    Builds values anew on other buffers: what is derived from those in `replacements` is
    derived again from what they are replaced by.
    """

    def __init__(
        self,
        replacements: Mapping[SSAValue, SSAValue],
        is_affected: Callable[[SSAValue], bool],
        builder: Builder,
        *,
        origin: Callable[[SSAValue], SSAValue] | None = None,
        same_as: Mapping[SSAValue, SSAValue] = MappingProxyType({}),
    ):
        self._replacements = replacements
        self._is_affected = is_affected
        """Whether a value must be built anew."""
        self._builder = builder
        self._origin = origin
        """What takes the place of a value that derives from nothing."""
        self._same_as = same_as
        """Values that are the same as others."""
        self._built: dict[SSAValue, SSAValue] = {}

    def build(self, value: SSAValue) -> SSAValue:
        """`value` on the other buffers, or as it is if they do not matter to it."""
        pending = [value]
        while pending:
            current = pending[-1]
            if self._is_done(current):
                pending.pop()
                continue
            op = derivation(current)
            if op is not None:
                needed: Sequence[SSAValue] = op.operands
            elif current in self._same_as:
                needed = (self._same_as[current],)
            else:
                assert self._origin is not None
                self._built[current] = self._origin(current)
                continue
            missing = [v for v in needed if not self._is_done(v)]
            if missing:
                pending.extend(missing)
            elif op is None:
                self._built[current] = self._find(needed[0])
            else:
                self._repeat(op)
        return self._find(value)

    def _find(self, value: SSAValue) -> SSAValue:
        return self._built.get(value) or self._replacements.get(value) or value

    def _is_done(self, value: SSAValue) -> bool:
        return (
            value in self._built
            or value in self._replacements
            or not self._is_affected(value)
        )

    def _repeat(self, op: Operation) -> None:
        again = op.clone({operand: self._find(operand) for operand in op.operands})
        self._builder.insert(again)
        self._built.update(zip(op.results, again.results))


def erase_if_unused(value: SSAValue, rewriter: PatternRewriter) -> None:
    """Erase what derives `value`, and what that derives from, if it has no use left."""
    pending = [value]
    while pending:
        op = derivation(pending.pop())
        if op is None or op.parent is None or any(r.first_use for r in op.results):
            continue
        pending.extend(op.operands)
        rewriter.erase(op)
