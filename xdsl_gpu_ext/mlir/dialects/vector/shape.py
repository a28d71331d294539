"""
Vectors made from scalars or from other vectors as a whole: casts, broadcasts,
permutations, masks.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects import vector as xdsl_vector
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IndexType,
    IndexTypeConstr,
    MemRefType,
    VectorType,
    i64,
)
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    RangeOf,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects.vector.attributes import ShuffledVector
from xdsl_gpu_ext.mlir.dialects.vector.types import (
    AnyVector,
    Mask,
    NonZeroRankVector,
    VectorConstraint,
    bitwidth,
    dims_of,
    element_or_self,
    make_vector,
    require,
    vector_type,
)
from xdsl_gpu_ext.mlir.interfaces.traits import ViewLike
from xdsl_gpu_ext.mlir.ir.memref_layout import (
    Strides,
    contiguous_strides,
    has_identity_layout,
    strides_of,
)
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.slices import integers


@irdl_op_refinement
class BitcastOp(xdsl_vector.BitcastOp):
    """
    The same bits as other elements; only the last dimension changes its size:

        %1 = vector.bitcast %0 : vector<2x4xf32> to vector<2x8xi16>
    """

    source = operand_def(AnyVector)
    result = result_def(AnyVector)

    traits = traits_def(Pure())

    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_(self) -> None:
        source, result = vector_type(self.source), vector_type(self.result)
        rank = source.get_num_dims()
        require(
            rank == result.get_num_dims(),
            "failed to verify that all of {source, result} have same rank",
        )
        source_bits, result_bits = _total_bits(source), _total_bits(result)
        if source_bits is not None and result_bits is not None:
            has_index = IndexType() in (source.element_type, result.element_type)
            require(
                source_bits == result_bits,
                "For element types of undefined bitwidth, expect both types to have "
                "undefined bitwidth and shape to be equal"
                if has_index
                else "The source and result types do not have an equal bitwidth",
            )
        dims = zip(source.get_shape()[:-1], result.get_shape()[:-1])
        for i, (source_size, result_size) in enumerate(dims):
            require(source_size == result_size, f"dimension size mismatch at: {i}")


def _total_bits(type_: VectorType) -> int | None:
    """Bits of all elements, scalable dimensions counted once; `None` if not known."""
    bits = bitwidth(type_.element_type)
    return None if bits is None else bits * prod(type_.get_shape())


@irdl_op_refinement
class BroadcastOp(xdsl_vector.BroadcastOp):
    """
    Repeat a scalar, or a vector along new leading dimensions and those of size one:

        %1 = vector.broadcast %0 : vector<1x4xf32> to vector<2x3x4xf32>
    """

    vector = result_def(AnyVector)

    assembly_format = "$source attr-dict `:` type($source) `to` type($vector)"

    def verify_(self) -> None:
        source, result = self.source.type, vector_type(self.vector)
        require(
            element_or_self(source) == result.element_type,
            "Source operand and result vector must have the same element type.",
        )
        if not isa(source, VectorType):
            return
        require(
            source.get_num_dims() <= result.get_num_dims(),
            "source rank higher than destination rank",
        )
        dims = dims_of(source)
        for dim, into in zip(dims, dims_of(result)[-len(dims) :] if dims else ()):
            require(
                dim in ((1, False), into),
                f"dimension mismatch ({dim[0]} vs. {into[0]})",
            )


@irdl_op_definition
class ShapeCastOp(IRDLOperation):
    """
    The same elements in the same order, in another shape:

        %1 = vector.shape_cast %0 : vector<5x1x4x3xf32> to vector<20x3xf32>
    """

    name = "vector.shape_cast"

    source = operand_def(AnyVector)
    result = result_def(AnyVector)

    traits = traits_def(Pure())

    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def __init__(self, source: SSAValue | Operation, result_type: VectorType):
        super().__init__(operands=[source], result_types=[result_type])

    def verify_(self) -> None:
        source, result = vector_type(self.source), vector_type(self.result)
        require(
            source.element_type == result.element_type,
            "has different source and result element types",
        )
        before, after = prod(source.get_shape()), prod(result.get_shape())
        require(
            before == after,
            f"has different number of elements at source ({before}) and result "
            f"({after})",
        )
        before, after = source.get_num_scalable_dims(), result.get_num_scalable_dims()
        require(
            before == after,
            f"has different number of scalable dims at source ({before}) and result "
            f"({after})",
        )


@irdl_op_definition
class TransposeOp(IRDLOperation):
    """
    Permute the dimensions: dimension `i` of the result is `permutation[i]` of the
    operand.

        %1 = vector.transpose %0, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
    """

    name = "vector.transpose"

    vector = operand_def(AnyVector)
    permutation = prop_def(DenseArrayBase.constr(i64))
    result = result_def(AnyVector)

    traits = traits_def(Pure())

    assembly_format = (
        "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"
    )

    def __init__(self, vector: SSAValue | Operation, permutation: Sequence[int]):
        type_ = SSAValue.get(vector, type=VectorType).type
        dims = dims_of(type_)
        super().__init__(
            operands=[vector],
            properties={"permutation": DenseArrayBase.from_list(i64, permutation)},
            result_types=[
                make_vector(type_.element_type, [dims[i] for i in permutation])
            ],
        )

    def verify_(self) -> None:
        source, result = vector_type(self.vector), vector_type(self.result)
        require(
            source.element_type == result.element_type,
            "failed to verify that operand and result have same element type",
        )
        rank = result.get_num_dims()
        require(rank == source.get_num_dims(), f"vector result rank mismatch: {rank}")
        permutation = integers(self.permutation)
        require(
            rank == len(permutation),
            f"transposition length mismatch: {len(permutation)}",
        )
        source_shape, result_shape = source.get_shape(), result.get_shape()
        for i, position in enumerate(permutation):
            require(
                0 <= position < rank, f"transposition index out of range: {position}"
            )
            require(
                position not in permutation[:i], f"duplicate position index: {position}"
            )
            require(
                result_shape[i] == source_shape[position],
                f"dimension size mismatch at: {position}",
            )


@irdl_op_refinement
class ShuffleOp(xdsl_vector.ShuffleOp):
    """
    Pick slices of two vectors, which count as one along their first dimension; -1 picks
    one that is poison.

        %2 = vector.shuffle %0, %1 [0, 4, 2] : vector<3xf32>, vector<2xf32>
    """

    result = result_def(
        ShuffledVector(
            xdsl_vector.ShuffleOp.T,
            xdsl_vector.ShuffleOp.V1_SHAPE,
            xdsl_vector.ShuffleOp.V2_SHAPE,
            xdsl_vector.ShuffleOp.MASK,
        )
    )

    traits = traits_def(Pure())

    assembly_format = "operands $mask attr-dict `:` type(operands)"

    def verify_(self) -> None:
        v1 = vector_type(self.v1)
        v2 = vector_type(self.v2)
        result = vector_type(self.result)
        for type_ in (v1, v2):
            require(
                not any(type_.get_scalable_dims()),
                f"expected a fixed-length vector, but got '{type_}'",
            )
        mask = integers(self.mask)
        require(
            result.get_shape()[0] == len(mask),
            f"Length of mask {self.mask} must equal leading dim of result {result}.",
        )
        ranks = v1.get_num_dims(), v2.get_num_dims()
        require(
            ranks == (0, 0) or all(ranks),
            "Inputs must either both be non-0-D or both be 0-D",
        )
        require(
            any(ranks) or result.get_num_dims() == 1,
            "If inputs are 0-D output must be 1-D",
        )
        trailing = v1.get_shape()[1:]
        require(trailing == v2.get_shape()[1:], "Input trailing dimensions must match")
        require(
            trailing == result.get_shape()[1:],
            "Trailing dimensions of inputs and result must match",
        )
        end = sum(shape[0] if shape else 1 for shape in map(_shape, (v1, v2)))
        for index in mask:
            require(-1 <= index < end, f"Mask value {index} out of range [-1, {end})")


def _shape(type_: VectorType) -> tuple[int, ...]:
    return type_.get_shape()


@irdl_op_definition
class StepOp(IRDLOperation):
    """The vector `[0, 1, 2, ...]`: `vector.step : vector<4xindex>`."""

    name = "vector.step"

    result = result_def(VectorConstraint(IndexTypeConstr, min_rank=1, max_rank=1))

    traits = traits_def(Pure())

    assembly_format = "attr-dict `:` type($result)"


@irdl_op_definition
class VectorScaleOp(IRDLOperation):
    """How many times its size a scalable dimension is: `%0 = vector.vscale`."""

    name = "vector.vscale"

    res = result_def(IndexType)

    traits = traits_def(Pure())

    assembly_format = "attr-dict"


@irdl_op_definition
class ConstantMaskOp(IRDLOperation):
    """
    A mask that is set where every index is below the given size of its dimension:

        %0 = vector.constant_mask [3, 2] : vector<4x3xi1>
    """

    name = "vector.constant_mask"

    mask_dim_sizes = prop_def(DenseArrayBase.constr(i64))
    result = result_def(Mask)

    traits = traits_def(Pure())

    assembly_format = "$mask_dim_sizes attr-dict `:` type($result)"

    def verify_(self) -> None:
        result = vector_type(self.result)
        sizes = integers(self.mask_dim_sizes)
        if result.get_num_dims() == 0:
            require(len(sizes) == 1, "array attr must have length 1 for 0-D vectors")
            require(
                sizes[0] in (0, 1),
                "mask dim size must be either 0 or 1 for 0-D vectors",
            )
            return
        require(
            len(sizes) == result.get_num_dims(),
            "must specify array attr of size equal vector result rank",
        )
        for size, (dim, scalable) in zip(sizes, dims_of(result)):
            require(
                0 <= size <= dim,
                "array attr of size out of bounds of vector result dimension size",
            )
            require(
                not scalable or size in (0, dim),
                "only supports 'none set' or 'all set' scalable dimensions",
            )
        require(
            all(sizes) or not any(sizes),
            "expected all mask dim sizes to be zeros, as a result of conjunction with "
            "zero mask dim",
        )


@irdl_op_refinement
class CreateMaskOp(xdsl_vector.CreateMaskOp):
    """
    A mask that is set where every index is below the value for its dimension:

        %0 = vector.create_mask %rows, %columns : vector<4x3xi1>
    """

    mask_vector = result_def(Mask)

    traits = traits_def(Pure())

    assembly_format = "$mask_dim_sizes attr-dict `:` type(results)"

    def verify_(self) -> None:
        result = vector_type(self.mask_vector)
        sizes = len(self.mask_dim_sizes)
        if result.get_num_dims() == 0:
            require(sizes == 1, "must specify exactly one operand for 0-D create_mask")
            return
        require(
            sizes == result.get_num_dims(),
            "Expected an operand value for each dimension of resultant mask.",
        )


@irdl_custom_directive
class VectorOfElements(CustomDirective):
    """The type of a vector, from which number and types of its elements follow."""

    vector_type: TypeDirective
    element_types: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        pos = parser.pos
        type_ = parser.parse_type()
        if not isa(type_, VectorType):
            parser.raise_error("expected a vector type", pos, parser.pos)
        self.vector_type.set(state, (type_,))
        self.element_types.set(state, (type_.element_type,) * prod(type_.get_shape()))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        self.vector_type.print(printer, state, op)


def _verify_elements(vector: VectorType, count: int) -> None:
    require(
        prod(vector.get_shape()) == count,
        f"'{vector}' holds {prod(vector.get_shape())} elements, but {count} are given",
    )


@irdl_op_definition
class FromElementsOp(IRDLOperation):
    """
    The vector of the given scalars, in row-major order:

        %2 = vector.from_elements %0, %1 : vector<2xf32>
    """

    name = "vector.from_elements"

    _T: ClassVar = VarConstraint("T", AnyAttr())

    elements = var_operand_def(RangeOf(_T))
    dest = result_def(VectorConstraint(_T, scalable=False))

    traits = traits_def(Pure())

    custom_directives = (VectorOfElements,)
    assembly_format = (
        "$elements attr-dict `:` custom<VectorOfElements>(type($dest), type($elements))"
    )

    def verify_(self) -> None:
        _verify_elements(vector_type(self.dest), len(self.elements))


@irdl_op_definition
class ToElementsOp(IRDLOperation):
    """
    The scalars of a vector, in row-major order:

        %1:2 = vector.to_elements %0 : vector<2xf32>
    """

    name = "vector.to_elements"

    _T: ClassVar = VarConstraint("T", AnyAttr())

    source = operand_def(VectorConstraint(_T))
    elements = var_result_def(RangeOf(_T))

    traits = traits_def(Pure())

    custom_directives = (VectorOfElements,)
    assembly_format = (
        "$source attr-dict `:` custom<VectorOfElements>(type($source), type($elements))"
    )

    def verify_(self) -> None:
        _verify_elements(vector_type(self.source), len(self.elements))


@irdl_op_definition
class InterleaveOp(IRDLOperation):
    """
    The elements of two vectors in turn, along the last dimension:

        %2 = vector.interleave %0, %1 : vector<2x4xf32> -> vector<2x8xf32>
    """

    name = "vector.interleave"

    _T: ClassVar = VarConstraint("T", AnyVector)

    lhs = operand_def(_T)
    rhs = operand_def(_T)
    result = result_def(NonZeroRankVector)

    traits = traits_def(Pure())

    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"

    def verify_(self) -> None:
        expected = _doubled(vector_type(self.lhs))
        require(
            self.result.type == expected,
            f"expected result type '{expected}', but got '{self.result.type}'",
        )


def _doubled(type_: VectorType) -> VectorType:
    """`type_` with twice as many elements in its last dimension."""
    *leading, (size, scalable) = dims_of(type_) or ((1, False),)
    return make_vector(type_.element_type, [*leading, (2 * size, scalable)])


@irdl_op_definition
class DeinterleaveOp(IRDLOperation):
    """
    The even and the odd elements of a vector, along the last dimension:

        %1, %2 = vector.deinterleave %0 : vector<2x8xf32> -> vector<2x4xf32>
    """

    name = "vector.deinterleave"

    _T: ClassVar = VarConstraint("T", NonZeroRankVector)

    source = operand_def(NonZeroRankVector)
    res1 = result_def(_T)
    res2 = result_def(_T)

    traits = traits_def(Pure())

    assembly_format = "$source attr-dict `:` type($source) `->` type($res1)"

    def verify_(self) -> None:
        source, result = vector_type(self.source), vector_type(self.res1)
        require(
            source.get_shape()[-1] % 2 == 0,
            "last dimension of source must have an even number of elements",
        )
        require(
            _doubled(result) == source,
            "the trailing dimension of the results is half the width of source "
            "trailing dimension",
        )


@irdl_op_definition
class TypeCastOp(IRDLOperation):
    """
    See the last dimensions of a buffer as one vector:

        %1 = vector.type_cast %0 : memref<5x4x3xf32> to memref<5xvector<4x3xf32>>
    """

    name = "vector.type_cast"

    memref = operand_def(MemRefType)
    result = result_def(MemRefType)

    traits = traits_def(Pure(), ViewLike("memref"))

    assembly_format = "$memref attr-dict `:` type($memref) `to` type($result)"

    def verify_(self) -> None:
        source, result = self.memref.type, self.result.type
        assert isa(source, MemRefType)
        assert isa(result, MemRefType)
        require(
            source.has_static_shape(),
            f"operand #0 must be statically shaped memref, but got '{source}'",
        )
        contiguous = Strides(contiguous_strides(source.get_shape()), 0)
        require(
            strides_of(source) == contiguous,
            "expects operand to be a memref with identity layout",
        )
        require(
            has_identity_layout(result),
            "expects result to be a memref with identity layout",
        )
        require(
            source.memory_space == result.memory_space,
            "expects result in same memory space",
        )
        require(
            element_or_self(source.element_type)
            == element_or_self(result.element_type),
            "expects result and operand with same underlying scalar type",
        )
        require(
            _all_dimensions(source) == _all_dimensions(result),
            "expects concatenated result and operand shapes to be equal",
        )


def _all_dimensions(type_: MemRefType) -> tuple[int, ...]:
    """The dimensions of the memref and those of its elements."""
    inner = type_.element_type
    return type_.get_shape() + (inner.get_shape() if isa(inner, VectorType) else ())
