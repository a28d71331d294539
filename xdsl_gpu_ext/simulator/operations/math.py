"""`math`: functions of numbers."""

from __future__ import annotations

import math as libm
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
from xdsl.dialects import math
from xdsl.ir import Operation

from xdsl_gpu_ext.mlir.dialects import math as our_math
from xdsl_gpu_ext.simulator.implementations import Compute, Operations
from xdsl_gpu_ext.simulator.numerics import convert_float, fused_multiply_add, where
from xdsl_gpu_ext.simulator.operations.arith import maximum, minimum
from xdsl_gpu_ext.simulator.operations.elementwise import (
    Unary,
    operand_format,
    plain,
    result_format,
    wrapping,
)

OPERATIONS = Operations()


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


OPERATIONS.computes(math.AbsFOp, plain(np.abs))
OPERATIONS.computes(math.AbsIOp, wrapping(np.abs))
OPERATIONS.computes(math.AcosOp, _wide(np.arccos))
OPERATIONS.computes(math.AcoshOp, _wide(np.arccosh))
OPERATIONS.computes(math.AsinOp, _wide(np.arcsin))
OPERATIONS.computes(math.AsinhOp, _wide(np.arcsinh))
OPERATIONS.computes(math.AtanOp, _wide(np.arctan))
OPERATIONS.computes(math.Atan2Op, _wide(np.arctan2))
OPERATIONS.computes(math.AtanhOp, _wide(np.arctanh))
OPERATIONS.computes(math.CbrtOp, _wide(np.cbrt))
OPERATIONS.computes(our_math.ClampFOp, plain(_clamp))
OPERATIONS.computes(math.CeilOp, plain(np.ceil))
OPERATIONS.computes(math.CopySignOp, plain(np.copysign))
OPERATIONS.computes(math.CosOp, _wide(np.cos))
OPERATIONS.computes(math.CoshOp, _wide(np.cosh))
OPERATIONS.computes(math.CountLeadingZerosOp, _leading_zeros)
OPERATIONS.computes(math.CountTrailingZerosOp, _trailing_zeros)
OPERATIONS.computes(math.CtPopOp, _count_ones)
OPERATIONS.computes(math.ErfOp, _wide(_each(libm.erf)))
OPERATIONS.computes(our_math.ErfcOp, _wide(_each(libm.erfc)))
OPERATIONS.computes(math.ExpOp, _wide(np.exp))
OPERATIONS.computes(math.Exp2Op, _wide(np.exp2))
OPERATIONS.computes(math.ExpM1Op, _wide(np.expm1))
OPERATIONS.computes(math.FloorOp, plain(np.floor))
OPERATIONS.computes(math.FmaOp, fma_of)
OPERATIONS.computes(math.FPowIOp, _wide(np.power))
OPERATIONS.computes(math.IPowIOp, _int_power)
OPERATIONS.computes(our_math.IsFiniteOp, plain(np.isfinite))
OPERATIONS.computes(our_math.IsInfOp, plain(np.isinf))
OPERATIONS.computes(our_math.IsNaNOp, plain(np.isnan))
OPERATIONS.computes(our_math.IsNormalOp, _is_normal)
OPERATIONS.computes(math.LogOp, _wide(np.log))
OPERATIONS.computes(math.Log10Op, _wide(np.log10))
OPERATIONS.computes(math.Log1pOp, _wide(np.log1p))
OPERATIONS.computes(math.Log2Op, _wide(np.log2))
OPERATIONS.computes(math.PowFOp, _wide(np.power))
OPERATIONS.computes(math.RoundOp, plain(_round_half_away))
OPERATIONS.computes(math.RoundEvenOp, plain(np.rint))
OPERATIONS.computes(math.RsqrtOp, _wide(_inverse_root))
OPERATIONS.computes(math.SinOp, _wide(np.sin))
OPERATIONS.computes(our_math.SincosOp, _sine_and_cosine)
OPERATIONS.computes(math.SinhOp, _wide(np.sinh))
OPERATIONS.computes(math.SqrtOp, _wide(np.sqrt))
OPERATIONS.computes(math.TanOp, _wide(np.tan))
OPERATIONS.computes(math.TanhOp, _wide(np.tanh))
OPERATIONS.computes(math.TruncOp, plain(np.trunc))
