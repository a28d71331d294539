"""`index`: arithmetic of indices, which are 64 bits wide."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from xdsl_gpu_ext.mlir.dialects import index
from xdsl_gpu_ext.simulator.functions.arith import (
    comparison,
    int_cast,
    shift_left,
    shift_right_signed,
    shift_right_unsigned,
)
from xdsl_gpu_ext.simulator.functions.elementwise import (
    ceil_div,
    division,
    elementwise,
    operand_format,
    plain,
    signed,
    trunc_div,
    unsigned,
)
from xdsl_gpu_ext.simulator.numerics import INDEX


@register_impls
class IndexFunctions(InterpreterFunctions):
    """Implementations of `index`."""

    add = elementwise(index.AddOp, plain(np.add))
    sub = elementwise(index.SubOp, plain(np.subtract))
    mul = elementwise(index.MulOp, plain(np.multiply))
    divs = division(index.DivSOp, signed(trunc_div))
    divu = division(index.DivUOp, unsigned(np.floor_divide))
    ceildivs = division(index.CeilDivSOp, signed(ceil_div))
    ceildivu = division(index.CeilDivUOp, unsigned(ceil_div))
    floordivs = division(index.FloorDivSOp, signed(np.floor_divide))
    rems = division(index.RemSOp, signed(np.fmod))
    remu = division(index.RemUOp, unsigned(np.remainder))
    maxs = elementwise(index.MaxSOp, signed(np.maximum))
    maxu = elementwise(index.MaxUOp, unsigned(np.maximum))
    mins = elementwise(index.MinSOp, signed(np.minimum))
    minu = elementwise(index.MinUOp, unsigned(np.minimum))
    and_ = elementwise(index.AndOp, plain(np.bitwise_and))
    or_ = elementwise(index.OrOp, plain(np.bitwise_or))
    xor = elementwise(index.XOrOp, plain(np.bitwise_xor))
    shl = elementwise(index.ShlOp, shift_left)
    shrs = elementwise(index.ShrSOp, shift_right_signed)
    shru = elementwise(index.ShrUOp, shift_right_unsigned)
    casts = elementwise(index.CastSOp, int_cast(is_unsigned=False))
    castu = elementwise(index.CastUOp, int_cast(is_unsigned=True))
    cmp = elementwise(
        index.CmpOp, lambda op: comparison(op.pred.data.value, operand_format(op))
    )
    constant = elementwise(
        index.ConstantOp, lambda op: lambda: INDEX(op.value.value.data)
    )
    bool_constant = elementwise(
        index.BoolConstantOp, lambda op: lambda: np.bool_(op.value.value.data)
    )
    sizeof = elementwise(index.SizeOfOp, lambda _: lambda: INDEX(64))
