"""Dense elements: numbers read as MLIR reads them."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.parser import AttrParser
from xdsl.parser.generic_parser import ParserState
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRLexer

from tests.support.attribute_values import check_refused, check_taken, module_with
from tests.support.diagnostics import DIAGNOSTICS
from tests.support.plain_xdsl import read_with_plain_xdsl
from tests.support.work import calls_made
from xdsl_gpu_ext.api import context, parse
from xdsl_gpu_ext.mlir.core.dense_elements import parse_dense_elements

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


# Lists that are long enough to be read at once, and lists that only look like it.
LISTS = [
    ", ".join(map(str, range(-40, 40))),
    ", ".join(f"{n}.5" for n in range(40)),
    ", ".join(f"{n}.25e{n % 3}" for n in range(40)),
    ", ".join(["1", *["2.0"] * 40]),
    ", ".join(["300.5e300", *["2.0"] * 40]),
    ", ".join(["1e5", *["2.0"] * 40]),
    ", ".join(["1.", *["2.0"] * 40]),
    ", ".join(["01", *["2"] * 40]),
    ", ".join(["-", *["2"] * 40]),
    ", ".join(["0x10", *["2"] * 40]),
    ", ".join(["99999999999999999999999", *["2"] * 40]),
    ", ".join(["true", *["2"] * 40]),
    ", ".join(["1 // c\n", *["2"] * 40]),
    ", ".join(["2"] * 40) + ",",
    ",, ".join(["2"] * 40),
    "[" * 40 + "1" + "]" * 40,
    ", ".join(["[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]"] * 6),
    ", ".join(["[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]"] * 6 + ["[1]"]),
    ", ".join(["[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]"] * 6 + ["1"]),
    ", ".join(["1"] * 40 + ["[1]"]),
]
ELEMENTS = [
    "i1",
    "i8",
    "si8",
    "ui8",
    "i64",
    "index",
    "f16",
    "f32",
    "f64",
    "complex<f32>",
]


def parser_of(text: str) -> AttrParser:
    return AttrParser(ParserState(MLIRLexer(Input(text, "a.mlir"))), context())


@pytest.mark.parametrize("numbers", LISTS, ids=range(len(LISTS)))
def test_long_lists_are_read_as_short_ones(
    numbers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shapes = ("80", "40", "41", "6x12")
    texts = [f"dense<[{numbers}]> : tensor<{s}x{e}>" for s in shapes for e in ELEMENTS]
    texts += [f"dense<{numbers}> : tensor<41xi64>"]
    texts += [f"array<{e}: {numbers}>" for e in ELEMENTS]

    def read(text: str) -> str:
        try:
            return str(parser_of(text).parse_attribute())
        except ParseError as error:
            return f"refused: {error}"

    ours = [*map(read, texts)]
    monkeypatch.setattr("xdsl_gpu_ext.mlir.core.number_lists._LONG", 1_000_000)
    assert ours == [*map(read, texts)]


def test_some_of_these_lists_are_right() -> None:
    parser = parser_of(f"dense<[{LISTS[-4]}]> : tensor<6x12xi8>")
    assert isinstance(attr := parser.parse_attribute(), DenseIntOrFPElementsAttr)
    assert list(attr.get_values()) == [*range(1, 13)] * 6


def test_xdsl_still_calls_more() -> None:
    text = f"<[{LISTS[0]}]>: tensor<80xi64>"
    ours, theirs = parser_of(text), parser_of(text)
    calls = calls_made(lambda: parse_dense_elements.function(ours, None))
    assert calls_made(lambda: parse_dense_elements.original(theirs, None)) > calls
