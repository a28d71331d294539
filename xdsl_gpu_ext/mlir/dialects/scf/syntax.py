"""
What the texts of several loops and branches share.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.scf import YieldOp
from xdsl.ir import Attribute, BlockArgument, Region, SSAValue
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import SingleBlockImplicitTerminator
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.irdl.regions import add_implicit_terminator


def parse_optional_arrow_types(parser: Parser) -> list[Attribute]:
    """`-> f32` or `-> (f32, i32)`, nothing if there is no arrow."""
    return parse_arrow_types(parser) if parser.parse_optional_punctuation("->") else []


def parse_arrow_types(parser: Parser) -> list[Attribute]:
    """What follows an arrow: one type, or several in parentheses."""
    types = parser.parse_optional_comma_separated_list(
        parser.Delimiter.PAREN, parser.parse_type
    )
    return [parser.parse_type()] if types is None else list(types)


def print_types_in_parens(printer: Printer, types: Sequence[Attribute]) -> None:
    """`(f32, i32)`"""
    with printer.in_parens():
        printer.print_list(types, printer.print_attribute)


def parse_assignments(
    parser: Parser,
) -> tuple[list[Parser.UnresolvedArgument], list[UnresolvedOperand]]:
    """`(%a = %x, %b = %y)`: arguments of a region and what they start as."""
    arguments: list[Parser.UnresolvedArgument] = []
    operands: list[UnresolvedOperand] = []

    def parse_assignment() -> None:
        arguments.append(parser.parse_argument(expect_type=False))
        parser.parse_punctuation("=")
        operands.append(parser.parse_unresolved_operand())

    parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_assignment)
    return arguments, operands


def print_assignments(
    printer: Printer, arguments: Sequence[BlockArgument], values: Sequence[SSAValue]
) -> None:
    """What `parse_assignments` parses."""
    with printer.in_parens():
        for i, (argument, value) in enumerate(zip(arguments, values)):
            printer.print_string(", " if i else "")
            printer.print_ssa_value(argument)
            printer.print_string(" = ")
            printer.print_ssa_value(value)


def parse_region_with_yield(
    parser: Parser, arguments: Sequence[Parser.Argument] | None = None
) -> Region:
    """A region of which an empty `scf.yield` at the end may be left out."""
    region = parser.parse_region(arguments)
    add_implicit_terminator(region, SingleBlockImplicitTerminator(YieldOp))
    return region


def verify_types(
    message: str, found: Sequence[Attribute], expected: Sequence[Attribute]
) -> None:
    """`found` are `expected`, of which `message` speaks."""
    if tuple(found) != tuple(expected):
        raise VerifyException(
            f"{message}: expected ({', '.join(map(str, expected))}), but got "
            f"({', '.join(map(str, found))})"
        )
