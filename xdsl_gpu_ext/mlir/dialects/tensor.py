"""
The `tensor` dialect: xDSL's, with what `scf.forall` and tensors without a known rank
need of LLVM 22.1.

From `mlir/Dialect/Tensor/IR/TensorOps.td`.
"""

from __future__ import annotations

from xdsl.dialects.builtin import (
    AnyTensorTypeConstr,
    AnyUnrankedTensorTypeConstr,
    DenseArrayBase,
    IndexType,
    TensorType,
    i64,
)
from xdsl.dialects.tensor import Tensor as XDSL_TENSOR
from xdsl.dialects.utils import DynamicIndexList
from xdsl.ir import Block
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

from xdsl_gpu_ext.mlir.dialects.scf.parallel import ForallOp, InParallelOp
from xdsl_gpu_ext.mlir.irdl.refinement import extend_dialect
from xdsl_gpu_ext.mlir.irdl.slices import (
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
        rank = dest.get_num_dims()
        verify_slice_lists(self, ranks=(rank, rank, rank))
        offsets, sizes, strides = (
            integers(numbers)
            for numbers in (
                self.static_offsets,
                self.static_sizes,
                self.static_strides,
            )
        )
        if source.get_num_dims() > rank:
            raise VerifyException(
                "expected rank to be smaller or equal to the other rank."
            )
        if not is_rank_reduced(sizes, source.get_shape()):
            expected = TensorType(dest.element_type, sizes, dest.encoding)
            raise VerifyException(
                f"expected type to be '{expected}' or a rank-reduced version. (size "
                "mismatch)"
            )
        if source.element_type != dest.element_type:
            raise VerifyException(f"expected element type to be '{dest.element_type}'")
        verify_in_bounds(dest.get_shape(), offsets, sizes, strides)
        block = self.dest.owner
        if not isinstance(block, Block) or not isinstance(block.parent_op(), ForallOp):
            raise VerifyException(
                "'tensor.parallel_insert_slice' op may only insert into an output "
                "block argument"
            )


Tensor = extend_dialect(XDSL_TENSOR, [ParallelInsertSliceOp, RankOp])
