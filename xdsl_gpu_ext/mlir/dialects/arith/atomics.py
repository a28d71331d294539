"""
How a value in memory and an operand combine: `AtomicRMWKind` of LLVM's arith dialect,
which operations of other dialects have.
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.hints import isa
from xdsl.utils.str_enum import StrEnum


class AtomicRMWKind(StrEnum):
    """
    What `memref.atomic_rmw` does with the old value `x` and the operand `v`.

    `f` in a name means floats, `s` and `u` signed and unsigned integers. `maximumf` and
    `minimumf` give NaN if either is NaN, `maxnumf` and `minnumf` the other one.
    """

    ADDF = "addf"
    ADDI = "addi"
    ANDI = "andi"
    ASSIGN = "assign"
    MAXIMUMF = "maximumf"
    MAXNUMF = "maxnumf"
    MAXS = "maxs"
    MAXU = "maxu"
    MINIMUMF = "minimumf"
    MINNUMF = "minnumf"
    MINS = "mins"
    MINU = "minu"
    MULF = "mulf"
    MULI = "muli"
    ORI = "ori"
    XORI = "xori"

    @property
    def number(self) -> int:
        """How the `kind` property stores it."""
        return list(AtomicRMWKind).index(self)

    @staticmethod
    def of(attr: IntegerAttr) -> AtomicRMWKind:
        """The kind that a `kind` property stores."""
        return list(AtomicRMWKind)[attr.value.data]


@irdl_custom_directive
class RMWKind(CustomDirective):
    """The keyword of an `AtomicRMWKind`, bare or in quotes."""

    kind: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        word = parser.parse_optional_str_literal() or parser.parse_identifier()
        try:
            kind = AtomicRMWKind(word)
        except ValueError:
            kinds = ", ".join(AtomicRMWKind)
            parser.raise_error(f"expected one of {kinds} for the kind of atomic update")
        self.kind.set(state, IntegerAttr(kind.number, i64))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        kind = self.kind.get(op)
        assert isa(kind, IntegerAttr)
        printer.print_string(AtomicRMWKind.of(kind))
