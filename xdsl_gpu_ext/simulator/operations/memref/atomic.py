"""`memref`: atomic updates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
from xdsl.dialects import memref
from xdsl.ir import Operation

from xdsl_gpu_ext.dialects import memref as our_memref
from xdsl_gpu_ext.mlir.dialects.arith.atomics import AtomicRMWKind
from xdsl_gpu_ext.simulator import access, checks
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.memory import MemRef
from xdsl_gpu_ext.simulator.numerics import Array, Format
from xdsl_gpu_ext.simulator.operations.arith import maximum, minimum
from xdsl_gpu_ext.simulator.watch import is_watched, watch_update, watched

OPERATIONS = Operations()


def combine(name: str, format_: Format) -> Callable[[Any, Any], Any]:
    """
    What an atomic update or a reduction called `name` (`addf`, `maxu`, ...) makes of
    two numbers of a format.
    """

    def unsigned(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        return lambda a, b: compute(format_.to_unsigned(a), format_.to_unsigned(b))

    def signed(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        return lambda a, b: compute(format_.signed(a), format_.signed(b))

    computes: dict[str, Callable[[Any, Any], Any]] = {
        "addf": np.add,
        "addi": signed(np.add),
        "assign": lambda _, new: new,
        "andi": np.bitwise_and,
        "maximumf": maximum,
        "maxnumf": np.fmax,
        "maxs": signed(np.maximum),
        "maxu": unsigned(np.maximum),
        "minimumf": minimum,
        "minnumf": np.fmin,
        "mins": signed(np.minimum),
        "minu": unsigned(np.minimum),
        "mulf": np.multiply,
        "muli": np.multiply,
        "ori": np.bitwise_or,
        "xori": np.bitwise_xor,
    }
    compute = computes[name]
    return lambda a, b: format_.wrap(np.asarray(compute(a, b)))[()]


def update(
    interp: SimulatorInterpreter,
    op: Operation,
    target: MemRef,
    positions: Any,
    value: Any,
    compute: Callable[[Any, Any], Any],
    valid: Any = None,
    inner: int = 0,
) -> Any:
    """
    Update the elements of `target` at `positions`, which have `inner` axes beside the
    one of lanes, where `valid`; gives what each found there. Updates of one place
    happen one after the other, in the order of the lanes.
    """
    if not interp.lanes and not inner:
        old = access.load_at(interp, op, target, positions, atomic=True)
        new = compute(old, value)
        access.store_at(interp, op, target, positions, new, atomic=True)
        _watch(interp, op, target, positions, None, 0)
        return old
    checks.check_copy(interp, op, target, positions, valid, inner)
    positions = checks.number_positions(interp, op, target, positions, inner)
    # From here on, places are counted from the start of the buffer.
    target = replace(target, base=0)
    shape = np.broadcast_shapes(np.shape(positions), np.shape(value))
    if interp.lanes and len(shape) == inner:
        # Every lane that takes part updates the same places with the same values.
        shape = (interp.lanes, *shape)
    positions = np.broadcast_to(positions, shape)
    valid = checks.active(interp, positions, valid, inner)
    places = positions.reshape(-1)
    values = np.broadcast_to(value, shape).reshape(-1)
    found = np.zeros(places.shape, target.format.dtype)
    if valid is None:
        chosen = cast(Array, np.arange(places.size))
    else:
        chosen = cast(Array, np.flatnonzero(np.broadcast_to(valid, shape)))
    places, values = places[chosen], values[chosen]
    outer, interp.mask = interp.mask, None
    try:
        for some in _rounds(places):
            some_places = places[some]
            old = access.load_at(interp, op, target, some_places, inner=1, atomic=True)
            new = compute(old, values[some])
            access.store_at(interp, op, target, some_places, new, inner=1, atomic=True)
            found[chosen[some]] = old
    finally:
        interp.mask = outer
    _watch(interp, op, target, positions, valid, inner)
    return found.reshape(shape)


def _watch(
    interp: SimulatorInterpreter,
    op: Operation,
    target: MemRef,
    positions: Any,
    valid: Any,
    inner: int,
) -> None:
    """Look for races of an atomic update with plain accesses of other threads."""
    if is_watched(interp, target.buffer):
        numbers = checks.number_positions(interp, op, target, positions, inner)
        itemsize = target.format.itemsize
        watch_update(
            interp, op, watched(interp, target.buffer, itemsize, numbers, valid, inner)
        )


def _rounds(places: Array) -> Iterator[Array]:
    """
    The numbers of the entries of `places`, in rounds within each of which every place
    comes at most once.
    """
    order = np.argsort(places, kind="stable")
    ordered = places[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]][: ordered.size])
    lengths = np.diff(np.r_[starts, ordered.size])
    turn = np.arange(ordered.size) - np.repeat(starts, lengths)
    for now in range(int(lengths.max(initial=0))):
        yield order[turn == now]


@OPERATIONS.impl(memref.AtomicRMWOp)
def run_atomic_rmw(
    interp: SimulatorInterpreter, op: memref.AtomicRMWOp, args: Values
) -> Values:
    value, target, *indices = args
    positions = _place(interp, op, target, indices)
    compute = combine(AtomicRMWKind.of(op.kind), target.format)
    return (update(interp, op, target, positions, value, compute),)


@OPERATIONS.impl(our_memref.GenericAtomicRMWOp)
def run_generic_atomic_rmw(
    interp: SimulatorInterpreter, op: our_memref.GenericAtomicRMWOp, args: Values
) -> Values:
    target, *indices = args
    positions = _place(interp, op, target, indices)

    def compute(old: Any, _: Any) -> Any:
        return interp.run_region(op.atomic_body, (old,))[0]

    return (update(interp, op, target, positions, None, compute),)


OPERATIONS.leaves(our_memref.AtomicYieldOp)


def _place(
    interp: SimulatorInterpreter, op: Operation, target: MemRef, indices: Sequence[Any]
) -> Any:
    positions = target.positions(indices)
    checks.check_bounds(
        interp, op, target, indices, checks.active(interp, positions, None)
    )
    return positions
