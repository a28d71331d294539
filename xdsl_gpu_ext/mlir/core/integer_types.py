"""
Integer types: which of them xDSL should refuse.
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.core.registry import Limit

_MAX_WIDTH = 2**24 - 1
"""The widest integer that MLIR has."""


refuse_giant_integers = Limit(
    """
    Refuse `i99999999999`, as MLIR does.

    xDSL accepts the type, and runs out of memory for the range of its values.
    """,
    still="test_xdsl_still_needs_this",
)


@refuse_giant_integers.replaces(IntegerType, "verify")
def verify(self: IntegerType) -> None:
    verify.original(self)
    if self.width.data > _MAX_WIDTH:
        raise VerifyException(f"integer bitwidth is limited to {_MAX_WIDTH} bits")


diagnose_values_out_of_range = Limit(
    """
    Let a number that is too large for a list of offsets, sizes or cases end in a
    diagnostic: `memref.subview %m[99999999999999999999] [4] [1]`.

    xDSL ends in a `ValueError`, which our exception is as well.
    """,
    still="test_xdsl_still_ends_in_a_python_error",
)


class OutOfRange(VerifyException, ValueError):
    """An integer is no value of its type."""


@diagnose_values_out_of_range.replaces(IntegerType, "get_normalized_value")
def get_normalized_value(self: IntegerType, value: int) -> int:
    try:
        return get_normalized_value.original(self, value)
    except ValueError as error:
        raise OutOfRange(str(error)) from error
