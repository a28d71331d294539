"""Integer types that no integer needs."""

from __future__ import annotations

import pytest

from tests.support.diagnostics import DIAGNOSTICS
from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse
from xdsl_gpu_ext.testing.mlir_opt import mlir_opt


def declared(type_: str) -> str:
    return f"func.func private @f({type_})"


@pytest.mark.parametrize(
    "type_", ["i16777216", "ui99999999999", "si9223372036854775808"]
)
def test_giants_are_refused(type_: str) -> None:
    assert not mlir_opt(declared(type_)).accepted
    with pytest.raises(DIAGNOSTICS, match="integer bitwidth is limited"):
        parse(declared(type_))


def test_the_widest_integer_is_accepted() -> None:
    assert mlir_opt(declared("i16777215")).accepted
    parse(declared("i16777215"))


def test_xdsl_still_needs_this() -> None:
    ((kind, _),) = read_with_plain_xdsl([declared("i16777216")])
    assert kind == "read"


SUBVIEW = """
func.func @f(%m: memref<8xf32>) {
  %0 = memref.subview %m[99999999999999999999] [4] [1] : memref<8xf32> to memref<4xf32>
  return
}
"""


def test_a_number_out_of_range_is_diagnosed() -> None:
    assert not mlir_opt(SUBVIEW).accepted
    with pytest.raises(DIAGNOSTICS, match="is out of range for type i64"):
        parse(SUBVIEW)


def test_xdsl_still_ends_in_a_python_error() -> None:
    ((kind, _),) = read_with_plain_xdsl([SUBVIEW])
    assert kind == "ValueError"
