# pyright: reportPrivateUsage=false
"""Types that occur again in a text, which are read once."""

from __future__ import annotations

import re

from xdsl.ir import TypeAttribute
from xdsl.parser.attribute_parser import AttrParser
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xdsl_gpu_ext.mlir.core.registry import Limit

read_types_once = Limit(
    """
    Read `memref<?x4xf32>` once, and not each time that it occurs in a text.

    xDSL takes apart the text, makes the attribute and verifies it each time; a type for
    each operand and result is most of what a file holds.
    """,
    still="test_xdsl_still_calls_more",
)

_PART = r"[0-9a-zA-Z_?*:, \[\]-]"
_REPEATED = re.compile(
    r"(?:index|[su]?i[1-9][0-9]*+|bf16|f(?:16|32|64))(?![0-9a-zA-Z_$.])"
    rf"|(?:memref|vector|tensor)<{_PART}*+(?:<{_PART}*+>{_PART}*+)?+>"
)
"""
Types of which the text says all: nothing in them is looked up, such as an alias, an
attribute of a dialect, or the name of a dimension.
"""


@read_types_once.replaces(AttrParser, "parse_optional_type")
def parse_optional_type(self: AttrParser) -> TypeAttribute | None:
    state = self._parser_state
    if state.current_token.kind is not MLIRTokenKind.BARE_IDENT:
        return parse_optional_type.original(self)
    content = state.lexer.input.content
    start = self.pos
    text = _REPEATED.match(content, start)
    if text is None:
        return parse_optional_type.original(self)
    known: dict[str, TypeAttribute] = vars(self).setdefault("read_types", {})
    if (type := known.get(text[0])) is not None:
        state.lexer.pos = text.end()
        state.current_token = state.lexer.lex()
        return type
    type = parse_optional_type.original(self)
    # It may end elsewhere, where the text is no type by itself.
    if type is not None and not content[text.end() : self.pos].strip(" \n"):
        known[text[0]] = type
    return type
