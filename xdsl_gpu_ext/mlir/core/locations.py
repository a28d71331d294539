"""
Source locations: which texts xDSL does not read.
"""

# Lifting a limit of the parser means to write, or to wrap, its private functions.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.utils.hints import isa
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xdsl_gpu_ext.mlir.core.registry import Limit

read_locations_as_mlir = Limit(
    """
    Read every location that MLIR prints with `--mlir-print-debuginfo`.

    xDSL reads neither metadata of a fused location nor ranges, and no alias before its
    definition, where MLIR prints most aliases behind the module. Of a range, the
    beginning is kept: xDSL has no attribute for more.
    """,
    still="test_xdsl_still_needs_this",
)


@read_locations_as_mlir.replaces(AttrParser, "_parse_location")
def parse_location(self: AttrParser) -> LocationAttr:
    return _parse(self, nested=False)


def _parse(self: AttrParser, *, nested: bool) -> LocationAttr:
    if self._current_token.kind == MLIRTokenKind.HASH_IDENT:
        return _parse_alias(self, may_look_ahead=not nested)
    if (text := self.parse_optional_str_literal()) is not None:
        if self.parse_optional_punctuation(":"):
            return _parse_position(self, StringAttr(text))
        child: Attribute = NoneAttr()
        if self.parse_optional_punctuation("("):
            child = _parse(self, nested=True)
            self.parse_punctuation(")")
        return NameLoc(StringAttr(text), child)
    match self.parse_optional_keyword_in(("unknown", "callsite", "fused")):
        case "unknown":
            return UNKNOWN_LOC
        case "callsite":
            with self.in_parens():
                callee = _parse(self, nested=True)
                self.parse_keyword("at", " in callsite location")
                return CallSiteLoc(callee, _parse(self, nested=True))
        case "fused":
            return _parse_fused(self)
        case _:
            self.raise_error("expected location instance")


def _parse_position(self: AttrParser, file: StringAttr) -> LocationAttr:
    """`12`, `12:3`, `12:3 to 4:5` or `12:3 to :5`, after the name of the file."""

    def parse_number() -> IntAttr:
        return IntAttr(self.parse_integer(allow_boolean=False, allow_negative=False))

    line, column = parse_number(), IntAttr(0)
    if self.parse_optional_punctuation(":"):
        column = parse_number()
        if self.parse_optional_keyword("to"):
            if self.parse_optional_punctuation(":") is None:
                parse_number()
                self.parse_punctuation(":")
            parse_number()
    return FileLineColLoc(file, line, column)


def _parse_fused(self: AttrParser) -> LocationAttr:
    metadata: Attribute = NoneAttr()
    if self.parse_optional_punctuation("<"):
        metadata = self.parse_attribute()
        self.parse_punctuation(">")
    locations = self.parse_comma_separated_list(
        self.Delimiter.SQUARE, lambda: _parse(self, nested=True)
    )
    # MLIR keeps each once, and none that says nothing.
    parts = [*dict.fromkeys(part for loc in locations for part in _parts(loc))]
    if isinstance(metadata, NoneAttr) and len(parts) < 2:
        return parts[0] if parts else UNKNOWN_LOC
    return FusedLoc(ArrayAttr(parts or (UNKNOWN_LOC,)), metadata)


def _parts(location: LocationAttr) -> Iterator[LocationAttr]:
    """What `location` is in a fused one."""
    match location:
        case FusedLoc(locations=locations, metadata=NoneAttr()):
            assert isa(locations, ArrayAttr[LocationAttr])
            yield from locations
        case UnknownLoc():
            pass
        case _:
            yield location


# Aliases


def _parse_alias(self: AttrParser, *, may_look_ahead: bool) -> LocationAttr:
    token = self._consume_token(MLIRTokenKind.HASH_IDENT)
    location = _lookup(self, token.text)
    if location is None and may_look_ahead:
        location = _look_ahead(self, token.text)
    if not isinstance(location, LocationAttr):
        message = (
            f"undefined symbol alias '{token.text}'"
            if location is None
            else f"expected location, but found '{location}'"
        )
        self.raise_error(message, token.span)
    return location


def _ahead(name: str) -> str:
    """Under what an alias is noted that the parser has not come to: no alias itself."""
    return f"{name} (ahead)"


def _lookup(self: AttrParser, name: str) -> Attribute | None:
    aliases = self.attribute_aliases
    return aliases.get(name) or aliases.get(_ahead(name))


_DEFINITION = re.compile(r"(?m)^[ \t]*(#[A-Za-z_][\w$.]*)[ \t]*=[ \t]*")


@lru_cache(maxsize=1)
def _definitions(content: str) -> dict[str, int]:
    """Where the value of each alias begins in a text."""
    return {match[1]: match.end() for match in _DEFINITION.finditer(content)}


def _look_ahead(self: AttrParser, name: str) -> Attribute | None:
    """The value of an alias that is defined further on."""
    pos = self.pos
    definitions = _definitions(self.lexer.input.content)
    if name not in definitions:
        return None
    # They name what is above them.
    for alias, start in definitions.items():
        if start > pos and _lookup(self, alias) is None:
            self._resume_from(start)
            self.attribute_aliases[_ahead(alias)] = self.parse_attribute()
        if alias == name:
            break
    self._resume_from(pos)
    return _lookup(self, name)
