"""
Operations on numbers of one type: division, shifts, comparison, selection.
"""

from __future__ import annotations

from abc import ABC
from typing import Any, ClassVar

from xdsl.dialects import arith as xdsl_arith
from xdsl.dialects.arith import (
    CMPF_COMPARISON_OPERATIONS,
    CMPI_COMPARISON_OPERATIONS,
    FastMathFlagsAttr,
)
from xdsl.dialects.builtin import (
    AnyFloatConstr,
    IndexTypeConstr,
    IntegerAttr,
    SignlessIntegerConstraint,
    TensorType,
    UnitAttr,
    VectorType,
    container_of,
    i1,
    i64,
)
from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    EqAttrConstraint,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.interfaces.control_flow import Forwards
from xdsl_gpu_ext.mlir.irdl.constraints import case_of
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

_Integer = container_of(SignlessIntegerConstraint | IndexTypeConstr)
_Float = container_of(AnyFloatConstr)
_Bool = container_of(EqAttrConstraint(i1))


class _MaybeExact(IRDLOperation, ABC):
    """May promise that nothing is lost."""

    isExact = opt_prop_def(UnitAttr)

    assembly_format = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"


@irdl_op_refinement
class DivSIOp(_MaybeExact, xdsl_arith.DivSIOp):
    """
    Signed division, towards zero; `exact` promises that there is no rest:

        %2 = arith.divsi %0, %1 exact : i32
    """


@irdl_op_refinement
class DivUIOp(_MaybeExact, xdsl_arith.DivUIOp):
    """
    Unsigned division; `exact` promises that there is no rest:

        %2 = arith.divui %0, %1 exact : i32
    """


@irdl_op_refinement
class ShRSIOp(_MaybeExact, xdsl_arith.ShRSIOp):
    """
    Shift right, keeping the sign; `exact` promises that only zeros are lost:

        %2 = arith.shrsi %0, %1 exact : i32
    """


@irdl_op_refinement
class ShRUIOp(_MaybeExact, xdsl_arith.ShRUIOp):
    """
    Shift right, zeros coming in; `exact` promises that only zeros are lost:

        %2 = arith.shrui %0, %1 exact : i32
    """


@irdl_op_definition
class RemFOp(IRDLOperation):
    """
    Rest of a division of floats, with the sign of `lhs`: `arith.remf %0, %1 : f64`.
    """

    name = "arith.remf"

    _T: ClassVar = VarConstraint("T", _Float)

    lhs = operand_def(_T)
    rhs = operand_def(_T)
    fastmath = prop_def(FastMathFlagsAttr, default_value=FastMathFlagsAttr("none"))
    result = result_def(_T)

    traits = traits_def(Pure())

    assembly_format = (
        "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
    )


def truth_of(type_: Attribute) -> Attribute:
    """The type of a comparison of values of `type_`: `i1` for every element."""
    if isa(type_, VectorType):
        return VectorType(i1, type_.shape, type_.scalable_dims)
    if isa(type_, TensorType):
        return TensorType(i1, type_.shape, type_.encoding)
    return i1


class _Comparison(IRDLOperation, ABC):
    """
    A comparison of values of one type, `slt, %0, %1 fastmath<fast> {attributes} : i32`,
    where the predicate may also stand in quotes.
    """

    PREDICATES: ClassVar[list[str]]

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        predicates = cls.PREDICATES
        pos = parser.pos
        name = parser.parse_optional_identifier()
        if name is None:
            name = parser.parse_str_literal()
        if name not in predicates:
            parser.raise_error(
                "expected predicate to be one of: " + ", ".join(predicates),
                pos,
                parser.pos,
            )
        properties: dict[str, Attribute] = {
            "predicate": IntegerAttr(predicates.index(name), i64)
        }
        parser.parse_punctuation(",")
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        if "fastmath" in cls.get_irdl_definition().properties:
            flags = FastMathFlagsAttr("none")
            if parser.parse_optional_keyword("fastmath"):
                flags = FastMathFlagsAttr(FastMathFlagsAttr.parse_parameter(parser))
            properties["fastmath"] = flags
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(o, type_) for o in (lhs, rhs)],
            properties=properties,
            attributes=attributes,
            result_types=[truth_of(type_)],
        )

    def print(self, printer: Printer) -> None:
        predicate = self.properties["predicate"]
        assert isa(predicate, IntegerAttr)
        printer.print_string(f" {self.PREDICATES[predicate.value.data]}, ")
        printer.print_list(self.operands, printer.print_ssa_value)
        flags = self.properties.get("fastmath", FastMathFlagsAttr("none"))
        if isinstance(flags, FastMathFlagsAttr) and flags != FastMathFlagsAttr("none"):
            printer.print_string(" fastmath")
            flags.print_parameter(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.operands[0].type)

    def verify_(self) -> None:
        if self.operands[0].type != self.operands[1].type:
            raise VerifyException(
                f"'{self.name}' op requires all operands to have the same type"
            )
        verify_truth_of(self)


def verify_truth_of(op: Operation) -> None:
    """The result has one bit for every element of the first operand."""
    if op.results[0].type != truth_of(op.operands[0].type):
        raise VerifyException(
            f"'{op.name}' op failed to verify that result type has i1 element type and "
            "same shape as operands"
        )


@irdl_op_refinement
class CmpiOp(_Comparison, xdsl_arith.CmpiOp):
    """Compare integers: `arith.cmpi slt, %0, %1 : vector<4xi32>`."""

    PREDICATES = CMPI_COMPARISON_OPERATIONS

    predicate = prop_def(
        IntegerAttr.constr(i64, value=case_of(CMPI_COMPARISON_OPERATIONS))
    )
    lhs = operand_def(_Integer)
    rhs = operand_def(_Integer)
    result = result_def(_Bool)


@irdl_op_refinement
class CmpfOp(_Comparison, xdsl_arith.CmpfOp):
    """Compare floats: `arith.cmpf olt, %0, %1 fastmath<nnan> : f32`."""

    PREDICATES = CMPF_COMPARISON_OPERATIONS

    predicate = prop_def(
        IntegerAttr.constr(i64, value=case_of(CMPF_COMPARISON_OPERATIONS))
    )
    lhs = operand_def(_Float)
    rhs = operand_def(_Float)
    result = result_def(_Bool)


@irdl_op_refinement
class SelectOp(xdsl_arith.SelectOp):
    """
    One of two values, or element by element by a condition of the same shape:

        %3 = arith.select %0, %1, %2 : i32
        %6 = arith.select %3, %4, %5 : vector<4xi1>, vector<4xi32>
    """

    traits = traits_def(Forwards("lhs", "rhs"))

    cond = operand_def(_Bool)

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        operands = [parser.parse_unresolved_operand()]
        for _ in range(2):
            parser.parse_punctuation(",")
            operands.append(parser.parse_unresolved_operand())
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        condition, type_ = i1, parser.parse_type()
        if parser.parse_optional_punctuation(","):
            condition, type_ = type_, parser.parse_type()
        return cls.create(
            operands=[
                parser.resolve_operand(operand, t)
                for operand, t in zip(operands, (condition, type_, type_))
            ],
            attributes=attributes,
            result_types=[type_],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        if self.cond.type != i1:
            printer.print_attribute(self.cond.type)
            printer.print_string(", ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        condition, result = self.cond.type, self.result.type
        if condition == i1:
            return
        if not (isa(result, VectorType) or isa(result, TensorType)):
            raise VerifyException(
                "'arith.select' op expected condition to be a signless i1, but got "
                f"'{condition}'"
            )
        if condition != truth_of(result):
            raise VerifyException(
                "'arith.select' op expected condition type to have the same shape as "
                f"the result type, expected '{truth_of(result)}', but got "
                f"'{condition}'"
            )
