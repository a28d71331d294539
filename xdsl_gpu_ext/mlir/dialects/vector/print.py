"""`vector.print`: values and punctuation, written to the standard output."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import (
    AnyFloatConstr,
    IndexTypeConstr,
    IntegerType,
    StringAttr,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    traits_def,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryWriteEffect
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.mlir.dialects.vector.types import AnyVector, require


class PrintPunctuation(StrEnum):
    """What `vector.print` writes after, or instead of, a value."""

    no_punctuation = "no_punctuation"
    newline = "newline"
    comma = "comma"
    open = "open"
    close = "close"


@irdl_attr_definition
class PrintPunctuationAttr(EnumAttribute[PrintPunctuation]):
    """`#vector.punctuation<newline>`"""

    name = "vector.punctuation"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> PrintPunctuation:
        with parser.in_angle_brackets():
            return parser.parse_str_enum(PrintPunctuation)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data.value)


_PrintableConstr = AnyVector | BaseAttr(IntegerType) | IndexTypeConstr | AnyFloatConstr
_NEWLINE = PrintPunctuationAttr(PrintPunctuation.newline)


@irdl_op_definition
class PrintOp(IRDLOperation):
    """
    Print a value, a string, or punctuation alone; a new line follows unless it says
    otherwise:

        vector.print %0 : vector<4xf32>
        vector.print %1 : f32 punctuation <comma>
        vector.print str "done"

    xDSL's operation of this name has no punctuation and needs a value.
    """

    name = "vector.print"

    source = opt_operand_def(_PrintableConstr)
    punctuation = prop_def(PrintPunctuationAttr, default_value=_NEWLINE)
    stringLiteral = opt_prop_def(StringAttr)

    traits = traits_def(MemoryWriteEffect())

    def __init__(
        self,
        source: SSAValue | Operation | None = None,
        punctuation: PrintPunctuation = PrintPunctuation.newline,
        string_literal: str | None = None,
    ):
        super().__init__(
            operands=[source],
            properties={
                "punctuation": PrintPunctuationAttr(punctuation),
                "stringLiteral": (
                    None if string_literal is None else StringAttr(string_literal)
                ),
            },
        )

    @classmethod
    def parse(cls, parser: Parser) -> PrintOp:
        operands: list[SSAValue] = []
        if (operand := parser.parse_optional_unresolved_operand()) is not None:
            parser.parse_punctuation(":")
            operands.append(parser.resolve_operand(operand, parser.parse_type()))
        properties: dict[str, Attribute] = {}
        clauses: dict[str, tuple[str, Callable[[], Attribute]]] = {
            "str": ("stringLiteral", lambda: StringAttr(parser.parse_str_literal())),
            "punctuation": (
                "punctuation",
                lambda: PrintPunctuationAttr(
                    PrintPunctuationAttr.parse_parameter(parser)
                ),
            ),
        }
        while (word := parser.parse_optional_keyword_in(clauses)) is not None:
            name, parse_value = clauses[word]
            if name in properties:
                parser.raise_error(
                    f"`{word}` clause can appear at most once in the expansion of the "
                    "oilist directive"
                )
            properties[name] = parse_value()
        properties.setdefault("punctuation", _NEWLINE)
        return PrintOp.create(
            operands=operands,
            properties=properties,
            attributes=parser.parse_optional_attr_dict(),
        )

    def print(self, printer: Printer) -> None:
        if self.source is not None:
            printer.print_string(" ")
            printer.print_ssa_value(self.source)
            printer.print_string(" : ")
            printer.print_attribute(self.source.type)
        if self.stringLiteral is not None:
            printer.print_string(" str ")
            printer.print_string_literal(self.stringLiteral.data)
        if self.punctuation != _NEWLINE:
            printer.print_string(" punctuation ")
            self.punctuation.print_parameter(printer)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        if self.stringLiteral is not None:
            require(
                self.source is None and self.punctuation == _NEWLINE,
                "failed to verify that `source` or `punctuation` are not set when "
                "printing strings",
            )
