"""
Access to memory: who may touch what, and when.

Every read and write of a program goes through here. An access is refused with a
diagnostic if the place cannot reach the memory, if the memory is not allocated or no
longer, if it is outside the view or the buffer (`checks.py`), or if it reads what was
never written; and it is a race if an event that is not ordered with the present one
(`event_races.py`), or another thread of the kernel (`watch.py`), touched the same bytes
and one of both wrote.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from xdsl.ir import Operation

from xdsl_gpu_ext.simulator.checks import (
    active,
    check_bounds,
    check_copy,
    check_extent,
    check_live,
    check_reachable,
    number_positions,
)
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.event_races import record
from xdsl_gpu_ext.simulator.interpreter import KnownPositions, SimulatorInterpreter
from xdsl_gpu_ext.simulator.memory import (
    Buffer,
    ByteSet,
    MemRef,
)
from xdsl_gpu_ext.simulator.numerics import spread
from xdsl_gpu_ext.simulator.watch import (
    Watched,
    is_watched,
    watch_read,
    watch_write,
    watched,
)


class _Chosen(NamedTuple):
    """
    The numbers in the buffer's data that are accessed: all of `everything` if `valid`
    is None, else those where it is true, one after the other.
    """

    numbers: Any
    valid: Any
    everything: Any
    inner: int

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of all that could be accessed."""
        return np.shape(self.everything)


def _choose(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    positions: Any,
    valid: Any,
    inner: int,
) -> _Chosen:
    """The numbers of the elements at `positions`, where `valid` and in active lanes."""
    everything = number_positions(interp, op, memref, positions, inner)
    check_copy(interp, op, memref, positions, valid, inner)
    shape = np.shape(everything)
    if memref.inner and valid is not None:
        valid = np.reshape(valid, np.shape(valid) + (1,) * len(memref.inner))
    inner += len(memref.inner)
    valid = active(interp, everything, valid, inner)
    numbers = everything
    if valid is not None:
        valid = np.broadcast_to(valid, shape)
        numbers = everything[valid]
    check_extent(interp, op, memref, numbers)
    return _Chosen(numbers, valid, everything, inner)


def load_at(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    positions: Any,
    valid: Any = None,
    inner: int = 0,
    *,
    atomic: bool = False,
) -> Any:
    """
    The elements at `positions`, counted from the base of `memref`, which have `inner`
    axes beside the one of lanes. Zeros where `valid` is false.

    `atomic`: the read is part of an atomic update.
    """
    buffer = memref.buffer
    check_reachable(interp, op, buffer)
    chosen = _choose(interp, op, memref, positions, valid, inner)
    format_ = memref.format
    record(interp, op, buffer, chosen.numbers, format_.itemsize, is_write=False)
    check_written(interp, op, memref, chosen.numbers, chosen.valid)
    if not atomic and is_watched(interp, buffer):
        watch_read(interp, op, _watched(interp, memref, chosen))
    if chosen.valid is None:
        return buffer.view(format_.dtype).take(chosen.numbers)
    result = np.zeros(chosen.shape, format_.dtype)
    result[chosen.valid] = buffer.view(format_.dtype)[chosen.numbers]
    return result


def _watched(interp: SimulatorInterpreter, memref: MemRef, chosen: _Chosen) -> Watched:
    return watched(
        interp,
        memref.buffer,
        memref.format.itemsize,
        chosen.everything,
        chosen.valid,
        chosen.inner,
    )


def store_at(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    positions: Any,
    value: Any,
    valid: Any = None,
    inner: int = 0,
    *,
    atomic: bool = False,
) -> None:
    """
    Write elements to `positions`, counted from the base of `memref`, where `valid` does
    not say otherwise.

    `atomic`: the write is part of an atomic update.
    """
    buffer = memref.buffer
    check_reachable(interp, op, buffer)
    if buffer.is_constant:
        _fail_constant(interp, op, buffer)
    chosen = _choose(interp, op, memref, positions, valid, inner)
    whole = value
    if np.ndim(value) > len(chosen.shape):
        # All lanes write to one place; the last of them is what stays.
        mask = interp.mask
        value = value[-1 if mask is None else int(np.flatnonzero(mask)[-1])]
    if chosen.valid is not None:
        value = np.broadcast_to(value, chosen.shape)[chosen.valid]
    format_ = memref.format
    record(interp, op, buffer, chosen.numbers, format_.itemsize, is_write=True)
    view = buffer.view(format_.dtype)
    if not atomic and is_watched(interp, buffer):
        accesses = _watched(interp, memref, chosen)
        before = view[accesses.places]
        view[chosen.numbers] = value
        watch_write(interp, op, accesses, whole, before, view[accesses.places])
    else:
        view[chosen.numbers] = value
    _note_written(buffer, chosen.numbers, format_.itemsize)


def _note_written(buffer: Buffer, positions: Any, itemsize: int) -> None:
    """Note that the numbers at `positions` are written."""
    written = buffer.written
    if written is None:
        return
    written.add(positions, itemsize)
    # Large writes pay for finding out that everything is written by now.
    if np.size(positions) * 64 > buffer.size and written.is_full():
        buffer.written = None


def read(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    indices: Sequence[Any],
    valid: Any = None,
    inner: int = 0,
) -> Any:
    """
    The elements of `memref` at `indices`, which have `inner` axes beside the one of
    lanes. Zeros where `valid` is false.
    """
    if not interp.lanes and not inner and valid is None and not memref.inner:
        position = _scalar_position(interp, op, memref, indices)
        buffer = memref.buffer
        check_reachable(interp, op, buffer)
        format_ = memref.format
        if not interp.schedule.is_quiet:
            record(interp, op, buffer, position, format_.itemsize, is_write=False)
        if buffer.written is not None:
            check_written(interp, op, memref, position)
        if is_watched(interp, buffer):
            watch_read(interp, op, watched(interp, buffer, format_.itemsize, position))
        return buffer.view(format_.dtype)[position]
    positions = _positions(interp, op, memref, indices, valid, inner)
    return load_at(interp, op, memref, positions, valid, inner)


def write(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    indices: Sequence[Any],
    value: Any,
    valid: Any = None,
    inner: int = 0,
) -> None:
    """Write elements of `memref` at `indices`, where `valid` does not say otherwise."""
    if not interp.lanes and not inner and valid is None and not memref.inner:
        position = _scalar_position(interp, op, memref, indices)
        buffer = memref.buffer
        check_reachable(interp, op, buffer)
        if buffer.is_constant:
            _fail_constant(interp, op, buffer)
        format_ = memref.format
        if not interp.schedule.is_quiet:
            record(interp, op, buffer, position, format_.itemsize, is_write=True)
        view = buffer.view(format_.dtype)
        if is_watched(interp, buffer):
            accesses = watched(interp, buffer, format_.itemsize, position)
            watch_write(interp, op, accesses, value, view[position], value)
        view[position] = value
        if buffer.written is not None:
            buffer.written.add(position, format_.itemsize)
        return
    positions = _positions(interp, op, memref, indices, valid, inner)
    store_at(interp, op, memref, positions, value, valid, inner)


def _fail_constant(interp: SimulatorInterpreter, op: Operation, buffer: Buffer) -> None:
    interp.fail(op, Fault.CONSTANT, "the global is constant", buffer=buffer)


def _scalar_position(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    indices: Sequence[Any],
) -> Any:
    """Where one element, which must be inside `memref`, is in the buffer's data."""
    position = memref.offset
    for index, size, stride in zip(indices, memref.sizes, memref.strides, strict=True):
        if not 0 <= index < size:
            check_bounds(interp, op, memref, indices)
        position = position + index * stride
    if memref.base:
        position = number_positions(interp, op, memref, position)
    if not 0 <= position < memref.buffer.size // memref.format.itemsize:
        check_extent(interp, op, memref, position)
    return position


def _positions(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    indices: Sequence[Any],
    valid: Any,
    inner: int,
) -> Any:
    """Where the elements at `indices`, which must be inside, are from the base."""
    known = interp.known_positions
    # Loops access one place again and again; arrays are never changed once made.
    key = (id(memref), inner, *map(id, indices))
    found = known.get(key)
    if found is not None and valid is None and found.mask is interp.mask:
        return found.positions
    positions = memref.positions(indices, inner)
    used = active(interp, positions, valid, inner)
    check_bounds(interp, op, memref, indices, used, inner)
    if valid is None:
        if len(known) >= _KNOWN_POSITIONS:
            known.clear()
        known[key] = KnownPositions(memref, indices, interp.mask, positions)
    return positions


_KNOWN_POSITIONS = 32
"""How many arrays of positions are kept for when they are needed again."""


def check_written(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    positions: Any,
    valid: Any = None,
) -> None:
    """
    Refuse to read numbers that were never written. `positions` are those of the lanes
    for which `valid` is true.
    """
    buffer = memref.buffer
    written = buffer.written
    if written is None:
        return
    known = written.contains(positions, memref.format.itemsize)
    if known.all():
        return
    at = int(np.reshape(positions, -1)[np.argmin(known)])
    lanes = None
    if valid is not None:
        unknown = np.zeros(valid.shape, np.bool_)
        unknown[valid] = ~known
        lanes = unknown.reshape(len(unknown), -1).any(1)
    elif interp.lanes and np.shape(known)[:1] == (interp.lanes,):
        lanes = ~known.reshape(len(known), -1).all(1)
    interp.fail(
        op,
        Fault.UNINITIALIZED,
        f"number {at} of the buffer, of {memref.format.itemsize} bytes, was never "
        "written",
        buffer=buffer,
        lanes=lanes,
    )


def all_positions(memref: MemRef) -> Any:
    """Where all elements of `memref` are, as an array of its shape (for each lane)."""
    key = (memref.offset, memref.sizes, memref.strides)
    if not any(map(np.ndim, (memref.offset, *memref.sizes, *memref.strides))):
        return _known_positions(*key)
    return _positions_of_all(*key)


def _positions_of_all(offset: Any, sizes: Sequence[Any], strides: Sequence[Any]) -> Any:
    rank = len(sizes)
    positions: Any = spread(np.asarray(offset), 0, rank)
    for dim, (size, stride) in enumerate(zip(sizes, strides, strict=True)):
        steps = np.arange(int(size)).reshape((-1,) + (1,) * (rank - dim - 1))
        positions = positions + steps * spread(stride, 0, rank)
    # Nobody may change it: it is kept.
    positions.flags.writeable = False
    return positions


_known_positions = lru_cache(16)(_positions_of_all)


def copy(
    interp: SimulatorInterpreter,
    op: Operation,
    source: MemRef,
    target: MemRef,
    *,
    anywhere: bool = False,
) -> None:
    """
    Copy all elements of `source` to `target`, which has the same sizes. What was never
    written is not written in the target either: a copy does not look at what it
    carries.

    `anywhere`: the copy is made by what reaches all memories, not by the place that
    `op` runs in.
    """
    check = check_live if anywhere else check_reachable
    for memref in (source, target):
        check(interp, op, memref.buffer)
    if target.buffer.is_constant:
        _fail_constant(interp, op, target.buffer)
    rank = source.rank
    itemsize = source.format.itemsize
    positions = [all_positions(source), all_positions(target)]
    if np.ndim(source.base) or np.ndim(target.base):
        # Each lane copies for itself, if it does from or to memory of its own.
        positions.append(np.zeros((interp.lanes, *(1,) * rank), np.int8))
    places_from, places_to, *_ = np.broadcast_arrays(*positions)
    reads = _choose(interp, op, source, places_from, None, rank)
    writes = _choose(interp, op, target, places_to, None, rank)
    from_, to = reads.numbers, writes.numbers
    record(interp, op, source.buffer, from_, itemsize, is_write=False)
    record(interp, op, target.buffer, to, itemsize, is_write=True)
    if is_watched(interp, source.buffer):
        watch_read(interp, op, _watched(interp, source, reads))
    dtype = source.format.dtype
    values, view = source.buffer.view(dtype)[from_], target.buffer.view(dtype)
    if is_watched(interp, target.buffer):
        accesses = _watched(interp, target, writes)
        before = view[accesses.places]
        view[to] = values
        whole = np.zeros(writes.shape, dtype)
        whole[... if writes.valid is None else writes.valid] = values
        watch_write(interp, op, accesses, whole, before, view[accesses.places])
    else:
        view[to] = values
    written = source.buffer.written
    if target.buffer.written is None:
        if written is None:
            return
        target.buffer.written = ByteSet(target.buffer.data.size, full=True)
    if written is None:
        _note_written(target.buffer, to, itemsize)
    else:
        known = written.contains(from_, itemsize)
        target.buffer.written.discard(to[~known], itemsize)
        target.buffer.written.add(to[known], itemsize)
