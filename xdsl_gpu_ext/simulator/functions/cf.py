"""`cf` and `ub`: what xDSL does not interpret of branches, and what never happens."""

from __future__ import annotations

from typing import Any

import numpy as np
from xdsl.dialects import cf, ub
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    Successor,
    TerminatorValue,
    impl,
    impl_terminator,
    register_impls,
)
from xdsl.ir import Operation

from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.functions.elementwise import (
    Compute,
    elementwise,
    operand_format,
    result_format,
)
from xdsl_gpu_ext.simulator.interpreter import simulator
from xdsl_gpu_ext.simulator.numerics import value_shape


@register_impls
class CfFunctions(InterpreterFunctions):
    """Implementations of `cf.switch` and `cf.assert`."""

    @impl_terminator(cf.SwitchOp)
    def run_switch(
        self, interpreter: Interpreter, op: cf.SwitchOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        interp = simulator(interpreter)
        format_ = operand_format(op)
        values = () if op.case_values is None else op.case_values.get_values()
        start = 0
        for value, block, count in zip(
            values, op.case_blocks, op.case_operand_segments.get_values(), strict=True
        ):
            if format_.constant(value) == args[0]:
                operands = op.case_operands[start : start + count]
                return Successor(block, interp.get_values(operands)), ()
            start += count
        operands = op.default_operands
        return Successor(op.default_block, interp.get_values(operands)), ()

    @impl(cf.AssertOp)
    def run_assert(
        self, interpreter: Interpreter, op: cf.AssertOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        fails = ~np.asarray(args[0])
        if interp.mask is not None:
            fails = fails & interp.mask
        if np.any(fails):
            interp.fail(op, Fault.ASSERTION, op.msg.data, lanes=fails)
        return ()


def _poison(op: Operation) -> Compute:
    format_, shape = result_format(op), value_shape(op.results[0].type)
    count = int(np.prod(shape, dtype=int))
    numbers = np.full(count * format_.itemsize, 0xA5, np.uint8).view(format_.dtype)
    value = format_.wrap(numbers).reshape(shape)[()]
    return lambda: value


@register_impls
class UbFunctions(InterpreterFunctions):
    """Implementations of `ub`."""

    poison = elementwise(ub.PoisonOp, _poison)

    @impl_terminator(ub.UnreachableOp)
    def run_unreachable(
        self, interpreter: Interpreter, op: ub.UnreachableOp, args: PythonValues
    ) -> Any:
        simulator(interpreter).fail(op, Fault.INVALID, "this was not to be reached")
