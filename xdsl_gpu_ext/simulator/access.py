"""
Access to memory: who may touch what, and when.

Every read and write of a program goes through here. An access is refused with a
diagnostic if the place cannot reach the memory, if the memory is not allocated or no
longer, if it is outside the view or the buffer, or if it reads what was never written;
and it is a race if an event that is not ordered with the present one touched the same
bytes and one of both wrote.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from xdsl.ir import Operation

from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.machine import Place
from xdsl_gpu_ext.simulator.memory import Accesses, Buffer, ByteSet, MemRef, Space


def check_live(interp: SimulatorInterpreter, op: Operation, buffer: Buffer) -> None:
    """Refuse if `buffer` is not there: not yet or no longer."""
    if buffer.is_freed:
        interp.fail(op, Fault.USE_AFTER_FREE, "the buffer was freed", buffer=buffer)
    if buffer.is_pending:
        interp.fail(
            op,
            Fault.USE_BEFORE_ALLOC,
            "the asynchronous allocation may not have happened yet",
            buffer=buffer,
        )


def check_reachable(
    interp: SimulatorInterpreter, op: Operation, buffer: Buffer
) -> None:
    """Refuse if `buffer` is not there, or not for the place that `op` runs in."""
    if buffer.is_freed or buffer.is_pending:
        check_live(interp, op, buffer)
    space = buffer.space
    if interp.place is Place.HOST:
        if space is Space.HOST or space is Space.SHARED:
            return
        interp.fail(
            op,
            Fault.HOST_ACCESS_TO_DEVICE,
            f"the host cannot see {space.value}",
            buffer=buffer,
        )
    if space is Space.HOST and not (
        buffer.is_registered or interp.machine.options.unified_memory
    ):
        interp.fail(
            op,
            Fault.DEVICE_ACCESS_TO_HOST,
            "the device cannot see host memory that is not registered",
            buffer=buffer,
        )


def check_bounds(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    indices: Sequence[Any],
    valid: Any = None,
) -> None:
    """Refuse indices outside `memref`, where `valid` says that they are used."""
    for dim, (index, size) in enumerate(zip(indices, memref.sizes, strict=True)):
        outside = (index < 0) | (index >= size)
        if valid is not None:
            outside = outside & valid
        if np.any(outside):
            _fail_bounds(interp, op, memref, dim, index, size, outside)


def _fail_bounds(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    dim: int,
    index: Any,
    size: Any,
    outside: Any,
) -> None:
    where = np.unravel_index(np.argmax(outside), np.shape(outside))
    index = np.broadcast_to(index, np.shape(outside))[where]
    size = np.broadcast_to(size, np.shape(outside))[where]
    lanes = None
    if np.ndim(outside):
        lanes = np.asarray(outside).reshape(len(outside), -1).any(1)
    interp.fail(
        op,
        Fault.OUT_OF_BOUNDS,
        f"index {int(index)} in dimension {dim} of size {int(size)}",
        buffer=memref.buffer,
        lanes=lanes if interp.lanes else None,
    )


def active(interp: SimulatorInterpreter, positions: Any, valid: Any = None) -> Any:
    """
    Which of `positions` are accessed: those that `valid` says, in lanes that take part.
    None if all.
    """
    mask = interp.mask
    if mask is None or not np.ndim(positions):
        return valid
    shape = np.shape(positions)
    if not interp.lanes or shape[0] != interp.lanes:
        return valid
    mask = mask.reshape(mask.shape + (1,) * (len(shape) - 1))
    return mask if valid is None else mask & valid


def number_positions(
    interp: SimulatorInterpreter, op: Operation, memref: MemRef, positions: Any
) -> Any:
    """
    Where the numbers of the elements at `positions` (from `base`) are in the buffer's
    data, counted in numbers; with one more axis for those of a vector element.
    """
    itemsize = memref.format.itemsize
    if memref.inner:
        count = prod(memref.inner)
        inner = np.arange(count).reshape(memref.inner)
        shape = np.shape(positions) + (1,) * len(memref.inner)
        positions = np.reshape(positions, shape) * count + inner
    base = memref.base
    if type(base) is int:
        if base == 0:
            return positions
        start, rest = divmod(base, itemsize)
        if rest:
            interp.fail(
                op,
                Fault.MISALIGNED,
                f"numbers of {itemsize} bytes start at byte {base}",
                buffer=memref.buffer,
            )
        return positions + start
    if np.any(base % itemsize):
        interp.fail(
            op,
            Fault.MISALIGNED,
            f"numbers of {itemsize} bytes do not start at a multiple of it",
            buffer=memref.buffer,
        )
    start = base // itemsize
    extra = np.ndim(positions) - 1
    return positions + (
        start.reshape(start.shape + (1,) * extra) if extra > 0 else start
    )


def check_extent(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    positions: Any,
    valid: Any,
) -> None:
    """Refuse `positions` (numbers in the data) outside the buffer."""
    buffer = memref.buffer
    size = buffer.size if buffer.copies == 1 else buffer.data.size
    limit = size // memref.format.itemsize
    outside = (positions < 0) | (positions >= limit)
    if valid is not None:
        outside = outside & valid
    if np.any(outside):
        at = int(np.asarray(positions).reshape(-1)[np.argmax(outside)])
        interp.fail(
            op,
            Fault.OUT_OF_BOUNDS,
            f"the view reaches number {at} of a buffer that holds {limit} numbers of "
            f"{memref.format.itemsize} bytes",
            buffer=buffer,
        )


def load_at(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    positions: Any,
    valid: Any = None,
) -> Any:
    """
    The elements at `positions`, counted from the base of `memref`; zeros where `valid`
    is false.
    """
    buffer = memref.buffer
    check_reachable(interp, op, buffer)
    valid = active(interp, positions, valid)
    positions = number_positions(interp, op, memref, positions)
    if valid is not None and memref.inner:
        valid = valid.reshape(valid.shape + (1,) * len(memref.inner))
    check_extent(interp, op, memref, positions, valid)
    format_ = memref.format
    if valid is None:
        record(interp, op, buffer, positions, format_.itemsize, is_write=False)
        check_written(interp, op, memref, positions)
        return buffer.view(format_.dtype)[positions]
    valid = np.broadcast_to(valid, np.shape(positions))
    chosen = positions[valid]
    record(interp, op, buffer, chosen, format_.itemsize, is_write=False)
    check_written(interp, op, memref, chosen)
    result = np.zeros(np.shape(positions), format_.dtype)
    result[valid] = buffer.view(format_.dtype)[chosen]
    return result


def store_at(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    positions: Any,
    value: Any,
    valid: Any = None,
) -> None:
    """
    Write elements to `positions`, counted from the base of `memref`, where `valid` does
    not say otherwise.
    """
    buffer = memref.buffer
    check_reachable(interp, op, buffer)
    if buffer.is_constant:
        interp.fail(op, Fault.CONSTANT, "the global is constant", buffer=buffer)
    inner = len(memref.inner)
    ndim = np.ndim(positions) + inner
    if np.ndim(value) > ndim:
        # All lanes write to one place; the last of them is what stays.
        lanes = interp.mask
        value = value[-1 if lanes is None else int(np.flatnonzero(lanes)[-1])]
    valid = active(interp, positions, valid)
    positions = number_positions(interp, op, memref, positions)
    if valid is not None and inner:
        valid = valid.reshape(valid.shape + (1,) * inner)
    check_extent(interp, op, memref, positions, valid)
    format_ = memref.format
    if valid is not None:
        shape = np.shape(positions)
        valid = np.broadcast_to(valid, shape)
        value = np.broadcast_to(value, shape)[valid]
        positions = positions[valid]
    record(interp, op, buffer, positions, format_.itemsize, is_write=True)
    buffer.view(format_.dtype)[positions] = value
    if buffer.written is not None:
        buffer.written.add(positions, format_.itemsize)


def read(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    indices: Sequence[Any],
    valid: Any = None,
) -> Any:
    """The elements of `memref` at `indices`."""
    positions = memref.positions(indices)
    check_bounds(interp, op, memref, indices, active(interp, positions, valid))
    return load_at(interp, op, memref, positions, valid)


def write(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    indices: Sequence[Any],
    value: Any,
    valid: Any = None,
) -> None:
    """Write elements of `memref` at `indices`."""
    positions = memref.positions(indices)
    check_bounds(interp, op, memref, indices, active(interp, positions, valid))
    store_at(interp, op, memref, positions, value, valid)


def check_written(
    interp: SimulatorInterpreter, op: Operation, memref: MemRef, positions: Any
) -> None:
    """Refuse to read numbers that were never written."""
    buffer = memref.buffer
    written = buffer.written
    if written is None:
        return
    known = written.contains(positions, memref.format.itemsize)
    if np.all(known):
        # Large reads pay for finding out that everything is written by now.
        if np.size(positions) * 64 > buffer.size and written.is_full():
            buffer.written = None
        return
    at = int(np.asarray(positions).reshape(-1)[np.argmin(known)])
    interp.fail(
        op,
        Fault.UNINITIALIZED,
        f"number {at} of the buffer, of {memref.format.itemsize} bytes, was never "
        "written",
        buffer=buffer,
        lanes=~known if interp.lanes and np.ndim(known) == 1 else None,
    )


def all_positions(memref: MemRef) -> Any:
    """Where all elements of `memref` are, as an array of its shape."""
    positions = np.asarray(memref.offset)
    rank = memref.rank
    for dim, (size, stride) in enumerate(
        zip(memref.sizes, memref.strides, strict=True)
    ):
        steps = np.arange(size) * stride
        positions = positions + steps.reshape((-1,) + (1,) * (rank - dim - 1))
    return positions


def record(
    interp: SimulatorInterpreter,
    op: Operation,
    buffer: Buffer,
    positions: Any,
    itemsize: int,
    *,
    is_write: bool,
) -> None:
    """
    Note an access for the detection of races, and report one. `positions` counts
    numbers of `itemsize` bytes.
    """
    schedule = interp.schedule
    if schedule.is_quiet or buffer.space in (Space.WORKGROUP, Space.PRIVATE):
        if buffer.accesses:
            buffer.accesses.clear()
        return
    order = interp.machine.order
    event = interp.strand.event
    accesses = buffer.accesses
    own = accesses.get(event)
    if own is None:
        for old in [old for old in accesses if order.is_forgotten(old)]:
            del accesses[old]
        own = accesses[event] = Accesses(op)
    for other_event, other in accesses.items():
        if other is own or order.is_before(other_event, event):
            continue
        if other.writes is not None and other.writes.touches(positions, itemsize):
            _fail_race(interp, op, buffer, other.writer, is_write, True)
        if (
            is_write
            and other.reads is not None
            and other.reads.touches(positions, itemsize)
        ):
            _fail_race(interp, op, buffer, other.reader, is_write, False)
    if is_write:
        if own.writes is None:
            own.writes = ByteSet(buffer.data.size)
        own.writer = op
        own.writes.add(positions, itemsize)
    else:
        if own.reads is None:
            own.reads = ByteSet(buffer.data.size)
        own.reader = op
        own.reads.add(positions, itemsize)


def _fail_race(
    interp: SimulatorInterpreter,
    op: Operation,
    buffer: Buffer,
    other: Operation | None,
    is_write: bool,
    other_is_write: bool,
) -> None:
    one = "writes" if is_write else "reads"
    two = "writes" if other_is_write else "reads"
    interp.fail(
        op,
        Fault.RACE,
        f"{op.name} {one} what {other.name if other else 'another'} {two}, and nothing "
        "orders the two",
        buffer=buffer,
        other=other,
    )


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
    written is not written in the target either: a copy does not look at what it carries.

    `anywhere`: the copy is made by what reaches all memories, not by the place that `op`
    runs in.
    """
    check = check_live if anywhere else check_reachable
    for memref in (source, target):
        check(interp, op, memref.buffer)
    if target.buffer.is_constant:
        interp.fail(op, Fault.CONSTANT, "the global is constant", buffer=target.buffer)
    itemsize = source.format.itemsize
    places: list[Any] = []
    for memref, is_write in ((source, False), (target, True)):
        positions = number_positions(interp, op, memref, all_positions(memref))
        check_extent(interp, op, memref, positions, None)
        record(interp, op, memref.buffer, positions, itemsize, is_write=is_write)
        places.append(positions)
    from_, to = places
    dtype = source.format.dtype
    target.buffer.view(dtype)[to] = source.buffer.view(dtype)[from_]
    written = source.buffer.written
    if target.buffer.written is None and written is None:
        return
    if target.buffer.written is None:
        target.buffer.written = ByteSet(target.buffer.data.size, full=True)
    if written is None:
        target.buffer.written.add(to, itemsize)
    else:
        known = written.contains(from_, itemsize)
        target.buffer.written.discard(to[~known], itemsize)
        target.buffer.written.add(to[known], itemsize)
