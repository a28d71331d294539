"""
Telling `ThreadRaces` of the accesses of threads, and reporting what it finds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from xdsl.ir import Operation

from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.memory import Buffer
from xdsl_gpu_ext.simulator.thread_races import Conflict


class Watched(NamedTuple):
    """
    Accesses to a buffer, one for each thread and number: `places` counts numbers of
    `itemsize` bytes, `marks` tells whose each is, and `chosen` picks them from all that
    the operation's threads could make, if they do not make them all.
    """

    buffer: Buffer
    itemsize: int
    places: Any
    marks: Any
    shape: tuple[int, ...]
    chosen: Any


def is_watched(interp: SimulatorInterpreter, buffer: Buffer) -> bool:
    """Whether races between threads on `buffer` are looked for."""
    team = interp.team
    return team is not None and team.launch.races.watches(buffer)


def watched(
    interp: SimulatorInterpreter,
    buffer: Buffer,
    itemsize: int,
    places: Any,
    valid: Any = None,
    inner: int = 0,
) -> Watched:
    """
    The accesses of the threads that run now to `places`, which have `inner` axes beside
    the one of lanes, where `valid`.
    """
    team = interp.team
    assert team is not None
    marks = team.mark
    chosen = valid
    if np.ndim(marks):
        # Also where all lanes access one place, each of them does.
        marks = marks.reshape(marks.shape + (1,) * inner)
        mask = interp.mask
        if mask is not None:
            mask = mask.reshape(mask.shape + (1,) * inner)
            chosen = mask if chosen is None else chosen & mask
    shape = np.broadcast_shapes(np.shape(places), np.shape(marks))
    if shape:
        places, marks = np.broadcast_to(places, shape), np.broadcast_to(marks, shape)
    if chosen is not None:
        chosen = np.broadcast_to(chosen, shape)
        places, marks = places[chosen], marks[chosen]
    return Watched(buffer, itemsize, places, marks, shape, chosen)


def watch_read(interp: SimulatorInterpreter, op: Operation, accesses: Watched) -> None:
    """Report if a read races with another thread."""
    assert interp.team is not None
    races = interp.team.launch.races
    conflict = races.read(
        op, accesses.buffer, accesses.itemsize, accesses.places, accesses.marks
    )
    if conflict is not None:
        _report(interp, op, accesses, conflict, "reads")


def watch_write(
    interp: SimulatorInterpreter,
    op: Operation,
    accesses: Watched,
    value: Any,
    before: Any,
    after: Any,
) -> None:
    """
    Report if a write of `value` races with another thread. `before` and `after` are
    what was at each place before it, and is there now.
    """
    assert interp.team is not None
    races = interp.team.launch.races
    if np.ndim(value) < len(accesses.shape):
        value = np.broadcast_to(value, accesses.shape)
    if accesses.chosen is not None:
        value = value[accesses.chosen]
    conflict = races.write(
        op,
        accesses.buffer,
        accesses.itemsize,
        accesses.places,
        accesses.marks,
        _differ(value, before),
        _differ(value, after),
    )
    if conflict is not None:
        _report(interp, op, accesses, conflict, "writes")


def _differ(one: Any, other: Any) -> Any:
    different = one != other
    return different if np.ndim(different) else bool(different)


def watch_update(
    interp: SimulatorInterpreter, op: Operation, accesses: Watched
) -> None:
    """Report if an atomic update races with a plain access of another thread."""
    assert interp.team is not None
    races = interp.team.launch.races
    conflict = races.update(
        op, accesses.buffer, accesses.itemsize, accesses.places, accesses.marks
    )
    if conflict is not None:
        _report(interp, op, accesses, conflict, "updates")


def _report(
    interp: SimulatorInterpreter,
    op: Operation,
    accesses: Watched,
    conflict: Conflict,
    does: str,
) -> None:
    lanes = None
    if interp.lanes:
        lane = conflict.at
        if accesses.chosen is not None:
            lane = int(np.flatnonzero(accesses.chosen)[lane])
        lanes = np.zeros(interp.lanes, np.bool_)
        lanes[lane // max(int(np.prod(accesses.shape[1:])), 1)] = True
    interp.fail(
        op,
        Fault.RACE,
        f"{op.name} {does} what {conflict.who} {conflict.did}, with no barrier between",
        buffer=accesses.buffer,
        other=conflict.other,
        lanes=lanes,
    )
