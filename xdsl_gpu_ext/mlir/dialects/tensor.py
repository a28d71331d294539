"""
The `tensor` dialect: xDSL's, with what `scf.forall` and tensors without a known rank
need of LLVM 22.1.

From `mlir/Dialect/Tensor/IR/TensorOps.td`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects import tensor as xdsl_tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyTensorTypeConstr,
    AnyUnrankedTensorTypeConstr,
    DenseArrayBase,
    IndexType,
    TensorType,
    i64,
)
from xdsl.dialects.utils import DynamicIndexList
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import HasParent, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.type import get_element_type_or_self

from xdsl_gpu_ext.mlir.dialects.scf.parallel import ForallOp, InParallelOp
from xdsl_gpu_ext.mlir.irdl.refinement import extend_dialect, irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.slices import (
    SliceOp,
    integers,
    is_rank_reduced,
    verify_in_bounds,
    verify_slice_lists,
)


@irdl_op_definition
class RankOp(IRDLOperation):
    """The number of dimensions: `%r = tensor.rank %t : tensor<*xf32>`."""

    name = "tensor.rank"

    tensor = operand_def(AnyTensorTypeConstr | AnyUnrankedTensorTypeConstr)
    rank = result_def(IndexType)

    traits = traits_def(Pure())
    assembly_format = "$tensor attr-dict `:` type($tensor)"


def _verify_slice(
    op: SliceOp, whole: TensorType[Attribute], slice_: TensorType[Attribute]
) -> None:
    """`slice_` is what `op` states of `whole`, or that without dimensions of size 1."""
    rank = whole.get_num_dims()
    verify_slice_lists(op, ranks=(rank, rank, rank))
    offsets, sizes, strides = (
        integers(numbers)
        for numbers in (op.static_offsets, op.static_sizes, op.static_strides)
    )
    if slice_.get_num_dims() > rank:
        raise VerifyException("expected rank to be smaller or equal to the other rank.")
    if not is_rank_reduced(sizes, slice_.get_shape()):
        expected = TensorType(whole.element_type, sizes, whole.encoding)
        raise VerifyException(
            f"expected type to be '{expected}' or a rank-reduced version. (size "
            "mismatch)"
        )
    if slice_.element_type != whole.element_type:
        raise VerifyException(f"expected element type to be '{whole.element_type}'")
    verify_in_bounds(whole.get_shape(), offsets, sizes, strides)


@irdl_op_refinement
class ExtractSliceOp(xdsl_tensor.ExtractSliceOp):
    """
    A part of a tensor; dimensions of size one may be missing in the result:

        %1 = tensor.extract_slice %0[0, %i] [1, 4] [1, 1]
            : tensor<8x8xf32> to tensor<4xf32>
    """

    def verify_(self) -> None:
        source, result = self.source.type, self.result.type
        assert isa(source, TensorType)
        assert isa(result, TensorType)
        _verify_slice(self, source, result)


@irdl_op_refinement
class InsertSliceOp(xdsl_tensor.InsertSliceOp):
    """
    A tensor with a part replaced; dimensions of size one may be missing in the part:

        %2 = tensor.insert_slice %0 into %1[0, %i] [1, 4] [1, 1]
            : tensor<4xf32> into tensor<8x8xf32>
    """

    def verify_(self) -> None:
        source, dest = self.source.type, self.dest.type
        assert isa(source, TensorType)
        assert isa(dest, TensorType)
        _verify_slice(self, dest, source)


@irdl_op_refinement
class EmptyOp(xdsl_tensor.EmptyOp):
    """A tensor of which nothing is known: `%0 = tensor.empty(%n) : tensor<?x4xf32>`."""

    def verify_(self) -> None:
        type_ = self.tensor.type
        assert isa(type_, TensorType)
        expected = type_.get_shape().count(DYNAMIC_INDEX)
        if len(self.dynamic_sizes) != expected:
            raise VerifyException(
                "'tensor.empty' op incorrect number of dynamic sizes, has "
                f"{len(self.dynamic_sizes)}, expected {expected}"
            )


def _verify_index_count(
    tensor: SSAValue, indices: Sequence[SSAValue], fault: str
) -> None:
    assert isa(tensor.type, TensorType)
    if len(indices) != tensor.type.get_num_dims():
        raise VerifyException(fault)


@irdl_op_refinement
class ExtractOp(xdsl_tensor.ExtractOp):
    """An element: `%e = tensor.extract %t[%i, %j] : tensor<4x4xf32>`."""

    def verify_(self) -> None:
        _verify_index_count(
            self.tensor,
            self.indices,
            "'tensor.extract' op incorrect number of indices for extract_element",
        )


@irdl_op_refinement
class InsertOp(xdsl_tensor.InsertOp):
    """A tensor with an element replaced: `tensor.insert %e into %t[%i] : ...`."""

    def verify_(self) -> None:
        _verify_index_count(
            self.dest, self.indices, "'tensor.insert' op incorrect number of indices"
        )


@irdl_op_refinement
class FromElementsOp(xdsl_tensor.FromElementsOp):
    """A tensor of these: `%t = tensor.from_elements %a, %b : tensor<2xi32>`."""

    def verify_(self) -> None:
        shape = self.result.type.get_shape()
        if DYNAMIC_INDEX in shape:
            raise VerifyException(
                "'tensor.from_elements' op result must be statically shaped tensor of "
                f"any type values, but got '{self.result.type}'"
            )
        if prod(shape) != len(self.elements):
            raise VerifyException(
                "'tensor.from_elements' op number of operands and types do not match: "
                f"got {len(self.elements)} operands and {prod(shape)} types"
            )


@irdl_op_refinement
class CastOp(xdsl_tensor.CastOp):
    """A tensor of another type: `tensor.cast %0 : tensor<4xf32> to tensor<?xf32>`."""

    def verify_(self) -> None:
        source, dest = self.source.type, self.dest.type
        if not _are_cast_compatible(source, dest):
            raise VerifyException(
                f"'tensor.cast' op operand type '{source}' and result type '{dest}' "
                "are cast incompatible"
            )


def _are_cast_compatible(source: Attribute, dest: Attribute) -> bool:
    if isa(source, TensorType) and isa(dest, TensorType):
        pairs = list(zip(source.get_shape(), dest.get_shape()))
        if source.get_num_dims() != dest.get_num_dims() or not all(
            a == b or DYNAMIC_INDEX in (a, b) for a, b in pairs
        ):
            return False
    return get_element_type_or_self(source) == get_element_type_or_self(dest)


@irdl_op_refinement
class CollapseShapeOp(xdsl_tensor.CollapseShapeOp):
    """
    A tensor with groups of its dimensions made one each:

        %1 = tensor.collapse_shape %0 [[0, 1], [2]]
            : tensor<2x3x4xf32> into tensor<6x4xf32>
    """

    def verify_(self) -> None:
        source, result = self.src.type, self.result.type
        assert isa(source, TensorType)
        assert isa(result, TensorType)
        groups = [[i.value.data for i in group] for group in self.reassociation]
        shape = source.get_shape()
        if [i for group in groups for i in group] != list(range(len(shape))):
            raise VerifyException(
                "'tensor.collapse_shape' op reassociation indices must be contiguous"
            )
        if len(groups) != result.get_num_dims():
            raise VerifyException(
                f"'tensor.collapse_shape' op collapsed rank ({result.get_num_dims()}) "
                f"does not match number of reassociation maps ({len(groups)})"
            )
        for dim, (group, size) in enumerate(zip(groups, result.get_shape())):
            sizes = [shape[i] for i in group]
            wanted = DYNAMIC_INDEX if DYNAMIC_INDEX in sizes else prod(sizes)
            if size != wanted:
                what = (
                    "dynamic"
                    if wanted == DYNAMIC_INDEX
                    else f"static value of {wanted}"
                )
                raise VerifyException(
                    f"'tensor.collapse_shape' op expected dimension {dim} of collapsed "
                    f"type to be {what}"
                )
        if source.element_type != result.element_type:
            expected = TensorType(
                source.element_type, result.get_shape(), result.encoding
            )
            raise VerifyException(
                "'tensor.collapse_shape' op expected collapsed type to be "
                f"'{expected}', but got '{result}'"
            )


@irdl_op_definition
class ParallelInsertSliceOp(IRDLOperation):
    """
    What an iteration of `scf.forall` puts into a shared tensor; dimensions of size one
    may be missing in the source:

        tensor.parallel_insert_slice %0 into %o[%i, 0] [1, 4] [1, 1]
            : tensor<4xf32> into tensor<?x4xf32>
    """

    name = "tensor.parallel_insert_slice"

    source = operand_def(TensorType)
    dest = operand_def(TensorType)
    offsets = var_operand_def(IndexType)
    sizes = var_operand_def(IndexType)
    strides = var_operand_def(IndexType)
    static_offsets = prop_def(DenseArrayBase.constr(i64))
    static_sizes = prop_def(DenseArrayBase.constr(i64))
    static_strides = prop_def(DenseArrayBase.constr(i64))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    traits = traits_def(HasParent(InParallelOp))

    custom_directives = (DynamicIndexList,)
    assembly_format = (
        "$source `into` $dest ``"
        "custom<DynamicIndexList>($offsets, $static_offsets)"
        "custom<DynamicIndexList>($sizes, $static_sizes)"
        "custom<DynamicIndexList>($strides, $static_strides)"
        "attr-dict `:` type($source) `into` type($dest)"
    )

    def verify_(self) -> None:
        source, dest = self.source.type, self.dest.type
        assert isa(source, TensorType)
        assert isa(dest, TensorType)
        _verify_slice(self, dest, source)
        block = self.dest.owner
        if not isinstance(block, Block) or not isinstance(block.parent_op(), ForallOp):
            raise VerifyException(
                "'tensor.parallel_insert_slice' op may only insert into an output "
                "block argument"
            )


Tensor = extend_dialect(
    xdsl_tensor.Tensor,
    [
        CastOp,
        CollapseShapeOp,
        EmptyOp,
        ExtractOp,
        ExtractSliceOp,
        FromElementsOp,
        InsertOp,
        InsertSliceOp,
        ParallelInsertSliceOp,
        RankOp,
    ],
)
