"""
Products with sparse matrices, which the host asks the device for (cuSPARSE).

Most come in two steps: `..._buffer_size` says how much memory the product needs, the
product itself takes a buffer of that size. `into f64` is the type to compute in. A
transpose mode in braces belongs to the matrix before it, and is `NON_TRANSPOSE` where
none is written. Every operation can be asynchronous.
"""

from __future__ import annotations

from abc import ABC

from xdsl.dialects.builtin import IndexType, MemRefType
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute, TypeAttribute
from xdsl.irdl import (
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    BaseAttr,
    irdl_attr_definition,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.dialects.gpu.async_interface import ASYNC_FORMAT, async_op_definition
from xdsl_gpu_ext.dialects.gpu.sparse_handles import (
    SparseDnTensorHandleType,
    SparseOp,
    SparseSpGEMMOpHandleType,
    SparseSpMatHandleType,
)
from xdsl_gpu_ext.mlir.irdl.enums import KeywordOrString


class TransposeMode(StrEnum):
    """How a matrix enters a product."""

    NON_TRANSPOSE = "NON_TRANSPOSE"
    TRANSPOSE = "TRANSPOSE"
    CONJUGATE_TRANSPOSE = "CONJUGATE_TRANSPOSE"


@irdl_attr_definition
class TransposeModeAttr(
    KeywordOrString, EnumAttribute[TransposeMode], SpacedOpaqueSyntaxAttribute
):
    """How a matrix enters a product: `#gpu<mat_transpose_mode TRANSPOSE>`."""

    name = "gpu.mat_transpose_mode"


class SpGEMMWorkEstimationOrComputeKind(StrEnum):
    """Which step of a product of two sparse matrices to take."""

    WORK_ESTIMATION = "WORK_ESTIMATION"
    COMPUTE = "COMPUTE"


@irdl_attr_definition
class SpGEMMWorkEstimationOrComputeKindAttr(
    KeywordOrString,
    EnumAttribute[SpGEMMWorkEstimationOrComputeKind],
    SpacedOpaqueSyntaxAttribute,
):
    """The step: `#gpu<spgemm_work_estimation_or_compute_kind COMPUTE>`."""

    name = "gpu.spgemm_work_estimation_or_compute_kind"


_PLAIN = TransposeModeAttr(TransposeMode.NON_TRANSPOSE)


class _SpMVOp(SparseOp, ABC):
    """A product of a sparse matrix and a dense vector."""

    modeA = prop_def(TransposeModeAttr, default_value=_PLAIN)
    spmatA = operand_def(SparseSpMatHandleType)
    dnX = operand_def(SparseDnTensorHandleType)
    dnY = operand_def(SparseDnTensorHandleType)
    computeType = prop_def(BaseAttr(TypeAttribute))


class _SpMMOp(SparseOp, ABC):
    """A product of a sparse and a dense matrix."""

    modeA = prop_def(TransposeModeAttr, default_value=_PLAIN)
    modeB = prop_def(TransposeModeAttr, default_value=_PLAIN)
    spmatA = operand_def(SparseSpMatHandleType)
    dnmatB = operand_def(SparseDnTensorHandleType)
    dnmatC = operand_def(SparseDnTensorHandleType)
    computeType = prop_def(BaseAttr(TypeAttribute))


class _SDDMMOp(SparseOp, ABC):
    """A product of two dense matrices, where a sparse one has elements."""

    modeA = prop_def(TransposeModeAttr, default_value=_PLAIN)
    modeB = prop_def(TransposeModeAttr, default_value=_PLAIN)
    dnmatA = operand_def(SparseDnTensorHandleType)
    dnmatB = operand_def(SparseDnTensorHandleType)
    spmatC = operand_def(SparseSpMatHandleType)
    computeType = prop_def(BaseAttr(TypeAttribute))


class _SpGEMMOp(SparseOp, ABC):
    """A product of two sparse matrices."""

    desc = operand_def(SparseSpGEMMOpHandleType)
    modeA = prop_def(TransposeModeAttr, default_value=_PLAIN)
    modeB = prop_def(TransposeModeAttr, default_value=_PLAIN)
    spmatA = operand_def(SparseSpMatHandleType)
    spmatB = operand_def(SparseSpMatHandleType)
    spmatC = operand_def(SparseSpMatHandleType)
    computeType = prop_def(BaseAttr(TypeAttribute))


_MATRICES = "{} (`{{` $modeA^ `}}`)? `,` {} (`{{` $modeB^ `}}`)? `,` {}"
_SPMV = ASYNC_FORMAT + "$spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY "
_SPMM = ASYNC_FORMAT + _MATRICES.format("$spmatA", "$dnmatB", "$dnmatC ")
_SDDMM = ASYNC_FORMAT + _MATRICES.format("$dnmatA", "$dnmatB", "$spmatC ")
_SPGEMM = _MATRICES.format("$spmatA", "$spmatB", "$spmatC ")
_INTO = "`into` qualified($computeType)"


@async_op_definition
class SpMVBufferSizeOp(_SpMVOp):
    """
    Bytes that a product of a sparse matrix and a dense vector needs.

    ```mlir
    %size, %t = gpu.spmv_buffer_size async [%dep] %s{TRANSPOSE}, %x, %y into f64
    ```
    """

    name = "gpu.spmv_buffer_size"

    bufferSz = result_def(IndexType)

    assembly_format = _SPMV + "attr-dict " + _INTO


@async_op_definition
class SpMVOp(_SpMVOp):
    """
    The product of a sparse matrix and a dense vector: `y = A * x`.

    ```mlir
    %t = gpu.spmv async [%dep] %s{TRANSPOSE}, %x, %y, %buffer : memref<?xf64> into f64
    ```
    """

    name = "gpu.spmv"

    buffer = operand_def(MemRefType)

    assembly_format = _SPMV + "`,` $buffer attr-dict `:` type($buffer) " + _INTO


@async_op_definition
class SpMMBufferSizeOp(_SpMMOp):
    """
    Bytes that a product of a sparse and a dense matrix needs, one number or several.

    ```mlir
    %size, %t = gpu.spmm_buffer_size async [%dep] %s{TRANSPOSE}, %b, %c : index into f64
    ```
    """

    name = "gpu.spmm_buffer_size"

    bufferSzs = var_result_def(IndexType)

    irdl_options = (AttrSizedResultSegments(as_property=True),)
    assembly_format = _SPMM + "attr-dict `:` type($bufferSzs) " + _INTO


@async_op_definition
class SpMMOp(_SpMMOp):
    """
    The product of a sparse and a dense matrix: `C = A * B`.

    ```mlir
    %t = gpu.spmm async [%dep] %s{TRANSPOSE}, %b, %c, %buffer : memref<?xf64> into f64
    ```
    """

    name = "gpu.spmm"

    buffers = var_operand_def(MemRefType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = _SPMM + "`,` $buffers attr-dict `:` type($buffers) " + _INTO


@async_op_definition
class SDDMMBufferSizeOp(_SDDMMOp):
    """
    Bytes that a sampled product of two dense matrices needs.

    ```mlir
    %size, %t = gpu.sddmm_buffer_size async [%dep] %a{TRANSPOSE}, %b, %s into f64
    ```
    """

    name = "gpu.sddmm_buffer_size"

    bufferSz = result_def(IndexType)

    assembly_format = _SDDMM + "attr-dict " + _INTO


@async_op_definition
class SDDMMOp(_SDDMMOp):
    """
    The product of two dense matrices, where a sparse one has elements.

    ```mlir
    %t = gpu.sddmm async [%dep] %a{TRANSPOSE}, %b, %s, %buffer : memref<?xf64> into f64
    ```
    """

    name = "gpu.sddmm"

    buffer = operand_def(MemRefType)

    assembly_format = _SDDMM + "`,` $buffer attr-dict `:` type($buffer) " + _INTO


@async_op_definition
class SpGEMMCreateDescrOp(SparseOp):
    """
    What a product of two sparse matrices needs: `%d = gpu.spgemm_create_descr`.
    """

    name = "gpu.spgemm_create_descr"

    desc = result_def(SparseSpGEMMOpHandleType)

    assembly_format = ASYNC_FORMAT + "attr-dict"


@async_op_definition
class SpGEMMDestroyDescrOp(SparseOp):
    """
    Gives it back: `gpu.spgemm_destroy_descr async [%dep] %d`.
    """

    name = "gpu.spgemm_destroy_descr"

    desc = operand_def(SparseSpGEMMOpHandleType)

    assembly_format = ASYNC_FORMAT + "$desc attr-dict"


@async_op_definition
class SpGEMMWorkEstimationOrComputeOp(_SpGEMMOp):
    """
    One step of a product of two sparse matrices, and the bytes that it needs.

    ```mlir
    %size_new, %t = gpu.spgemm_work_estimation_or_compute async [%dep] {COMPUTE}
        %a{TRANSPOSE}, %b, %c, %d, %size, %buffer : f64 into memref<?xi8>
    ```
    """

    name = "gpu.spgemm_work_estimation_or_compute"

    bufferSz = operand_def(IndexType)
    buffer = operand_def(MemRefType)
    kind = prop_def(SpGEMMWorkEstimationOrComputeKindAttr)
    bufferSzNew = result_def(IndexType)

    assembly_format = (
        ASYNC_FORMAT
        + "` ` `{` $kind `}`"
        + _SPGEMM
        + "`,` $desc `,` $bufferSz `,` $buffer attr-dict "
        "`:` qualified($computeType) `into` type($buffer)"
    )


@async_op_definition
class SpGEMMCopyOp(_SpGEMMOp):
    """
    Writes the product of two sparse matrices to its place.

    ```mlir
    %t = gpu.spgemm_copy async [%dep] %a, %b{TRANSPOSE}, %c, %d : f64
    ```
    """

    name = "gpu.spgemm_copy"

    assembly_format = (
        ASYNC_FORMAT + _SPGEMM + "`,` $desc attr-dict `:` qualified($computeType)"
    )
