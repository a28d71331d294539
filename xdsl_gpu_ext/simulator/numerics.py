"""
How values of MLIR's types are held: numpy scalars and arrays of the type's own format.

A value of a scalar type is a numpy scalar, one of a `vector` type an array of the
vector's shape. When the threads of a kernel run as the lanes of numpy arrays, a value
that differs between threads has one more axis, the first, of one entry a lane; a value
that is the same for all of them has not. The rank of the type thus tells which it is.

- `i1` is numpy's `bool`; other integers are two's complement in the smallest numpy
  integer that holds them, sign-extended where that is wider; `index` is 64 bits wide.
- Floats are numpy's or `ml_dtypes`' type of the same format. `tf32` is a `float32`
  whose last 13 bits are zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias, cast

import ml_dtypes
import numpy as np
import numpy.typing as npt
from xdsl.dialects import builtin
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ComplexType,
    IndexType,
    IntegerType,
    Signedness,
    VectorType,
)
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

from xdsl_gpu_ext.dialects.gpu.mma import MMAMatrixType

Array: TypeAlias = npt.NDArray[Any]
"""An array of any type; numpy scalars are passed where one is expected."""

INDEX = np.int64
"""The type of `index` values."""

_FLOATS: dict[type[Attribute], npt.DTypeLike] = {
    builtin.BFloat16Type: ml_dtypes.bfloat16,
    builtin.Float16Type: np.float16,
    builtin.Float32Type: np.float32,
    builtin.Float64Type: np.float64,
    builtin.FloatTF32Type: np.float32,
    builtin.Float8E5M2Type: ml_dtypes.float8_e5m2,
    builtin.Float8E4M3Type: ml_dtypes.float8_e4m3,
    builtin.Float8E4M3FNType: ml_dtypes.float8_e4m3fn,
    builtin.Float8E5M2FNUZType: ml_dtypes.float8_e5m2fnuz,
    builtin.Float8E4M3FNUZType: ml_dtypes.float8_e4m3fnuz,
    builtin.Float8E4M3B11FNUZType: ml_dtypes.float8_e4m3b11fnuz,
    builtin.Float8E3M4Type: ml_dtypes.float8_e3m4,
    builtin.Float8E8M0FNUType: ml_dtypes.float8_e8m0fnu,
    builtin.Float6E2M3FNType: ml_dtypes.float6_e2m3fn,
    builtin.Float6E3M2FNType: ml_dtypes.float6_e3m2fn,
    builtin.Float4E2M1FNType: ml_dtypes.float4_e2m1fn,
}


class UnsupportedTypeError(Exception):
    """A type of which the simulator holds no values."""


@dataclass(frozen=True)
class Format:
    """
    The format of one number.

    - `dtype`: what numpy holds it in;
    - `width`: of an integer, in bits; 0 for other types;
    - `unsigned`: whether it is an integer of an unsigned type (`ui8`). Signless
      integers are held as signed ones.
    """

    dtype: np.dtype[Any]
    width: int = 0
    unsigned: bool = False
    is_tf32: bool = False

    @property
    def itemsize(self) -> int:
        """Bytes that a number takes in memory."""
        return self.dtype.itemsize

    @property
    def is_float(self) -> bool:
        """Whether the format is a floating point one."""
        return self.width == 0 and self.dtype.kind != "c"

    def wrap(self, value: Any) -> Any:
        """
        `value`, of any numpy type, brought into the format as an assignment in the
        type's own arithmetic does: integers modulo two to the width, floats rounded.
        """
        if self.width == 1:
            return (value & 1).astype(np.bool_) if value.dtype != np.bool_ else value
        if self.width == 0:
            value = value.astype(self.dtype)
            return round_to_tf32(value) if self.is_tf32 else value
        value = value.astype(self.dtype)
        spare = 8 * self.dtype.itemsize - self.width
        return (value << spare) >> spare if spare else value

    def signed(self, value: Any) -> Any:
        """An integer of this format as a signed number of a numpy integer type."""
        if self.width == 1:
            return -value.astype(np.int8)
        return value

    def to_unsigned(self, value: Any) -> Any:
        """An integer of this format as an unsigned number of a numpy integer type."""
        if self.width == 1:
            return value.astype(np.uint8)
        container = np.dtype(f"u{self.dtype.itemsize}")
        value = value.astype(container)
        spare = 8 * self.dtype.itemsize - self.width
        return value & container.type((1 << self.width) - 1) if spare else value

    def holds(self, value: float) -> bool:
        """Whether a Python number is in the range of this format, read either way."""
        if not self.width:
            return True
        low = 0 if self.unsigned else -(1 << (self.width - 1))
        return low <= value < 1 << self.width

    def constant(self, value: float) -> Any:
        """A Python number as a scalar of this format."""
        if self.width:
            value = int(value) & ((1 << self.width) - 1)
            if self.width > 1 and not self.unsigned and value >> (self.width - 1):
                value -= 1 << self.width
        scalar = self.dtype.type(value)
        return round_to_tf32(scalar) if self.is_tf32 else scalar


def where(condition: Any, chosen: Any, other: Any) -> Any:
    """`numpy.where`, which gives a scalar if all are scalars."""
    result = cast(Array, np.where(condition, chosen, other))
    return result[()]


def round_to_tf32(value: Any) -> Any:
    """A `float32` rounded, ties to even, to the ten bits of mantissa of a `tf32`."""
    bits = np.asarray(value).view(np.uint32)
    rounded = (bits + np.uint32(0xFFF) + ((bits >> 13) & np.uint32(1))) & np.uint32(
        0xFFFFE000
    )
    return where(np.isfinite(value), rounded.view(np.float32), value)


def _to_odd(value: Any, exact_error: Any, bits: Any) -> Any:
    """
    `value`, the nearest number to an exact one, rounded to odd instead: if it is off by
    an error of sign `exact_error`, the neighbour on the other side if that is odd.
    Rounding what comes out once more, to less than half the digits, rounds rightly.
    """
    integers = np.asarray(value).view(bits)
    step = where((exact_error > 0) == (value > 0), 1, -1).astype(bits)
    is_even = (integers & np.asarray(1, bits)) == 0
    adjust = (exact_error != 0) & is_even & np.isfinite(value) & (value != 0)
    return where(adjust, integers + step, integers).astype(bits).view(value.dtype)[()]


_DOUBLE_AND_HALF = (np.dtype(np.float64).char, np.dtype(np.float16).char)


def convert_float(value: Any, target: Format) -> Any:
    """`value` rounded to the nearest number of the floating point format `target`."""
    dtype = target.dtype
    if value.dtype == np.float64 and dtype.char not in _DOUBLE_AND_HALF:
        if dtype == np.float32 and not target.is_tf32:
            return value.astype(dtype)
        # `ml_dtypes` goes through float32, which would round twice.
        single = value.astype(np.float32)
        value = _to_odd(single, value - single.astype(np.float64), np.int32)
    return target.wrap(value)


def int_to_float(value: Any, target: Format) -> Any:
    """The integer `value` rounded to the nearest number of `target`."""
    if target.dtype == np.float64:
        return value.astype(np.float64)
    if target.dtype == np.float32 and not target.is_tf32:
        return value.astype(np.float32)
    double = value.astype(np.float64)
    if value.dtype.itemsize == 8:
        back = where(np.abs(double) < 2.0**63, double, 0).astype(value.dtype)
        error = where(np.abs(double) < 2.0**63, value - back, 0).astype(np.int64)
        double = _to_odd(double, error, np.int64)
    return convert_float(double, target)


def float_to_int(value: Any, target: Format, is_unsigned: bool) -> Any:
    """`value` rounded towards zero. What `target` cannot hold gives any number."""
    whole = np.trunc(value.astype(np.float64))
    return target.wrap(whole.astype(np.uint64 if is_unsigned else np.int64))


def _two_sum(a: Any, b: Any) -> tuple[Any, Any]:
    """The rounded sum of two numbers, and exactly what it is off by."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _two_product(a: Any, b: Any) -> tuple[Any, Any]:
    """The rounded product of two doubles, and exactly what it is off by."""
    product = a * b
    splitter = 134217729.0  # 2^27 + 1 parts a double into halves of 26 bits.
    a_high = a * splitter - (a * splitter - a)
    b_high = b * splitter - (b * splitter - b)
    a_low, b_low = a - a_high, b - b_high
    error = a_low * b_low - (
        ((product - a_high * b_high) - a_low * b_high) - a_high * b_low
    )
    return product, error


def fused_multiply_add(a: Any, b: Any, c: Any, format_: Format) -> Any:
    """`a * b + c` with one rounding."""
    a, b, c = (value.astype(np.float64) for value in (a, b, c))
    if format_.dtype != np.float64:
        # The product of two numbers of at most 24 bits is exact in a double.
        total, error = _two_sum(a * b, c)
        odd = _to_odd(total, error, np.int64)
        return convert_float(where(np.isfinite(error), odd, total)[()], format_)
    product, error = _two_product(a, b)
    total, low = _two_sum(c, error)
    high, rest = _two_sum(product, total)
    tail, off = _two_sum(low, rest)
    result = high + _to_odd(tail, off, np.int64)
    return where(np.isfinite(result), result, a * b + c)[()]


@cache
def number_format(type_: Attribute) -> Format:
    """
    The format of the numbers in values of `type_`: its own, or that of the elements of
    a vector or matrix.

    Raises `UnsupportedTypeError` where numpy has none.
    """
    if isa(type_, VectorType) or isinstance(type_, MMAMatrixType):
        return number_format(type_.element_type)
    if isinstance(type_, IndexType):
        return Format(np.dtype(INDEX), 64)
    if isa(type_, IntegerType):
        width = type_.width.data
        if width == 1:
            return Format(np.dtype(np.bool_), 1)
        for container in (8, 16, 32, 64):
            if width <= container:
                unsigned = type_.signedness.data == Signedness.UNSIGNED
                kind = "u" if unsigned else "i"
                return Format(np.dtype(f"{kind}{container // 8}"), width, unsigned)
    if isa(type_, ComplexType):
        parts = number_format(type_.element_type).dtype
        if parts == np.float32:
            return Format(np.dtype(np.complex64))
        if parts == np.float64:
            return Format(np.dtype(np.complex128))
    dtype = _FLOATS.get(type(type_))
    if dtype is None:
        raise UnsupportedTypeError(f"values of type {type_} are not supported")
    return Format(np.dtype(dtype), is_tf32=isinstance(type_, builtin.FloatTF32Type))


@cache
def value_shape(type_: Attribute) -> tuple[int, ...]:
    """The shape of one thread's value of `type_`: of an array its own, else none."""
    if isa(type_, VectorType):
        if any(scalable.value.data for scalable in type_.scalable_dims):
            raise UnsupportedTypeError(f"scalable vectors are not supported: {type_}")
        return type_.get_shape()
    if isinstance(type_, MMAMatrixType):
        return type_.get_shape()
    return ()


def rank(type_: Attribute) -> int:
    """The number of axes of one thread's value of `type_`."""
    return len(value_shape(type_))


def spread(value: Any, inner: int, rank: int) -> Any:
    """
    A value of `inner` axes, and perhaps one for lanes before them, with axes of size
    one put between so that it broadcasts against values of `rank` axes.
    """
    if inner == rank or np.ndim(value) == inner:
        return value
    shape: Sequence[int] = np.shape(value)
    return value.reshape(shape[:1] + (1,) * (rank - inner) + tuple(shape[1:]))


def static_or(static: Sequence[int], dynamic: Sequence[Any]) -> tuple[Any, ...]:
    """Numbers of which those that are not static are taken from `dynamic` in turn."""
    rest = iter(dynamic)
    return tuple(
        next(rest) if number == DYNAMIC_INDEX else INDEX(number) for number in static
    )
