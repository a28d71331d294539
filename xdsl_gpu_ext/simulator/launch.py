"""
Running a kernel: all threads of some blocks as lanes where the kernel allows it, else
block by block and thread by thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from tqdm import tqdm
from xdsl.dialects import func, memref, scf
from xdsl.ir import Operation, Region, SSAValue
from xdsl.traits import SymbolTable

from xdsl_gpu_ext.mlir.dialects.arith.atomics import AtomicRMWKind
from xdsl_gpu_ext.mlir.dialects.func import CallIndirectOp
from xdsl_gpu_ext.simulator.implementations import Code, Values
from xdsl_gpu_ext.simulator.in_step import run_block_in_step
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.numerics import INDEX
from xdsl_gpu_ext.simulator.schedule import Strand
from xdsl_gpu_ext.simulator.team import (
    BlockState,
    LaneTeam,
    Launch,
    Team,
    ThreadTeam,
)

_LANES = 1 << 15
"""
Most lanes that run at a time, but for those of a single block. Arrays of so many
numbers are long enough to make the interpreter's own cost small, and stay in a cache.
"""

IN_STEP = frozenset(
    {
        "gpu.all_reduce",
        "gpu.barrier",
        "gpu.rotate",
        "gpu.shuffle",
        "gpu.subgroup_broadcast",
        "gpu.subgroup_mma_compute",
        "gpu.subgroup_mma_load_matrix",
        "gpu.subgroup_mma_store_matrix",
        "gpu.subgroup_reduce",
        "gpu.warp_execute_on_lane_0",
        "xegpu.nbarrier_wait",
    }
)
"""Operations at which a thread waits for others."""

_EXTERNAL_CALL = "call of a function without a body"
_SPIN = "loop until an atomic exchange succeeds"

ONE_BY_ONE = frozenset(
    {
        "affine.dma_start",
        "memref.dma_start",
        "memref.generic_atomic_rmw",
        _EXTERNAL_CALL,
        _SPIN,
        "xegpu.nbarrier_arrive",
        "xegpu.init_nbarrier",
        "xegpu.nbarrier_wait",
    }
)
"""Operations whose effects only show rightly when threads run one by one."""


def _may_spin(op: memref.AtomicRMWOp) -> bool:
    """
    Whether a loop may wait for what `op` finds, as for a lock. Lanes that leave the
    loop first would wait for those that wait for them.
    """
    kind = AtomicRMWKind.of(op.kind)
    if kind in ("addf", "addi", "mulf", "muli") or not any(op.results[0].uses):
        return False
    parent: Operation | None = op
    while parent is not None and not isinstance(parent, func.FuncOp):
        region = parent.parent_region()
        if isinstance(parent, scf.WhileOp) or (
            region is not None and len(region.blocks) > 1
        ):
            return True
        parent = parent.parent_op()
    return False


def kernel_operations(code: Code, region: Region) -> frozenset[str]:
    """The names of the operations of a kernel, and of the functions that it calls."""
    names = code.kernel_names.get(region)
    if names is None:
        found: set[str] = set()
        seen: set[Region] = set()
        stack = [region]
        while stack:
            body = stack.pop()
            if body in seen:
                continue
            seen.add(body)
            for op in body.walk():
                found.add(op.name)
                if isinstance(op, memref.AtomicRMWOp) and _may_spin(op):
                    found.add(_SPIN)
                if isinstance(op, func.CallOp):
                    callee = SymbolTable.lookup_symbol(op, op.callee)
                    if callee is None or not any(r.blocks for r in callee.regions):
                        found.add(_EXTERNAL_CALL)
                    else:
                        stack += callee.regions
                elif isinstance(op, CallIndirectOp):
                    # It may call any function.
                    module = op.get_toplevel_object()
                    assert isinstance(module, Operation)
                    for function in module.walk():
                        if isinstance(function, func.FuncOp):
                            stack += function.regions
        names = code.kernel_names[region] = frozenset(found)
    return names


@dataclass(frozen=True, eq=False)
class Kernel:
    """What the threads of a launch by `op` run."""

    op: Operation
    region: Region
    captured: Sequence[SSAValue]
    """The values defined outside that the kernel uses."""
    arguments: Callable[[Team, SimulatorInterpreter], Values]
    """The values of the arguments of the kernel's entry block, for some threads."""


def run_launch(
    parent: SimulatorInterpreter, kernel: Kernel, launch: Launch, strand: Strand
) -> None:
    """Run all threads of `launch`."""
    counters = parent.machine.counters
    counters.launches += 1
    counters.threads += launch.threads
    names = kernel_operations(parent.code, kernel.region)
    as_lanes = (
        parent.machine.options.mode == "auto"
        and launch.threads > 1
        and not names & ONE_BY_ONE
    )
    if not as_lanes:
        counters.threads_one_by_one += launch.threads
    runner = _run_lanes if as_lanes else _run_threads
    parts = runner(parent, kernel, launch, strand, bool(names & IN_STEP))
    try:
        with tqdm(
            total=launch.threads,
            unit="threads",
            desc=kernel.op.name,
            delay=2,
            leave=False,
            disable=not parent.machine.options.progress,
        ) as progress:
            for threads in parts:
                progress.update(threads)
    finally:
        launch.flush(parent.machine.out)


def _run_lanes(
    parent: SimulatorInterpreter,
    kernel: Kernel,
    launch: Launch,
    strand: Strand,
    in_step: bool,
) -> Iterator[int]:
    gx, gy, gz = launch.grid
    blocks = gx * gy * gz
    at_once = max(1, _LANES // launch.block_threads)
    for start in range(0, blocks, at_once):
        team = LaneTeam(
            parent.machine, launch, range(start, min(start + at_once, blocks))
        )
        interp = parent.fork(strand, kernel.captured, team)
        interp.lanes = team.lanes
        interp.run_region(kernel.region, kernel.arguments(team, interp))
        yield team.lanes


def _run_threads(
    parent: SimulatorInterpreter,
    kernel: Kernel,
    launch: Launch,
    strand: Strand,
    in_step: bool,
) -> Iterator[int]:
    def indices(sizes: tuple[int, int, int]) -> list[tuple[INDEX, INDEX, INDEX]]:
        x, y, z = sizes
        return [
            (INDEX(i), INDEX(j), INDEX(k))
            for k, j, i in product(range(z), range(y), range(x))
        ]

    thread_ids = indices(launch.block)
    for block_id in indices(launch.grid):
        state = BlockState()
        teams = [
            ThreadTeam(parent.machine, launch, block_id, thread_id, state)
            for thread_id in thread_ids
        ]
        interps = [parent.fork(strand, kernel.captured, team) for team in teams]
        if in_step:
            for interp in interps:
                interp.path = []
            arguments = [
                kernel.arguments(team, interp)
                for team, interp in zip(teams, interps, strict=True)
            ]
            run_block_in_step(kernel.region, interps, teams, arguments)
        else:
            for interp, team in zip(interps, teams, strict=True):
                interp.run_region(kernel.region, kernel.arguments(team, interp))
        yield len(teams)
