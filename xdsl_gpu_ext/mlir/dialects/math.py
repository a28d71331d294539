"""
The `math` dialect: xDSL's, with what it lacks of LLVM 22.1.

From `mlir/Dialect/Math/IR/MathOps.td`. All operations work on scalars and, element by
element, on vectors and tensors.
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import (
    AnyFloatConstr,
    container_of,
    i1,
)
from xdsl.dialects.math import FloatingPointLikeUnaryMathOperation
from xdsl.dialects.math import Math as XDSL_MATH
from xdsl.irdl import (
    AttrConstraint,
    EqAttrConstraint,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure, SameOperandsAndResultType

from xdsl_gpu_ext.mlir.dialects.arith.operations import truth_of, verify_truth_of
from xdsl_gpu_ext.mlir.irdl.refinement import extend_dialect

_Float: AttrConstraint = container_of(AnyFloatConstr)
_NONE = FastMathFlagsAttr("none")


@irdl_op_definition
class ErfcOp(FloatingPointLikeUnaryMathOperation):
    """The complementary error function: `math.erfc %0 : f64`."""

    name = "math.erfc"

    traits = traits_def(Pure(), SameOperandsAndResultType())


@irdl_op_definition
class ClampFOp(IRDLOperation):
    """
    `value`, but not below `min` nor above `max`:

        %3 = math.clampf %0 to [%1, %2] : f64
    """

    name = "math.clampf"

    _T: ClassVar = VarConstraint("T", _Float)

    value = operand_def(_T)
    min = operand_def(_T)
    max = operand_def(_T)
    fastmath = prop_def(FastMathFlagsAttr, default_value=_NONE)
    result = result_def(_T)

    traits = traits_def(Pure())

    assembly_format = (
        "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict "
        "`:` type($result)"
    )


@irdl_op_definition
class SincosOp(IRDLOperation):
    """Sine and cosine at once: `%sin, %cos = math.sincos %0 : f64`."""

    name = "math.sincos"

    _T: ClassVar = VarConstraint("T", _Float)

    operand = operand_def(_T)
    fastmath = prop_def(FastMathFlagsAttr, default_value=_NONE)
    sin = result_def(_T)
    cos = result_def(_T)

    traits = traits_def(Pure())

    assembly_format = (
        "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)"
    )


class _ClassificationOp(IRDLOperation, ABC):
    """Whether floats are of a kind."""

    operand = operand_def(_Float)
    fastmath = prop_def(FastMathFlagsAttr, default_value=_NONE)
    result = result_def(container_of(EqAttrConstraint(i1)))

    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> _ClassificationOp:
        operand = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        fastmath = attributes.pop("fastmath", _NONE)
        return cls.create(
            operands=[parser.resolve_operand(operand, type)],
            properties={"fastmath": fastmath},
            attributes=attributes,
            result_types=[truth_of(type)],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.operand)
        fastmath = {} if self.fastmath == _NONE else {"fastmath": self.fastmath}
        printer.print_op_attributes(fastmath | self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.operand.type)

    def verify_(self) -> None:
        verify_truth_of(self)


@irdl_op_definition
class IsFiniteOp(_ClassificationOp):
    """Neither infinite nor NaN: `math.isfinite %0 : f32`."""

    name = "math.isfinite"


@irdl_op_definition
class IsInfOp(_ClassificationOp):
    """Infinite: `math.isinf %0 : f32`."""

    name = "math.isinf"


@irdl_op_definition
class IsNaNOp(_ClassificationOp):
    """NaN: `math.isnan %0 : f32`."""

    name = "math.isnan"


@irdl_op_definition
class IsNormalOp(_ClassificationOp):
    """Neither zero, subnormal, infinite nor NaN: `math.isnormal %0 : f32`."""

    name = "math.isnormal"


Math = extend_dialect(
    XDSL_MATH,
    [ClampFOp, ErfcOp, IsFiniteOp, IsInfOp, IsNaNOp, IsNormalOp, SincosOp],
)
