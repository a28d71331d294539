"""`gpu`, the host's side: memory of the device, copies, launches and waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from xdsl.dialects.builtin import IntAttr
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl,
    register_impls,
)
from xdsl.ir import BlockArgument, Operation

from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.dialects.gpu.attributions import count_workgroup_attributions
from xdsl_gpu_ext.mlir.dialects.spirv.attributes import EntryPointABIAttr
from xdsl_gpu_ext.simulator import access, checks, event_races
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.functions.memref.common import (
    allocate,
    copy_elements,
    free,
    whole_bytes,
)
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    Strand,
    groups,
    simulator,
)
from xdsl_gpu_ext.simulator.launch import run_launch
from xdsl_gpu_ext.simulator.machine import Place
from xdsl_gpu_ext.simulator.memory import Space
from xdsl_gpu_ext.simulator.schedule import Token
from xdsl_gpu_ext.simulator.team import Launch, Sizes, Team


def _perform(
    interp: SimulatorInterpreter,
    op: Operation,
    after: Sequence[Token],
    run: Callable[[SimulatorInterpreter], None],
) -> PythonValues:
    """
    Do what a device operation does: now if it is synchronous, else at some time after
    the tokens that it depends on. Gives its token, if it has one.
    """
    if not _is_async(op):
        interp.schedule.synchronous(interp.strand, op, after)
        run(interp.fork(interp.strand))
        return ()
    return (
        *interp.schedule.issue(
            interp.strand, op, after, lambda strand: run(interp.fork(strand))
        ),
    )


def _is_async(op: Operation) -> bool:
    # The token is the last result.
    return bool(op.results) and isinstance(op.results[-1].type, gpu.AsyncTokenType)


def _sizes(
    interp: SimulatorInterpreter,
    op: Operation,
    operand: Callable[[str], Sequence[Any]],
    what: str,
) -> Sizes | None:
    values = [operand(f"{what}Size{dim}") for dim in "XYZ"]
    if not all(values):
        return None
    x, y, z = (int(value) for (value,) in values)
    if min(x, y, z) < 1:
        interp.fail(
            op, Fault.LAUNCH, f"the {what} size is {x}x{y}x{z}: sizes are at least 1"
        )
    return x, y, z


def _attributions(
    interp: SimulatorInterpreter,
    owner: Operation,
    arguments: Sequence[BlockArgument],
    workgroup: int,
) -> PythonValues:
    """The buffers that a kernel names in its signature."""
    return tuple(
        allocate(
            interp,
            owner,
            argument,
            (),
            (),
            Space.WORKGROUP if number < workgroup else Space.PRIVATE,
        )
        for number, argument in enumerate(arguments)
    )


@register_impls
class GPUHostFunctions(InterpreterFunctions):
    """Implementations of what the host does with the device."""

    # Memory

    @impl(gpu.AllocOp)
    def run_alloc(
        self, interpreter: Interpreter, op: gpu.AllocOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        operand = groups(interp, op, args)
        if interp.place is Place.DEVICE:
            interp.fail(op, Fault.INVALID, "a kernel cannot allocate device memory")
        space = Space.SHARED if op.hostShared is not None else Space.DEVICE
        result = op.results[0]
        value = allocate(
            interp,
            op,
            result,
            operand("dynamicSizes"),
            operand("symbolOperands"),
            space,
        )
        value.buffer.is_pending = True

        def run(device: SimulatorInterpreter) -> None:
            value.buffer.is_pending = False
            event_races.record(device, op, value.buffer, slice(None), 1, is_write=True)
            device.machine.count_allocation(value.buffer)

        return (value, *_perform(interp, op, operand("asyncDependencies"), run))

    @impl(gpu.DeallocOp)
    def run_dealloc(
        self, interpreter: Interpreter, op: gpu.DeallocOp, args: PythonValues
    ) -> PythonValues:
        *after, value = args

        def run(device: SimulatorInterpreter) -> None:
            free(device, op, value, on_device=True)

        return _perform(simulator(interpreter), op, after, run)

    @impl(gpu.MemcpyOp)
    def run_memcpy(
        self, interpreter: Interpreter, op: gpu.MemcpyOp, args: PythonValues
    ) -> PythonValues:
        *after, target, source = args

        def run(device: SimulatorInterpreter) -> None:
            copy_elements(device, op, source, target, anywhere=True)
            device.machine.count_copy(
                op,
                device.strand.path,
                source.buffer,
                target.buffer,
                whole_bytes(source),
            )

        return _perform(simulator(interpreter), op, after, run)

    @impl(gpu.MemsetOp)
    def run_memset(
        self, interpreter: Interpreter, op: gpu.MemsetOp, args: PythonValues
    ) -> PythonValues:
        *after, target, value = args

        def run(device: SimulatorInterpreter) -> None:
            device.strand = replace(device.strand, place=Place.DEVICE)
            positions = access.all_positions(target)
            access.store_at(device, op, target, positions, value, inner=target.rank)

        return _perform(simulator(interpreter), op, after, run)

    @impl(gpu.HostRegisterOp)
    def run_host_register(
        self, interpreter: Interpreter, op: gpu.HostRegisterOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        buffer = args[0].buffer
        checks.check_reachable(interp, op, buffer)
        buffer.is_registered = True
        return ()

    @impl(gpu.HostUnregisterOp)
    def run_host_unregister(
        self, interpreter: Interpreter, op: gpu.HostUnregisterOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        buffer = args[0].buffer
        if not buffer.is_registered:
            interp.fail(
                op, Fault.INVALID, "the memory is not registered", buffer=buffer
            )
        event_races.record(interp, op, buffer, slice(None), 1, is_write=True)
        buffer.is_registered = False
        return ()

    @impl(gpu.SetDefaultDeviceOp)
    def run_set_default_device(
        self, interpreter: Interpreter, op: gpu.SetDefaultDeviceOp, args: PythonValues
    ) -> PythonValues:
        # There is one device, whatever its number.
        return ()

    # Time

    @impl(gpu.WaitOp)
    def run_wait(
        self, interpreter: Interpreter, op: gpu.WaitOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        if _is_async(op):
            return (interp.schedule.ready_token(interp.strand, op, args),)
        interp.schedule.wait(interp.strand, args, op)
        return ()

    # Launches

    @impl(gpu.LaunchOp)
    def run_launch(
        self, interpreter: Interpreter, op: gpu.LaunchOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        operand = groups(interp, op, args)
        grid = _sizes(interp, op, operand, "grid")
        block = _sizes(interp, op, operand, "block")
        cluster = _sizes(interp, op, operand, "cluster")
        assert grid is not None
        assert block is not None
        captured = interp.code.captured(op)
        home = interp.fork(interp.strand, captured)
        entry = op.body.blocks.first
        assert entry is not None
        indices = 18 if cluster else 12
        attributions = entry.args[indices:]
        workgroup = count_workgroup_attributions(op)

        def arguments(team: Team, device: SimulatorInterpreter) -> PythonValues:
            ids = (*team.block_id, *team.thread_id, *map(np.int64, (*grid, *block)))
            if cluster:
                ids += (*team.cluster_id, *map(np.int64, team.cluster_grid))
            return (*ids, *_attributions(device, op, attributions, workgroup))

        launch = Launch(
            op,
            op.body,
            grid,
            block,
            cluster,
            int(sum(operand("dynamicSharedMemorySize"))),
            captured,
            arguments,
            interp.machine.options.thread_races,
            _subgroup_size(interp, op),
        )
        return _launch(home, interp, launch, operand("asyncDependencies"))

    @impl(gpu.LaunchFuncOp)
    def run_launch_func(
        self, interpreter: Interpreter, op: gpu.LaunchFuncOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        operand = groups(interp, op, args)
        grid = _sizes(interp, op, operand, "grid")
        block = _sizes(interp, op, operand, "block")
        cluster = _sizes(interp, op, operand, "cluster")
        assert grid is not None
        assert block is not None
        kernel = interp.code.symbol(op, op.kernel)
        if kernel is None or not kernel.regions or not kernel.regions[0].blocks:
            interp.fail(op, Fault.INVALID, f"no kernel {op.kernel} with a body")
        _check_known_sizes(interp, op, kernel, grid, block)
        values = operand("kernelOperands")
        entry = kernel.regions[0].blocks.first
        assert entry is not None
        attributions = entry.args[len(values) :]
        workgroup = count_workgroup_attributions(kernel)

        def arguments(team: Team, device: SimulatorInterpreter) -> PythonValues:
            return (*values, *_attributions(device, kernel, attributions, workgroup))

        launch = Launch(
            op,
            kernel.regions[0],
            grid,
            block,
            cluster,
            int(sum(operand("dynamicSharedMemorySize"))),
            (),
            arguments,
            interp.machine.options.thread_races,
            _subgroup_size(interp, kernel),
        )
        return _launch(
            interp.fork(interp.strand), interp, launch, operand("asyncDependencies")
        )


def _subgroup_size(interp: SimulatorInterpreter, kernel: Operation) -> int:
    """Threads of a subgroup: what the kernel is made for, else the size of the run."""
    abi = kernel.attributes.get("spirv.entry_point_abi")
    if isinstance(abi, EntryPointABIAttr) and isinstance(abi.subgroup_size, IntAttr):
        size = abi.subgroup_size.data
        if size < 1:
            interp.fail(kernel, Fault.INVALID, f"subgroups of {size} threads")
        return size
    if _VECTOR_COMPUTE in kernel.attributes:
        return 1
    return interp.machine.options.subgroup_size


_VECTOR_COMPUTE = "VectorComputeFunctionINTEL"
"""On a kernel of which each thread is a whole subgroup, with vectors as its numbers."""


def _check_known_sizes(
    interp: SimulatorInterpreter,
    op: Operation,
    kernel: Operation,
    grid: Sizes,
    block: Sizes,
) -> None:
    """A kernel may promise the sizes that it is launched with."""
    for name, sizes in (("known_grid_size", grid), ("known_block_size", block)):
        known = kernel.properties.get(name) or kernel.attributes.get(name)
        get_values = getattr(known, "get_values", None)
        if get_values is not None and tuple(get_values()) != sizes:
            interp.fail(
                op,
                Fault.LAUNCH,
                f"the kernel has {name} {list(get_values())} and is launched with "
                f"{list(sizes)}",
            )


def _launch(
    home: SimulatorInterpreter,
    interp: SimulatorInterpreter,
    launch: Launch,
    after: Sequence[Token],
) -> PythonValues:
    """Run a kernel, in the scope of `home`, now or later."""

    def run(device: SimulatorInterpreter) -> None:
        strand = Strand(Place.DEVICE, device.strand.event)
        run_launch(home, launch, strand)

    return _perform(interp, launch.op, after, run)
