"""`math`: functions of numbers."""

from __future__ import annotations

import math as libm
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
from xdsl.dialects import math
from xdsl.interpreter import InterpreterFunctions, register_impls
from xdsl.ir import Operation

from xdsl_gpu_ext.mlir.dialects import math as our_math
from xdsl_gpu_ext.simulator.functions.arith import maximum, minimum
from xdsl_gpu_ext.simulator.functions.elementwise import (
    Compute,
    Unary,
    elementwise,
    operand_format,
    plain,
    result_format,
    wrapping,
)
from xdsl_gpu_ext.simulator.numerics import convert_float, fused_multiply_add, where


def _wide(compute: Compute) -> Callable[[Operation], Compute]:
    """
    `compute` in double precision, rounded once to the type: for all types but `f64` the
    result is as good as the nearest number.
    """

    def prepare(op: Operation) -> Compute:
        format_ = result_format(op)

        def run(*args: Any) -> Any:
            return convert_float(
                compute(*(arg.astype(np.float64) for arg in args)), format_
            )

        return run

    return prepare


def _each(function: Callable[[float], float]) -> Unary:
    """A function of Python floats, for every number of numpy arrays."""
    ufunc = np.frompyfunc(function, 1, 1)
    return lambda value: np.asarray(ufunc(value)).astype(np.float64)[()]


def _inverse_root(value: Any) -> Any:
    return 1 / np.sqrt(value)


def _round_half_away(value: Any) -> Any:
    whole = np.trunc(value)
    return np.copysign(
        whole + where(np.abs(value - whole) >= 0.5, np.sign(value), 0), value
    )


def _leading_zeros(op: Operation) -> Compute:
    format_ = operand_format(op)

    def compute(value: Any) -> Any:
        rest = format_.to_unsigned(value).astype(np.uint64)
        count = np.full(np.shape(rest), format_.width)
        while np.any(rest):
            count = count - (rest != 0)
            rest = rest >> np.uint64(1)
        return format_.wrap(count[()])

    return compute


def _trailing_zeros(op: Operation) -> Compute:
    format_ = operand_format(op)

    def compute(value: Any) -> Any:
        rest = format_.to_unsigned(value).astype(np.uint64)
        lowest = rest & (~rest + np.uint64(1))
        count = np.bitwise_count(lowest - np.uint64(1))
        return format_.wrap(where(rest == 0, format_.width, count)[()])

    return compute


def _count_ones(op: Operation) -> Unary:
    format_ = operand_format(op)
    return lambda value: format_.wrap(
        np.bitwise_count(format_.to_unsigned(value)).astype(np.int64)
    )


def _int_power(op: Operation) -> Compute:
    format_ = result_format(op)

    def compute(base: Any, exponent: Any) -> Any:
        result = np.ones(np.broadcast(base, exponent).shape, base.dtype)
        factor, rest = base, np.maximum(exponent, 0)
        while np.any(rest):
            result = where(rest & 1, format_.wrap(result * factor), result)
            factor, rest = format_.wrap(factor * factor), rest >> 1
        # A negative power is the truncated inverse: of 1 and -1 themselves, else 0.
        odd = (exponent & 1) == 1
        inverse = where(base == 1, 1, where(base == -1, where(odd, -1, 1), 0))
        return format_.wrap(where(exponent < 0, inverse, result).astype(base.dtype))[()]

    return compute


def fma_of(op: Operation) -> Compute:
    """A product and a sum with one rounding."""
    format_ = result_format(op)

    def compute(a: Any, b: Any, c: Any) -> Any:
        return fused_multiply_add(a, b, c, format_)

    return compute


def _clamp(value: Any, low: Any, high: Any) -> Any:
    """
    `value` in a range. (MLIR's text has the two bounds the wrong way round, by which no
    result would be below the upper one.)
    """
    return minimum(maximum(value, low), high)


def _sine_and_cosine(op: Operation) -> Compute:
    sine, cosine = _wide(np.sin)(op), _wide(np.cos)(op)

    def compute(value: Any) -> tuple[Any, Any]:
        return sine(value), cosine(value)

    return compute


def _is_normal(op: Operation) -> Unary:
    finfo: Any = ml_dtypes.finfo
    smallest = finfo(operand_format(op).dtype).smallest_normal

    def compute(value: Any) -> Any:
        return np.isfinite(value) & (np.abs(value) >= smallest)

    return compute


@register_impls
class MathFunctions(InterpreterFunctions):
    """Implementations of `math`."""

    absf = elementwise(math.AbsFOp, plain(np.abs))
    absi = elementwise(math.AbsIOp, wrapping(np.abs))
    acos = elementwise(math.AcosOp, _wide(np.arccos))
    acosh = elementwise(math.AcoshOp, _wide(np.arccosh))
    asin = elementwise(math.AsinOp, _wide(np.arcsin))
    asinh = elementwise(math.AsinhOp, _wide(np.arcsinh))
    atan = elementwise(math.AtanOp, _wide(np.arctan))
    atan2 = elementwise(math.Atan2Op, _wide(np.arctan2))
    atanh = elementwise(math.AtanhOp, _wide(np.arctanh))
    cbrt = elementwise(math.CbrtOp, _wide(np.cbrt))
    clampf = elementwise(our_math.ClampFOp, plain(_clamp))
    ceil = elementwise(math.CeilOp, plain(np.ceil))
    copysign = elementwise(math.CopySignOp, plain(np.copysign))
    cos = elementwise(math.CosOp, _wide(np.cos))
    cosh = elementwise(math.CoshOp, _wide(np.cosh))
    ctlz = elementwise(math.CountLeadingZerosOp, _leading_zeros)
    cttz = elementwise(math.CountTrailingZerosOp, _trailing_zeros)
    ctpop = elementwise(math.CtPopOp, _count_ones)
    erf = elementwise(math.ErfOp, _wide(_each(libm.erf)))
    erfc = elementwise(our_math.ErfcOp, _wide(_each(libm.erfc)))
    exp = elementwise(math.ExpOp, _wide(np.exp))
    exp2 = elementwise(math.Exp2Op, _wide(np.exp2))
    expm1 = elementwise(math.ExpM1Op, _wide(np.expm1))
    floor = elementwise(math.FloorOp, plain(np.floor))
    fma = elementwise(math.FmaOp, fma_of)
    fpowi = elementwise(math.FPowIOp, _wide(np.power))
    ipowi = elementwise(math.IPowIOp, _int_power)
    isfinite = elementwise(our_math.IsFiniteOp, plain(np.isfinite))
    isinf = elementwise(our_math.IsInfOp, plain(np.isinf))
    isnan = elementwise(our_math.IsNaNOp, plain(np.isnan))
    isnormal = elementwise(our_math.IsNormalOp, _is_normal)
    log = elementwise(math.LogOp, _wide(np.log))
    log10 = elementwise(math.Log10Op, _wide(np.log10))
    log1p = elementwise(math.Log1pOp, _wide(np.log1p))
    log2 = elementwise(math.Log2Op, _wide(np.log2))
    powf = elementwise(math.PowFOp, _wide(np.power))
    round = elementwise(math.RoundOp, plain(_round_half_away))
    roundeven = elementwise(math.RoundEvenOp, plain(np.rint))
    rsqrt = elementwise(math.RsqrtOp, _wide(_inverse_root))
    sin = elementwise(math.SinOp, _wide(np.sin))
    sincos = elementwise(our_math.SincosOp, _sine_and_cosine)
    sinh = elementwise(math.SinhOp, _wide(np.sinh))
    sqrt = elementwise(math.SqrtOp, _wide(np.sqrt))
    tan = elementwise(math.TanOp, _wide(np.tan))
    tanh = elementwise(math.TanhOp, _wide(np.tanh))
    trunc = elementwise(math.TruncOp, plain(np.trunc))
