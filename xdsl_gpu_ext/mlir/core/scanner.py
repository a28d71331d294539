# pyright: reportPrivateUsage=false, reportIncompatibleMethodOverride=false
"""Tokens: found by one regular expression, with a span only where one is wanted."""

from __future__ import annotations

import re
from typing import Any, cast

from xdsl.parser.base_parser import BaseParser
from xdsl.parser.generic_parser import GenericParser
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Position, Span, Token
from xdsl.utils.mlir_lexer import (
    KIND_BY_PUNCTUATION_SPELLING,
    MLIRLexer,
    MLIRToken,
    MLIRTokenKind,
    PunctuationSpelling,
    StringLiteral,
)

from xdsl_gpu_ext.mlir.core.registry import Limit

scan_at_once = Limit(
    """
    Find a token by one regular expression, in time linear in its length.

    xDSL takes some ten calls of Python for each token, which are nearly half of the
    time of parsing, and time exponential in the length of a string that does not end.
    """,
    still="test_xdsl_still_calls_more",
)


class ScannedToken(Token[MLIRTokenKind, str]):
    """A token that makes its span when it is asked for it."""

    __slots__ = ("end", "input", "kind", "start", "text")

    # Those of the base are properties that are computed from the span.
    text: str

    def __init__(
        self,
        kind: MLIRTokenKind,
        text: str,
        start: Position,
        end: Position,
        input: Input[str],
    ):
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.input = input

    @property
    def span(self) -> Span[str]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Where the token is."""
        if self.kind in _STRINGS:
            return StringLiteral(self.start, self.end, self.input)
        return Span(self.start, self.end, self.input)

    @property
    def content(self) -> str:
        """The source of the token."""
        return self.text


_STRINGS = (MLIRTokenKind.STRING_LIT, MLIRTokenKind.BYTES_LIT)

_STRING = r'"(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"'
_BARE = r"[a-zA-Z_][a-zA-Z0-9_$.]*+"
_SUFFIX = r"(?:[0-9]++|[a-zA-Z$._-][a-zA-Z0-9$._-]*+)"

_KINDS = {
    MLIRTokenKind.PERCENT_IDENT: f"%{_SUFFIX}",
    MLIRTokenKind.BARE_IDENT: _BARE,
    # An identifier with `#` may begin as the end of the metadata does.
    None: r"[:,()}\[\]<>=+/*?|]|->|-|\{-\#|\{|\.\.\.|\#-\}",
    # A letter after `0x` that is no digit belongs to what comes next: `0xi32`.
    MLIRTokenKind.FLOAT_LIT: r"(?!0x[0-9a-fA-F])[0-9]++\.[0-9]*+(?:[eE][+-]?[0-9]++)?",
    MLIRTokenKind.INTEGER_LIT: r"0x[0-9a-fA-F]++|[0-9]++",
    MLIRTokenKind.STRING_LIT: _STRING,
    MLIRTokenKind.AT_IDENT: f"@(?:{_BARE}|{_STRING})",
    MLIRTokenKind.EXCLAMATION_IDENT: f"!{_SUFFIX}",
    MLIRTokenKind.HASH_IDENT: f"#{_SUFFIX}",
    MLIRTokenKind.CARET_IDENT: rf"\^{_SUFFIX}",
}
"""What each kind of token looks like, the first that fits; `None` is punctuation."""

_SCANNER = re.compile(
    r"(?:[ \t\n\r\f\v]++|//[^\n]*+)*+(?:"
    + "|".join(f"({pattern})" for pattern in _KINDS.values())
    + ")"
)
_match = _SCANNER.match
_kinds = [None, *_KINDS]
_punctuation: dict[str, MLIRTokenKind] = dict(KIND_BY_PUNCTUATION_SPELLING)
_STRING_INDEX = _kinds.index(MLIRTokenKind.STRING_LIT)
_PUNCTUATION_INDEX = _kinds.index(None, 1)


@scan_at_once.replaces(MLIRLexer, "lex")
def lex(self: MLIRLexer) -> MLIRToken:
    if type(self) is not MLIRLexer:
        # One for other text, such as assembly formats.
        return lex.original(self)
    input = self.input
    match = _match(input.content, self.pos)
    if match is None:
        return _lex_otherwise(self)
    group = cast(int, match.lastindex)
    text = match[group]
    start, end = match.span(group)
    self.pos = end
    if group == _PUNCTUATION_INDEX:
        return ScannedToken(_punctuation[text], text, start, end, input)
    kind = cast(MLIRTokenKind, _kinds[group])
    if (
        group == _STRING_INDEX
        and "\\" in text
        and not StringLiteral(start, end, input).bytes_contents.isascii()
    ):
        # Escapes that are no text make it data.
        kind = MLIRTokenKind.BYTES_LIT
    return ScannedToken(kind, text, start, end, input)


_QUOTE = re.compile(r'(?:[ \t\n\r\f\v]++|//[^\n]*+)*+@?"')


def _lex_otherwise(self: MLIRLexer) -> MLIRToken:
    """The end of the file, and what is no token or a rare one."""
    if quote := _QUOTE.match(self.input.content, self.pos):
        # Here xDSL's own expression would not come to an end.
        start = quote.end() - 1
        raise ParseError(
            Span(start, start + 1, self.input),
            "End of file reached before closing string literal.",
        )
    token = lex.original(self)
    span = token.span
    return ScannedToken(token.kind, span.text, span.start, span.end, span.input)


look_at_tokens = Limit(
    """
    Look at the current token without a call for each question.

    xDSL asks for the state, the token, its span and its text by a property each, and
    looks up the spelling of punctuation twice, so that one comma takes ten calls.
    """,
    still="test_xdsl_still_calls_more",
)


@look_at_tokens.replaces(GenericParser, "_parse_optional_token")
def parse_optional_token(self: GenericParser[Any], expected_kind: Any) -> Any:
    state = self._parser_state
    token = state.current_token
    if token.kind != expected_kind:
        return None
    state.current_token = state.lexer.lex()
    return token


@look_at_tokens.replaces(GenericParser, "_consume_token")
def consume_token(self: GenericParser[Any], expected_kind: Any = None) -> Any:
    state = self._parser_state
    token = state.current_token
    if expected_kind is not None and token.kind != expected_kind:
        return consume_token.original(self, expected_kind)
    state.current_token = state.lexer.lex()
    return token


@look_at_tokens.replaces(GenericParser, "_parse_token")
def parse_token(self: GenericParser[Any], expected_kind: Any, error_msg: str) -> Any:
    state = self._parser_state
    token = state.current_token
    if token.kind != expected_kind:
        self.raise_error(error_msg, token.span)
    state.current_token = state.lexer.lex()
    return token


@look_at_tokens.replaces(GenericParser, "parse_optional_characters")
def parse_optional_characters(self: GenericParser[Any], text: str) -> str | None:
    state = self._parser_state
    if state.current_token.text != text:
        return None
    state.current_token = state.lexer.lex()
    return text


@look_at_tokens.replaces(GenericParser, "parse_characters")
def parse_characters(self: GenericParser[Any], text: str, context_msg: str = "") -> str:
    state = self._parser_state
    if state.current_token.text != text:
        return parse_characters.original(self, text, context_msg)
    state.current_token = state.lexer.lex()
    return text


@look_at_tokens.replaces(GenericParser, "pos")
def pos(self: GenericParser[Any]) -> Position:
    token = self._parser_state.current_token
    return token.start if isinstance(token, ScannedToken) else token.span.start


@look_at_tokens.replaces(BaseParser, "parse_optional_punctuation")
def parse_optional_punctuation(
    self: BaseParser, punctuation: PunctuationSpelling
) -> PunctuationSpelling | None:
    state = self._parser_state
    if state.current_token.kind is not _punctuation[punctuation]:
        return None
    state.current_token = state.lexer.lex()
    return punctuation


@look_at_tokens.replaces(BaseParser, "parse_punctuation")
def parse_punctuation(
    self: BaseParser, punctuation: PunctuationSpelling, context_msg: str = ""
) -> PunctuationSpelling:
    state = self._parser_state
    if state.current_token.kind is not _punctuation[punctuation]:
        return parse_punctuation.original(self, punctuation, context_msg)
    state.current_token = state.lexer.lex()
    return punctuation


@look_at_tokens.replaces(BaseParser, "parse_optional_keyword")
def parse_optional_keyword(self: BaseParser, keyword: str) -> str | None:
    state = self._parser_state
    token = state.current_token
    if token.kind is not MLIRTokenKind.BARE_IDENT or token.text != keyword:
        return None
    state.current_token = state.lexer.lex()
    return keyword


@look_at_tokens.replaces(BaseParser, "parse_optional_identifier")
def parse_optional_identifier(self: BaseParser) -> str | None:
    state = self._parser_state
    token = state.current_token
    if token.kind is not MLIRTokenKind.BARE_IDENT:
        return None
    state.current_token = state.lexer.lex()
    return token.text


@look_at_tokens.replaces(BaseParser, "parse_optional_boolean")
def parse_optional_boolean(self: BaseParser) -> bool | None:
    state = self._parser_state
    token = state.current_token
    if token.kind is not MLIRTokenKind.BARE_IDENT:
        return None
    text = token.text
    if text != "true" and text != "false":
        return None
    state.current_token = state.lexer.lex()
    return text == "true"
