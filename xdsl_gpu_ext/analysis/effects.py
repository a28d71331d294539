"""
Memory effects of operations, as MLIR sees them.

    effects = get_effects(op)  # a set of effects, or None where they are unknown
    if has_side_effects(op): ...

xDSL's definitions lack many of the effects that LLVM declares, so the knowledge comes
from three places:

1. The dialects that this package defines carry it in the traits of their classes. It
   holds for xDSL's own classes of the same operations too.
2. For the other dialects that xDSL shares with LLVM it is in `llvm_effects`, read off
   LLVM's `.td` files, and below, where LLVM computes the effects in C++.
3. All other operations have the effects that their traits say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from typing import Literal, cast

from xdsl.dialects.builtin import (
    IntegerAttr,
    MemRefType,
    UnrankedMemRefType,
    UnregisteredOp,
)
from xdsl.ir import Dialect, Operation, SSAValue
from xdsl.irdl import IRDLOperation, OpDef
from xdsl.traits import (
    EffectInstance,
    MemoryEffect,
    MemoryEffectKind,
    RecursiveMemoryEffect,
)

from xdsl_gpu_ext.analysis import llvm_effects
from xdsl_gpu_ext.dialects.gpu import GPU
from xdsl_gpu_ext.dialects.memref import MemRef
from xdsl_gpu_ext.mlir.interfaces.traits import NamedEffects, named_values

Effects = AbstractSet[EffectInstance]

OwnEffects = Callable[[Operation], Effects | None]
"""The effects of an operation itself; `None` where they are unknown."""

_READ = MemoryEffectKind.READ
_WRITE = MemoryEffectKind.WRITE

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
    for child in nested_operations(op):
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
    return declaration.recursive and any(map(has_side_effects, nested_operations(op)))


def nested_operations(op: Operation) -> Iterator[Operation]:
    """The operations directly inside the regions of `op`."""
    for region in op.regions:
        for block in region.blocks:
            yield from block.ops


def get_declaration(op: Operation) -> Declaration:
    """What is declared for operations like `op`."""
    if isinstance(op, UnregisteredOp):
        return _declaration_by_name(op.op_name.data) or _UNKNOWN
    return _declaration_of_class(type(op))


@cache
def _declaration_of_class(op_class: type[Operation]) -> Declaration:
    return _declaration_by_name(op_class.name) or _from_traits(op_class)


@cache
def _declaration_by_name(name: str) -> Declaration | None:
    dialect, _, short_name = name.partition(".")
    if dialect in _OUR_DIALECTS:
        ours = _our_classes(dialect).get(name)
        return ours and _from_traits(ours)
    if dialect in _LLVM_DIALECTS:
        return Declaration(
            _llvm_effects(dialect, name, short_name),
            short_name in _names(llvm_effects.RECURSIVE, dialect),
        )
    return None


# Effects from traits

_OUR_DIALECTS: dict[str, Dialect] = {"gpu": GPU, "memref": MemRef}
"""Those of which xDSL has operations too."""


@cache
def _our_classes(dialect: str) -> dict[str, type[Operation]]:
    return {op.name: op for op in _OUR_DIALECTS[dialect].operations}


def _from_traits(op_class: type[Operation]) -> Declaration:
    traits = op_class.get_traits_of_type(MemoryEffect)
    own = [t for t in traits if not isinstance(t, RecursiveMemoryEffect)]
    recursive = len(own) < len(traits)
    if not traits:
        return _UNKNOWN

    def effects(op: Operation) -> Effects | None:
        found: set[EffectInstance] = set()
        for trait in own:
            if isinstance(trait, NamedEffects) and not isinstance(op, op_class):
                # The groups of another class for the operation may bear other names.
                groups = (_position(op_class, name) for name in trait.names)
                found |= _on_groups(op, trait.kind, groups)
            else:
                inner = trait.get_effects(op)
                if inner is None:
                    return None
                found |= inner
        return found

    return Declaration(effects if own else _no_effects, recursive)


Group = tuple[Literal["operand", "result"], int]
"""A group of operands or results in the definition of an operation."""


def _position(op_class: type[Operation], name: str) -> Group:
    assert issubclass(op_class, IRDLOperation)
    definition = op_class.get_irdl_definition()
    for index, (group, _) in enumerate(definition.operands):
        if group == name:
            return "operand", index
    return "result", [group for group, _ in definition.results].index(name)


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
    "Read": _READ,
    "Write": _WRITE,
}


def _names(table: dict[str, str], dialect: str) -> AbstractSet[str]:
    return frozenset(table.get(dialect, "").split())


def _llvm_effects(dialect: str, name: str, short_name: str) -> OwnEffects:
    if declared := llvm_effects.EFFECTS.get(name):
        return _declared_effects(declared)
    if computed := _COMPUTED.get(name):
        return computed
    if short_name in _names(llvm_effects.COMPUTED, dialect):
        return _structured_effects if dialect == "linalg" else _unknown_effects
    if short_name in _names(llvm_effects.NO_EFFECTS, dialect):
        return _no_effects
    # An operation that only has the effects of its regions has none of its own.
    if short_name in _names(llvm_effects.RECURSIVE, dialect):
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


# Effects that LLVM computes


def _is_memref(value: SSAValue) -> bool:
    return isinstance(value.type, MemRefType | UnrankedMemRefType)


def _on_memrefs(kind: MemoryEffectKind, *groups: Group) -> OwnEffects:
    """The effect `kind` on those values of `groups` that are memory, not tensors."""

    def effects(op: Operation) -> Effects:
        found = _on_groups(op, kind, iter(groups))
        if not isinstance(op, IRDLOperation):
            return found if any(map(_is_memref, op.operands)) else _NONE
        return {
            effect
            for effect in found
            if isinstance(effect.value, SSAValue) and _is_memref(effect.value)
        }

    return effects


def _structured_effects(op: Operation) -> Effects:
    """
    A linalg operation on memrefs reads its inputs and writes its outputs, which it
    also reads if the body uses their elements. On tensors it has no effects.
    """
    found: set[EffectInstance] = set()
    body = op.regions[0].blocks.first if op.regions else None
    outputs = _output_operands(op)
    for index, operand in enumerate(op.operands):
        if not isinstance(operand.type, MemRefType):
            continue
        if index not in outputs:
            found.add(EffectInstance(_READ, operand))
            continue
        found.add(EffectInstance(_WRITE, operand))
        args = body.args if body else ()
        if index >= len(args) or args[index].uses:
            found.add(EffectInstance(_READ, operand))
    return found


def _output_operands(op: Operation) -> range:
    """The indices of the operands that a linalg operation writes."""
    total = len(op.operands)
    if not isinstance(op, IRDLOperation):
        return range(total)
    # The last group of the definition.
    name = _group_name(op.get_irdl_definition(), "operand", -1)
    return range(total - len(named_values(op, name)), total)


def _is_ordered(op: Operation) -> bool:
    """Whether a load or store is volatile, or atomic and orders other accesses."""
    if op.get_attr_or_prop("volatile_") is not None:
        return True
    ordering = op.get_attr_or_prop("ordering")
    # 0 is not atomic, 1 is unordered
    return isinstance(ordering, IntegerAttr) and ordering.value.data > 1


def _pointer_access(kind: MemoryEffectKind, group: Group) -> OwnEffects:
    """An LLVM load or store. Where it orders others it counts as access to anything."""

    def effects(op: Operation) -> Effects:
        found = _on_groups(op, kind, iter((group,)))
        return found | _ANYTHING if _is_ordered(op) else found

    return effects


_ANYTHING: Effects = {EffectInstance(_READ), EffectInstance(_WRITE)}


def _inline_asm_effects(op: Operation) -> Effects:
    return _NONE if op.get_attr_or_prop("has_side_effects") is None else _ANYTHING


def _assert_effects(op: Operation) -> Effects:
    return {EffectInstance(_WRITE)}


_COMPUTED: dict[str, OwnEffects] = {
    "bufferization.materialize_in_destination": _on_memrefs(_WRITE, ("operand", 1)),
    "cf.assert": _assert_effects,
    "llvm.inline_asm": _inline_asm_effects,
    "llvm.load": _pointer_access(_READ, ("operand", 0)),
    "llvm.store": _pointer_access(_WRITE, ("operand", 1)),
    "vector.transfer_read": _on_memrefs(_READ, ("operand", 0)),
    "vector.transfer_write": _on_memrefs(_WRITE, ("operand", 1)),
}
