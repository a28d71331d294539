"""
Conversions between numbers of different types.

All work on scalars and, element by element, on vectors and tensors of one shape.
"""

from __future__ import annotations

from abc import ABC

from xdsl.dialects import arith as xdsl_arith
from xdsl.dialects.arith import FastMathFlagsAttr, IntegerOverflowAttr
from xdsl.dialects.builtin import (
    AnyFloat,
    AnyFloatConstr,
    IndexType,
    IndexTypeConstr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    TensorType,
    VectorType,
    container_of,
    i32,
)
from xdsl.ir import Attribute
from xdsl.irdl import (
    AttrConstraint,
    BaseAttr,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

from xdsl_gpu_ext.mlir.irdl.constraints import case_of
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

# MLIR's are signless. That is left to xDSL, of which a backend casts unsigned ones.
_AnyInteger = BaseAttr(IntegerType)
_Integer = container_of(_AnyInteger)
_Float = container_of(AnyFloatConstr)
_IndexCast: AttrConstraint = container_of(
    _AnyInteger | IndexTypeConstr
) | MemRefType.constr(_AnyInteger | IndexTypeConstr)

ROUNDING_MODES = (
    "to_nearest_even",
    "downward",
    "upward",
    "toward_zero",
    "to_nearest_away",
)
"""What a number in `roundingmode` stands for."""

_RoundingMode = IntegerAttr.constr(i32, value=case_of(ROUNDING_MODES))


@irdl_custom_directive
class RoundingMode(CustomDirective):
    """The name of a rounding mode, if there is one."""

    mode: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        word = parser.parse_optional_keyword_in(ROUNDING_MODES)
        if word is not None:
            self.mode.set(state, IntegerAttr(ROUNDING_MODES.index(word), i32))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        mode = self.mode.get(op)
        if isinstance(mode, IntegerAttr):
            state.print_whitespace(printer)
            printer.print_string(ROUNDING_MODES[mode.value.data])


def _shape(type_: Attribute) -> tuple[str, object] | None:
    """Kind, sizes and scalable dimensions of a container; `None` for a scalar."""
    if isa(type_, VectorType):
        return "vector", (type_.get_shape(), type_.get_scalable_dims())
    if isa(type_, TensorType):
        return "tensor", type_.get_shape()
    return None


def _may_be_one_shape(source: Attribute, result: Attribute) -> bool:
    """Buffers may differ in sizes that one of them leaves open."""
    if isa(source, MemRefType) and isa(result, MemRefType):
        return have_compatible_shape(source, result)
    return _shape(source) == _shape(result)


def _bits(type_: Attribute) -> int:
    assert isa(type_, IntegerType) or isinstance(type_, AnyFloat)
    return type_.bitwidth


class _Cast(IRDLOperation, ABC):
    """A conversion of the first operand, element by element."""

    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"

    def allows(self, source: Attribute, result: Attribute) -> bool:
        """Whether there is a conversion between elements of these types."""
        return True

    def verify_(self) -> None:
        source, result = self.operands[0].type, self.results[0].type
        if not _may_be_one_shape(source, result):
            raise VerifyException(
                f"'{self.name}' op requires the same shape for all operands and results"
            )
        elements = get_element_type_or_self(source), get_element_type_or_self(result)
        if not self.allows(*elements):
            raise VerifyException(
                f"'{self.name}' op operand type '{source}' and result type '{result}' "
                "are cast incompatible"
            )


class _Widens(_Cast, ABC):
    def allows(self, source: Attribute, result: Attribute) -> bool:
        return _bits(source) < _bits(result)


class _Narrows(_Cast, ABC):
    def allows(self, source: Attribute, result: Attribute) -> bool:
        return _bits(source) > _bits(result)


class _ExtI(_Widens, ABC):
    input = operand_def(_Integer)
    result = result_def(_Integer)


class _FPToI(_Cast, ABC):
    input = operand_def(_Float)
    result = result_def(_Integer)


class _IToFP(_Cast, ABC):
    input = operand_def(_Integer)
    result = result_def(_Float)


class _ToOrFromIndex(_Cast, ABC):
    input = operand_def(_IndexCast)
    result = result_def(_IndexCast)

    def allows(self, source: Attribute, result: Attribute) -> bool:
        return isinstance(source, IndexType) != isinstance(result, IndexType)


@irdl_op_refinement
class ExtFOp(_Widens, xdsl_arith.ExtFOp):
    """To a wider float: `arith.extf %0 : f16 to f32`."""

    input = operand_def(_Float)
    result = result_def(_Float)
    fastmath = opt_prop_def(FastMathFlagsAttr)

    assembly_format = (
        "$input (`fastmath` `` $fastmath^)? attr-dict "
        "`:` type($input) `to` type($result)"
    )


@irdl_op_refinement
class TruncFOp(_Narrows, xdsl_arith.TruncFOp):
    """
    To a narrower float, rounded to the nearest unless it says otherwise:

        %1 = arith.truncf %0 toward_zero fastmath<fast> : f64 to f32
    """

    input = operand_def(_Float)
    result = result_def(_Float)
    fastmath = opt_prop_def(FastMathFlagsAttr)
    roundingmode = opt_prop_def(_RoundingMode)

    custom_directives = (RoundingMode,)
    assembly_format = (
        "$input custom<RoundingMode>($roundingmode) (`fastmath` `` $fastmath^)? "
        "attr-dict `:` type($input) `to` type($result)"
    )


@irdl_op_refinement
class TruncIOp(_Narrows, xdsl_arith.TruncIOp):
    """To a narrower integer: `arith.trunci %0 overflow<nsw> : i64 to i32`."""

    input = operand_def(_Integer)
    result = result_def(_Integer)
    overflowFlags = prop_def(
        IntegerOverflowAttr, default_value=IntegerOverflowAttr("none")
    )

    assembly_format = (
        "$input (`overflow` `` $overflowFlags^)? attr-dict "
        "`:` type($input) `to` type($result)"
    )


@irdl_op_refinement
class ExtSIOp(_ExtI, xdsl_arith.ExtSIOp):
    """To a wider integer, by the sign: `arith.extsi %0 : i8 to i32`."""

    traits = traits_def(Pure())


@irdl_op_refinement
class ExtUIOp(_ExtI, xdsl_arith.ExtUIOp):
    """To a wider integer, by zeros: `arith.extui %0 : i1 to i32`."""


@irdl_op_refinement
class FPToSIOp(_FPToI, xdsl_arith.FPToSIOp):
    """To a signed integer, towards zero: `arith.fptosi %0 : f32 to i32`."""


@irdl_op_refinement
class FPToUIOp(_FPToI, xdsl_arith.FPToUIOp):
    """To an unsigned integer, towards zero: `arith.fptoui %0 : f32 to i32`."""


@irdl_op_refinement
class SIToFPOp(_IToFP, xdsl_arith.SIToFPOp):
    """A signed integer as a float: `arith.sitofp %0 : i32 to f32`."""


@irdl_op_refinement
class UIToFPOp(_IToFP, xdsl_arith.UIToFPOp):
    """An unsigned integer as a float: `arith.uitofp %0 : i32 to f32`."""


@irdl_op_refinement
class IndexCastOp(_ToOrFromIndex, xdsl_arith.IndexCastOp):
    """
    An index as an integer or the reverse, extended by the sign if need be:

        %1 = arith.index_cast %0 : index to i64
    """


@irdl_op_definition
class IndexCastUIOp(_ToOrFromIndex):
    """
    An index as an integer or the reverse, extended by zeros if need be:

        %1 = arith.index_castui %0 : i32 to index
    """

    name = "arith.index_castui"

    traits = traits_def(Pure())


class _Scaling(IRDLOperation, ABC):
    """A cast of floats that have a common scale, a power of two, beside them."""

    input = operand_def(_Float)
    scale = operand_def(_Float)
    fastmath = opt_prop_def(FastMathFlagsAttr)
    out = result_def(_Float)

    traits = traits_def(Pure())


@irdl_op_definition
class ScalingExtFOp(_Scaling, _Widens):
    """
    Multiply by the scale while widening:

        %2 = arith.scaling_extf %0, %1 : f4E2M1FN, f8E8M0FNU to f32
    """

    name = "arith.scaling_extf"

    assembly_format = (
        "$input `,` $scale (`fastmath` `` $fastmath^)? attr-dict "
        "`:` type($input) `,` type($scale) `to` type($out)"
    )


@irdl_op_definition
class ScalingTruncFOp(_Scaling, _Narrows):
    """
    Divide by the scale while narrowing:

        %2 = arith.scaling_truncf %0, %1 to_nearest_even : f32, f8E8M0FNU to f4E2M1FN
    """

    name = "arith.scaling_truncf"

    roundingmode = opt_prop_def(_RoundingMode)

    custom_directives = (RoundingMode,)
    assembly_format = (
        "$input `,` $scale custom<RoundingMode>($roundingmode) "
        "(`fastmath` `` $fastmath^)? attr-dict "
        "`:` type($input) `,` type($scale) `to` type($out)"
    )
