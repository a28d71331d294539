"""`arith`: every operation in the arithmetic of its own type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from xdsl.dialects import arith, builtin
from xdsl.ir import Attribute, Operation

from xdsl_gpu_ext.mlir.dialects.arith import casts as arith_casts
from xdsl_gpu_ext.mlir.dialects.arith import operations as arith_operations
from xdsl_gpu_ext.simulator.implementations import Compute, Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.lanes import merge
from xdsl_gpu_ext.simulator.numerics import (
    Format,
    UnsupportedTypeError,
    convert_float,
    float_to_int,
    int_to_float,
    number_format,
    rank,
    value_shape,
    where,
)
from xdsl_gpu_ext.simulator.operations.elementwise import (
    Binary,
    Unary,
    ceil_div,
    division,
    operand_format,
    plain,
    result_format,
    signed,
    trunc_div,
    unsigned,
    wrapping,
)

OPERATIONS = Operations()


def attribute_value(attribute: Attribute, type_: Attribute) -> Any:
    """The value of `type_` that a constant attribute stands for."""
    format_ = number_format(type_)
    match attribute:
        case builtin.IntegerAttr() | builtin.FloatAttr():
            return format_.constant(attribute.value.data)
        case builtin.DenseIntOrFPElementsAttr():
            values = attribute.get_values()
            shape = attribute.get_shape()
            numbers = np.array(
                [format_.constant(cast(float, v)) for v in values], format_.dtype
            )
            if numbers.size == 1:
                return np.full(shape, numbers[0])
            return numbers.reshape(shape)
        case _:
            raise UnsupportedTypeError(f"constants like {attribute} are not supported")


def _constant(op: arith.ConstantOp) -> Compute:
    value_shape(op.result.type)
    value = attribute_value(op.value, op.result.type)
    return lambda: value


_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
"""The comparisons of integers, in the order of their numbers."""

_COMPARISONS: dict[str, Binary] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


def comparison(predicate: str, format_: Format) -> Binary:
    """How integers of a format compare by `slt`, `uge`, ..."""
    if predicate in _COMPARISONS:
        return _COMPARISONS[predicate]
    compare = _COMPARISONS[predicate[1:]]
    if predicate[0] == "u":
        return lambda a, b: compare(format_.to_unsigned(a), format_.to_unsigned(b))
    if format_.width != 1:
        return compare
    return lambda a, b: compare(format_.signed(a), format_.signed(b))


def _compare_ints(op: arith.CmpiOp) -> Compute:
    return comparison(_PREDICATES[op.predicate.value.data], operand_format(op))


def _ordered(a: Any, b: Any) -> Any:
    return ~(np.isnan(a) | np.isnan(b))


_FLOAT_PREDICATES: tuple[Binary, ...] = (
    lambda a, b: np.zeros(np.broadcast(a, b).shape, np.bool_)[()],
    np.equal,
    np.greater,
    np.greater_equal,
    np.less,
    np.less_equal,
    lambda a, b: np.not_equal(a, b) & _ordered(a, b),
    _ordered,
    lambda a, b: np.equal(a, b) | ~_ordered(a, b),
    lambda a, b: ~np.less_equal(a, b),
    lambda a, b: ~np.less(a, b),
    lambda a, b: ~np.greater_equal(a, b),
    lambda a, b: ~np.greater(a, b),
    np.not_equal,
    lambda a, b: ~_ordered(a, b),
    lambda a, b: np.ones(np.broadcast(a, b).shape, np.bool_)[()],
)
"""In the order of the predicate numbers: false, oeq, ogt, ..., uno, true."""


def _compare_floats(op: arith.CmpfOp) -> Compute:
    return _FLOAT_PREDICATES[op.predicate.value.data]


def maximum(a: Any, b: Any) -> Any:
    """The larger number; NaN if any is; zero is larger than minus zero."""
    return where(a == b, where(np.signbit(a), b, a), np.maximum(a, b))[()]


def minimum(a: Any, b: Any) -> Any:
    """The smaller number; NaN if any is; minus zero is smaller than zero."""
    return where(a == b, where(np.signbit(a), a, b), np.minimum(a, b))[()]


def shift_left(op: Operation) -> Compute:
    """Shift to the left; by the width or more, all bits are gone."""
    format_, width = operand_format(op), operand_format(op).width

    def compute(value: Any, amount: Any) -> Any:
        amount = format_.to_unsigned(amount)
        shifted = format_.to_unsigned(value) << np.minimum(amount, width - 1)
        return format_.wrap(where(amount < width, shifted, 0)[()])

    return compute


def shift_right_unsigned(op: Operation) -> Compute:
    """Shift to the right and fill up with zeros."""
    format_, width = operand_format(op), operand_format(op).width

    def compute(value: Any, amount: Any) -> Any:
        amount = format_.to_unsigned(amount)
        shifted = format_.to_unsigned(value) >> np.minimum(amount, width - 1)
        return format_.wrap(where(amount < width, shifted, 0)[()])

    return compute


def shift_right_signed(op: Operation) -> Compute:
    """Shift to the right and fill up with copies of the sign."""
    format_, width = operand_format(op), operand_format(op).width

    def compute(value: Any, amount: Any) -> Any:
        amount = np.minimum(format_.to_unsigned(amount), width - 1)
        value = format_.signed(value)
        return format_.wrap(value >> amount.astype(value.dtype))

    return compute


def _add_extended(op: Operation) -> Compute:
    format_ = operand_format(op)

    def compute(a: Any, b: Any) -> Any:
        a, b = format_.to_unsigned(a), format_.to_unsigned(b)
        total = format_.wrap(a + b)
        return total, format_.to_unsigned(total) < a

    return compute


def _multiply_extended(
    as_integers: Callable[[Format, Any], Any],
) -> Callable[[Operation], Compute]:
    def prepare(op: Operation) -> Compute:
        format_ = operand_format(op)
        modulus = 1 << format_.width

        def part(value: int) -> Any:
            return format_.constant(value % modulus)

        parts = np.frompyfunc(lambda a, b: int(a) * int(b), 2, 1)
        narrow = np.frompyfunc(part, 1, 1)

        def compute(a: Any, b: Any) -> Any:
            product = parts(as_integers(format_, a), as_integers(format_, b))
            low = narrow(product)
            high = narrow(product // modulus)
            return tuple(np.asarray(x).astype(format_.dtype)[()] for x in (low, high))

        return compute

    return prepare


def int_cast(is_unsigned: bool) -> Callable[[Operation], Unary]:
    """The same number, modulo the width of the result."""

    def prepare(op: Operation) -> Unary:
        source, target = operand_format(op), result_format(op)
        as_integer = source.to_unsigned if is_unsigned else source.signed
        return lambda value: target.wrap(as_integer(value))

    return prepare


def _float_cast(op: Operation) -> Unary:
    target = result_format(op)
    return lambda value: convert_float(value, target)


def _int_to_float(is_unsigned: bool) -> Callable[[Operation], Unary]:
    def prepare(op: Operation) -> Unary:
        source, target = operand_format(op), result_format(op)
        as_integer = source.to_unsigned if is_unsigned else source.signed
        return lambda value: int_to_float(as_integer(value), target)

    return prepare


def _float_to_int(is_unsigned: bool) -> Callable[[Operation], Unary]:
    def prepare(op: Operation) -> Unary:
        target = result_format(op)
        return lambda value: float_to_int(value, target, is_unsigned)

    return prepare


def _scaled(
    compute: Callable[[Any, Any], Any], wide: Callable[[Operation], Format]
) -> Callable[[Operation], Binary]:
    """
    The number by `compute` with a scale, which counts as the power of two that it is in
    the type of scales. The computation is done in the wider of the two types.
    """
    powers = number_format(builtin.f8E8M0FNU)

    def prepare(op: Operation) -> Binary:
        between, target = wide(op), result_format(op)

        def run(value: Any, scale: Any) -> Any:
            scale = convert_float(convert_float(scale, powers), between)
            product = between.wrap(compute(convert_float(value, between), scale))
            return convert_float(product, target)

        return run

    return prepare


def _bitcast(op: Operation) -> Unary:
    source, target = operand_format(op), result_format(op)
    if source.itemsize != target.itemsize:
        raise UnsupportedTypeError(
            f"{op.name} from {op.operands[0].type} to {op.results[0].type} is not "
            "supported"
        )
    if source.dtype == target.dtype:
        return lambda value: target.wrap(value)
    return lambda value: np.asarray(value).view(target.dtype)[()]


OPERATIONS.computes(arith.ConstantOp, _constant)

OPERATIONS.computes(arith.AddiOp, wrapping(np.add))
OPERATIONS.computes(arith.SubiOp, wrapping(np.subtract))
OPERATIONS.computes(arith.MuliOp, wrapping(np.multiply))
OPERATIONS.computes(arith.AddUIExtendedOp, _add_extended)
OPERATIONS.computes(
    arith.MulUIExtendedOp,
    _multiply_extended(Format.to_unsigned),
)
OPERATIONS.computes(arith.MulSIExtendedOp, _multiply_extended(Format.signed))
OPERATIONS.impl(arith.DivSIOp)(division(signed(trunc_div)))
OPERATIONS.impl(arith.DivUIOp)(division(unsigned(np.floor_divide)))
OPERATIONS.impl(arith.RemSIOp)(division(signed(np.fmod)))
OPERATIONS.impl(arith.RemUIOp)(division(unsigned(np.remainder)))
OPERATIONS.impl(arith.FloorDivSIOp)(division(signed(np.floor_divide)))
OPERATIONS.impl(arith.CeilDivSIOp)(division(signed(ceil_div)))
OPERATIONS.impl(arith.CeilDivUIOp)(division(unsigned(ceil_div)))
OPERATIONS.computes(arith.MinSIOp, signed(np.minimum))
OPERATIONS.computes(arith.MaxSIOp, signed(np.maximum))
OPERATIONS.computes(arith.MinUIOp, unsigned(np.minimum))
OPERATIONS.computes(arith.MaxUIOp, unsigned(np.maximum))
OPERATIONS.computes(arith.AndIOp, plain(np.bitwise_and))
OPERATIONS.computes(arith.OrIOp, plain(np.bitwise_or))
OPERATIONS.computes(arith.XOrIOp, plain(np.bitwise_xor))
OPERATIONS.computes(arith.ShLIOp, shift_left)
OPERATIONS.computes(arith.ShRUIOp, shift_right_unsigned)
OPERATIONS.computes(arith.ShRSIOp, shift_right_signed)
OPERATIONS.computes(arith.CmpiOp, _compare_ints)

OPERATIONS.computes(arith.AddfOp, wrapping(np.add))
OPERATIONS.computes(arith.SubfOp, wrapping(np.subtract))
OPERATIONS.computes(arith.MulfOp, wrapping(np.multiply))
OPERATIONS.computes(arith.DivfOp, wrapping(np.divide))
OPERATIONS.computes(arith_operations.RemFOp, wrapping(np.fmod))
OPERATIONS.computes(arith.NegfOp, plain(np.negative))
OPERATIONS.computes(arith.MaximumfOp, plain(maximum))
OPERATIONS.computes(arith.MinimumfOp, plain(minimum))
OPERATIONS.computes(arith.MaxnumfOp, plain(np.fmax))
OPERATIONS.computes(arith.MinnumfOp, plain(np.fmin))
OPERATIONS.computes(arith.CmpfOp, _compare_floats)

OPERATIONS.computes(arith.ExtSIOp, int_cast(is_unsigned=False))
OPERATIONS.computes(arith.ExtUIOp, int_cast(is_unsigned=True))
OPERATIONS.computes(arith.TruncIOp, int_cast(is_unsigned=False))
OPERATIONS.computes(arith.IndexCastOp, int_cast(is_unsigned=False))
OPERATIONS.computes(arith_casts.IndexCastUIOp, int_cast(is_unsigned=True))
OPERATIONS.computes(arith_casts.ScalingExtFOp, _scaled(np.multiply, result_format))
OPERATIONS.computes(arith_casts.ScalingTruncFOp, _scaled(np.divide, operand_format))
OPERATIONS.computes(arith.ExtFOp, _float_cast)
OPERATIONS.computes(arith.TruncFOp, _float_cast)
OPERATIONS.computes(arith.SIToFPOp, _int_to_float(is_unsigned=False))
OPERATIONS.computes(arith.UIToFPOp, _int_to_float(is_unsigned=True))
OPERATIONS.computes(arith.FPToSIOp, _float_to_int(is_unsigned=False))
OPERATIONS.computes(arith.FPToUIOp, _float_to_int(is_unsigned=True))
OPERATIONS.computes(arith.BitcastOp, _bitcast)


@OPERATIONS.impl(arith.SelectOp)
def run_select(
    interp: SimulatorInterpreter, op: arith.SelectOp, args: Values
) -> Values:
    condition, chosen, other = args
    type_ = op.result.type
    if np.ndim(condition) == 0:
        return (chosen if condition else other,)
    if rank(op.cond.type):
        return (where(condition, chosen, other),)
    return (merge(condition, chosen, other, type_),)
