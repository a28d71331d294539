"""
Operations that work number by number, on scalars, vectors and lanes alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from xdsl.ir import Operation

from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Compute, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.numerics import Format, number_format, rank

Unary: TypeAlias = Callable[[Any], Any]
Binary: TypeAlias = Callable[[Any, Any], Any]


def result_format(op: Operation) -> Format:
    """The format of the numbers of the first result."""
    return number_format(op.results[0].type)


def operand_format(op: Operation) -> Format:
    """The format of the numbers of the first operand."""
    return number_format(op.operands[0].type)


def _needs_wrap(format_: Format) -> bool:
    if format_.is_tf32:
        return True
    return format_.width not in (0, 8, 16, 32, 64)


def wrapping(compute: Compute) -> Callable[[Operation], Compute]:
    """
    `compute` on numbers of the operands' type, where what comes out of numpy may be
    more than the type holds.
    """

    def prepare(op: Operation) -> Compute:
        format_ = result_format(op)
        if not _needs_wrap(format_):
            return compute

        def run(*args: Any) -> Any:
            if format_.width == 1:
                args = tuple(arg.astype(np.int8) for arg in args)
            return format_.wrap(compute(*args))

        return run

    return prepare


def plain(compute: Compute) -> Callable[[Operation], Compute]:
    """`compute` whatever the type: its results are always in it."""
    return lambda _: compute


def signed(compute: Compute) -> Callable[[Operation], Compute]:
    """`compute` on the operands as signed integers, the result in the result's type."""

    def prepare(op: Operation) -> Compute:
        format_, result = operand_format(op), result_format(op)
        if format_.width != 1 and not _needs_wrap(result):
            return compute

        def run(*args: Any) -> Any:
            return result.wrap(compute(*map(format_.signed, args)))

        return run

    return prepare


def unsigned(compute: Compute) -> Callable[[Operation], Compute]:
    """`compute` on the operands as unsigned integers."""

    def prepare(op: Operation) -> Compute:
        format_, result = operand_format(op), result_format(op)

        def run(*args: Any) -> Any:
            return result.wrap(compute(*map(format_.to_unsigned, args)))

        return run

    return prepare


def division(
    prepare: Callable[[Operation], Compute],
) -> Callable[[SimulatorInterpreter, Operation, Values], Values]:
    """The implementation of an integer division: the divisor must not be zero."""
    prepared: dict[Operation, Compute] = {}

    def run(interp: SimulatorInterpreter, op: Operation, args: Values) -> Values:
        check_divisor(interp, op, args[1], rank(op.operands[1].type))
        compute = prepared.get(op)
        if compute is None:
            compute = prepared[op] = prepare(op)
        return (compute(*args),)

    return run


def check_divisor(
    interp: SimulatorInterpreter, op: Operation, divisor: Any, inner: int
) -> None:
    """Refuse a `divisor`, of `inner` axes beside the one of lanes, that is zero."""
    zero = divisor == 0
    if not np.any(zero):
        return
    if np.ndim(zero) > inner:
        lanes = zero.reshape(len(zero), -1).any(1)
        if interp.mask is not None:
            lanes = lanes & interp.mask
        if not lanes.any():
            return
        interp.fail(op, Fault.INVALID, "division by zero", lanes=lanes)
    interp.fail(op, Fault.INVALID, "division by zero")


def trunc_div(a: Any, b: Any) -> Any:
    """Integer division that rounds towards zero."""
    quotient = a // b
    return quotient + ((a % b != 0) & ((a < 0) != (b < 0)))


def ceil_div(a: Any, b: Any) -> Any:
    """Integer division that rounds up."""
    return a // b + (a % b != 0)
