"""Dense integers of any width."""

from __future__ import annotations

from tests.support.attribute_values import check_taken, module_with
from tests.support.plain_xdsl import read_with_plain_xdsl

VALID = [
    "dense<[1, -1]> : tensor<2xi128>",
    "dense<[18446744073709551616, -170141183460469231731687303715884105728]> "
    ": tensor<2xi128>",
    "dense<5> : vector<3xi65>",
    'dense<"0x010000FFFFFF"> : tensor<2xi24>',
    "dense<[1, -1]> : tensor<2xi24>",
    "dense<0> : tensor<2xi0>",
    "array<i24: 1, -1>",
    "array<i128: 1, -1>",
]


def test_values() -> None:
    check_taken([module_with(value) for value in VALID])


def test_xdsl_still_needs_this() -> None:
    wide, narrow = read_with_plain_xdsl([module_with(VALID[0]), module_with(VALID[6])])
    assert wide[0] == "NotImplementedError"
    assert narrow[0] == "VerifyException"
    assert "not divisible" in narrow[1]
