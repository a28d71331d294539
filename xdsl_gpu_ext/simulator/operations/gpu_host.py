"""`gpu`, the host's side: memory of the device, copies, launches and waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import BlockArgument, Operation

from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.dialects.gpu.attributions import count_workgroup_attributions
from xdsl_gpu_ext.mlir.dialects.spirv.attributes import EntryPointABIAttr
from xdsl_gpu_ext.simulator import access, checks, event_races
from xdsl_gpu_ext.simulator import launch as launches
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
)
from xdsl_gpu_ext.simulator.launch import Kernel
from xdsl_gpu_ext.simulator.machine import Place
from xdsl_gpu_ext.simulator.memory import Space
from xdsl_gpu_ext.simulator.numerics import INDEX
from xdsl_gpu_ext.simulator.operations.memref.common import (
    allocate,
    copy_elements,
    free,
    whole_bytes,
)
from xdsl_gpu_ext.simulator.schedule import Strand, Token
from xdsl_gpu_ext.simulator.team import Launch, Sizes, Team

OPERATIONS = Operations()


def _perform(
    interp: SimulatorInterpreter,
    op: Operation,
    after: Sequence[Token],
    run: Callable[[SimulatorInterpreter], None],
) -> Values:
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
    options = interp.machine.options
    if min(x, y, z) < (0 if options.empty_launches else 1):
        interp.fail(
            op, Fault.LAUNCH, f"the {what} size is {x}x{y}x{z}: sizes are at least 1"
        )
    if what == "block" and x * y * z > options.max_block_threads:
        interp.fail(
            op,
            Fault.LAUNCH,
            f"a block of {x * y * z} threads: the device runs at most "
            f"{options.max_block_threads}",
        )
    return x, y, z


def _attributions(
    interp: SimulatorInterpreter,
    owner: Operation,
    arguments: Sequence[BlockArgument],
    workgroup: int,
) -> Values:
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


# Memory


@OPERATIONS.impl(gpu.AllocOp)
def run_alloc(interp: SimulatorInterpreter, op: gpu.AllocOp, args: Values) -> Values:
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


@OPERATIONS.impl(gpu.DeallocOp)
def run_dealloc(
    interp: SimulatorInterpreter, op: gpu.DeallocOp, args: Values
) -> Values:
    *after, value = args

    def run(device: SimulatorInterpreter) -> None:
        free(device, op, value, on_device=True)

    return _perform(interp, op, after, run)


@OPERATIONS.impl(gpu.MemcpyOp)
def run_memcpy(interp: SimulatorInterpreter, op: gpu.MemcpyOp, args: Values) -> Values:
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

    return _perform(interp, op, after, run)


@OPERATIONS.impl(gpu.MemsetOp)
def run_memset(interp: SimulatorInterpreter, op: gpu.MemsetOp, args: Values) -> Values:
    *after, target, value = args

    def run(device: SimulatorInterpreter) -> None:
        device.strand = replace(device.strand, place=Place.DEVICE)
        positions = access.all_positions(target)
        access.store_at(device, op, target, positions, value, inner=target.rank)

    return _perform(interp, op, after, run)


@OPERATIONS.impl(gpu.HostRegisterOp)
def run_host_register(
    interp: SimulatorInterpreter, op: gpu.HostRegisterOp, args: Values
) -> Values:
    buffer = args[0].buffer
    checks.check_reachable(interp, op, buffer)
    buffer.is_registered = True
    return ()


@OPERATIONS.impl(gpu.HostUnregisterOp)
def run_host_unregister(
    interp: SimulatorInterpreter, op: gpu.HostUnregisterOp, args: Values
) -> Values:
    buffer = args[0].buffer
    if not buffer.is_registered:
        interp.fail(op, Fault.INVALID, "the memory is not registered", buffer=buffer)
    event_races.record(interp, op, buffer, slice(None), 1, is_write=True)
    buffer.is_registered = False
    return ()


@OPERATIONS.impl(gpu.SetDefaultDeviceOp)
def run_set_default_device(
    interp: SimulatorInterpreter, op: gpu.SetDefaultDeviceOp, args: Values
) -> Values:
    # There is one device, whatever its number.
    return ()


# Time


@OPERATIONS.impl(gpu.WaitOp)
def run_wait(interp: SimulatorInterpreter, op: gpu.WaitOp, args: Values) -> Values:
    if _is_async(op):
        return (interp.schedule.ready_token(interp.strand, op, args),)
    interp.schedule.wait(interp.strand, args, op)
    return ()


# Launches


@OPERATIONS.impl(gpu.LaunchOp)
def run_launch(interp: SimulatorInterpreter, op: gpu.LaunchOp, args: Values) -> Values:
    launch = _launch(interp, op, op, args)
    captured = interp.code.captured(op)
    entry = op.body.blocks.first
    assert entry is not None
    attributions = entry.args[18 if launch.cluster else 12 :]
    workgroup = count_workgroup_attributions(op)

    def arguments(team: Team, device: SimulatorInterpreter) -> Values:
        sizes = (*launch.grid, *launch.block)
        ids = (*team.block_id, *team.thread_id, *map(INDEX, sizes))
        if launch.cluster:
            ids += (*team.cluster_id, *map(INDEX, team.cluster_grid))
        return (*ids, *_attributions(device, op, attributions, workgroup))

    return _start(interp, Kernel(op, op.body, captured, arguments), launch, args)


@OPERATIONS.impl(gpu.LaunchFuncOp)
def run_launch_func(
    interp: SimulatorInterpreter, op: gpu.LaunchFuncOp, args: Values
) -> Values:
    kernel = interp.code.symbol(op, op.kernel)
    if kernel is None or not kernel.regions or not kernel.regions[0].blocks:
        interp.fail(op, Fault.INVALID, f"no kernel {op.kernel} with a body")
    launch = _launch(interp, op, kernel, args)
    for name, sizes in (
        ("known_grid_size", launch.grid),
        ("known_block_size", launch.block),
    ):
        known = kernel.properties.get(name) or kernel.attributes.get(name)
        get_values = getattr(known, "get_values", None)
        if get_values is not None and tuple(get_values()) != sizes:
            interp.fail(
                op,
                Fault.LAUNCH,
                f"the kernel has {name} {list(get_values())} and is launched with "
                f"{list(sizes)}",
            )
    values = groups(interp, op, args)("kernelOperands")
    entry = kernel.regions[0].blocks.first
    assert entry is not None
    attributions = entry.args[len(values) :]
    workgroup = count_workgroup_attributions(kernel)

    def arguments(team: Team, device: SimulatorInterpreter) -> Values:
        return (*values, *_attributions(device, kernel, attributions, workgroup))

    return _start(interp, Kernel(op, kernel.regions[0], (), arguments), launch, args)


def _launch(
    interp: SimulatorInterpreter, op: Operation, kernel: Operation, args: Values
) -> Launch:
    """The threads of a launch by `op` of `kernel`."""
    operand = groups(interp, op, args)
    grid = _sizes(interp, op, operand, "grid")
    block = _sizes(interp, op, operand, "block")
    assert grid is not None
    assert block is not None
    return Launch(
        grid,
        block,
        _sizes(interp, op, operand, "cluster"),
        int(sum(operand("dynamicSharedMemorySize"))),
        interp.machine.options.thread_races,
        _subgroup_size(interp, kernel),
    )


def _start(
    interp: SimulatorInterpreter, kernel: Kernel, launch: Launch, args: Values
) -> Values:
    """Run a kernel now or later; gives its token, if it has one."""
    home = interp.fork(interp.strand, kernel.captured)
    after = groups(interp, kernel.op, args)("asyncDependencies")

    def run(device: SimulatorInterpreter) -> None:
        strand = Strand(Place.DEVICE, device.strand.event)
        if launch.threads:
            launches.run_launch(home, kernel, launch, strand)

    return _perform(interp, kernel.op, after, run)


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
