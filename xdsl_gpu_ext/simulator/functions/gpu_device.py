"""`gpu`, the device's side: who a thread is, and what threads do together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    OpImpl,
    PythonValues,
    ReturnedValues,
    TerminatorValue,
    impl,
    impl_terminator,
    register_impls,
)
from xdsl.ir import Operation, OperationInvT

from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter, simulator
from xdsl_gpu_ext.simulator.memory import MemRef, Space
from xdsl_gpu_ext.simulator.numerics import INDEX, number_format
from xdsl_gpu_ext.simulator.team import Collective, Scope, Team

_DIMENSIONS = {"x": 0, "y": 1, "z": 2}


def team_of(interp: SimulatorInterpreter, op: Operation) -> Team:
    """The threads that run `op`."""
    if interp.team is None:
        interp.fail(op, Fault.INVALID, f"{op.name} outside of a kernel")
    return interp.team


def _of_thread(
    op_type: type[OperationInvT], get: Callable[[Team], Any]
) -> OpImpl[Any, OperationInvT]:
    """An operation that asks something of the thread, perhaps in one dimension."""

    @impl(op_type)
    def run(
        _self: Any, interpreter: Interpreter, op: OperationInvT, args: PythonValues
    ) -> PythonValues:
        value = get(team_of(simulator(interpreter), op))
        dimension = op.properties.get("dimension")
        if dimension is not None:
            assert isinstance(dimension, gpu.DimensionAttr)
            value = value[_DIMENSIONS[dimension.data]]
        return (value if np.ndim(value) else INDEX(value),)

    return run


@register_impls
class GPUDeviceFunctions(InterpreterFunctions):
    """Implementations of what a kernel does with its threads."""

    thread_id = _of_thread(gpu.ThreadIdOp, lambda team: team.thread_id)
    block_id = _of_thread(gpu.BlockIdOp, lambda team: team.block_id)
    block_dim = _of_thread(gpu.BlockDimOp, lambda team: team.launch.block)
    grid_dim = _of_thread(gpu.GridDimOp, lambda team: team.launch.grid)
    global_id = _of_thread(
        gpu.GlobalIdOp,
        lambda team: [
            block * size + thread
            for block, size, thread in zip(
                team.block_id, team.launch.block, team.thread_id, strict=True
            )
        ],
    )
    cluster_id = _of_thread(gpu.ClusterIdOp, lambda team: team.cluster_id)
    cluster_block_id = _of_thread(
        gpu.ClusterBlockIdOp, lambda team: team.cluster_block_id
    )
    cluster_dim = _of_thread(gpu.ClusterDimOp, lambda team: team.cluster_grid)
    cluster_dim_blocks = _of_thread(
        gpu.ClusterDimBlocksOp, lambda team: team.launch.cluster or (1, 1, 1)
    )
    lane_id = _of_thread(
        gpu.LaneIdOp, lambda team: team.linear_thread_id % team.subgroup_size
    )
    subgroup_id = _of_thread(
        gpu.SubgroupIdOp, lambda team: team.linear_thread_id // team.subgroup_size
    )
    num_subgroups = _of_thread(gpu.NumSubgroupsOp, lambda team: team.num_subgroups)
    subgroup_size = _of_thread(gpu.SubgroupSizeOp, lambda team: team.subgroup_size)

    @impl_terminator(gpu.TerminatorOp)
    def run_terminator(
        self, interpreter: Interpreter, op: gpu.TerminatorOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(()), ()

    @impl_terminator(gpu.ReturnOp)
    def run_return(
        self, interpreter: Interpreter, op: gpu.ReturnOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()

    @impl_terminator(gpu.YieldOp)
    def run_yield(
        self, interpreter: Interpreter, op: gpu.YieldOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()

    @impl(gpu.BarrierOp)
    def run_barrier(
        self, interpreter: Interpreter, op: gpu.BarrierOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        team_of(interp, op).together(interp, Collective(op, Scope.BLOCK))
        return ()

    @impl(gpu.DynamicSharedMemoryOp)
    def run_dynamic_shared_memory(
        self,
        interpreter: Interpreter,
        op: gpu.DynamicSharedMemoryOp,
        args: PythonValues,
    ) -> PythonValues:
        interp = simulator(interpreter)
        team = team_of(interp, op)
        size = team.launch.shared_bytes
        buffer, base = team.allocate(interp, op, None, size, Space.WORKGROUP)
        format_ = number_format(op.resultMemref.type.element_type)
        return (MemRef(buffer, base, INDEX(0), (INDEX(size),), (INDEX(1),), format_),)

    @impl(gpu.PrintfOp)
    def run_printf(
        self, interpreter: Interpreter, op: gpu.PrintfOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        text = _printf(str(op.format.data), args)
        interp.machine.out.write(text)
        return ()


def _printf(format_: str, args: PythonValues) -> str:
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
