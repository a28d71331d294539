# pyright: reportPrivateUsage=false, reportIncompatibleMethodOverride=false
"""Operations, their results and operands, read without spans that no error needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import xdsl.ir.core as ir
from xdsl.dialects.builtin import UNKNOWN_LOC, LocationAttr
from xdsl.ir import Operation
from xdsl.parser.core import Parser, UnresolvedOperand
from xdsl.parser.generic_parser import GenericParser
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRToken, MLIRTokenKind

from xdsl_gpu_ext.mlir.core.bad_input import MAX_DIGITS
from xdsl_gpu_ext.mlir.core.registry import Limit

read_operations_at_once = Limit(
    """
    Read the names around an operation without a call for each part of them.

    xDSL makes a span for each result and operand, asks for the brackets of a list by a
    computed property, and imports the unknown location for each value.
    """,
    still="test_xdsl_still_calls_more",
)

_T = TypeVar("_T")


class ScannedOperand(UnresolvedOperand):
    """An operand that makes its span when it is asked for it."""

    __slots__ = ("index", "operand_name", "token")

    # That of the base is a property that is computed from the span.
    operand_name: str

    def __init__(self, token: MLIRToken, index: int):
        self.token = token
        self.index = index
        self.operand_name = token.text[1:]

    @property
    def span(self) -> Span[str]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Where the name of the operand is."""
        return self.token.span


@read_operations_at_once.replaces(Parser, "parse_optional_unresolved_operand")
def parse_optional_unresolved_operand(self: Parser) -> UnresolvedOperand | None:
    state = self._parser_state
    token = state.current_token
    if token.kind is not MLIRTokenKind.PERCENT_IDENT:
        return None
    state.current_token = following = state.lexer.lex()
    if following.kind is not MLIRTokenKind.HASH_IDENT:
        return ScannedOperand(token, 0)
    number = following.text[1:]
    is_number = number.isascii() and number.isdigit() and len(number) <= MAX_DIGITS
    if not is_number:
        self.raise_error("Expected integer as SSA value tuple index", following.span)
    state.current_token = state.lexer.lex()
    return ScannedOperand(token, int(number))


@read_operations_at_once.replaces(Parser, "parse_operation")
def parse_operation(self: Parser) -> Operation:
    state = self._parser_state
    first = state.current_token
    results: Sequence[tuple[MLIRToken, int]] = ()
    if first.kind is MLIRTokenKind.PERCENT_IDENT:
        results = _parse_results(self)
    name = state.current_token
    if name.kind is MLIRTokenKind.BARE_IDENT:
        state.current_token = state.lexer.lex()
        cls = self._get_op_by_name(name.text)
        state.dialect_stack.append(cls.dialect_name())
        op = cls.parse(self)
        state.dialect_stack.pop()
        if (location := self.parse_optional_location()) is not None:
            op.location = location
    else:
        text = self.expect(self.parse_optional_str_literal, "operation name expected")
        cls = self._get_op_by_name(text)
        state.dialect_stack.append(cls.dialect_name())
        op = self._parse_generic_operation(cls)
        state.dialect_stack.pop()
    if results:
        _bind(self, op, results, first)
    return op


def _parse_results(self: Parser) -> Sequence[tuple[MLIRToken, int]]:
    """The names of results and how many each is of, up to the `=`."""
    state = self._parser_state
    found: list[tuple[MLIRToken, int]] = []
    while True:
        name = self._parse_token(
            MLIRTokenKind.PERCENT_IDENT, "Expected result SSA value!"
        )
        size = 1
        if state.current_token.kind is MLIRTokenKind.COLON:
            state.current_token = state.lexer.lex()
            number = self._parse_token(
                MLIRTokenKind.INTEGER_LIT, "Expected SSA value tuple size"
            )
            size = number.kind.get_int_value(number.span)
        found.append((name, size))
        if state.current_token.kind is not MLIRTokenKind.COMMA:
            break
        state.current_token = state.lexer.lex()
    self.parse_punctuation("=", " after operation result list")
    return found


def _bind(
    self: Parser,
    op: Operation,
    results: Sequence[tuple[MLIRToken, int]],
    first: MLIRToken,
) -> None:
    """Give the results of `op` their names in the text."""
    count = 0
    for _, size in results:
        count += size
    if count and count != len(op.results):
        self.raise_error(
            f"Operation has {len(op.results)} results, but was given {count} to bind.",
            at_position=first.span,
        )
    start = 0
    for name, size in results:
        self._register_ssa_definition(
            name.text[1:], op.results[start : start + size], name.span
        )
        start += size


_BRACKETS: dict[GenericParser.Delimiter, Any] = {
    delimiter: delimiter.value for delimiter in GenericParser.Delimiter
}


@read_operations_at_once.replaces(GenericParser, "parse_list")
def parse_list(
    self: GenericParser[Any],
    delimiter: GenericParser.Delimiter,
    parse: Callable[[], _T],
    separator: str = ",",
    context_msg: str = "",
) -> list[_T]:
    brackets = _BRACKETS[delimiter]
    if brackets is not None:
        self.parse_characters(brackets[0], context_msg)
        if self.parse_optional_characters(brackets[1]) is not None:
            return []
    elements = [parse()]
    state = self._parser_state
    while state.current_token.text == separator:
        state.current_token = state.lexer.lex()
        elements.append(parse())
        # A parser may go on from a state that it has kept.
        state = self._parser_state
    if brackets is not None:
        self.parse_characters(brackets[1], context_msg)
    return elements


@read_operations_at_once.replaces(ir, "_unknown_loc")
def unknown_location() -> LocationAttr:
    return UNKNOWN_LOC
