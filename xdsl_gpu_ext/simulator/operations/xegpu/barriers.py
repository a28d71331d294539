"""`xegpu`: fences and named barriers."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl_gpu_ext.dialects import xegpu
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.operations.gpu_device import team_of
from xdsl_gpu_ext.simulator.team import Condition

OPERATIONS = Operations()


@dataclass(frozen=True)
class NamedBarrier:
    """The value of a `!xegpu.nbarrier`: which one, and how many threads it is for."""

    number: int
    participants: int


@OPERATIONS.impl(xegpu.FenceOp)
def run_fence(interp: SimulatorInterpreter, op: xegpu.FenceOp, args: Values) -> Values:
    # Writes are seen at once by everybody.
    return ()


@OPERATIONS.impl(xegpu.AllocNbarrierOp)
def run_alloc_nbarrier(
    interp: SimulatorInterpreter, op: xegpu.AllocNbarrierOp, args: Values
) -> Values:
    return ()


@OPERATIONS.impl(xegpu.InitNbarrierOp)
def run_init_nbarrier(
    interp: SimulatorInterpreter, op: xegpu.InitNbarrierOp, args: Values
) -> Values:
    number, participants = (int(value) & 0xFF for value in args)
    return (NamedBarrier(number, participants),)


@OPERATIONS.impl(xegpu.NbarrierArriveOp)
def run_nbarrier_arrive(
    interp: SimulatorInterpreter, op: xegpu.NbarrierArriveOp, args: Values
) -> Values:
    barrier: NamedBarrier = args[0]
    team_of(interp, op).arrive(barrier.number, barrier.participants)
    return ()


@OPERATIONS.impl(xegpu.NbarrierWaitOp)
def run_nbarrier_wait(
    interp: SimulatorInterpreter, op: xegpu.NbarrierWaitOp, args: Values
) -> Values:
    barrier: NamedBarrier = args[0]
    team_of(interp, op).wait_until(Condition(op, barrier.number, barrier.participants))
    return ()
