"""`cf` and `ub`: what xDSL does not interpret of branches, and what never happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.dialects import cf, ub
from xdsl.ir import Operation

from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import (
    Compute,
    Operations,
    Values,
    Way,
)
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.numerics import value_shape
from xdsl_gpu_ext.simulator.operations.elementwise import (
    operand_format,
    result_format,
)

OPERATIONS = Operations()


@OPERATIONS.branch(cf.BranchOp)
def branch(
    interp: SimulatorInterpreter, op: cf.BranchOp, args: Values
) -> Sequence[Way]:
    return (Way(True, op.successor, args),)


@OPERATIONS.branch(cf.ConditionalBranchOp)
def cond_branch(
    interp: SimulatorInterpreter, op: cf.ConditionalBranchOp, args: Values
) -> Sequence[Way]:
    condition, *values = args
    split = len(op.then_arguments)
    then = op.then_block, tuple(values[:split])
    otherwise = op.else_block, tuple(values[split:])
    if np.ndim(condition) == 0:
        return (Way(True, *(then if condition else otherwise)),)
    return Way(condition, *then), Way(~condition, *otherwise)


@OPERATIONS.branch(cf.SwitchOp)
def switch(
    interp: SimulatorInterpreter, op: cf.SwitchOp, args: Values
) -> Sequence[Way]:
    format_ = operand_format(op)
    flag, *values = args
    start = len(op.default_operands)
    rest: Any = True
    ways: list[Way] = []
    for number, block, count in zip(
        () if op.case_values is None else op.case_values.get_values(),
        op.case_blocks,
        op.case_operand_segments.get_values(),
        strict=True,
    ):
        matches = rest & (flag == format_.constant(number))
        rest = rest & ~matches
        ways.append(Way(matches, block, tuple(values[start : start + count])))
        start += count
    operands = tuple(values[: len(op.default_operands)])
    ways.append(Way(rest, op.default_block, operands))
    return ways if np.ndim(flag) else [way for way in ways if way.condition]


@OPERATIONS.impl(cf.AssertOp)
def run_assert(interp: SimulatorInterpreter, op: cf.AssertOp, args: Values) -> Values:
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


OPERATIONS.computes(ub.PoisonOp, _poison)


@OPERATIONS.impl(ub.UnreachableOp)
def run_unreachable(
    interp: SimulatorInterpreter, op: ub.UnreachableOp, args: Values
) -> Values:
    interp.fail(op, Fault.INVALID, "this was not to be reached")
