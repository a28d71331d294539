"""
What a memref knows of itself at run time: dim, rank, strides, address.
"""

from __future__ import annotations

from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import IntegerAttr, MemRefType
from xdsl.ir import Operation
from xdsl.irdl import operand_def, traits_def
from xdsl.traits import ConditionallySpeculatable, NoMemoryEffect, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.interfaces.traits import Measures, ViewLike
from xdsl_gpu_ext.mlir.ir.memref_types import RankedOrUnranked, StridedMemRef, ranked
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement


class _KnownDim(ConditionallySpeculatable):
    """Asking for a dimension that is surely there has no undefined behaviour."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        assert isinstance(op, DimOp)
        type, index = op.source.type, op.index.owner
        if not isa(type, MemRefType) or not isinstance(index, ConstantOp):
            return False
        value = index.value
        return isa(value, IntegerAttr) and value.value.data < type.get_num_dims()


@irdl_op_refinement
class DimOp(xdsl_memref.DimOp):
    """
    The size of a dimension, counted from 0: `%n = memref.dim %m, %i : memref<4x?xf32>`.
    """

    traits = traits_def(NoMemoryEffect(), _KnownDim(), Measures())
    assembly_format = "attr-dict $source `,` $index `:` type($source)"

    def verify_(self) -> None:
        type = self.source.type
        if isinstance(type, MemRefType) and not type.get_shape():
            raise VerifyException(
                f"operand #0 must be non-0-ranked or unranked memref, but got '{type}'"
            )


@irdl_op_refinement
class RankOp(xdsl_memref.RankOp):
    """The number of dimensions: `%r = memref.rank %m : memref<*xf32>`."""

    source = operand_def(RankedOrUnranked)

    traits = traits_def(Pure(), Measures())
    assembly_format = "$source attr-dict `:` type($source)"


@irdl_op_refinement
class ExtractStridedMetaDataOp(xdsl_memref.ExtractStridedMetaDataOp):
    """
    The buffer itself, as a memref of rank 0, and the offset, sizes and strides of the
    layout:

        %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m
            : memref<10x?xf32> -> memref<f32>, index, index, index, index, index
    """

    source = operand_def(StridedMemRef)

    traits = traits_def(Pure(), ViewLike("source"))
    assembly_format = "$source `:` type($source) `->` type(results) attr-dict"

    def verify_(self) -> None:
        source = ranked(self.source)
        base = MemRefType(source.element_type, [], memory_space=source.memory_space)
        rank = source.get_num_dims()
        if self.base_buffer.type != base or len(self.sizes) != rank:
            inferred = ", ".join(
                f"'{type}'" for type in (base, *["index"] * (1 + 2 * rank))
            )
            given = ", ".join(f"'{type}'" for type in self.result_types)
            raise VerifyException(
                f"inferred type(s) {inferred} are incompatible with return type(s) of "
                f"operation {given}"
            )


@irdl_op_refinement
class ExtractAlignedPointerAsIndexOp(xdsl_memref.ExtractAlignedPointerAsIndexOp):
    """
    The address of the aligned buffer, without the offset:
    `%p = memref.extract_aligned_pointer_as_index %m : memref<?xf32> -> index`.
    """

    source = operand_def(RankedOrUnranked)

    traits = traits_def(Pure())
    assembly_format = "$source `:` type($source) `->` type(results) attr-dict"
