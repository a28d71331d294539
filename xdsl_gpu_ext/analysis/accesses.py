"""
Which buffers an operation reads and writes, on the host or on the device.

    accesses = MemoryAccesses(aliases, callees)
    for access in accesses.of(op):
        print(access.root, access.kind, access.on_device)

Accesses come from the memory effects of operations and go through aliases. An operation
with unknown effects both reads and writes what it is given, and may keep it. Calls do
what the called function does, as far as that can be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias

from xdsl.ir import Operation, SSAValue
from xdsl.traits import MemoryEffectKind

from xdsl_gpu_ext.analysis.aliases import BufferAliases, Callees, Root, RootKind
from xdsl_gpu_ext.analysis.value_flow import has_known_flow, is_function, is_terminator
from xdsl_gpu_ext.dialects.gpu.async_interface import AsyncOpInterface
from xdsl_gpu_ext.mlir.interfaces.definitions import op_name
from xdsl_gpu_ext.mlir.interfaces.effects import get_declaration
from xdsl_gpu_ext.mlir.ir.walks import nested_operations


class Place(Enum):
    """Who accesses memory."""

    HOST = auto()
    """Host code."""
    DEVICE = auto()
    """Device code, or an operation of the host that has the device do its work."""
    TRANSFER = auto()
    """`gpu.memcpy`, which reaches host and device memory alike."""


@dataclass(frozen=True)
class Access:
    """One operation, or what is inside it, accesses the memory of one root."""

    root: Root
    kind: MemoryEffectKind
    place: Place
    value: SSAValue
    """The alias through which it does."""
    strays: bool = False
    """Whether it may access another part of the buffer than `value` refers to."""

    @property
    def on_device(self) -> bool:
        """Whether the device accesses the memory."""
        return self.place is Place.DEVICE


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
    """Whether it may access other globals, or do anything else that is not listed."""
    acts_elsewhere: bool = False
    """Whether it has effects that are on no buffer: it prints, or selects a device."""


class CalledEffects(Callees, Protocol):
    """What the analysis of a function asks about functions that it calls."""

    def effects_of_call(self, call: Operation) -> FunctionEffects | None:
        """What the function that `call` calls does; `None` if that is not known."""
        ...


_PREFETCHES = frozenset(
    {"affine.prefetch", "memref.prefetch", "xegpu.prefetch", "xegpu.prefetch_nd"}
)
"""Hints: whatever effects they declare to stay in place, they change nothing."""

_REGISTRATIONS = frozenset({"gpu.host_register", "gpu.host_unregister"})
"""Operations that are about memory but do not access it."""

_SYNCHRONIZATIONS = frozenset(
    {
        "gpu.all_reduce",
        "gpu.barrier",
        "gpu.subgroup_reduce",
        "xegpu.alloc_nbarrier",
        "xegpu.fence",
        "xegpu.init_nbarrier",
        "xegpu.nbarrier_arrive",
        "xegpu.nbarrier_wait",
    }
)
"""
Operations of threads on each other. LLVM declares no effects of them, so that nothing
is moved across, but they access no memory themselves.
"""

_BOTH = (MemoryEffectKind.READ, MemoryEffectKind.WRITE)

_ON_DEVICE = frozenset({"gpu.launch_func", "gpu.memset"})


@dataclass
class _Own:
    """What an operation does itself, without the operations inside it."""

    accesses: tuple[Access, ...]
    kept: frozenset[Root] = frozenset()
    touches_anything: bool = False
    acts_elsewhere: bool = False


_OnRoot: TypeAlias = dict[Root, list[tuple[Operation, Access]]]
_InLaunch: TypeAlias = dict[tuple[Root, Operation], list[tuple[Operation, Access]]]


class MemoryAccesses:
    """The accesses of the operations of a function. See the module's description."""

    def __init__(self, aliases: BufferAliases, callees: CalledEffects):
        self.aliases = aliases
        self._callees = callees
        self._own: dict[Operation, _Own] = {}
        self._with_nested: dict[Operation, tuple[Access, ...]] = {}

    @classmethod
    def of_function(cls, function: Operation) -> MemoryAccesses:
        """
        The accesses in `function`. To ask about many functions of a module, make one
        `MemoryAnalysis` of it and ask that.
        """
        # The analysis of whole modules is built on this one.
        from xdsl_gpu_ext.analysis.memory import MemoryAnalysis

        return MemoryAnalysis().accesses(function)

    def own(self, op: Operation) -> Sequence[Access]:
        """The accesses of `op` without those of the operations inside it."""
        return self._get_own(op).accesses

    def of(self, op: Operation) -> Sequence[Access]:
        """
        The accesses of `op` and of all operations inside it: one for each root, kind
        and place.
        """
        if not op.regions:
            return self._get_own(op).accesses
        known = self._with_nested.get(op)
        if known is None:
            # Inside before outside, so that each level sums up the one below.
            inner = [o for o in nested_operations(op) if o.regions]
            for nested in (*reversed(inner), op):
                if nested not in self._with_nested:
                    self._with_nested[nested] = self._sum_up(nested)
            known = self._with_nested[op]
        return known

    def on_root(self, root: Root) -> Sequence[tuple[Operation, Access]]:
        """All accesses to `root` with their operations, in the order of the text."""
        return self._by_root[0].get(root, ())

    @property
    def roots(self) -> Iterable[Root]:
        """The roots that are accessed, in the order of their first access."""
        return self._by_root[0].keys()

    def in_launch(
        self, root: Root, launch: Operation
    ) -> Sequence[tuple[Operation, Access]]:
        """The accesses to `root` inside a `gpu.launch`, in the order of the text."""
        return self._by_root[1].get((root, launch), ())

    @property
    def operations(self) -> Iterable[Operation]:
        """All operations of the function, in the order of the text."""
        return self._positions.keys()

    def position(self, op: Operation) -> int:
        """Where `op` stands in the text of the function; outside before inside."""
        return self._positions[op]

    @cached_property
    def _positions(self) -> dict[Operation, int]:
        ops = nested_operations(self.aliases.function)
        return {op: position for position, op in enumerate(ops)}

    @cached_property
    def _by_root(self) -> tuple[_OnRoot, _InLaunch]:
        on_root: _OnRoot = {}
        in_launch: _InLaunch = {}
        for op in self._positions:
            for access in self.own(op):
                on_root.setdefault(access.root, []).append((op, access))
                launch = self.aliases.launch_of(op)
                if launch is not None:
                    key = (access.root, launch)
                    in_launch.setdefault(key, []).append((op, access))
        return on_root, in_launch

    def _sum_up(self, op: Operation) -> tuple[Access, ...]:
        found: dict[tuple[Root, MemoryEffectKind, Place], Access] = {}

        def add(accesses: Iterable[Access]) -> None:
            for access in accesses:
                found.setdefault((access.root, access.kind, access.place), access)

        add(self._get_own(op).accesses)
        for region in op.regions:
            for block in region.blocks:
                for child in block.ops:
                    add(
                        self._with_nested[child]
                        if child.regions
                        else self._get_own(child).accesses
                    )
        return tuple(found.values())

    def kept(self, op: Operation) -> frozenset[Root]:
        """
        The roots to which `op` itself leaves a reference in memory or with something
        unknown, so that later operations may use them without naming an alias.
        """
        return self._get_own(op).kept

    def touches_anything(self, op: Operation) -> bool:
        """
        Whether `op` itself may access memory that it names no alias of, such as
        globals and what was kept: an operation or a call with unknown effects.
        """
        return self._get_own(op).touches_anything

    def acts_elsewhere(self, op: Operation) -> bool:
        """
        Whether `op` itself has effects that are on no buffer that it names: it prints,
        selects a device, or is ordered for another reason.
        """
        return self._get_own(op).acts_elsewhere

    @cached_property
    def all_kept(self) -> frozenset[Root]:
        """The roots that some operation of the function keeps a reference to."""
        return frozenset[Root]().union(
            *map(self.kept, nested_operations(self.aliases.function))
        )

    def may_share_memory(self, root: Root, other: Root) -> bool:
        """
        Whether two roots may be parts of one buffer. Different roots are so only where
        one is something unknown, which may be anything that was kept.
        """
        if root is other:
            return True
        return self._may_be(root, other) or self._may_be(other, root)

    def _may_be(self, root: Root, other: Root) -> bool:
        return root.kind in (RootKind.UNKNOWN, RootKind.CALL) and (
            other.kind is RootKind.UNKNOWN or other in self.all_kept
        )

    def place(self, op: Operation) -> Place:
        """Where `op` is executed."""
        if self.aliases.is_device_code(op):
            return Place.DEVICE
        name = op_name(op)
        if name == "gpu.memcpy":
            return Place.TRANSFER
        if name in _ON_DEVICE:
            return Place.DEVICE
        is_async = not is_terminator(op) and op.has_trait(
            AsyncOpInterface, value_if_unregistered=False
        )
        # What is left of them is work for a library, but for bookkeeping of the host.
        return Place.DEVICE if is_async and name != "gpu.launch" else Place.HOST

    def _get_own(self, op: Operation) -> _Own:
        own = self._own.get(op)
        if own is None:
            own = self._own[op] = self._compute_own(op)
        return own

    def _compute_own(self, op: Operation) -> _Own:
        name = op_name(op)
        if name in _REGISTRATIONS:
            return _Own((), acts_elsewhere=True)
        if name in _SYNCHRONIZATIONS:
            return _Own(())
        if name in _PREFETCHES:
            return _Own(self._on_all(op, (MemoryEffectKind.READ,)))
        if is_terminator(op) and (op.successors or self._only_passes(op)):
            return _Own(())
        called = self._callees.effects_of_call(op)
        if called is not None:
            return self._of_call(op, called)
        if self._callees.returned_buffers(op) is not None:
            # Of a function that cannot be seen: it may access what it is passed, but
            # not keep it, and any global.
            return _Own(self._on_all(op, _BOTH), touches_anything=True)
        effects = get_declaration(op).own(op)
        if effects is None:
            if has_known_flow(op):
                return _Own(())
            on_all = self._on_all(op, _BOTH)
            return _Own(on_all, frozenset(access.root for access in on_all), True)
        place = self.place(op)
        accesses: list[Access] = []
        named: set[SSAValue] = set()
        writes = False
        acts_elsewhere = False
        places = {value: n for n, value in enumerate((*op.operands, *op.results))}
        for effect in sorted(
            # A set's own order differs from run to run.
            effects,
            key=lambda e: (
                e.kind.value,
                places.get(e.value, 0) if isinstance(e.value, SSAValue) else 0,
            ),
        ):
            writes |= effect.kind is MemoryEffectKind.WRITE
            if isinstance(effect.value, SSAValue):
                named.add(effect.value)
                # What is freed is the whole buffer.
                strays = effect.kind is MemoryEffectKind.FREE
                accesses += (
                    Access(root, effect.kind, place, effect.value, strays)
                    for root in self.aliases.roots(effect.value)
                )
            else:
                named.update(op.operands)
                accesses += self._on_all(op, (effect.kind,))
                acts_elsewhere = True
        kept: frozenset[Root] = frozenset()
        if writes:
            # A reference that is not written to is what is written.
            for operand in op.operands:
                if operand not in named:
                    kept |= self.aliases.roots(operand)
        return _Own(tuple(accesses), kept, acts_elsewhere=acts_elsewhere)

    def _only_passes(self, op: Operation) -> bool:
        """Whether a terminator only hands its operands to what it leaves."""
        parent = op.parent_op()
        return parent is not None and (is_function(parent) or has_known_flow(parent))

    def _on_all(
        self, op: Operation, kinds: Iterable[MemoryEffectKind]
    ) -> tuple[Access, ...]:
        place = self.place(op)
        return tuple(
            Access(root, kind, place, operand)
            for operand in dict.fromkeys(op.operands)
            for root in self.aliases.roots(operand)
            for kind in kinds
        )

    def _of_call(self, call: Operation, effects: FunctionEffects) -> _Own:
        on_device = self.place(call) is Place.DEVICE
        accesses: list[Access] = []
        kept: frozenset[Root] = frozenset()
        passed = self._callees.passed_arguments(call)
        for operand, use in zip(passed, effects.parameters, strict=True):
            roots = self.aliases.roots(operand)
            if use.keeps:
                kept |= roots
            for kind, place in sorted(use.accesses, key=_order):
                where = Place.DEVICE if on_device else place
                accesses += (
                    Access(root, kind, where, operand, use.strays) for root in roots
                )
        for symbol, kind in sorted(effects.globals, key=lambda use: use[0]):
            root = self.aliases.globals.get(symbol)
            if root is not None:
                where = Place.DEVICE if on_device else Place.HOST
                accesses.append(Access(root, kind, where, root.value))
        return _Own(
            tuple(accesses), kept, effects.touches_anything, effects.acts_elsewhere
        )


def _order(use: tuple[MemoryEffectKind, Place]) -> tuple[int, int]:
    kind, place = use
    return kind.value, place.value
