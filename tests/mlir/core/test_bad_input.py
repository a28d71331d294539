"""Text that no one means ends in a diagnostic."""

from __future__ import annotations

import pytest

from tests.support.diagnostics import DIAGNOSTICS
from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse
from xdsl_gpu_ext.testing.mlir_opt import mlir_opt

DIGITS = "1" * 5000


def attribute(text: str) -> str:
    return f'"builtin.module"() ({{^bb0:}}) {{a.b = {text}}} : () -> ()'


INTEGERS = [
    attribute(f"{DIGITS} : i64"),
    attribute(f"0x{DIGITS} : i64"),
    attribute(f"i{DIGITS}"),
    attribute(f"tensor<{DIGITS}xi32>"),
    attribute(f"array<i64: {DIGITS}>"),
    attribute(f"dense<{DIGITS}> : tensor<2xi64>"),
    attribute(f"affine_map<(d0) -> (d0 + {DIGITS})>"),
    f'func.func private @f() -> i32 loc("a":{DIGITS}:1)',
    f"%a:{DIGITS} = arith.constant 0 : i32",
    f"%a = arith.constant 0 : i32 %b = arith.addi %a#{DIGITS}, %a : i32",
]
DEEP = [
    attribute("[" * 1000 + "]" * 1000),
    attribute("{a = " * 1000 + "1" + "}" * 1000),
    attribute("tuple<" * 1000 + "i32" + ">" * 1000),
    attribute("affine_map<(d0) -> (" + "(" * 1000 + "d0" + ")" * 1000 + ")>"),
    '"builtin.module"() ({' * 1000 + "}) : () -> ()" * 1000,
]
NOT_TEXT = attribute(r'@"\FF"')
NUMBERED = "func.func @f() {\n  cf.br ^1\n^1:\n  return\n}"
TWICE = "func.func @f() {\n  cf.br ^a\n^a:\n  cf.br ^a\n^a:\n  return\n}"


@pytest.mark.parametrize("text", INTEGERS)
def test_integers_without_end_are_refused(text: str) -> None:
    assert not mlir_opt(text).accepted
    with pytest.raises(DIAGNOSTICS):
        parse(text)


@pytest.mark.parametrize("text", DEEP)
def test_what_is_nested_too_deeply_is_refused(text: str) -> None:
    with pytest.raises(DIAGNOSTICS, match="nested too deeply"):
        parse(text)


def test_a_symbol_that_is_no_text_is_refused() -> None:
    with pytest.raises(DIAGNOSTICS, match="not valid UTF-8"):
        parse(NOT_TEXT)


def test_a_block_may_have_a_number() -> None:
    assert mlir_opt(NUMBERED).accepted
    parse(NUMBERED).verify()


def test_a_block_is_defined_once() -> None:
    assert not mlir_opt(TWICE).accepted
    with pytest.raises(DIAGNOSTICS, match="re-declaration of block 'a'"):
        parse(TWICE)


def test_xdsl_still_ends_in_python_errors() -> None:
    texts = [INTEGERS[0], NOT_TEXT, NUMBERED, TWICE]
    assert [kind for kind, _ in read_with_plain_xdsl(texts)] == [
        "ValueError",
        "UnicodeDecodeError",
        "ValueError",
        "KeyError",
    ]
