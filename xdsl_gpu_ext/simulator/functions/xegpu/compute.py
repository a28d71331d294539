"""`xegpu`: arithmetic on tiles."""

from __future__ import annotations

from typing import Any

import numpy as np
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl,
    register_impls,
)

from xdsl_gpu_ext.dialects import xegpu
from xdsl_gpu_ext.simulator.functions.xegpu.common import fail_lane_level
from xdsl_gpu_ext.simulator.interpreter import simulator
from xdsl_gpu_ext.simulator.numerics import Array, convert_float, number_format


def _unpack(tile: Array) -> Array:
    """A packed tile of K/PxNxP, the last three axes, as KxN."""
    *outer, rows, columns, factor = tile.shape
    return np.swapaxes(tile, -1, -2).reshape(*outer, rows * factor, columns)


@register_impls
class XeGPUComputeFunctions(InterpreterFunctions):
    """Implementations of the arithmetic operations."""

    @impl(xegpu.DpasOp)
    def run_dpas(
        self, interpreter: Interpreter, op: xegpu.DpasOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        if op.is_lane_level:
            fail_lane_level(interp, op)
        lhs, rhs, *accumulator = args
        if op.rhs_type.get_num_dims() == 3:
            rhs = _unpack(rhs)
        operands = number_format(op.lhs_type)
        result = number_format(op.result.type)
        # Floats accumulate in at least single precision, and round once to the type of
        # the accumulator; integers in 64 bits, modulo its width.
        wide: Any = np.int64
        if result.is_float:
            wide = np.float64 if result.dtype == np.float64 else np.float32
        if operands.width:
            lhs, rhs = operands.signed(lhs), operands.signed(rhs)
        total = np.matmul(lhs.astype(wide), rhs.astype(wide))
        if accumulator:
            total = total + accumulator[0].astype(wide)
        if result.is_float:
            return (convert_float(total, result),)
        return (result.wrap(total),)

    @impl(xegpu.ConvertLayoutOp)
    def run_convert_layout(
        self, interpreter: Interpreter, op: xegpu.ConvertLayoutOp, args: PythonValues
    ) -> PythonValues:
        # Which lane holds what does not show in a whole tile.
        return args
