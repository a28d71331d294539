"""`xegpu`: fences and named barriers."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl,
    register_impls,
)

from xdsl_gpu_ext.dialects import xegpu
from xdsl_gpu_ext.simulator.functions.gpu_device import team_of
from xdsl_gpu_ext.simulator.interpreter import simulator
from xdsl_gpu_ext.simulator.team import Condition


@dataclass(frozen=True)
class NamedBarrier:
    """The value of a `!xegpu.nbarrier`: which one, and how many threads it is for."""

    number: int
    participants: int


@register_impls
class XeGPUBarrierFunctions(InterpreterFunctions):
    """Implementations of fences and named barriers."""

    @impl(xegpu.FenceOp)
    def run_fence(
        self, interpreter: Interpreter, op: xegpu.FenceOp, args: PythonValues
    ) -> PythonValues:
        # Writes are seen at once by everybody.
        return ()

    @impl(xegpu.AllocNbarrierOp)
    def run_alloc_nbarrier(
        self, interpreter: Interpreter, op: xegpu.AllocNbarrierOp, args: PythonValues
    ) -> PythonValues:
        return ()

    @impl(xegpu.InitNbarrierOp)
    def run_init_nbarrier(
        self, interpreter: Interpreter, op: xegpu.InitNbarrierOp, args: PythonValues
    ) -> PythonValues:
        number, participants = (int(value) & 0xFF for value in args)
        return (NamedBarrier(number, participants),)

    @impl(xegpu.NbarrierArriveOp)
    def run_nbarrier_arrive(
        self, interpreter: Interpreter, op: xegpu.NbarrierArriveOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        barrier: NamedBarrier = args[0]
        team_of(interp, op).arrive(barrier.number, barrier.participants)
        return ()

    @impl(xegpu.NbarrierWaitOp)
    def run_nbarrier_wait(
        self, interpreter: Interpreter, op: xegpu.NbarrierWaitOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        barrier: NamedBarrier = args[0]
        team_of(interp, op).wait_until(
            Condition(op, barrier.number, barrier.participants)
        )
        return ()
