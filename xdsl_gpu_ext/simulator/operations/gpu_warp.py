"""`gpu.warp_execute_on_lane_0`: one thread of a subgroup computes for all."""

from __future__ import annotations

from typing import Any

import numpy as np
from xdsl.ir import Attribute, Operation

from xdsl_gpu_ext.dialects.gpu.subgroup import WarpExecuteOnLane0Op
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.numerics import (
    Array,
    number_format,
    rank,
    value_shape,
)
from xdsl_gpu_ext.simulator.operations.gpu_device import team_of, together
from xdsl_gpu_ext.simulator.team import Collective, Scope

OPERATIONS = Operations()


def _parts(whole: Attribute, part: Attribute) -> list[tuple[slice, ...]]:
    """
    Which part of a value of type `whole` belongs to each lane, in which it is of type
    `part`. The last distributed dimension runs fastest.
    """
    sizes, steps = value_shape(whole), value_shape(part)
    counts = [size // step for size, step in zip(sizes, steps, strict=True)]
    return [
        tuple(
            slice(number * step, (number + 1) * step)
            for number, step in zip(place, steps, strict=True)
        )
        for place in np.ndindex(*counts)
    ]


def _gather(values: Array, whole: Attribute, part: Attribute) -> Array:
    """The parts of the lanes of each group put together, for each lane."""
    if whole == part:
        # The same in all lanes; it is the first that computes.
        return np.broadcast_to(values[:, :1], values.shape)
    result = np.zeros((*values.shape[:2], *value_shape(whole)), values.dtype)
    for lane, place in enumerate(_parts(whole, part)):
        result[(slice(None), slice(None), *place)] = values[:, lane, None]
    return result


def _scatter(values: Array, whole: Attribute, part: Attribute) -> Array:
    """To each lane its part of what the first lane of the group has."""
    if whole == part:
        return np.broadcast_to(values[:, :1], values.shape)
    result = np.zeros((*values.shape[:2], *value_shape(part)), values.dtype)
    for lane, place in enumerate(_parts(whole, part)):
        result[:, lane] = values[(slice(None), 0, *place)]
    return result


def _check(interp: SimulatorInterpreter, op: WarpExecuteOnLane0Op, lane: Any) -> Any:
    """The number of each thread in its warp, which must be a subgroup."""
    team = team_of(interp, op)
    size = op.warp_size.value.data
    if size != team.subgroup_size or team.launch.block_threads % size:
        interp.fail(
            op,
            Fault.LAUNCH,
            f"the warp has {size} threads, and a block {team.launch.block_threads} "
            f"threads in subgroups of {team.subgroup_size}",
        )
    actual = team.linear_thread_id % size
    wrong = np.asarray(lane != actual)
    if interp.mask is not None:
        wrong = wrong & interp.mask
    if np.any(wrong):
        interp.fail(
            op,
            Fault.INVALID,
            "the lane id is not the number of the thread in its subgroup",
            lanes=wrong,
        )
    return actual


def _together(
    interp: SimulatorInterpreter,
    op: Operation,
    values: Values,
    types: list[tuple[Attribute, Attribute]],
    *,
    to_all: bool,
) -> Values:
    """Bring the parts of all lanes to the first, or from there `to_all`."""
    move = _scatter if to_all else _gather

    def compute(*arrays: Array) -> tuple[Array, ...]:
        return tuple(move(value, *pair) for value, pair in zip(arrays, types))

    ranks = tuple(rank(whole if to_all else part) for whole, part in types)
    collective = Collective(op, Scope.SUBGROUP, values, ranks, compute)
    return together(interp, op, collective)


@OPERATIONS.impl(WarpExecuteOnLane0Op)
def run_warp_execute(
    interp: SimulatorInterpreter, op: WarpExecuteOnLane0Op, args: Values
) -> Values:
    lane, *parts = args
    lane = _check(interp, op, lane)
    block = op.warpRegion.block
    yielded = block.last_op
    assert yielded is not None
    into = list(zip(block.arg_types, op.args.types, strict=True))
    out = list(zip(yielded.operand_types, op.result_types, strict=True))
    wholes = _together(interp, op, tuple(parts), into, to_all=False)
    # Threads that do not compute bring what nobody looks at.
    results = tuple(
        np.zeros(value_shape(whole), number_format(whole).dtype)[()] for whole, _ in out
    )
    with interp.masked(lane == 0) as any_left:
        if any_left:
            results = interp.run_region(op.warpRegion, wholes)
    return _together(interp, op, results, out, to_all=True)
