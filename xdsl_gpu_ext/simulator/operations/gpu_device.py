"""`gpu`, the device's side: who a thread is, and what threads do together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.ir import Operation

from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.memory import MemRef, Space
from xdsl_gpu_ext.simulator.numerics import INDEX, number_format
from xdsl_gpu_ext.simulator.team import Collective, Scope, Team

OPERATIONS = Operations()


_DIMENSIONS = {"x": 0, "y": 1, "z": 2}


def team_of(interp: SimulatorInterpreter, op: Operation) -> Team:
    """The threads that run `op`."""
    if interp.team is None:
        interp.fail(op, Fault.INVALID, f"{op.name} outside of a kernel")
    return interp.team


_OF_THREAD: dict[type[Operation], Callable[[Team], Any]] = {
    gpu.ThreadIdOp: lambda team: team.thread_id,
    gpu.BlockIdOp: lambda team: team.block_id,
    gpu.BlockDimOp: lambda team: team.launch.block,
    gpu.GridDimOp: lambda team: team.launch.grid,
    gpu.GlobalIdOp: lambda team: [
        block * size + thread
        for block, size, thread in zip(
            team.block_id, team.launch.block, team.thread_id, strict=True
        )
    ],
    gpu.ClusterIdOp: lambda team: team.cluster_id,
    gpu.ClusterBlockIdOp: lambda team: team.cluster_block_id,
    gpu.ClusterDimOp: lambda team: team.cluster_grid,
    gpu.ClusterDimBlocksOp: lambda team: team.launch.cluster or (1, 1, 1),
    gpu.LaneIdOp: lambda team: team.linear_thread_id % team.subgroup_size,
    gpu.SubgroupIdOp: lambda team: team.linear_thread_id // team.subgroup_size,
    gpu.NumSubgroupsOp: lambda team: team.num_subgroups,
    gpu.SubgroupSizeOp: lambda team: team.subgroup_size,
}
"""What operations ask of the thread; of some, in one dimension."""

_OF_THREAD_BY_NAME = {op_type.name: get for op_type, get in _OF_THREAD.items()}


@OPERATIONS.impl(*_OF_THREAD)
def run_of_thread(interp: SimulatorInterpreter, op: Operation, args: Values) -> Values:
    value = _OF_THREAD_BY_NAME[op.name](team_of(interp, op))
    dimension = op.properties.get("dimension")
    if dimension is not None:
        assert isinstance(dimension, gpu.DimensionAttr)
        value = value[_DIMENSIONS[dimension.data]]
    return (value if np.ndim(value) else INDEX(value),)


def together(
    interp: SimulatorInterpreter, op: Operation, collective: Collective
) -> Values:
    """Act together with the other threads of a scope."""
    team_of(interp, op)
    return interp.together(collective)


OPERATIONS.leaves(gpu.TerminatorOp)


OPERATIONS.leaves(gpu.ReturnOp)


OPERATIONS.leaves(gpu.YieldOp)


@OPERATIONS.impl(gpu.BarrierOp)
def run_barrier(
    interp: SimulatorInterpreter, op: gpu.BarrierOp, args: Values
) -> Values:
    together(interp, op, Collective(op, Scope.BLOCK))
    return ()


@OPERATIONS.impl(gpu.DynamicSharedMemoryOp)
def run_dynamic_shared_memory(
    interp: SimulatorInterpreter, op: gpu.DynamicSharedMemoryOp, args: Values
) -> Values:
    team = team_of(interp, op)
    size = team.launch.shared_bytes
    buffer, base = team.allocate(op, None, size, Space.WORKGROUP)
    format_ = number_format(op.resultMemref.type.element_type)
    return (MemRef(buffer, base, INDEX(0), (INDEX(size),), (INDEX(1),), format_),)


@OPERATIONS.impl(gpu.PrintfOp)
def run_printf(interp: SimulatorInterpreter, op: gpu.PrintfOp, args: Values) -> Values:
    format_ = str(op.format.data)
    interp.write(lambda *values: _printf(format_, values), args, op.operand_types)
    return ()


def _printf(format_: str, args: Values) -> str:
    """What C's `printf` makes of the arguments."""
    text: list[str] = []
    rest = iter(args)
    position = 0
    while position < len(format_):
        end = format_.find("%", position)
        if end < 0:
            text.append(format_[position:])
            break
        text.append(format_[position:end])
        position = end + 1
        flags = position
        while position < len(format_) and format_[position] in "-+ #0123456789.":
            position += 1
        spec = format_[flags:position]
        while position < len(format_) and format_[position] in "hlqjzt":
            position += 1
        kind = format_[position : position + 1]
        position += 1
        if kind == "%":
            text.append("%")
            continue
        value = next(rest, None)
        if value is None:
            continue
        if kind in "ouxXp":
            number = int(value)
            bits = 8 * np.asarray(value).dtype.itemsize
            number &= (1 << bits) - 1
            text.append(
                f"%{spec}{'x' if kind == 'p' else 'd' if kind == 'u' else kind}"
                % number
            )
        elif kind in "di":
            text.append(f"%{spec}d" % int(value))
        elif kind == "c":
            text.append(f"%{spec}c" % chr(int(value) & 0xFF))
        else:
            text.append(f"%{spec}{kind}" % float(value))
    return "".join(text)
