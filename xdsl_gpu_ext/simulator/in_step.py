"""
Running the threads of a block that wait for each other: each by itself, as a coroutine,
until it comes to something that it cannot do alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from greenlet import greenlet
from xdsl.ir import Operation, Region

from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.numerics import Array
from xdsl_gpu_ext.simulator.team import (
    Collective,
    Condition,
    Missing,
    Scope,
    ThreadTeam,
)

Meeting: TypeAlias = tuple[Operation, tuple[Any, ...]]
"""An operation, and the path by which a thread came to it."""


@dataclass(eq=False)
class _Thread:
    """A thread of a block in which threads wait for each other."""

    interp: SimulatorInterpreter
    team: ThreadTeam
    coroutine: greenlet
    waits_at: Collective | Condition | None = None

    @property
    def meeting(self) -> Meeting:
        """Where it waits: for those that wait at the same operation, come as it did."""
        assert self.waits_at is not None
        return self.waits_at.op, tuple(self.interp.path or ())


def run_block_in_step(
    region: Region,
    interps: Sequence[SimulatorInterpreter],
    teams: Sequence[ThreadTeam],
    arguments: Sequence[Values],
) -> None:
    """
    Run the threads of a block, each until it waits for others; then let those go on
    that wait for the same thing.
    """
    threads: list[_Thread] = []
    for interp, team in zip(interps, teams, strict=True):
        coroutine = greenlet(interp.run_region)
        # With numpy's settings of this one.
        coroutine.gr_context = copy_context()
        team.coroutine = coroutine
        threads.append(_Thread(interp, team, coroutine))
    for thread, values in zip(threads, arguments, strict=True):
        _resume(thread, region, values)
    while waiting := [thread for thread in threads if thread.waits_at is not None]:
        size = teams[0].subgroup_size
        progress = False
        for thread in waiting:
            condition = thread.waits_at
            if isinstance(condition, Condition) and thread.team.is_met(condition):
                progress = True
                _resume(thread)
        for start in range(0, len(threads), size):
            progress |= _release(threads[start : start + size], Scope.SUBGROUP, size)
        if not progress and not _release(threads, Scope.BLOCK, len(threads)):
            _fail_stuck(waiting, len(threads))


def _fail_stuck(waiting: Sequence[_Thread], threads: int) -> None:
    """No thread can go on: say so for the first of those that wait."""
    thread = waiting[0]
    waits_at = thread.waits_at
    assert waits_at is not None
    if isinstance(waits_at, Condition):
        came = thread.team.state.arrived.get(waits_at.barrier, 0)
        thread.interp.fail(
            waits_at.op,
            Fault.DEADLOCK,
            f"{came} of {waits_at.participants} threads came to named barrier "
            f"{waits_at.barrier}, and no thread can go on",
        )
    same = sum(other.meeting == thread.meeting for other in waiting)
    missing = Missing(waits_at.scope, same, threads)
    thread.interp.fail(waits_at.op, Fault.BARRIER, str(missing))


def _resume(thread: _Thread, *values: Any) -> None:
    thread.waits_at = None
    result = thread.coroutine.switch(*values)
    if not thread.coroutine.dead:
        thread.waits_at = result


def _release(threads: Sequence[_Thread], scope: Scope, size: int) -> bool:
    """
    Let the threads of one group go on if all that are left of it wait for something of
    `scope`; gives whether any could.
    """
    arrived: dict[Meeting, list[int]] = {}
    for number, thread in enumerate(threads):
        waits_at = thread.waits_at
        if isinstance(waits_at, Collective) and waits_at.scope is scope:
            arrived.setdefault(thread.meeting, []).append(number)
    progress = False
    for numbers in arrived.values():
        collective = threads[numbers[0]].waits_at
        assert isinstance(collective, Collective)
        if collective.needs_all and len(numbers) < len(threads):
            continue
        progress = True
        results = _compute(threads, numbers, collective, size)
        if scope is Scope.BLOCK:
            teams = [threads[number].team for number in numbers]
            teams[0].state.epoch += 1
            for team in teams:
                team.epoch = team.state.epoch
        for number, result in zip(numbers, results, strict=True):
            _resume(threads[number], result)
    return progress


def _compute(
    threads: Sequence[_Thread],
    numbers: Sequence[int],
    collective: Collective,
    size: int,
) -> list[tuple[Any, ...]]:
    if not collective.values:
        return [()] * len(numbers)
    active = np.zeros((1, size), np.bool_)
    active[0, list(numbers)] = True
    stacked: list[Array] = []
    for position, value in enumerate(collective.values):
        one = np.asarray(value)
        rows = np.zeros((1, size, *one.shape), one.dtype)
        for number in numbers:
            waits_at = threads[number].waits_at
            assert isinstance(waits_at, Collective)
            rows[0, number] = waits_at.values[position]
        stacked.append(rows)
    results = collective.compute(*stacked, active)
    return [tuple(result[0, number] for result in results) for number in numbers]
