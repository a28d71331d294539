"""`xegpu`: arithmetic on tiles."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_gpu_ext.dialects import xegpu
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.numerics import Array, convert_float, number_format
from xdsl_gpu_ext.simulator.operations.xegpu.common import fail_lane_level

OPERATIONS = Operations()


def _unpack(tile: Array) -> Array:
    """A packed tile of K/PxNxP, the last three axes, as KxN."""
    *outer, rows, columns, factor = tile.shape
    return np.swapaxes(tile, -1, -2).reshape(*outer, rows * factor, columns)


@OPERATIONS.impl(xegpu.DpasOp)
def run_dpas(interp: SimulatorInterpreter, op: xegpu.DpasOp, args: Values) -> Values:
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


@OPERATIONS.impl(xegpu.ConvertLayoutOp)
def run_convert_layout(
    interp: SimulatorInterpreter, op: xegpu.ConvertLayoutOp, args: Values
) -> Values:
    # Which lane holds what does not show in a whole tile.
    return args
