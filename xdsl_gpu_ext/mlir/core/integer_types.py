"""
Integer types: which of them xDSL should refuse.
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.core.patching import ORIGINALS, replace_in

_MAX_WIDTH = 2**24 - 1
"""The widest integer that MLIR has."""


def lift_limits() -> None:
    """Lift all limits of this file."""
    refuse_giant_integers()
    diagnose_values_out_of_range()


def refuse_giant_integers() -> None:
    """
    Refuse `i99999999999`, as MLIR does.

    xDSL accepts the type, and runs out of memory for the range of its values.
    """
    replace_in(IntegerType, "verify", _verify)


def _verify(self: IntegerType) -> None:
    ORIGINALS[IntegerType, "verify"](self)
    if self.width.data > _MAX_WIDTH:
        raise VerifyException(f"integer bitwidth is limited to {_MAX_WIDTH} bits")


def diagnose_values_out_of_range() -> None:
    """
    Let a number that is too large for a list of offsets, sizes or cases end in a
    diagnostic: `memref.subview %m[99999999999999999999] [4] [1]`.

    xDSL ends in a `ValueError`, which our exception is as well.
    """
    replace_in(IntegerType, "get_normalized_value", _get_normalized_value)


class OutOfRange(VerifyException, ValueError):
    """An integer is no value of its type."""


def _get_normalized_value(self: IntegerType, value: int) -> int:
    try:
        return ORIGINALS[IntegerType, "get_normalized_value"](self, value)
    except ValueError as error:
        raise OutOfRange(str(error)) from error
