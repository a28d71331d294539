"""
Operations by what defines them, whatever their class.

The same operation may come as an object of another class than ours: of xDSL's own, or
of none, where its dialect is not loaded. What it does is what our class states.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from xdsl.dialects.builtin import DenseArrayBase, IntegerType, UnregisteredOp
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    IRDLOperation,
    VarOperandDef,
    VarResultDef,
)
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.interfaces.registry import class_named


def op_name(op: Operation) -> str:
    """The name of `op`, also where its dialect is not loaded."""
    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


def is_a(op: Operation, *classes: type[Operation]) -> bool:
    """Whether `op` is an operation of one of `classes`, whatever its own class."""
    name = op_name(op)
    return any(name == known.name for known in classes)


def named_values(op: Operation, name: str) -> tuple[SSAValue, ...]:
    """
    The values of the operand or result group `name` in the definition of `op`, none if
    it is absent. Of an operation of another class these are the ones at its place.
    """
    stating = class_named(op_name(op))
    if stating is not None and not isinstance(op, stating):
        kind, index = _place(stating, name)
        if not isinstance(op, IRDLOperation):
            return _at_place(op, stating, kind, index)
        definition = op.get_irdl_definition()
        groups = definition.operands if kind else definition.results
        name = groups[index][0]
    value: SSAValue | Sequence[SSAValue] | None = getattr(op, name)
    if value is None:
        return ()
    if isinstance(value, Sequence):
        return tuple(value)
    return (value,)


@cache
def _place(stating: type[Operation], name: str) -> tuple[bool, int]:
    """Whether a group is one of operands, and which."""
    assert issubclass(stating, IRDLOperation)
    definition = stating.get_irdl_definition()
    for index, (group, _) in enumerate(definition.operands):
        if group == name:
            return True, index
    return False, [group for group, _ in definition.results].index(name)


def _at_place(
    op: Operation, stating: type[Operation], is_operand: bool, index: int
) -> tuple[SSAValue, ...]:
    """A group of an operation without class; all values if it cannot be told."""
    assert issubclass(stating, IRDLOperation)
    definition = stating.get_irdl_definition()
    values = tuple(op.operands if is_operand else op.results)
    groups = definition.operands if is_operand else definition.results
    variadic = VarOperandDef if is_operand else VarResultDef
    several = [i for i, (_, group) in enumerate(groups) if isinstance(group, variadic)]
    segments = AttrSizedOperandSegments if is_operand else AttrSizedResultSegments
    sizes = op.get_attr_or_prop(segments.attribute_name)
    if isa(sizes, DenseArrayBase[IntegerType]):
        counts = list(sizes.get_values())
    elif len(several) <= 1:
        counts = [1] * len(groups)
        for group in several:
            counts[group] = len(values) - len(groups) + 1
    else:
        return values
    if len(counts) != len(groups) or sum(counts) != len(values):
        return values
    first = sum(counts[:index])
    return values[first : first + counts[index]]
