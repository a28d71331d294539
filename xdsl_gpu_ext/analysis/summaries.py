"""What callers know of a function: what it returns, and does to memory."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple, Protocol, TypeVar

from xdsl.ir import Operation, SSAValue
from xdsl.traits import MemoryEffectKind

_RootT = TypeVar("_RootT", contravariant=True)


class Place(Enum):
    """Who accesses memory."""

    HOST = auto()
    """Host code."""
    DEVICE = auto()
    """Device code, or an operation of the host that has the device do its work."""
    TRANSFER = auto()
    """`gpu.memcpy`, which reaches host and device memory alike."""


class ReturnedBuffers(NamedTuple):
    """What one result of a called function may refer to."""

    arguments: frozenset[int] = frozenset()
    """The arguments that it may be an alias of."""
    same_as: int | None = None
    """The argument that it always is, neither a part nor another view of it."""
    globals: frozenset[str] = frozenset()
    """The globals that it may be an alias of."""
    group: int | None = None
    """
    Set if it may be something that the function made. Results of one group may share
    that, results of different groups do not.
    """
    anything: bool = False
    """Whether it may be any memory that is known outside of the caller."""


class Callees(Protocol):
    """What the analysis of a function asks about functions that it calls."""

    def returned_buffers(self, call: Operation) -> Sequence[ReturnedBuffers] | None:
        """For each result of `call` what it may refer to; `None` if it is no call."""
        ...

    def passed_arguments(self, call: Operation) -> Sequence[SSAValue]:
        """The operands that `call` passes to the parameters of the function."""
        ...


class ParameterUse(NamedTuple):
    """What a function does with the memory of one of its parameters."""

    accesses: frozenset[tuple[MemoryEffectKind, Place]] = frozenset()
    keeps: bool = False
    """Whether it stores the reference, or hands it to something unknown."""
    strays: bool = False
    """Whether it may access another part of the buffer than it is passed."""


class FunctionEffects(NamedTuple):
    """What a function does to memory, as its callers see it."""

    parameters: Sequence[ParameterUse]
    globals: frozenset[tuple[str, MemoryEffectKind]]
    """The globals that it, or what it calls, accesses."""
    touches_anything: bool
    """
    Whether it may access memory that is not listed: other globals, what it was left or
    is told by numbers.
    """
    acts_elsewhere: bool = False
    """Whether it has effects that are on no buffer: it prints, or selects a device."""


class CalledEffects(Callees, Protocol[_RootT]):
    """What the analysis of a function asks about functions that it calls."""

    def effects_of_call(self, call: Operation) -> FunctionEffects | None:
        """What the function that `call` calls does; `None` if that is not known."""
        ...

    def is_for_device(self, call: Operation) -> bool:
        """Whether the function that `call` calls is declared in device code."""
        ...

    def may_be_one(self, function: Operation, root: _RootT, other: _RootT) -> bool:
        """Whether a call that is seen passes `function` one buffer as both roots."""
        ...
