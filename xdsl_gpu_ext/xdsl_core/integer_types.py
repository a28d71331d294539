"""
Integer types: which of them xDSL should refuse.
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.xdsl_core.patching import ORIGINALS, replace_in

_MAX_WIDTH = 2**24 - 1
"""The widest integer that MLIR has."""


def lift_limits() -> None:
    """Lift all limits of this file."""
    refuse_giant_integers()


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
