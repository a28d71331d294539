"""
Traits that LLVM declares and xDSL has no class for.

Effects are declared by the names of the operands and results that they concern, as the
`.td` files do, so that analyses can ask *which* buffer an operation reads:

    traits = traits_def(Reads("src"), Writes("dst"))
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar

from xdsl.dialects.builtin import MemRefType, UnrankedMemRefType
from xdsl.ir import Operation, SSAValue
from xdsl.traits import (
    CallableOpInterface,
    EffectInstance,
    MemoryEffect,
    MemoryEffectKind,
    OpTrait,
)

from xdsl_gpu_ext.mlir.interfaces.definitions import named_values


@dataclass(frozen=True, init=False)
class NamedEffects(MemoryEffect, ABC):
    """One effect on every value of some operand or result groups."""

    kind: ClassVar[MemoryEffectKind]
    names: tuple[str, ...]

    def __init__(self, *names: str):
        object.__setattr__(self, "names", names)

    # xDSL declares `get_effects` a class method but calls it on the trait instance,
    # which is what carries the names.
    def get_effects(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, op: Operation
    ) -> AbstractSet[EffectInstance]:
        return {
            EffectInstance(self.kind, value)
            for name in self.names
            for value in named_values(op, name)
        }


class Reads(NamedEffects):
    """`MemRead` on the named operands."""

    kind = MemoryEffectKind.READ


class Writes(NamedEffects):
    """`MemWrite` on the named operands."""

    kind = MemoryEffectKind.WRITE


class Allocates(NamedEffects):
    """`MemAlloc` on the named results."""

    kind = MemoryEffectKind.ALLOC


class Frees(NamedEffects):
    """`MemFree` on the named operands."""

    kind = MemoryEffectKind.FREE


class UnknownEffects(MemoryEffect):
    """
    The operation may do anything, as if it declared no effects.

    For refinements of operations to which xDSL gives effects and LLVM gives none.
    """

    @classmethod
    def get_effects(cls, op: Operation) -> None:
        return None


class Elements(Enum):
    """Which elements of its source a view shows."""

    SAME = auto()
    """All, by the same indices: the source with another type."""
    ALL = auto()
    """All, by other indices."""
    SOME = auto()
    """Those that its operands and attributes say."""
    ANY = auto()
    """Any in the same allocation, or it is more than a view of memory."""


@dataclass(frozen=True)
class ViewLike(OpTrait):
    """
    `ViewLikeOpInterface`: the first result is a view of the memory of the operand that
    `source` names. It neither reads nor writes that memory.
    """

    source: str = "source"
    elements: Elements = Elements.ANY

    def get_view_source(self, op: Operation) -> SSAValue:
        """The value of which the first result of `op` is a view."""
        (value,) = named_values(op, self.source)
        return value


class ReadsMemory(Reads):
    """`MemRead` on those of the named operands that are memory, not tensors."""

    def get_effects(self, op: Operation) -> AbstractSet[EffectInstance]:
        return _on_memory(super().get_effects(op))


class WritesMemory(Writes):
    """`MemWrite` on those of the named operands that are memory, not tensors."""

    def get_effects(self, op: Operation) -> AbstractSet[EffectInstance]:
        return _on_memory(super().get_effects(op))


def _on_memory(effects: AbstractSet[EffectInstance]) -> AbstractSet[EffectInstance]:
    return {
        effect
        for effect in effects
        if isinstance(effect.value, SSAValue)
        and isinstance(effect.value.type, MemRefType | UnrankedMemRefType)
    }


class Hint(OpTrait):
    """
    The operation changes nothing, whatever effects it declares to stay where it is, and
    reads what it names at most: a prefetch.
    """


class Synchronizes(OpTrait):
    """
    Threads wait for each other. Effects are not declared, so that nothing is moved
    across; but the operation accesses no memory itself.
    """


class ManagesMemory(OpTrait):
    """The operation is about memory, as to register it, but does not access it."""


@dataclass(frozen=True)
class NamesGlobal(OpTrait):
    """The result refers to the global that the attribute `symbol` names."""

    symbol: str


@dataclass(frozen=True)
class Calls(OpTrait):
    """
    `CallOpInterface`: the operation calls a function with the operands `arguments`.
    Without an attribute `callee` that names it, it may be any.
    """

    callee: str | None
    arguments: str


@dataclass(frozen=True)
class RunsConcurrently(OpTrait):
    """The region is executed beside other work."""

    with_itself: bool = True
    """Whether that is itself once more; else it is what comes after the operation."""


class Function(OpTrait):
    """`FunctionOpInterface`: calls enter the region, and returns leave it."""


class Measures(OpTrait):
    """The results say how memory is laid out, not where it is."""


class AutomaticAllocationScope(OpTrait):
    """What an `alloca` directly inside takes lives until the operation ends."""


_SCOPES_WITHOUT_TRAIT = frozenset(
    {
        "affine.for",
        "affine.parallel",
        "csl.func",
        "csl.task",
        "emitc.func",
        "func.func",
        "llvm.func",
        "scf.for",
        "scf.forall",
        "scf.parallel",
        "acc.data",
        "acc.host_data",
        "acc.kernels",
        "acc.loop",
        "acc.parallel",
        "acc.serial",
        "omp.parallel",
        "omp.target",
        "omp.task",
        "omp.taskloop",
        "omp.teams",
    }
)
"""Operations of other dialects that LLVM gives the trait and xDSL does not."""


def is_allocation_scope(op: Operation) -> bool:
    """
    Whether what an `alloca` directly inside `op` takes lives until `op` ends. Functions
    of dialects that only xDSL has count.
    """
    return (
        op.has_trait(AutomaticAllocationScope)
        or op.name in _SCOPES_WITHOUT_TRAIT
        or op.has_trait(CallableOpInterface)
    )


class AffineScope(OpTrait):
    """Values defined at the top level of the operation's regions are valid symbols."""
