"""Functions without a body: what Python does for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
from xdsl.ir import Attribute, Operation

from xdsl_gpu_ext.simulator import access, checks, event_races
from xdsl_gpu_ext.simulator.arrays import memref_array
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.memory import MemRef
from xdsl_gpu_ext.simulator.numerics import number_format, value_shape
from xdsl_gpu_ext.simulator.operations.runner import RunnerFunction


def call_external(
    interp: SimulatorInterpreter,
    op: Operation,
    function: Callable[..., Any] | RunnerFunction,
    args: Sequence[Any],
    results: Sequence[Attribute],
) -> tuple[Any, ...]:
    """
    Call a Python function. It sees memrefs as arrays that share the program's memory,
    and is taken to read and write all of them, unless it is known what it does.
    """
    values: list[Any] = []
    for number, value in enumerate(args):
        if isinstance(value, MemRef):
            if not isinstance(function, RunnerFunction):
                _touch(interp, op, value, computes=False, writes=True)
            else:
                _touch(
                    interp,
                    op,
                    value,
                    computes=number in function.computes,
                    writes=number in function.writes,
                )
            value = memref_array(value)
        values.append(value)
    if isinstance(function, RunnerFunction):
        try:
            given = function.call(*values)
        except (TypeError, ValueError) as fault:
            interp.fail(op, Fault.INVALID, str(fault))
    else:
        given = function(*values)
    if not results:
        return ()
    outputs = cast("tuple[Any, ...]", given if isinstance(given, tuple) else (given,))
    if len(outputs) != len(results):
        interp.fail(
            op,
            Fault.INVALID,
            f"the external function gave {len(outputs)} results, not {len(results)}",
        )
    return tuple(
        np.asarray(value, number_format(type_).dtype)
        if value_shape(type_)
        else number_format(type_).constant(value)
        for value, type_ in zip(outputs, results, strict=True)
    )


def _touch(
    interp: SimulatorInterpreter,
    op: Operation,
    memref: MemRef,
    *,
    computes: bool,
    writes: bool,
) -> None:
    """Note that a function accesses all of `memref`, perhaps to compute with it."""
    checks.check_reachable(interp, op, memref.buffer)
    positions = access.all_positions(memref)
    if computes:
        access.check_written(interp, op, memref, positions)
    itemsize = memref.format.itemsize
    if not memref.inner:
        event_races.record(
            interp, op, memref.buffer, positions, itemsize, is_write=writes
        )
    if writes and memref.buffer.written is not None:
        memref.buffer.written.add(positions, itemsize)
