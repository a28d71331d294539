"""
Regions of which one is run, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects import scf as xdsl_scf
from xdsl.dialects.builtin import DenseArrayBase, IndexType, UnitAttr, i1, i64
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.irdl import opt_prop_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.dialects.scf.syntax import (
    parse_optional_arrow_types,
    parse_region_with_yield,
    print_types_in_parens,
)
from xdsl_gpu_ext.mlir.interfaces.control_flow import YIELDING
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.slices import integers

YieldOp = xdsl_scf.YieldOp


@irdl_op_refinement
class IfOp(xdsl_scf.IfOp):
    """
    One of two regions, or one or nothing:

        %1 = scf.if %condition -> (f32) {
          scf.yield %x : f32
        } else {
          scf.yield %y : f32
        }
    """

    traits = traits_def(YIELDING)

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        condition = parser.parse_operand(i1)
        types = parse_optional_arrow_types(parser)
        regions = [parse_region_with_yield(parser)]
        has_else = parser.parse_optional_keyword("else") is not None
        regions.append(parse_region_with_yield(parser) if has_else else Region())
        return cls.create(
            operands=[condition],
            result_types=types,
            attributes=parser.parse_optional_attr_dict(),
            regions=regions,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.cond)
        if self.output:
            printer.print_string(" -> ")
            print_types_in_parens(printer, self.output.types)
        for region, word in ((self.true_region, " "), (self.false_region, " else ")):
            if region.blocks:
                printer.print_string(word)
                printer.print_region(
                    region,
                    print_entry_block_args=False,
                    print_block_terminators=bool(self.output),
                )
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        if self.output and not self.false_region.blocks:
            raise VerifyException(
                "'scf.if' op must have an else block if defining values"
            )
        for i, region in enumerate((self.true_region, self.false_region)):
            block = region.blocks.first
            if block is None:
                continue
            if block.args:
                raise VerifyException(
                    f"'scf.if' op region #{i} should have no arguments"
                )
            _verify_yield(self.name, f"region {i}", region, self.output)


def _verify_yield(
    op_name: str, region_name: str, region: Region, results: Sequence[SSAValue]
) -> None:
    terminator = region.block.last_op
    if not isinstance(terminator, YieldOp):
        raise VerifyException(f"'{op_name}' op expected region to end with scf.yield")
    found = tuple(argument.type for argument in terminator.arguments)
    expected = tuple(result.type for result in results)
    if found != expected:
        raise VerifyException(
            f"'{op_name}' op {region_name} returns values of types "
            f"({', '.join(map(str, found))}) but expected "
            f"({', '.join(map(str, expected))})"
        )


@irdl_op_refinement
class ExecuteRegionOp(xdsl_scf.ExecuteRegionOp):
    """
    A region of any blocks, run once, in the place of one operation:

        %1 = scf.execute_region -> i32 no_inline {
          cf.br ^next
        ^next:
          scf.yield %0 : i32
        }
    """

    no_inline = opt_prop_def(UnitAttr)

    traits = traits_def(RecursiveMemoryEffect(), YIELDING)

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        types = parse_optional_arrow_types(parser)
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("no_inline"):
            properties["no_inline"] = UnitAttr()
        region = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        return cls.create(
            result_types=types,
            properties=properties,
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        if self.outs:
            printer.print_string(" -> ")
            print_types_in_parens(printer, self.outs.types)
        if self.no_inline is not None:
            printer.print_string(" no_inline")
        printer.print_string(" ")
        printer.print_region(self.region, print_entry_block_args=False)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        entry = self.region.blocks.first
        if entry is None:
            raise VerifyException(
                "scf.execute_region op region needs to have at least one block"
            )
        if entry.args:
            raise VerifyException(
                "'scf.execute_region' op region cannot have any arguments"
            )
        for block in self.region.blocks:
            if isinstance(block.last_op, YieldOp) and tuple(
                block.last_op.operand_types
            ) != tuple(self.outs.types):
                raise VerifyException(
                    "'scf.execute_region' op yields other types than those of its "
                    "results"
                )


@irdl_op_refinement
class IndexSwitchOp(xdsl_scf.IndexSwitchOp):
    """
    The region of the value that `arg` has, or the default:

        %1 = scf.index_switch %arg -> i32
        case 2 {
          scf.yield %a : i32
        }
        default {
          scf.yield %b : i32
        }

    An empty `scf.yield` may be left out of the default alone, and is printed.
    """

    traits = traits_def(YIELDING)

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        arg = parser.parse_operand(IndexType())
        attributes = parser.parse_optional_attr_dict()
        types: list[Attribute] = []
        if parser.parse_optional_punctuation("->"):
            types = list(
                parser.parse_comma_separated_list(
                    parser.Delimiter.NONE, parser.parse_type
                )
            )
        values: list[int] = []
        regions: list[Region] = []
        while parser.parse_optional_keyword("case"):
            values.append(parser.parse_integer(allow_boolean=False))
            regions.append(parser.parse_region())
        parser.parse_keyword("default")
        default = parse_region_with_yield(parser)
        return cls.build(
            operands=[arg],
            result_types=[types],
            properties={"cases": DenseArrayBase.from_list(i64, values)},
            attributes=attributes,
            regions=[default, regions],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.arg)
        printer.print_op_attributes(self.attributes)
        if self.output:
            printer.print_string(" -> ")
            printer.print_list(self.output.types, printer.print_attribute)
        for value, region in zip(integers(self.cases), self.case_regions):
            printer.print_string(f"\ncase {value} ")
            printer.print_region(region)
        printer.print_string("\ndefault ")
        printer.print_region(self.default_region)

    def verify_(self) -> None:
        values = integers(self.cases)
        if len(values) != len(self.case_regions):
            raise VerifyException(
                f"'scf.index_switch' op has {len(self.case_regions)} case regions but "
                f"{len(values)} case values"
            )
        for i, value in enumerate(values):
            if value in values[:i]:
                raise VerifyException(
                    f"'scf.index_switch' op has duplicate case value: {value}"
                )
        _verify_yield(self.name, "default region", self.default_region, self.output)
        for i, region in enumerate(self.case_regions):
            _verify_yield(self.name, f"region {i}", region, self.output)
