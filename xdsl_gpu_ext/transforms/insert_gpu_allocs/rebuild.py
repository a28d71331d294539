"""
Building a value anew on other buffers: the same view of a device buffer as of a host
buffer, or the other way round.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.builder import Builder
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from xdsl_gpu_ext.analysis.aliases import BufferAliases, Root
from xdsl_gpu_ext.analysis.effects import get_declaration
from xdsl_gpu_ext.analysis.value_flow import LOADS, op_name


def is_derivation(op: Operation) -> bool:
    """
    Whether `op` only derives its results from its operands, as views and selects do, so
    that it can be repeated with others anywhere.
    """
    return (
        bool(op.operands)
        and not op.regions
        and op_name(op) not in LOADS
        and op_name(op) != "memref.get_global"
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


def can_rebuild(value: SSAValue, root: Root, aliases: BufferAliases) -> bool:
    """Whether `value` can be built anew where another buffer stands for `root`."""
    pending, seen = [value], {value}
    while pending:
        current = pending.pop()
        if root not in aliases.roots(current) or current in root.values:
            continue
        op = derivation(current)
        if op is None:
            if not is_always_root(current, root, aliases):
                return False
            continue
        for operand in op.operands:
            if operand not in seen:
                seen.add(operand)
                pending.append(operand)
    return True


def is_always_root(value: SSAValue, root: Root, aliases: BufferAliases) -> bool:
    """Whether `value`, whichever way it came, is just what `root` first was."""
    if aliases.only_root(value) is not root:
        return False
    pending, seen = [value], {value}
    while pending:
        current = pending.pop()
        if current in root.values:
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
        replacements: dict[SSAValue, SSAValue],
        is_affected: Callable[[SSAValue], bool],
        builder: Builder,
        origin: Callable[[SSAValue], SSAValue] | None = None,
    ):
        self._built = replacements
        """Also what has been built, so that nothing is built twice."""
        self._is_affected = is_affected
        """Whether a value must be built anew."""
        self._builder = builder
        self._origin = origin
        """The buffer that takes the place of a value that derives from nothing."""

    def build(self, value: SSAValue) -> SSAValue:
        """`value` on the other buffers, or as it is if they do not matter to it."""
        pending = [value]
        while pending:
            current = pending[-1]
            if self._is_done(current):
                pending.pop()
                continue
            op = derivation(current)
            if op is None:
                assert self._origin is not None
                self._built[current] = self._origin(current)
                continue
            missing = [v for v in op.operands if not self._is_done(v)]
            if missing:
                pending.extend(missing)
                continue
            self._builder.insert(op.clone(self._built))
        return self._built.get(value, value)

    def _is_done(self, value: SSAValue) -> bool:
        return value in self._built or not self._is_affected(value)


def erase_if_unused(value: SSAValue, rewriter: PatternRewriter) -> None:
    """Erase what derives `value`, and what that derives from, if it has no use left."""
    pending = [value]
    while pending:
        op = derivation(pending.pop())
        if op is None or op.parent is None or any(r.first_use for r in op.results):
            continue
        pending.extend(op.operands)
        rewriter.erase(op)
