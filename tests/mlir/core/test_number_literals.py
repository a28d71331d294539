"""Numbers in attributes: those that MLIR takes, as it takes them."""

from __future__ import annotations

import pytest

from tests.support.attribute_values import check_refused, check_taken, module_with
from tests.support.diagnostics import DIAGNOSTICS
from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse, to_text

VALID = [
    "0x7F800000 : f32",
    "-1.0e64 : f32",
    "9223372036854775807 : index",
    "-9223372036854775808 : index",
    "array<f32: 1.5, 0x7F800000, -2.0e64>",
    "array<i1: true, false>",
    "array<i8: -128, 255, 0x7F>",
    "array<f64>",
]

INVALID = [
    "-0x7F800000 : f32",
    "9223372036854775808 : index",
    "-9223372036854775809 : index",
    "array<f32: 1>",
    "array<f32: -0x7F800000>",
    "array<f32: 0x17F800000>",
    "array<i1: 1>",
    "array<i8: true>",
    "array<i7>",
    "array<f4E2M1FN: 1.0>",
]


def test_values() -> None:
    check_taken([module_with(value) for value in VALID])


def test_refused_values() -> None:
    check_refused([module_with(value) for value in INVALID])


def test_integers_for_floats_stay_as_in_xdsl() -> None:
    """MLIR refuses them; programs for xDSL's backends hold them."""
    for value, printed in (
        ("1 : f32", "1.000000e+00 : f32"),
        ("-2 : f64", "-2.000000e+00 : f64"),
        ("dense<[1, -2]> : tensor<2xf32>", "dense<[1.000000e+00, -2.000000e+00]>"),
    ):
        assert f"t.a = {printed}" in to_text(parse(module_with(value)))


def test_too_wide_is_diagnosed() -> None:
    with pytest.raises(DIAGNOSTICS, match="too wide"):
        parse(module_with("array<f80: 1.0>"))


def test_xdsl_still_needs_this() -> None:
    """It takes what is none of their type for numbers, and cannot read an infinity."""
    taken = ["-0x7F800000 : f32", "9223372036854775808 : index", "array<i7>"]
    texts = [module_with(value) for value in (*taken, "array<f32: 0x7F800000>")]
    *answers, (infinity, _) = read_with_plain_xdsl(texts)
    assert [kind for kind, _ in answers] == ["read"] * len(taken)
    assert infinity == "ParseError"
