"""
Memory effects of operations, as MLIR sees them.

    effects = get_effects(op)  # a set of effects, or None where they are unknown
    if has_side_effects(op): ...

Classes that this package defines carry them as traits, which hold for other classes of
the same operations too. What xDSL's other classes lack comes from external models and
from LLVM's `.td` files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from typing import Literal, cast

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation, OpDef
from xdsl.traits import (
    EffectInstance,
    MemoryEffect,
    MemoryEffectKind,
    RecursiveMemoryEffect,
)

from xdsl_gpu_ext.mlir.interfaces import llvm_effects
from xdsl_gpu_ext.mlir.interfaces.definitions import named_values
from xdsl_gpu_ext.mlir.interfaces.external import MODELS
from xdsl_gpu_ext.mlir.interfaces.registry import class_named
from xdsl_gpu_ext.mlir.ir.walks import child_operations

Effects = AbstractSet[EffectInstance]

OwnEffects = Callable[[Operation], Effects | None]
"""The effects of an operation itself; `None` where they are unknown."""

_NONE: Effects = frozenset()


@dataclass(frozen=True)
class Declaration:
    """What is declared of the effects of one kind of operation."""

    own: OwnEffects
    """Its own effects, without those of the operations in its regions."""
    recursive: bool = False
    """Whether it also has the effects of the operations in its regions."""


def get_effects(op: Operation) -> Effects | None:
    """
    The effects of `op`, with those of the operations inside it that it takes on.

    `None` means that nothing is known: it may do anything. An effect without a value is
    on memory that no operand or result names.
    """
    declaration = get_declaration(op)
    own = declaration.own(op)
    if own is None or not declaration.recursive:
        return own
    effects = set(own)
    for child in child_operations(op):
        inner = get_effects(child)
        if inner is None:
            return None
        effects |= inner
    return effects


def has_side_effects(op: Operation) -> bool:
    """
    Whether `op` may touch memory, or do anything else that another operation could
    notice. Operations with unknown effects may.
    """
    declaration = get_declaration(op)
    if declaration.own(op) != _NONE:
        return True
    return declaration.recursive and any(map(has_side_effects, child_operations(op)))


def get_declaration(op: Operation) -> Declaration:
    """What is declared for operations like `op`."""
    if isinstance(op, UnregisteredOp):
        return _declaration(op.op_name.data, None)
    return _declaration(op.name, type(op))


@cache
def _declaration(name: str, own: type[Operation] | None) -> Declaration:
    model = [t for t in MODELS.get(name, ()) if isinstance(t, MemoryEffect)]
    if model:
        return _from_traits(model)
    stating = class_named(name) or own
    dialect, _, short_name = name.partition(".")
    if dialect in _LLVM_DIALECTS and not (stating and is_ours(stating)):
        return Declaration(
            _llvm_effects(dialect, name, short_name),
            short_name in _names(llvm_effects.RECURSIVE, dialect),
        )
    return _from_traits(stating.get_traits_of_type(MemoryEffect) if stating else ())


def is_ours(op_class: type[Operation]) -> bool:
    """Whether this package defines or refines the class, and so states its effects."""
    return op_class.__module__.partition(".")[0] == __name__.partition(".")[0]


# Effects from traits


def _from_traits(traits: Sequence[MemoryEffect]) -> Declaration:
    own = [t for t in traits if not isinstance(t, RecursiveMemoryEffect)]
    recursive = len(own) < len(traits)
    if not traits:
        return _UNKNOWN

    def effects(op: Operation) -> Effects | None:
        found: set[EffectInstance] = set()
        for trait in own:
            inner = trait.get_effects(op)
            if inner is None:
                return None
            found |= inner
        return found

    return Declaration(effects if own else _no_effects, recursive)


def _unknown_effects(op: Operation) -> None:
    return None


def _no_effects(op: Operation) -> Effects:
    return _NONE


_UNKNOWN = Declaration(_unknown_effects)


# Effects from LLVM's `.td` files

_LLVM_DIALECTS = frozenset(llvm_effects.DIALECTS.split())

_KINDS = {
    "Allocate": MemoryEffectKind.ALLOC,
    "Free": MemoryEffectKind.FREE,
    "Read": MemoryEffectKind.READ,
    "Write": MemoryEffectKind.WRITE,
}

Group = tuple[Literal["operand", "result"], int]
"""A group of operands or results in the definition of an operation."""


def _names(table: dict[str, str], dialect: str) -> AbstractSet[str]:
    return frozenset(table.get(dialect, "").split())


def _llvm_effects(dialect: str, name: str, short_name: str) -> OwnEffects:
    if declared := llvm_effects.EFFECTS.get(name):
        return _declared_effects(declared)
    # An operation that only has the effects of its regions has none of its own.
    for table in (llvm_effects.NO_EFFECTS, llvm_effects.RECURSIVE):
        if short_name in _names(table, dialect):
            return _no_effects
    return _unknown_effects


def _declared_effects(declared: tuple[str, ...]) -> OwnEffects:
    on_nothing: set[EffectInstance] = set()
    on_groups: list[tuple[MemoryEffectKind, Group]] = []
    for text in declared:
        kind, *group = text.split()
        if group:
            place = cast(Literal["operand", "result"], group[0])
            on_groups.append((_KINDS[kind], (place, int(group[1]))))
        else:
            on_nothing.add(EffectInstance(_KINDS[kind]))

    def effects(op: Operation) -> Effects:
        found = set(on_nothing)
        for kind, group in on_groups:
            found |= _on_groups(op, kind, iter((group,)))
        return found

    return effects


def _on_groups(
    op: Operation, kind: MemoryEffectKind, groups: Iterator[Group]
) -> Effects:
    """The effect `kind` on all values of `groups`."""
    if not isinstance(op, IRDLOperation):
        return {EffectInstance(kind)}
    definition = op.get_irdl_definition()
    return {
        EffectInstance(kind, value)
        for group in groups
        for value in named_values(op, _group_name(definition, *group))
    }


def _group_name(
    definition: OpDef, kind: Literal["operand", "result"], index: int
) -> str:
    groups = definition.operands if kind == "operand" else definition.results
    return groups[index][0]
