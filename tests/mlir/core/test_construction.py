"""Building operations from what are no values: the message says which argument."""

from __future__ import annotations

from typing import Any

import pytest
from xdsl.dialects import arith, test
from xdsl.dialects.builtin import IndexType, i32
from xdsl.ir import SSAValue

from xdsl_gpu_ext.mlir import activate
from xdsl_gpu_ext.mlir.core import construction

activate()

SOME = test.TestOp(result_types=[IndexType()])


@pytest.mark.parametrize("wrong", ["%a", 1, 2.5, i32])
def test_operands(wrong: Any):
    with pytest.raises(
        ValueError, match=r"arith\.addi: rhs must be a value or an oper"
    ):
        arith.AddiOp(SOME, wrong)


def test_results():
    with pytest.raises(
        ValueError, match=r"arith\.addi: the type of result must be a ty"
    ):
        arith.AddiOp(SOME, SOME, "index")  # pyright: ignore[reportArgumentType]


def test_properties():
    wrong: Any = {"value": 1}
    with pytest.raises(
        ValueError, match=r"arith\.constant: value must be an attribute"
    ):
        arith.ConstantOp.build(result_types=[i32], properties=wrong)


def test_values():
    wrong: Any = "a"
    with pytest.raises(ValueError, match="expected a value or an operation, got 'a'"):
        SSAValue.get(wrong)
    assert SSAValue.get(SOME) is SOME.results[0]
    with pytest.raises(ValueError, match="single result"):
        SSAValue.get(test.TestOp())
    with pytest.raises(ValueError, match="Expected"):
        SSAValue.get(SOME, type=type(i32))


def test_xdsl_still_takes_strings_for_values():
    assert construction.get_value.original("a") is None  # pyright: ignore[reportArgumentType]
