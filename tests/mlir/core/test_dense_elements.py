"""Dense elements: numbers read as MLIR reads them."""

from __future__ import annotations

import pytest

from tests.support.attribute_values import check_refused, check_taken, module_with
from tests.support.diagnostics import DIAGNOSTICS
from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse

VALID = [
    "dense<[0x7F800000, 0xFF800000, 0x7FC00001, 0x3F800000]> : tensor<4xf32>",
    "dense<0x7FC0> : tensor<2xbf16>",
    "dense<0x7C00> : vector<2xf16>",
    "dense<0xFFF0000000000000> : tensor<f64>",
    "dense<[0x10, -0x10, 255]> : tensor<3xi8>",
    "dense<(0x7F800000, 1.5)> : tensor<2xcomplex<f32>>",
    "dense<[(1, -2), (3, 4)]> : tensor<2xcomplex<i32>>",
    "dense<[true, false]> : tensor<2xi1>",
    "dense<[1, 0]> : tensor<2xi1>",
    "dense<-8> : tensor<i4>",
    "dense<18446744073709551615> : tensor<2xi64>",
    "dense<1.0e400> : tensor<f32>",
    "dense<[2.0e64, -2.0e64]> : tensor<2xf32>",
    "dense<1.0e10> : tensor<2xf16>",
    "dense<[9223372036854775807, -9223372036854775808]> : tensor<2xindex>",
    "dense<> : tensor<0x4xf32>",
]

INVALID = [
    "dense<300> : tensor<2xi8>",
    "dense<-129> : tensor<2xi8>",
    "dense<128> : tensor<2xsi8>",
    "dense<-1> : tensor<2xui8>",
    "dense<16> : tensor<2xi4>",
    "dense<2> : tensor<2xi1>",
    "dense<99999999999999999999> : tensor<2xi64>",
    "dense<9223372036854775808> : tensor<2xindex>",
    "dense<1.0> : tensor<2xi32>",
    "dense<true> : tensor<2xi32>",
    "dense<true> : tensor<2xf32>",
    "dense<0x1FFFF> : tensor<2xf16>",
    "dense<-0x7C00> : tensor<2xf16>",
    "dense<1.0> : tensor<2xcomplex<f32>>",
    "dense<(1, 2> : tensor<2xcomplex<i32>>",
]


def test_values() -> None:
    check_taken([module_with(elements) for elements in VALID])


def test_refused_values() -> None:
    check_refused([module_with(elements) for elements in INVALID])


def test_too_wide_is_diagnosed() -> None:
    with pytest.raises(DIAGNOSTICS, match="too wide"):
        parse(module_with("dense<1.0> : tensor<2xf80>"))


def test_xdsl_still_takes_bits_for_a_number() -> None:
    text = module_with("dense<0x7F800000> : tensor<2xf32>")
    ((answer, printed),) = read_with_plain_xdsl([text])
    assert answer == "read"
    assert "2.13" in printed


def test_xdsl_still_ends_in_an_internal_error() -> None:
    text = module_with("dense<300> : tensor<2xi8>")
    ((answer, _),) = read_with_plain_xdsl([text])
    assert answer not in ("read", "ParseError", "VerifyException")
