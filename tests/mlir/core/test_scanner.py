"""The scanner finds the tokens that xDSL's lexer finds, and takes no time for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRToken, MLIRTokenKind, StringLiteral

from tests.support.work import calls_made
from xdsl_gpu_ext.api import context, parse
from xdsl_gpu_ext.mlir.core.scanner import ScannedToken, lex, parse_punctuation

FILES = sorted((Path(__file__).parents[2] / "filecheck").rglob("*.mlir"))

PIECES = [
    "",
    "\n",
    "//",
    "c\n",
    "0",
    "1",
    "0x",
    "0x1f",
    "0xg",
    "12.",
    "1.5",
    "1.e",
    "2.5e-3",
    "1.5e+",
    "3.4.5",
    "%",
    "%a",
    "%0",
    "%0a",
    "%-x",
    "%$.",
    "#",
    "#a",
    "#-}",
    "{-#",
    "{",
    "}",
    "#0\n@",
    "@a",
    '@"b"',
    '@"\\0A"',
    "@1",
    "!",
    "!a.b",
    "!1",
    "^",
    "^bb0",
    "^1a",
    "a",
    "a.b$c",
    "_x",
    "->",
    "-",
    "...",
    ".",
    "..",
    ":",
    ",",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "=",
    "+",
    "/",
    "*",
    "?",
    '|\n""',
    '"a"',
    '"\\n"',
    '"\\\\"',
    '"\\FF"',
    '"\\4"',
    '"\\q"',
    '"\t"',
    ";",
    "~",
    "ä",
    "é1",
    "²",
    "'",
    "&",
    "\x0b",
    "\x0c",
    "\r",
]


def tokens(text: str, lexer: Callable[[MLIRLexer], MLIRToken]) -> list[object]:
    """What a lexer makes of a text: kinds and places, and at last what it says."""
    state = MLIRLexer(Input(text, "a.mlir"))
    found: list[object] = []
    while True:
        try:
            token = lexer(state)
        except ParseError as error:
            return [*found, str(error)]
        span = token.span
        assert token.text == span.text == token.content
        found.append((token.kind, span.start, span.end, type(span)))
        if token.kind is MLIRTokenKind.EOF:
            return found


def test_tokens_of_files_are_those_of_xdsl() -> None:
    count = 0
    for path in FILES:
        ours = tokens(path.read_text(), lex)
        assert ours == tokens(path.read_text(), lex.original), path
        count += len(ours)
    assert count > 100_000


def test_tokens_of_random_texts_are_those_of_xdsl() -> None:
    random = Random(0)
    faults = 0
    for _ in range(20_000):
        text = "".join(random.choices(PIECES, k=random.randrange(1, 6)))
        ours = tokens(text, lex)
        faults += isinstance(ours[-1], str)
        assert ours == tokens(text, lex.original), repr(text)
    assert 2_000 < faults < 18_000


@pytest.mark.parametrize("text", ['"', '@"', '  // c\n "'])
def test_strings_that_do_not_end(text: str) -> None:
    """xDSL's expression tries each of 2^n ways to divide such a string."""
    text += r"\\" * 2_000
    with pytest.raises(ParseError, match="End of file reached before closing string"):
        parse(text)


def test_a_token_makes_its_span_when_it_is_asked() -> None:
    token = MLIRLexer(Input(' "a" ', "a.mlir")).lex()
    assert isinstance(token, ScannedToken)
    assert isinstance(token.span, StringLiteral)
    assert (token.text, token.start, token.end) == ('"a"', 1, 4)


def test_xdsl_still_calls_more() -> None:
    state = MLIRLexer(Input("%a, %b, %c", "a.mlir"))
    ours = calls_made(lambda: lex.function(state))
    assert calls_made(lambda: lex.original(state)) > ours
    parser = Parser(context(), ",,")
    ours = calls_made(lambda: parse_punctuation.function(parser, ","))
    assert calls_made(lambda: parse_punctuation.original(parser, ",")) > ours
