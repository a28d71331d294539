"""How MLIR writes enumeration attributes."""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects.utils import EnumAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.str_enum import StrEnum


class KeywordOrString:
    """Lets an enumeration attribute be written as MLIR reads it: `add` or `"add"`."""

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Any:
        assert issubclass(cls, EnumAttribute)
        keyword = parser.parse_optional_identifier_or_str_literal()
        cases = [case.value for case in cls.enum_type]
        if keyword not in cases:
            parser.raise_error(f"expected one of: {', '.join(cases)}")
        return cls.enum_type(keyword)


class InAngleBrackets(KeywordOrString):
    """The same as the only parameter of its attribute: `<workgroup>`."""

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Any:
        with parser.in_angle_brackets():
            return super().parse_parameter(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(cast(EnumAttribute[StrEnum], self).data.value)
