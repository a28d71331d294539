"""Types that occur again are the same types, and no other text is taken for one."""

from __future__ import annotations

import pytest
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from tests.support.work import calls_made
from xdsl_gpu_ext.api import context
from xdsl_gpu_ext.mlir.core.type_texts import parse_optional_type

TYPES = [
    *("index", "i1", "si8", "ui64", "f16", "bf16", "f64", "i32x"),
    *("memref<4xf32>", "memref<?x4xf32, 1 : i32>", "memref<*xf32>", "memref<4xf32, 1>"),
    "memref<4x?xf32, strided<[?, 1], offset: ?>>",
    "memref<4xf32, strided<[-1]>, 3>",
    *(
        "vector<4xf32>",
        "vector<[4]x2xi8>",
        "vector<f32>",
        "tensor<?xf32>",
        "tensor<2x4xi1>",
    ),
    "memref<4xvector<2xf32>>",
    "memref<4xf32, #gpu.address_space<workgroup>>",
    "memref<4xf32, affine_map<(d0) -> (d0 + 1)>>",
    "tensor<4xf32, #alias>",
    "memref<4x!alias>",
    "tuple<i32, f32>",
    "() -> i32",
    "!gpu.async.token",
    *("memref<4xf33>", "memref<4f32>", "vector<?xf32>", "i0x", "memref<4xf32", "f8"),
]


def read(text: str) -> tuple[list[str], str]:
    """The types of a text, by `,`, and what comes after them or what is wrong."""
    parser = Parser(context(), text)
    found: list[str] = []
    try:
        while (type := parser.parse_optional_type()) is not None:
            found.append(str(type))
            parser.parse_optional_punctuation(",")
        return found, parser.lexer.input.content[parser.pos :]
    except ParseError as error:
        return found, str(error)


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("after", ["", ",", " ,\n", "x", ">", " // c"])
def test_types_are_those_that_xdsl_reads(
    type: str, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"{type}{after} {type}{after} {type}"
    ours = read(text)
    monkeypatch.setattr(Parser, "parse_optional_type", parse_optional_type.original)
    assert ours == read(text)


def test_a_type_is_made_once() -> None:
    parser = Parser(context(), "memref<4xf32> memref<4xf32>memref<4xf64>")
    first, second, third = (parser.parse_type() for _ in range(3))
    assert first is second
    assert first != third


def test_xdsl_still_calls_more() -> None:
    parser = Parser(context(), "vector<4xf32> " * 3)
    parse_optional_type(parser)
    ours = calls_made(lambda: parse_optional_type(parser))
    assert calls_made(lambda: parse_optional_type.original(parser)) > 3 * ours
