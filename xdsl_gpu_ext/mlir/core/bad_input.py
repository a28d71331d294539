"""
Input that no one means, which is to end in a diagnostic.
"""

# pyright: reportPrivateUsage=false

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Block, TypeAttribute
from xdsl.parser import AttrParser, Parser
from xdsl.utils.exceptions import MultipleSpansParseError, ParseError
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xdsl_gpu_ext.mlir.core.registry import Limit

MAX_DIGITS = 4300
"""As many digits as Python makes an integer of."""

refuse_endless_integers = Limit(
    """
    Refuse an integer of thousands of digits, as MLIR does.

    xDSL ends in a `ValueError` of Python, which converts no more than 4,300 digits.
    """,
    still="test_xdsl_still_ends_in_python_errors",
)


@refuse_endless_integers.replaces(MLIRTokenKind, "get_int_value")
def get_int_value(self: MLIRTokenKind, span: Span) -> int:
    if len(span) > MAX_DIGITS:
        raise ParseError(span, "integer constant out of range")
    return get_int_value.original(self, span)


@refuse_endless_integers.replaces(AttrParser, "_parse_optional_integer_or_float_type")
def parse_optional_integer_or_float_type(self: AttrParser) -> TypeAttribute | None:
    token = self._current_token
    if token.kind is not MLIRTokenKind.BARE_IDENT:
        return None
    if len(token.text) > MAX_DIGITS:
        self.raise_error("type expected")
    return parse_optional_integer_or_float_type.original(self)


diagnose_names_that_are_no_text = Limit(
    r"""
    Let a symbol that is no UTF-8, `@"\FF"`, end in a diagnostic.

    xDSL ends in a `UnicodeDecodeError`. MLIR takes any bytes for a name; names of xDSL
    are text.
    """,
    still="test_xdsl_still_ends_in_python_errors",
)


@diagnose_names_that_are_no_text.replaces(AttrParser, "parse_optional_symbol_name")
def parse_optional_symbol_name(self: AttrParser) -> StringAttr | None:
    span = self._current_token.span
    try:
        return parse_optional_symbol_name.original(self)
    except UnicodeError:
        self.raise_error("symbol name is not valid UTF-8", span)


read_any_name_of_a_block = Limit(
    """
    Read `^1:`, and refuse a block that is defined twice after a branch to it.

    xDSL ends in a `ValueError` and in a `KeyError`.
    """,
    still="test_xdsl_still_ends_in_python_errors",
)


@read_any_name_of_a_block.replaces(Parser, "_parse_block")
def parse_block(self: Parser) -> Block:
    token = self._parse_token(MLIRTokenKind.CARET_IDENT, " in block definition")
    name = token.text[1:]
    block, defined = self.blocks.get(name) or (Block(), None)
    if defined is not None:
        raise MultipleSpansParseError(
            token.span,
            f"re-declaration of block '{name}'",
            "originally declared here:",
            [(defined, None)],
        )
    self.blocks[name] = (block, token.span)
    self.forward_block_references.pop(name, None)
    if Block.is_valid_name(name) and not Block.is_default_block_name(name):
        block.name_hint = name
    self._parse_optional_block_arg_list(block)
    self.parse_punctuation(":")
    self._parse_block_body(block)
    return block


@read_any_name_of_a_block.replaces(Parser, "parse_optional_successor")
def parse_optional_successor(self: Parser) -> Block | None:
    token = self._parse_optional_token(MLIRTokenKind.CARET_IDENT)
    return None if token is None else self._get_block_from_name(token.span)
