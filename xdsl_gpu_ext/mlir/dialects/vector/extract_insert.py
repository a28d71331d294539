"""
Parts of a vector taken out or put in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from xdsl.dialects import vector as xdsl_vector
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    IntegerAttr,
    VectorType,
    i64,
)
from xdsl.dialects.utils import DynamicIndexList
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects.vector.types import (
    AnyVector,
    NonZeroRankVector,
    NoZeroRankVector,
    VectorConstraint,
    dims_of,
    element_or_self,
    make_vector,
    require,
    scalar_or_vector,
    vector_type,
)
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.slices import integers

I64Array: TypeAlias = ArrayAttr[IntegerAttr]
_I64ArrayConstr = ArrayAttr.constr(IntegerAttr.constr(i64))


def _verify_position(
    op: ExtractOp | InsertOp, whole: VectorType, part: Attribute, part_name: str
) -> None:
    """A position names one element or slice of `whole`; -1 one that is poison."""
    position = integers(op.static_position)
    kind = "source" if isinstance(op, ExtractOp) else "dest"
    require(
        position.count(DYNAMIC_INDEX) == len(op.dynamic_position),
        "mismatch between dynamic and static positions",
    )
    rank = whole.get_num_dims()
    part_rank = part.get_num_dims() if isa(part, VectorType) else 0
    # An element may also be taken out as a vector of one.
    is_single = isinstance(op, ExtractOp) and part == VectorType(
        whole.element_type, [1]
    )
    require(
        len(position) + part_rank == rank or (is_single and len(position) == rank),
        f"Expected position attribute rank ({len(position)}) "
        + (f"+ {part_name} rank ({part_rank}) " if part_rank else "")
        + f"to match {kind} vector rank ({rank}).",
    )
    for i, (index, size) in enumerate(zip(position, whole.get_shape())):
        require(
            index == DYNAMIC_INDEX or -1 <= index < size,
            f"expected position attribute #{i + 1} to be a non-negative integer "
            f"smaller than the corresponding {kind} vector dimension",
        )


@irdl_op_refinement
class ExtractOp(xdsl_vector.ExtractOp):
    """
    The element or slice at a position:

        %1 = vector.extract %0[1, %i] : vector<8xf32> from vector<2x4x8xf32>
    """

    vector = operand_def(AnyVector)
    result = result_def(
        VarConstraint("R", NoZeroRankVector("Cannot extract 0d vector."))
    )

    custom_directives = (DynamicIndexList,)
    assembly_format = (
        "$vector `` custom<DynamicIndexList>($dynamic_position, $static_position)"
        " attr-dict `:` type($result) `from` type($vector)"
    )

    def verify_(self) -> None:
        source, result = vector_type(self.vector), self.result.type
        require(
            source.element_type == element_or_self(result),
            "failed to verify that operand and result have same element type",
        )
        _verify_position(self, source, result, "result")
        dims = dims_of(source)[len(self.static_position) :]
        expected = scalar_or_vector(source.element_type, dims)
        require(
            result == expected or not dims,
            f"inferred type(s) '{expected}' are incompatible with return type(s) of "
            f"operation '{result}'",
        )


@irdl_op_refinement
class InsertOp(xdsl_vector.InsertOp):
    """
    The vector with another element or slice at a position:

        %2 = vector.insert %0, %1[1, %i] : vector<8xf32> into vector<2x4x8xf32>
    """

    _V: ClassVar = VarConstraint("V", AnyVector)

    source = operand_def(NoZeroRankVector("Cannot insert 0d vector."))
    dest = operand_def(_V)
    result = result_def(_V)

    custom_directives = (DynamicIndexList,)
    assembly_format = (
        "$source `,` $dest "
        "custom<DynamicIndexList>($dynamic_position, $static_position)"
        " attr-dict `:` type($source) `into` type($dest)"
    )

    def verify_(self) -> None:
        source, dest = self.source.type, vector_type(self.dest)
        require(
            element_or_self(source) == dest.element_type,
            "failed to verify that source operand and result have same element type",
        )
        _verify_position(self, dest, source, "source")


def _numbers(array: I64Array) -> list[int]:
    return [number.value.data for number in array]


def _verify_confined(
    name: str, numbers: Sequence[int], sizes: Sequence[int], least: int, above: int
) -> None:
    """Every number lies between `least` and the size plus `above`, not included."""
    for i, (number, size) in enumerate(zip(numbers, sizes)):
        require(
            least <= number < size + above,
            f"expected {name} dimension {i} to be confined to [{least}, "
            f"{size + above})",
        )


def _verify_unit_strides(strides: Sequence[int]) -> None:
    require(
        all(stride == 1 for stride in strides),
        "expected strides to be confined to [1, 2)",
    )


@irdl_op_definition
class ExtractStridedSliceOp(IRDLOperation):
    """
    A slice along the leading dimensions, whole along the others; strides are one:

        %1 = vector.extract_strided_slice %0
            {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]}
            : vector<4x8x16xf32> to vector<2x4x16xf32>
    """

    name = "vector.extract_strided_slice"

    source = operand_def(NonZeroRankVector)
    offsets = prop_def(_I64ArrayConstr)
    sizes = prop_def(_I64ArrayConstr)
    strides = prop_def(_I64ArrayConstr)
    result = result_def(NonZeroRankVector)

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Pure())

    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_(self) -> None:
        source, result = vector_type(self.source), self.result.type
        offsets, sizes = _numbers(self.offsets), _numbers(self.sizes)
        strides = _numbers(self.strides)
        shape = source.get_shape()
        require(
            len(offsets) == len(sizes) == len(strides),
            "expected offsets, sizes and strides attributes of same size",
        )
        require(
            len(offsets) <= len(shape),
            "expected offsets attribute of rank no greater than vector rank",
        )
        _verify_confined("offsets", offsets, shape, 0, 0)
        _verify_confined("sizes", sizes, shape, 1, 1)
        _verify_unit_strides(strides)
        ends = [offset + size for offset, size in zip(offsets, sizes)]
        _verify_confined("sum(offsets, sizes)", ends, shape, 1, 1)
        expected = _slice_type(source, sizes)
        require(result == expected, f"expected result type to be '{expected}'")
        for i, (size, (whole, scalable)) in enumerate(zip(sizes, dims_of(source))):
            require(
                not scalable or size == whole,
                f"expected size at idx={i} to match the corresponding base size from "
                f"the input vector ({size} vs {whole})",
            )


def _slice_type(type_: VectorType, sizes: Sequence[int]) -> VectorType:
    """`type_` with other leading sizes."""
    dims = dims_of(type_)
    leading = [(size, scalable) for size, (_, scalable) in zip(sizes, dims)]
    return make_vector(type_.element_type, [*leading, *dims[len(sizes) :]])


@irdl_op_definition
class InsertStridedSliceOp(IRDLOperation):
    """
    The vector with another slice, of which the dimensions are the trailing ones:

        %2 = vector.insert_strided_slice %0, %1 {offsets = [0, 0, 2], strides = [1, 1]}
            : vector<2x4xf32> into vector<16x4x8xf32>
    """

    name = "vector.insert_strided_slice"

    _V: ClassVar = VarConstraint("V", NonZeroRankVector)

    valueToStore = operand_def(NonZeroRankVector)
    dest = operand_def(_V)
    offsets = prop_def(_I64ArrayConstr)
    strides = prop_def(_I64ArrayConstr)
    result = result_def(_V)

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Pure())

    assembly_format = (
        "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)"
    )

    def verify_(self) -> None:
        source, dest = vector_type(self.valueToStore), vector_type(self.dest)
        require(
            source.element_type == dest.element_type,
            "failed to verify that operand #0 and result have same element type",
        )
        offsets, strides = _numbers(self.offsets), _numbers(self.strides)
        shape, part = dest.get_shape(), source.get_shape()
        require(
            len(offsets) == len(shape),
            "expected offsets of same size as destination vector rank",
        )
        require(
            len(strides) == len(part),
            "expected strides of same size as source vector rank",
        )
        added = len(shape) - len(part)
        require(
            added >= 0, "expected source rank to be no greater than destination rank"
        )
        _verify_confined("offsets", offsets, shape, 0, 0)
        _verify_unit_strides(strides)
        for i, (offset, size, whole) in enumerate(
            zip(offsets[added:], part, shape[added:]), start=added
        ):
            require(
                1 <= offset + size <= whole,
                f"expected sum(offsets, source vector shape) dimension {i} to be "
                f"confined to [1, {whole + 1})",
            )
        for i, (inner, outer) in enumerate(zip(dims_of(source), dims_of(dest)[added:])):
            require(
                inner[1] == outer[1],
                f"mismatching scalable flags (at source vector idx={i})",
            )
            require(
                not inner[1] or inner[0] == outer[0],
                f"expected size at idx={i} to match the corresponding base size from "
                f"the input vector ({inner[0]} vs {outer[0]})",
            )


_Rank1 = VectorConstraint(min_rank=1, max_rank=1)
_ScalableRank1 = VectorConstraint(min_rank=1, max_rank=1, scalable=True)


@irdl_op_definition
class ScalableInsertOp(IRDLOperation):
    """
    The vector with a part replaced; `pos` counts in units of the vector scale if the
    part is scalable, and is a multiple of the length of the part.

        %2 = vector.scalable.insert %0, %1[4] : vector<4xf32> into vector<[16]xf32>
    """

    name = "vector.scalable.insert"

    _V: ClassVar = VarConstraint("V", _ScalableRank1)

    valueToStore = operand_def(_Rank1)
    dest = operand_def(_V)
    pos = prop_def(IntegerAttr.constr(i64))
    result = result_def(_V)

    traits = traits_def(Pure())

    assembly_format = (
        "$valueToStore `,` $dest `[` $pos `]` attr-dict "
        "`:` type($valueToStore) `into` type($dest)"
    )

    def verify_(self) -> None:
        _verify_scalable_part(self.valueToStore, self.dest, self.pos, "source")


@irdl_op_definition
class ScalableExtractOp(IRDLOperation):
    """
    A part of a scalable vector; `pos` is a multiple of the length of the part.

        %1 = vector.scalable.extract %0[8] : vector<4xf32> from vector<[16]xf32>
    """

    name = "vector.scalable.extract"

    source = operand_def(_ScalableRank1)
    pos = prop_def(IntegerAttr.constr(i64))
    result = result_def(_Rank1)

    traits = traits_def(Pure())

    assembly_format = (
        "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)"
    )

    def verify_(self) -> None:
        _verify_scalable_part(self.result, self.source, self.pos, "result")


def _verify_scalable_part(
    part: SSAValue, whole: SSAValue, pos: IntegerAttr, kind: str
) -> None:
    assert isa(part.type, VectorType)
    require(
        part.type.element_type == element_or_self(whole.type),
        "failed to verify that the part has the element type of the whole",
    )
    require(
        pos.value.data % part.type.get_shape()[0] == 0,
        f"failed to verify that position is a multiple of the {kind} length.",
    )
