"""
Loops that run their iterations one after another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects import scf as xdsl_scf
from xdsl.dialects.builtin import IndexType, UnitAttr
from xdsl.ir import Attribute
from xdsl.irdl import opt_prop_def, traits_def
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.dialects.scf.syntax import (
    parse_arrow_types,
    parse_assignments,
    parse_region_with_yield,
    print_assignments,
    print_types_in_parens,
    verify_types,
)
from xdsl_gpu_ext.mlir.interfaces.control_flow import COUNTING_LOOP, PARENT, RegionFlow
from xdsl_gpu_ext.mlir.interfaces.traits import AutomaticAllocationScope
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

YieldOp = xdsl_scf.YieldOp
ConditionOp = xdsl_scf.ConditionOp


@irdl_op_refinement
class ForOp(xdsl_scf.ForOp):
    """
    From a lower bound up to, not including, an upper bound, carrying values along:

        %sum = scf.for %i = %lb to %ub step %step iter_args(%acc = %init) -> (f32) {
          scf.yield %next : f32
        }

    The bounds are of type `index` unless another integer type is given (`: i32`), and
    compared as signed numbers unless it is `scf.for unsigned`.
    """

    unsignedCmp = opt_prop_def(UnitAttr)

    traits = traits_def(AutomaticAllocationScope(), COUNTING_LOOP)

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("unsigned"):
            properties["unsignedCmp"] = UnitAttr()
        variable = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        bounds = [parser.parse_unresolved_operand()]
        for word in ("to", "step"):
            parser.parse_keyword(word)
            bounds.append(parser.parse_unresolved_operand())
        carried: Sequence[Parser.UnresolvedArgument] = ()
        inits: Sequence[UnresolvedOperand] = ()
        types: Sequence[Attribute] = ()
        pos = parser.pos
        if parser.parse_optional_keyword("iter_args"):
            carried, inits = parse_assignments(parser)
            parser.parse_punctuation("->")
            types = parse_arrow_types(parser)
            if len(types) != len(carried):
                parser.raise_error(
                    "mismatch in number of loop-carried values and defined values",
                    pos,
                    parser.pos,
                )
        type_: Attribute = IndexType()
        if parser.parse_optional_punctuation(":"):
            type_ = parser.parse_type()
        operands = [
            *(parser.resolve_operand(bound, type_) for bound in bounds),
            *parser.resolve_operands(inits, types, pos),
        ]
        region = parse_region_with_yield(
            parser,
            [
                variable.resolve(type_),
                *(argument.resolve(t) for argument, t in zip(carried, types)),
            ],
        )
        return cls.create(
            operands=operands,
            result_types=types,
            properties=properties,
            attributes=parser.parse_optional_attr_dict(),
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        variable, *carried = self.body.block.args
        printer.print_string(" " if self.unsignedCmp is None else " unsigned ")
        printer.print_ssa_value(variable)
        for word, bound in ((" = ", self.lb), (" to ", self.ub), (" step ", self.step)):
            printer.print_string(word)
            printer.print_ssa_value(bound)
        if carried:
            printer.print_string(" iter_args")
            print_assignments(printer, carried, self.iter_args)
            printer.print_string(" -> ")
            print_types_in_parens(printer, self.res.types)
        if not isinstance(variable.type, IndexType):
            printer.print_string(" : ")
            printer.print_attribute(variable.type)
        printer.print_string(" ")
        printer.print_region(
            self.body,
            print_entry_block_args=False,
            print_empty_block=False,
            print_block_terminators=bool(carried),
        )
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        types = self.iter_args.types
        if not self.body.block.args:
            raise VerifyException(
                "Body block must have induction var as first block arg"
            )
        variable, *carried = self.body.block.args
        if any(bound.type != variable.type for bound in (self.lb, self.ub, self.step)):
            raise VerifyException(
                "Expected induction var to be same type as bounds and step"
            )
        if len(carried) != len(types):
            raise VerifyException(
                f"Expected {len(types) + 1} args, but got {len(carried) + 1}. Body "
                "block must have induction and loop-carried variables as args."
            )
        for i, (argument, type_) in enumerate(zip(carried, types)):
            if argument.type != type_:
                raise VerifyException(
                    f"Block arg #{i + 1} expected to be {type_}, but got "
                    f"{argument.type}. Block args after the induction variable must "
                    "match the loop-carried variables."
                )
        terminator = self.body.block.last_op
        assert isinstance(terminator, YieldOp)
        yielded = terminator.arguments.types
        if len(yielded) != len(types):
            raise VerifyException(
                f"scf.yield expected {len(types)} args, but got {len(yielded)}. The "
                "scf.for must yield its loop-carried variables."
            )
        for i, (found, type_) in enumerate(zip(yielded, types)):
            if found != type_:
                raise VerifyException(
                    f"Expected yield arg #{i} to be {type_}, but got {found}. "
                    "scf.yield of scf.for must match loop-carried variable types."
                )
        verify_types(
            "'scf.for' op mismatch in number or types of loop-carried values and "
            "defined values",
            self.res.types,
            types,
        )


@irdl_op_refinement
class WhileOp(xdsl_scf.WhileOp):
    """
    While the first region's condition holds, run the second:

        %2 = scf.while (%a = %init) : (i32) -> f32 {
          scf.condition(%more) %x : f32
        } do {
        ^bb0(%b: f32):
          scf.yield %next : i32
        }

    The condition passes its operands to the second region, or out of the loop.
    """

    traits = traits_def(
        RegionFlow((PARENT, 0), (0, 1), (0, PARENT), (1, 0), repeats=True)
    )

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        arguments: Sequence[Parser.UnresolvedArgument] = ()
        inits: Sequence[UnresolvedOperand] = ()
        if parser.parse_optional_punctuation(":") is None:
            arguments, inits = parse_assignments(parser)
            parser.parse_punctuation(":")
        pos = parser.pos
        type_ = parser.parse_function_type()
        inputs = type_.inputs.data
        if len(inits) != len(inputs):
            parser.raise_error(
                "expected as many input types as operands (expected "
                f"{len(inits)} got {len(inputs)})",
                pos,
                parser.pos,
            )
        operands = parser.resolve_operands(inits, inputs, pos)
        before = parser.parse_region(
            [argument.resolve(t) for argument, t in zip(arguments, inputs)]
        )
        parser.parse_keyword("do")
        after = parser.parse_region()
        attributes = parser.parse_optional_attr_dict_with_keyword()
        return cls.create(
            operands=operands,
            result_types=type_.outputs.data,
            attributes={} if attributes is None else attributes.data,
            regions=[before, after],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        if self.arguments:
            arguments = self.before_region.block.args
            print_assignments(printer, arguments, self.arguments)
            printer.print_string(" ")
        printer.print_string(": ")
        printer.print_operation_type(self)
        printer.print_string(" ")
        printer.print_region(self.before_region, print_entry_block_args=False)
        printer.print_string(" do ")
        printer.print_region(self.after_region)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    def verify_(self) -> None:
        before, after = self.before_region.block, self.after_region.block
        verify_types(
            "'scf.while' op region arguments must match the operands",
            before.arg_types,
            self.arguments.types,
        )
        condition, last = before.last_op, after.last_op
        if not isinstance(condition, ConditionOp):
            raise VerifyException(
                "'scf.while' op expects the 'before' region to terminate with "
                "'scf.condition'"
            )
        if not isinstance(last, YieldOp):
            raise VerifyException(
                "'scf.while' op expects the 'after' region to terminate with "
                "'scf.yield'"
            )
        passed = condition.args.types
        edge = "'scf.while' op along control flow edge from"
        verify_types(f"{edge} scf.condition to Region #1", passed, after.arg_types)
        verify_types(f"{edge} scf.condition to parent", passed, self.res.types)
        verify_types(
            f"{edge} scf.yield to Region #0", last.operand_types, before.arg_types
        )
