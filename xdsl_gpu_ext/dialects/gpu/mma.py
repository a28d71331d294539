"""
Matrix multiply and accumulate by a whole subgroup.

A matrix is spread over the threads of the subgroup in a way that only the target knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from typing_extensions import TypeVar
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ShapedType,
    Signedness,
    StringAttr,
    UnitAttr,
    VectorType,
    f16,
    f32,
    f64,
    i8,
    i32,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import (
    Attribute,
    Operation,
    ParametrizedAttribute,
    SpacedOpaqueSyntaxAttribute,
    SSAValue,
)
from xdsl.irdl import (
    AnyAttr,
    AttrConstraint,
    IntConstraint,
    IRDLOperation,
    ParamAttrConstraint,
    ParsePropInAttrDict,
    VarConstraint,
    VerificationContext,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.dialects.gpu.constraints import IntegerOrFloat, OneOf, memref_type
from xdsl_gpu_ext.mlir.interfaces.attributes import DataType
from xdsl_gpu_ext.mlir.interfaces.traits import Reads, Writes
from xdsl_gpu_ext.mlir.ir.memref_layout import strides_of
from xdsl_gpu_ext.mlir.irdl.arguments import enum_case
from xdsl_gpu_ext.mlir.irdl.enums import KeywordOrString


class MMAMatrixOperand(StrEnum):
    """Which place a matrix takes in `C += A * B`."""

    A = "AOp"
    B = "BOp"
    C = "COp"


_ELEMENTS = (
    IntegerType(8, Signedness.SIGNED),
    IntegerType(8, Signedness.UNSIGNED),
    IntegerType(32),
    IntegerType(32, Signedness.SIGNED),
    IntegerType(32, Signedness.UNSIGNED),
    f16,
    f32,
    f64,
)
_SI8, _UI8, *_ = _ELEMENTS


@irdl_attr_definition
class MMAMatrixType(ParametrizedAttribute, DataType, ShapedType):
    """
    A matrix spread over a subgroup, for one place in `C += A * B`:
    `!gpu.mma_matrix<16x8xf16, "AOp">`.

    Elements are `si8`, `ui8`, `f16`, `f32`, `f64` or integers of 32 bits.
    """

    name = "gpu.mma_matrix"

    shape: ArrayAttr[IntAttr]
    element_type: Attribute
    operand: StringAttr

    def __init__(
        self,
        shape: Sequence[int],
        element_type: Attribute,
        operand: MMAMatrixOperand | str,
    ):
        super().__init__(
            ArrayAttr([IntAttr(size) for size in shape]),
            element_type,
            StringAttr(enum_case("operand", MMAMatrixOperand, operand).value),
        )

    def get_num_dims(self) -> int:
        return len(self.shape)

    def get_shape(self) -> tuple[int, ...]:
        return tuple(size.data for size in self.shape)

    def verify(self) -> None:
        if self.operand.data not in [place.value for place in MMAMatrixOperand]:
            raise VerifyException("operand expected to be one of AOp, BOp or COp")
        if len(self.shape) != 2:
            raise VerifyException("MMAMatrixType must have exactly two dimensions")
        if self.element_type not in _ELEMENTS:
            raise VerifyException(
                "MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            pos = parser.pos
            shape, element_type = parser.parse_ranked_shape()
            if DYNAMIC_INDEX in shape:
                parser.raise_error("expected static shape", pos, parser.pos)
            if any(size >= 2**63 for size in shape):
                parser.raise_error("invalid dimension", pos, parser.pos)
            parser.parse_punctuation(",")
            operand = parser.parse_str_literal()
        return (
            ArrayAttr([IntAttr(size) for size in shape]),
            element_type,
            StringAttr(operand),
        )

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_dimension_list(self.get_shape())
            printer.print_string("x")
            printer.print_attribute(self.element_type)
            printer.print_string(", ")
            printer.print_string_literal(self.operand.data)


def _matrix_with(element_type: AttrConstraint) -> AttrConstraint[MMAMatrixType]:
    """A matrix with elements as a constraint has them."""
    return ParamAttrConstraint.get(MMAMatrixType, AnyAttr(), element_type, AnyAttr())


def _matrix_of(*elements: Attribute) -> AttrConstraint[MMAMatrixType]:
    """A matrix with elements of one of some types."""
    return _matrix_with(OneOf(elements))


@dataclass(frozen=True)
class _MMAMemRef(AttrConstraint):
    """A memref of elements that matrices are loaded from, or of vectors of them."""

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if isinstance(attr, MemRefType):
            element = cast(MemRefType[Attribute], attr).element_type
            if isinstance(element, VectorType) and element.get_num_dims() == 1:
                element = cast(VectorType[Attribute], element).element_type
            if element in (i8, i32, f16, f32, f64):
                return
        raise VerifyException(
            "must be memref of i8, i32, f16, f32, f64 or vectors of those of rank 1, "
            f"but got {attr}"
        )

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> AttrConstraint:
        return self


def _verify_unit_stride(what: str, buffer: SSAValue) -> None:
    strides = strides_of(memref_type(buffer))
    if strides is None or (strides.strides and strides.strides[-1] != 1):
        raise VerifyException(
            f"expected {what} memref most minor dim must have unit stride"
        )


def _flag(value: bool) -> UnitAttr | None:
    return UnitAttr() if value else None


@irdl_op_definition
class SubgroupMmaLoadMatrixOp(IRDLOperation):
    """
    Loads a matrix.

    ```mlir
    %a = gpu.subgroup_mma_load_matrix %m[%i, %j] {leadDimension = 32 : index, transpose}
        : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    ```

    Rows are `leadDimension` elements apart, the elements of a row next to each other.
    """

    name = "gpu.subgroup_mma_load_matrix"

    srcMemref = operand_def(_MMAMemRef())
    indices = var_operand_def(IndexType)
    leadDimension = prop_def(IntegerAttr.constr(IndexType()))
    transpose = opt_prop_def(UnitAttr)
    res = result_def(MMAMatrixType)

    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(Reads("srcMemref"))
    assembly_format = (
        "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)"
    )

    def __init__(
        self,
        srcMemref: SSAValue | Operation,
        indices: Sequence[SSAValue | Operation],
        leadDimension: int,
        result_type: MMAMatrixType,
        transpose: bool = False,
    ):
        super().__init__(
            operands=[srcMemref, indices],
            result_types=[result_type],
            properties={
                "leadDimension": IntegerAttr.from_index_int_value(leadDimension),
                "transpose": _flag(transpose),
            },
        )

    def verify_(self) -> None:
        _verify_unit_stride("source", self.srcMemref)


@irdl_op_definition
class SubgroupMmaStoreMatrixOp(IRDLOperation):
    """
    Stores a matrix, which must be a `C`.

    ```mlir
    gpu.subgroup_mma_store_matrix %c, %m[%i, %j] {leadDimension = 32 : index}
        : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16>
    ```
    """

    name = "gpu.subgroup_mma_store_matrix"

    src = operand_def(_matrix_of(_SI8, _UI8, i32, f16, f32, f64))
    dstMemref = operand_def(_MMAMemRef())
    indices = var_operand_def(IndexType)
    leadDimension = prop_def(IntegerAttr.constr(IndexType()))
    transpose = opt_prop_def(UnitAttr)

    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(Writes("dstMemref"))
    assembly_format = (
        "$src `,` $dstMemref `[` $indices `]` attr-dict "
        "`:` type($src) `,` type($dstMemref)"
    )

    def __init__(
        self,
        src: SSAValue | Operation,
        dstMemref: SSAValue | Operation,
        indices: Sequence[SSAValue | Operation],
        leadDimension: int,
        transpose: bool = False,
    ):
        super().__init__(
            operands=[src, dstMemref, indices],
            properties={
                "leadDimension": IntegerAttr.from_index_int_value(leadDimension),
                "transpose": _flag(transpose),
            },
        )

    def verify_(self) -> None:
        _verify_unit_stride("destination", self.dstMemref)
        assert isinstance(self.src.type, MMAMatrixType)
        if self.src.type.operand.data != MMAMatrixOperand.C:
            raise VerifyException(
                "expected the operand matrix being stored to have 'COp' operand type"
            )


@irdl_op_definition
class SubgroupMmaComputeOp(IRDLOperation):
    """
    `C + A * B`.

    ```mlir
    %d = gpu.subgroup_mma_compute %a, %b, %c {a_transpose}
        : !gpu.mma_matrix<16x8xf16, "AOp">, !gpu.mma_matrix<8x32xf16, "BOp">
        -> !gpu.mma_matrix<16x32xf32, "COp">
    ```
    """

    name = "gpu.subgroup_mma_compute"

    C: ClassVar = VarConstraint("C", _matrix_of(i32, f16, f32, f64))

    opA = operand_def(_matrix_of(_SI8, _UI8, f16, f32, f64))
    opB = operand_def(_matrix_of(_SI8, _UI8, f16, f32, f64))
    opC = operand_def(C)
    a_transpose = opt_prop_def(UnitAttr)
    b_transpose = opt_prop_def(UnitAttr)
    res = result_def(C)

    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(Pure())
    assembly_format = (
        "$opA `,` $opB `,` $opC attr-dict `:` type($opA) `,` type($opB) `->` type($res)"
    )

    def __init__(
        self,
        opA: SSAValue | Operation,
        opB: SSAValue | Operation,
        opC: SSAValue | Operation,
        a_transpose: bool = False,
        b_transpose: bool = False,
    ):
        super().__init__(
            operands=[opA, opB, opC],
            result_types=[SSAValue.get(opC).type],
            properties={
                "a_transpose": _flag(a_transpose),
                "b_transpose": _flag(b_transpose),
            },
        )

    def verify_(self) -> None:
        types = (self.opA.type, self.opB.type, self.opC.type)
        a, b, c = (cast(MMAMatrixType, type) for type in types)
        places = tuple(matrix.operand.data for matrix in (a, b, c))
        if places != (MMAMatrixOperand.A, MMAMatrixOperand.B, MMAMatrixOperand.C):
            raise VerifyException("operands must be in the order AOp, BOp, COp")
        (m, k), (k_b, n) = a.get_shape(), b.get_shape()
        if k != k_b or c.get_shape() != (m, n):
            raise VerifyException("operand shapes do not satisfy matmul constraints")


def _verify_element(matrix: SSAValue, value: SSAValue) -> None:
    assert isinstance(matrix.type, MMAMatrixType)
    if matrix.type.element_type != value.type:
        raise VerifyException(
            "failed to verify that value type matches element type of mma_matrix"
        )


@irdl_op_definition
class SubgroupMmaConstantMatrixOp(IRDLOperation):
    """
    A matrix with one value everywhere.

    ```mlir
    %z = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
    ```
    """

    name = "gpu.subgroup_mma_constant_matrix"

    ELEMENT: ClassVar = VarConstraint("ELEMENT", OneOf((_SI8, _UI8, i32, f16, f32)))

    value = operand_def(ELEMENT)
    res = result_def(_matrix_with(ELEMENT))

    traits = traits_def(Pure())
    assembly_format = "$value attr-dict `:` type($res)"

    def __init__(self, value: SSAValue | Operation, result_type: MMAMatrixType):
        super().__init__(operands=[value], result_types=[result_type])


@irdl_op_definition
class SubgroupMmaExtractThreadLocalOp(IRDLOperation):
    """
    One of the elements that this thread holds.

    ```mlir
    %x = gpu.subgroup_mma_extract_thread_local %c[%i]
        : !gpu.mma_matrix<16x16xf32, "COp"> -> f32
    ```
    """

    name = "gpu.subgroup_mma_extract_thread_local"

    matrix = operand_def(MMAMatrixType)
    indices = var_operand_def(IndexType)
    res = result_def(IntegerOrFloat())

    traits = traits_def(Pure())
    assembly_format = (
        "$matrix `[` $indices `]` attr-dict `:` type($matrix) `->` type($res)"
    )

    def __init__(
        self, matrix: SSAValue | Operation, indices: Sequence[SSAValue | Operation]
    ):
        matrix = SSAValue.get(matrix, type=MMAMatrixType)
        super().__init__(
            operands=[matrix, indices], result_types=[matrix.type.element_type]
        )

    def verify_(self) -> None:
        _verify_element(self.matrix, self.res)


@irdl_op_definition
class SubgroupMmaInsertThreadLocalOp(IRDLOperation):
    """
    Replaces one of the elements that this thread holds.

    ```mlir
    %d = gpu.subgroup_mma_insert_thread_local %x, %c[%i]
        : f32, !gpu.mma_matrix<16x16xf32, "COp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    ```
    """

    name = "gpu.subgroup_mma_insert_thread_local"

    value = operand_def(IntegerOrFloat())
    matrix = operand_def(MMAMatrixType)
    indices = var_operand_def(IndexType)
    res = result_def(MMAMatrixType)

    traits = traits_def(Pure())
    assembly_format = (
        "$value `,` $matrix `[` $indices `]` attr-dict "
        "`:` type($value) `,` type($matrix) `->` type($res)"
    )

    def __init__(
        self,
        value: SSAValue | Operation,
        matrix: SSAValue | Operation,
        indices: Sequence[SSAValue | Operation],
    ):
        matrix = SSAValue.get(matrix)
        super().__init__(operands=[value, matrix, indices], result_types=[matrix.type])

    def verify_(self) -> None:
        _verify_element(self.matrix, self.value)


class MMAElementwiseOp(StrEnum):
    """What is done with each element (`f` floats, `i`, `s`, `u` integers)."""

    ADDF = "addf"
    MULF = "mulf"
    SUBF = "subf"
    MAXF = "maxf"
    MINF = "minf"
    DIVF = "divf"
    ADDI = "addi"
    MULI = "muli"
    SUBI = "subi"
    DIVS = "divs"
    DIVU = "divu"
    NEGATEF = "negatef"
    NEGATES = "negates"
    EXTF = "extf"


@irdl_attr_definition
class MMAElementWiseAttr(
    KeywordOrString, EnumAttribute[MMAElementwiseOp], SpacedOpaqueSyntaxAttribute
):
    """The operation on each element: `#gpu<mma_element_wise addf>`."""

    name = "gpu.mma_element_wise"


@irdl_op_definition
class SubgroupMmaElementwiseOp(IRDLOperation):
    """
    Computes with the elements of matrices, each with its like.

    ```mlir
    %s = gpu.subgroup_mma_elementwise addf %c, %d
        : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">)
        -> !gpu.mma_matrix<16x16xf32, "COp">
    ```
    """

    name = "gpu.subgroup_mma_elementwise"

    args = var_operand_def(MMAMatrixType)
    opType = prop_def(MMAElementWiseAttr)
    res = result_def(MMAMatrixType)

    traits = traits_def(Pure())
    assembly_format = "$opType $args attr-dict `:` functional-type($args, $res)"

    def __init__(
        self,
        opType: MMAElementwiseOp | str,
        args: Sequence[SSAValue | Operation],
        result_type: MMAMatrixType | None = None,
    ):
        """The result has the type of the first argument unless another is given."""
        super().__init__(
            operands=[args],
            result_types=[result_type or SSAValue.get(args[0]).type],
            properties={
                "opType": MMAElementWiseAttr(
                    enum_case("opType", MMAElementwiseOp, opType)
                )
            },
        )
