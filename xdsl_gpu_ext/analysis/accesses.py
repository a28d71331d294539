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
from functools import cached_property
from typing import TypeAlias

from xdsl.dialects import cf
from xdsl.ir import Operation, SSAValue
from xdsl.traits import EffectInstance, MemoryEffectKind

from xdsl_gpu_ext.analysis.aliases import (
    BufferAliases,
    Root,
    RootKind,
    hidden_operands,
    stored_operands,
)
from xdsl_gpu_ext.analysis.summaries import CalledEffects, FunctionEffects, Place
from xdsl_gpu_ext.dialects.gpu import AsyncOpInterface, LaunchOp, MemcpyOp
from xdsl_gpu_ext.mlir.interfaces.definitions import is_a
from xdsl_gpu_ext.mlir.interfaces.effects import Effects
from xdsl_gpu_ext.mlir.interfaces.models import trait_of
from xdsl_gpu_ext.mlir.interfaces.traits import Hint, ManagesMemory, Synchronizes
from xdsl_gpu_ext.mlir.interfaces.value_flow import (
    can_be_address,
    has_known_flow,
    is_function,
    is_reference,
    is_tensor,
    is_terminator,
)
from xdsl_gpu_ext.mlir.ir.walks import nested_operations


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


_BOTH = (MemoryEffectKind.READ, MemoryEffectKind.WRITE)


@dataclass
class _Own:
    """What an operation does itself, without the operations inside it."""

    accesses: tuple[Access, ...]
    kept: frozenset[Root] = frozenset()
    touches_anything: bool = False
    acts_elsewhere: bool = False


_NO_EFFECTS = _Own(())

_LOCAL = (RootKind.ALLOCATION, RootKind.ATTRIBUTION)
"""What nobody else knows of until it is kept."""

_OnRoot: TypeAlias = dict[Root, list[tuple[Operation, Access]]]
_InLaunch: TypeAlias = dict[tuple[Root, Operation], list[tuple[Operation, Access]]]


class MemoryAccesses:
    """The accesses of the operations of a function. See the module's description."""

    def __init__(self, aliases: BufferAliases, callees: CalledEffects[Root]):
        self.aliases = aliases
        self._callees = callees
        self._own: dict[Operation, _Own] = {}
        self._with_nested: dict[Operation, tuple[Access, ...]] = {}

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
        kept = map(self.kept, nested_operations(self.aliases.function))
        return frozenset(
            root for roots in kept for root in roots if not root.is_anything
        )

    def may_share_memory(self, root: Root, other: Root) -> bool:
        """
        Whether two roots may be parts of one buffer. *Anything* may be what came from
        outside or was kept, but no local buffer that was not. What a call made may be
        what was kept. Two arguments, or an argument and a global, may be one buffer if
        a call that is seen passes them so; unseen callers are taken not to.
        """
        if root is other:
            return True
        return (
            self._may_be(root, other)
            or self._may_be(other, root)
            or self._callees.may_be_one(self.aliases.function, root, other)
        )

    def _may_be(self, root: Root, other: Root) -> bool:
        if root.is_anything:
            return other.kind not in _LOCAL or other in self.all_kept
        return root.kind is RootKind.CALL and other in self.all_kept

    def place(self, op: Operation) -> Place:
        """Where `op` is executed."""
        if self.aliases.is_device_code(op):
            return Place.DEVICE
        if is_terminator(op) or trait_of(op, AsyncOpInterface) is None:
            return Place.HOST
        if is_a(op, MemcpyOp):
            return Place.TRANSFER
        # What is left of them is work for a library, but for bookkeeping of the host.
        return Place.HOST if is_a(op, LaunchOp) else Place.DEVICE

    def is_local(self, root: Root) -> bool:
        """Whether only this function, and what it passes it to, knows of `root`."""
        return root.kind in _LOCAL and root not in self.all_kept

    def _get_own(self, op: Operation) -> _Own:
        own = self._own.get(op)
        if own is None:
            own = self._own[op] = self._compute_own(op)
        return own

    def _compute_own(self, op: Operation) -> _Own:
        if trait_of(op, ManagesMemory) is not None:
            return _Own((), acts_elsewhere=True)
        if trait_of(op, Synchronizes) is not None:
            return _Own(())
        if trait_of(op, Hint) is not None:
            read = filter(is_reference, op.operands)
            return _Own(self._on(op, read, (MemoryEffectKind.READ,)))
        if is_terminator(op) and (op.successors or self._only_passes(op)):
            return _Own(())
        returned = self._callees.returned_buffers(op)
        if returned is not None:
            called = self._callees.effects_of_call(op)
            return self._of_unseen(op) if called is None else self._of_call(op, called)
        effects = self.aliases.effects(op)
        if effects is None:
            if has_known_flow(op):
                return _Own(())
            on_all = self._on_all(op, _BOTH)
            kept = frozenset(access.root for access in on_all)
            return _Own(on_all, kept, touches_anything=True, acts_elsewhere=True)
        if not effects:
            return self._without_effects(op)
        place = self.place(op)
        accesses: list[Access] = []
        acts_elsewhere = touches_anything = False
        for effect in _in_order(op, effects):
            if isinstance(effect.value, SSAValue):
                # What is freed is the whole buffer.
                strays = effect.kind is MemoryEffectKind.FREE
                roots = self.aliases.roots(effect.value)
                # A number that comes from nothing known is an address of anything.
                touches_anything |= not roots and not is_reference(effect.value)
                accesses += (
                    Access(root, effect.kind, place, effect.value, strays)
                    for root in roots
                )
            else:
                accesses += self._on_all(op, (effect.kind,))
                acts_elsewhere = not _is_assertion(op, place)
        kept = self._roots_of(stored_operands(op, effects))
        return _Own(tuple(accesses), kept, touches_anything, acts_elsewhere)

    def _without_effects(self, op: Operation) -> _Own:
        """
        An operation without effects reads the buffers that tensors stand for, and may
        hide addresses in floating-point numbers.
        """
        kept = self._roots_of(hidden_operands(op))
        if not any(map(is_tensor, op.operands)):
            return _Own((), kept) if kept else _NO_EFFECTS
        place = self.place(op)
        reads = tuple(
            Access(root, MemoryEffectKind.READ, place, operand, strays=True)
            for operand in dict.fromkeys(filter(is_tensor, op.operands))
            for root in self.aliases.roots(operand)
        )
        return _Own(reads, kept)

    def _roots_of(self, values: Iterable[SSAValue]) -> frozenset[Root]:
        return frozenset[Root]().union(*map(self.aliases.roots, values))

    def _of_unseen(self, call: Operation) -> _Own:
        """
        A call of a function that cannot be seen: it may access what it is passed, but
        not keep it, and any global. What is declared for device code and is passed no
        reference, as the functions of a math library are, accesses nothing.
        """
        passed = self._callees.passed_arguments(call)
        addresses = list(filter(can_be_address, passed))
        is_function_of_numbers = not addresses and not any(
            map(is_reference, call.results)
        )
        if is_function_of_numbers and self._callees.is_for_device(call):
            return _NO_EFFECTS
        return _Own(self._on(call, addresses, _BOTH), touches_anything=True)

    def _only_passes(self, op: Operation) -> bool:
        """Whether a terminator only hands its operands to what it leaves."""
        parent = op.parent_op()
        return parent is not None and (is_function(parent) or has_known_flow(parent))

    def _on_all(
        self, op: Operation, kinds: Iterable[MemoryEffectKind]
    ) -> tuple[Access, ...]:
        return self._on(op, op.operands, kinds)

    def _on(
        self,
        op: Operation,
        operands: Iterable[SSAValue],
        kinds: Iterable[MemoryEffectKind],
    ) -> tuple[Access, ...]:
        place = self.place(op)
        return tuple(
            Access(root, kind, place, operand)
            for operand in dict.fromkeys(operands)
            for root in self.aliases.roots(operand)
            for kind in kinds
        )

    def _of_call(self, call: Operation, effects: FunctionEffects) -> _Own:
        on_device = self.place(call) is Place.DEVICE
        accesses: list[Access] = []
        kept: frozenset[Root] = frozenset()
        touches_anything = effects.touches_anything
        passed = self._callees.passed_arguments(call)
        for operand, use in zip(passed, effects.parameters, strict=True):
            roots = self.aliases.roots(operand)
            if use.keeps:
                kept |= roots
            if use.accesses and not roots:
                # An address that comes from nothing known.
                touches_anything = True
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
        return _Own(tuple(accesses), kept, touches_anything, effects.acts_elsewhere)


def _in_order(op: Operation, effects: Effects) -> Sequence[EffectInstance]:
    """The effects in an order that does not differ from run to run, as a set's does."""
    places = {value: n for n, value in enumerate((*op.operands, *op.results))}

    def key(effect: EffectInstance) -> tuple[int, int]:
        value = effect.value
        return effect.kind.value, places[value] if isinstance(value, SSAValue) else -1

    return sorted(effects, key=key)


def _is_assertion(op: Operation, place: Place) -> bool:
    """Whether all that `op` does elsewhere is to end a program that went wrong."""
    return place is Place.DEVICE and is_a(op, cf.AssertOp)


def _order(use: tuple[MemoryEffectKind, Place]) -> tuple[int, int]:
    kind, place = use
    return kind.value, place.value
