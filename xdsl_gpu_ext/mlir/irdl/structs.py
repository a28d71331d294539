"""
Attributes with parameters that bear names: MLIR's `struct(params)`.

The parameters come in any order, each at most once, and are left out where they have
their default: `#nvvm.target<O = 3, chip = "sm_90">`.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from xdsl.dialects.builtin import (
    BoolAttr,
    DenseArrayBase,
    IntAttr,
    IntegerType,
    NoneAttr,
    StringAttr,
    i32,
)
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer


@dataclass(frozen=True)
class Parameter:
    """
    How the value of one parameter is written, and what it is if it is not: without a
    default it must be.
    """

    parse: Callable[[AttrParser], Attribute]
    print: Callable[[Printer, Any], None]
    default: Attribute | None


class StructAttribute(ParametrizedAttribute, ABC):
    """
    An attribute written as a struct.

    `PARAMETER_SYNTAX` has an entry for every parameter, in order. The fields of the
    class bear the same names.
    """

    PARAMETER_SYNTAX: ClassVar[dict[str, Parameter]]
    OMIT_EMPTY: ClassVar[bool] = False
    """Whether `<>` is left out if all parameters have their default."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        values: dict[str, Attribute] = {}

        def parse_parameter() -> None:
            pos = parser.pos
            name = parser.parse_identifier()
            if name not in cls.PARAMETER_SYNTAX or name in values:
                parser.raise_error(
                    f"duplicate or unknown struct parameter name: {name}",
                    pos,
                    parser.pos,
                )
            parser.parse_punctuation("=")
            values[name] = cls.PARAMETER_SYNTAX[name].parse(parser)

        delimiter = parser.Delimiter.ANGLE
        if cls.OMIT_EMPTY:
            parser.parse_optional_comma_separated_list(delimiter, parse_parameter)
        else:
            parser.parse_comma_separated_list(delimiter, parse_parameter)
        for name, parameter in cls.PARAMETER_SYNTAX.items():
            if name in values:
                continue
            if parameter.default is None:
                parser.raise_error(f"struct is missing required parameter: {name}")
            values[name] = parameter.default
        return [values[name] for name in cls.PARAMETER_SYNTAX]

    def print_parameters(self, printer: Printer) -> None:
        written = [
            (name, parameter.print, getattr(self, name))
            for name, parameter in self.PARAMETER_SYNTAX.items()
            if getattr(self, name) != parameter.default
        ]
        if self.OMIT_EMPTY and not written:
            return
        with printer.in_angle_brackets():
            for i, (name, print_value, value) in enumerate(written):
                printer.print_string(", " if i else "")
                printer.print_string(f"{name} = ")
                print_value(printer, value)


ABSENT = NoneAttr()
"""The value of an optional parameter that is not given."""


def _parse_integer(parser: AttrParser) -> IntAttr:
    pos = parser.pos
    value = parser.parse_integer(allow_boolean=False)
    if not -(2**31) <= value < 2**31:
        parser.raise_error("integer value too large", pos, parser.pos)
    return IntAttr(value)


def _print_integer(printer: Printer, value: IntAttr) -> None:
    printer.print_int(value.data)


def integer(default: int | None = None) -> Parameter:
    """A 32-bit integer; without `default` it may be absent."""
    default_attr = ABSENT if default is None else IntAttr(default)
    return Parameter(_parse_integer, _print_integer, default_attr)


def _parse_string(parser: AttrParser) -> StringAttr:
    return StringAttr(parser.parse_str_literal())


def _print_string(printer: Printer, value: StringAttr) -> None:
    printer.print_string_literal(value.data)


def string(default: str | None = None) -> Parameter:
    """A string in quotes; without `default` it is required."""
    default_attr = None if default is None else StringAttr(default)
    return Parameter(_parse_string, _print_string, default_attr)


def _parse_boolean(parser: AttrParser) -> BoolAttr:
    return BoolAttr.from_bool(parser.parse_boolean())


def _print_boolean(printer: Printer, value: BoolAttr) -> None:
    printer.print_string("true" if value.value.data else "false")


def boolean(default: bool) -> Parameter:
    """`true` or `false`."""
    return Parameter(_parse_boolean, _print_boolean, BoolAttr.from_bool(default))


def _parse_attribute(parser: AttrParser) -> Attribute:
    return parser.parse_attribute()


def _print_attribute(printer: Printer, value: Attribute) -> None:
    printer.print_attribute(value)


def attribute(default: Attribute = ABSENT) -> Parameter:
    """Any attribute; without `default` it may be absent."""
    return Parameter(_parse_attribute, _print_attribute, default)


def parse_integers(parser: AttrParser) -> list[int]:
    """Parse `[1, 2]`."""
    return parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: parser.parse_integer(allow_boolean=False)
    )


def print_integers(printer: Printer, values: Sequence[int]) -> None:
    """Print `[1, 2]`."""
    with printer.in_square_brackets():
        printer.print_list(values, printer.print_int)


def _parse_i32_list(parser: AttrParser) -> DenseArrayBase[IntegerType]:
    values = parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: _parse_integer(parser).data
    )
    return DenseArrayBase.from_list(i32, values)


def _print_i32_list(printer: Printer, value: DenseArrayBase[IntegerType]) -> None:
    print_integers(printer, value.get_values())


def i32_list() -> Parameter:
    """A dense array of `i32`, written `[1, 2, 3]`; it may be absent."""
    return Parameter(_parse_i32_list, _print_i32_list, ABSENT)
