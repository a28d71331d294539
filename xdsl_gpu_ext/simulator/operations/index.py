"""`index`: arithmetic of indices, which are 64 bits wide."""

from __future__ import annotations

import numpy as np

from xdsl_gpu_ext.mlir.dialects import index
from xdsl_gpu_ext.simulator.implementations import Operations
from xdsl_gpu_ext.simulator.numerics import INDEX
from xdsl_gpu_ext.simulator.operations.arith import (
    comparison,
    int_cast,
    shift_left,
    shift_right_signed,
    shift_right_unsigned,
)
from xdsl_gpu_ext.simulator.operations.elementwise import (
    ceil_div,
    division,
    operand_format,
    plain,
    signed,
    trunc_div,
    unsigned,
)

OPERATIONS = Operations()


OPERATIONS.computes(index.AddOp, plain(np.add))
OPERATIONS.computes(index.SubOp, plain(np.subtract))
OPERATIONS.computes(index.MulOp, plain(np.multiply))
OPERATIONS.impl(index.DivSOp)(division(signed(trunc_div)))
OPERATIONS.impl(index.DivUOp)(division(unsigned(np.floor_divide)))
OPERATIONS.impl(index.CeilDivSOp)(division(signed(ceil_div)))
OPERATIONS.impl(index.CeilDivUOp)(division(unsigned(ceil_div)))
OPERATIONS.impl(index.FloorDivSOp)(division(signed(np.floor_divide)))
OPERATIONS.impl(index.RemSOp)(division(signed(np.fmod)))
OPERATIONS.impl(index.RemUOp)(division(unsigned(np.remainder)))
OPERATIONS.computes(index.MaxSOp, signed(np.maximum))
OPERATIONS.computes(index.MaxUOp, unsigned(np.maximum))
OPERATIONS.computes(index.MinSOp, signed(np.minimum))
OPERATIONS.computes(index.MinUOp, unsigned(np.minimum))
OPERATIONS.computes(index.AndOp, plain(np.bitwise_and))
OPERATIONS.computes(index.OrOp, plain(np.bitwise_or))
OPERATIONS.computes(index.XOrOp, plain(np.bitwise_xor))
OPERATIONS.computes(index.ShlOp, shift_left)
OPERATIONS.computes(index.ShrSOp, shift_right_signed)
OPERATIONS.computes(index.ShrUOp, shift_right_unsigned)
OPERATIONS.computes(index.CastSOp, int_cast(is_unsigned=False))
OPERATIONS.computes(index.CastUOp, int_cast(is_unsigned=True))
OPERATIONS.computes(
    index.CmpOp, lambda op: comparison(op.pred.data.value, operand_format(op))
)
OPERATIONS.computes(index.ConstantOp, lambda op: lambda: INDEX(op.value.value.data))
OPERATIONS.computes(
    index.BoolConstantOp, lambda op: lambda: np.bool_(op.value.value.data)
)
OPERATIONS.computes(index.SizeOfOp, lambda _: lambda: INDEX(64))
