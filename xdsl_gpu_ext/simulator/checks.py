"""
What an access to memory must be: to memory that is there and that the place reaches,
inside the view, the buffer, and the thread's or block's own of its copies.
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
from xdsl_gpu_ext.simulator.memory import (
    Buffer,
    MemRef,
    Space,
    padded,
)
from xdsl_gpu_ext.simulator.numerics import INDEX, spread


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
    inner: int = 0,
) -> None:
    """
    Refuse indices outside `memref`, where `valid` says that they are used. Indices have
    `inner` axes beside the one of lanes.
    """
    for dim, (index, size) in enumerate(zip(indices, memref.sizes, strict=True)):
        if not np.ndim(size):
            if not np.ndim(index):
                if 0 <= index < size:
                    continue
            elif not index.size or (index.min() >= 0 and index.max() < size):
                continue
        outside = (index < 0) | (index >= spread(size, 0, inner))
        if valid is not None:
            outside = outside & valid
        if np.any(outside):
            _fail_bounds(interp, op, memref, dim, index, outside, inner)


def _fail_bounds(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    dim: int,
    index: Any,
    outside: Any,
    inner: int,
) -> None:
    where = np.unravel_index(np.argmax(outside), np.shape(outside))
    has_lanes = np.ndim(outside) > inner
    lanes = outside.reshape(len(outside), -1).any(1) if has_lanes else None
    size = memref.sizes[dim]
    if np.ndim(size):
        size = size[where[0]]
    interp.fail(
        op,
        Fault.OUT_OF_BOUNDS,
        f"index {int(np.broadcast_to(index, np.shape(outside))[where])} in dimension "
        f"{dim} of size {int(size)}",
        buffer=memref.buffer,
        lanes=lanes,
    )


def active(
    interp: SimulatorInterpreter, positions: Any, valid: Any, inner: int = 0
) -> Any:
    """
    Which of `positions`, of `inner` axes beside the one of lanes, are accessed: those
    that `valid` says, in lanes that take part. None if all are.
    """
    mask = interp.mask
    if mask is None or np.ndim(positions) == inner:
        return valid
    mask = mask.reshape(mask.shape + (1,) * inner)
    return mask if valid is None else mask & valid


def number_positions(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    positions: Any,
    inner: int = 0,
) -> Any:
    """
    Where the numbers of the elements at `positions` (from `base`) are in the buffer's
    data, counted in numbers; with more axes for those of a vector element.
    """
    itemsize = memref.format.itemsize
    if memref.inner:
        count = prod(memref.inner)
        numbers = np.arange(count).reshape(memref.inner)
        shape = np.shape(positions) + (1,) * len(memref.inner)
        positions = np.reshape(positions, shape) * count + numbers
        inner += len(memref.inner)
    base = memref.base
    if type(base) is int and base == 0:
        return positions
    if np.any(base % itemsize):
        interp.fail(
            op,
            Fault.MISALIGNED,
            f"numbers of {itemsize} bytes do not start at a multiple of it",
            buffer=memref.buffer,
        )
    return positions + spread(base // itemsize, 0, inner)


def check_extent(
    interp: SimulatorInterpreter, op: Operation, memref: MemRef, positions: Any
) -> None:
    """Refuse `positions` (numbers in the data) outside the buffer."""
    buffer = memref.buffer
    size = buffer.size if buffer.copies == 1 else buffer.data.size
    limit = size // memref.format.itemsize
    if type(positions) is INDEX:
        if 0 <= positions < limit:
            return
    elif not np.size(positions) or (positions.min() >= 0 and positions.max() < limit):
        return
    flat = np.reshape(positions, -1)
    at = int(flat[np.argmax((flat < 0) | (flat >= limit))])
    interp.fail(
        op,
        Fault.OUT_OF_BOUNDS,
        f"the view reaches number {at} of a buffer that holds {limit} numbers of "
        f"{memref.format.itemsize} bytes",
        buffer=buffer,
    )


def check_copy(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    positions: Any,
    valid: Any,
    inner: int,
) -> None:
    """
    Refuse `positions` (elements from the base) outside a thread's or block's own of the
    copies of a buffer.
    """
    buffer = memref.buffer
    if buffer.copies == 1 or not np.ndim(memref.base):
        # Not ndim: the places were checked, and are counted from the first copy's.
        return
    shift = spread(memref.base % padded(buffer.size), 0, inner)
    start = positions * memref.element_bytes + shift
    outside = (start < 0) | (start + memref.element_bytes > buffer.size)
    if not np.any(outside):
        return
    used = active(interp, outside, valid, inner)
    if used is not None:
        outside = outside & used
    if np.any(outside):
        at = int(np.broadcast_to(start, np.shape(outside))[outside].flat[0])
        has_lanes = np.ndim(outside) > inner
        interp.fail(
            op,
            Fault.OUT_OF_BOUNDS,
            f"the view reaches byte {at} of a buffer of {buffer.size} bytes",
            buffer=buffer,
            lanes=outside.reshape(len(outside), -1).any(1) if has_lanes else None,
        )
