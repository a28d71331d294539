"""
Races between what happens on the host and what the device does: two accesses to the
same bytes, one of them a write, by events that nothing orders.
"""

from __future__ import annotations

from typing import Any

from xdsl.ir import Operation

from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.memory import (
    ACCESSES_LIMIT,
    Accesses,
    Buffer,
    ByteSet,
    Space,
)


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
    if not interp.machine.options.races:
        return
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
        own = accesses[event] = Accesses()
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
    if len(accesses) > buffer.accesses_limit:
        for old, other in list(accesses.items()):
            if other is not own and order.is_before(old, event) and own.covers(other):
                # What races with the older one races with this one.
                del accesses[old]
        buffer.accesses_limit = 2 * len(accesses) + ACCESSES_LIMIT


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
