"""
Products with sparse matrices, which the host asks the device for (cuSPARSE).

Most come in two steps: `..._buffer_size` says how much memory the product needs, the
product itself takes a buffer of that size. `into f64` is the type to compute in. A
transpose mode in braces belongs to the matrix before it, and is `NON_TRANSPOSE` where
none is written. Every operation can be asynchronous.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IndexType, MemRefType
from xdsl.dialects.gpu import AsyncTokenType
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import (
    Operation,
    SpacedOpaqueSyntaxAttribute,
    SSAValue,
    TypeAttribute,
)
from xdsl.irdl import (
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    BaseAttr,
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_result_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.dialects.gpu.async_interface import (
    ASYNC_FORMAT,
    AsyncDependencies,
    AsyncOpInterface,
    token_types,
)
from xdsl_gpu_ext.dialects.gpu.sparse_handles import (
    SparseDnTensorHandleType,
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


def _mode(mode: TransposeMode | str) -> TransposeModeAttr:
    return TransposeModeAttr(TransposeMode(mode))


@irdl_op_definition
class SpMVBufferSizeOp(IRDLOperation):
    """
    Bytes that a product of a sparse matrix and a dense vector needs.

    ```mlir
    %size, %t = gpu.spmv_buffer_size async [%dep] %s{TRANSPOSE}, %x, %y into f64
    ```
    """

    name = "gpu.spmv_buffer_size"

    asyncDependencies = var_operand_def(AsyncTokenType)
    modeA = prop_def(TransposeModeAttr, default_value=_PLAIN)
    spmatA = operand_def(SparseSpMatHandleType)
    dnX = operand_def(SparseDnTensorHandleType)
    dnY = operand_def(SparseDnTensorHandleType)
    computeType = prop_def(BaseAttr(TypeAttribute))
    bufferSz = result_def(IndexType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT + "$spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY attr-dict "
        "`into` qualified($computeType)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        spmatA: SSAValue | Operation,
        dnX: SSAValue | Operation,
        dnY: SSAValue | Operation,
        computeType: TypeAttribute,
        modeA: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, spmatA, dnX, dnY],
            result_types=[IndexType(), token_types(is_async)],
            properties={"modeA": _mode(modeA), "computeType": computeType},
        )


@irdl_op_definition
class SpMVOp(IRDLOperation):
    """
    The product of a sparse matrix and a dense vector: `y = A * x`.

    ```mlir
    %t = gpu.spmv async [%dep] %s{TRANSPOSE}, %x, %y, %buffer : memref<?xf64> into f64
    ```
    """

    name = "gpu.spmv"

    asyncDependencies = var_operand_def(AsyncTokenType)
    modeA = prop_def(TransposeModeAttr, default_value=_PLAIN)
    spmatA = operand_def(SparseSpMatHandleType)
    dnX = operand_def(SparseDnTensorHandleType)
    dnY = operand_def(SparseDnTensorHandleType)
    computeType = prop_def(BaseAttr(TypeAttribute))
    buffer = operand_def(MemRefType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT
        + "$spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY `,` $buffer attr-dict "
        "`:` type($buffer) `into` qualified($computeType)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        spmatA: SSAValue | Operation,
        dnX: SSAValue | Operation,
        dnY: SSAValue | Operation,
        buffer: SSAValue | Operation,
        computeType: TypeAttribute,
        modeA: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, spmatA, dnX, dnY, buffer],
            result_types=[token_types(is_async)],
            properties={"modeA": _mode(modeA), "computeType": computeType},
        )


@irdl_op_definition
class SpMMBufferSizeOp(IRDLOperation):
    """
    Bytes that a product of a sparse and a dense matrix needs, one number or several.

    ```mlir
    %size, %t = gpu.spmm_buffer_size async [%dep] %s{TRANSPOSE}, %b, %c : index into f64
    ```
    """

    name = "gpu.spmm_buffer_size"

    asyncDependencies = var_operand_def(AsyncTokenType)
    modeA = prop_def(TransposeModeAttr, default_value=_PLAIN)
    modeB = prop_def(TransposeModeAttr, default_value=_PLAIN)
    spmatA = operand_def(SparseSpMatHandleType)
    dnmatB = operand_def(SparseDnTensorHandleType)
    dnmatC = operand_def(SparseDnTensorHandleType)
    computeType = prop_def(BaseAttr(TypeAttribute))
    bufferSzs = var_result_def(IndexType)
    asyncToken = opt_result_def(AsyncTokenType)

    irdl_options = (AttrSizedResultSegments(as_property=True),)
    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT + "$spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` "
        "$dnmatC attr-dict "
        "`:` type($bufferSzs) `into` qualified($computeType)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        spmatA: SSAValue | Operation,
        dnmatB: SSAValue | Operation,
        dnmatC: SSAValue | Operation,
        computeType: TypeAttribute,
        modeA: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        modeB: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        num_sizes: int = 1,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, spmatA, dnmatB, dnmatC],
            result_types=[[IndexType()] * num_sizes, token_types(is_async)],
            properties={
                "modeA": _mode(modeA),
                "modeB": _mode(modeB),
                "computeType": computeType,
            },
        )


@irdl_op_definition
class SpMMOp(IRDLOperation):
    """
    The product of a sparse and a dense matrix: `C = A * B`.

    ```mlir
    %t = gpu.spmm async [%dep] %s{TRANSPOSE}, %b, %c, %buffer : memref<?xf64> into f64
    ```
    """

    name = "gpu.spmm"

    asyncDependencies = var_operand_def(AsyncTokenType)
    modeA = prop_def(TransposeModeAttr, default_value=_PLAIN)
    modeB = prop_def(TransposeModeAttr, default_value=_PLAIN)
    spmatA = operand_def(SparseSpMatHandleType)
    dnmatB = operand_def(SparseDnTensorHandleType)
    dnmatC = operand_def(SparseDnTensorHandleType)
    computeType = prop_def(BaseAttr(TypeAttribute))
    buffers = var_operand_def(MemRefType)
    asyncToken = opt_result_def(AsyncTokenType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT + "$spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` "
        "$dnmatC `,` $buffers attr-dict "
        "`:` type($buffers) `into` qualified($computeType)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        spmatA: SSAValue | Operation,
        dnmatB: SSAValue | Operation,
        dnmatC: SSAValue | Operation,
        buffers: Sequence[SSAValue | Operation],
        computeType: TypeAttribute,
        modeA: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        modeB: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, spmatA, dnmatB, dnmatC, buffers],
            result_types=[token_types(is_async)],
            properties={
                "modeA": _mode(modeA),
                "modeB": _mode(modeB),
                "computeType": computeType,
            },
        )


@irdl_op_definition
class SDDMMBufferSizeOp(IRDLOperation):
    """
    Bytes that a sampled product of two dense matrices needs.

    ```mlir
    %size, %t = gpu.sddmm_buffer_size async [%dep] %a{TRANSPOSE}, %b, %s into f64
    ```
    """

    name = "gpu.sddmm_buffer_size"

    asyncDependencies = var_operand_def(AsyncTokenType)
    modeA = prop_def(TransposeModeAttr, default_value=_PLAIN)
    modeB = prop_def(TransposeModeAttr, default_value=_PLAIN)
    dnmatA = operand_def(SparseDnTensorHandleType)
    dnmatB = operand_def(SparseDnTensorHandleType)
    spmatC = operand_def(SparseSpMatHandleType)
    computeType = prop_def(BaseAttr(TypeAttribute))
    bufferSz = result_def(IndexType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT + "$dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` "
        "$spmatC attr-dict "
        "`into` qualified($computeType)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        dnmatA: SSAValue | Operation,
        dnmatB: SSAValue | Operation,
        spmatC: SSAValue | Operation,
        computeType: TypeAttribute,
        modeA: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        modeB: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, dnmatA, dnmatB, spmatC],
            result_types=[IndexType(), token_types(is_async)],
            properties={
                "modeA": _mode(modeA),
                "modeB": _mode(modeB),
                "computeType": computeType,
            },
        )


@irdl_op_definition
class SDDMMOp(IRDLOperation):
    """
    The product of two dense matrices, where a sparse one has elements.

    ```mlir
    %t = gpu.sddmm async [%dep] %a{TRANSPOSE}, %b, %s, %buffer : memref<?xf64> into f64
    ```
    """

    name = "gpu.sddmm"

    asyncDependencies = var_operand_def(AsyncTokenType)
    modeA = prop_def(TransposeModeAttr, default_value=_PLAIN)
    modeB = prop_def(TransposeModeAttr, default_value=_PLAIN)
    dnmatA = operand_def(SparseDnTensorHandleType)
    dnmatB = operand_def(SparseDnTensorHandleType)
    spmatC = operand_def(SparseSpMatHandleType)
    computeType = prop_def(BaseAttr(TypeAttribute))
    buffer = operand_def(MemRefType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT + "$dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` "
        "$spmatC `,` $buffer attr-dict "
        "`:` type($buffer) `into` qualified($computeType)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        dnmatA: SSAValue | Operation,
        dnmatB: SSAValue | Operation,
        spmatC: SSAValue | Operation,
        buffer: SSAValue | Operation,
        computeType: TypeAttribute,
        modeA: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        modeB: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, dnmatA, dnmatB, spmatC, buffer],
            result_types=[token_types(is_async)],
            properties={
                "modeA": _mode(modeA),
                "modeB": _mode(modeB),
                "computeType": computeType,
            },
        )


@irdl_op_definition
class SpGEMMCreateDescrOp(IRDLOperation):
    """
    What a product of two sparse matrices needs: `%d = gpu.spgemm_create_descr`.
    """

    name = "gpu.spgemm_create_descr"

    asyncDependencies = var_operand_def(AsyncTokenType)
    desc = result_def(SparseSpGEMMOpHandleType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = ASYNC_FORMAT + "attr-dict"
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies],
            result_types=[SparseSpGEMMOpHandleType(), token_types(is_async)],
        )


@irdl_op_definition
class SpGEMMDestroyDescrOp(IRDLOperation):
    """
    Gives it back: `gpu.spgemm_destroy_descr async [%dep] %d`.
    """

    name = "gpu.spgemm_destroy_descr"

    asyncDependencies = var_operand_def(AsyncTokenType)
    desc = operand_def(SparseSpGEMMOpHandleType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = ASYNC_FORMAT + "$desc attr-dict"
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        desc: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, desc],
            result_types=[token_types(is_async)],
        )


@irdl_op_definition
class SpGEMMWorkEstimationOrComputeOp(IRDLOperation):
    """
    One step of a product of two sparse matrices, and the bytes that it needs.

    ```mlir
    %size_new, %t = gpu.spgemm_work_estimation_or_compute async [%dep] {COMPUTE}
        %a{TRANSPOSE}, %b, %c, %d, %size, %buffer : f64 into memref<?xi8>
    ```
    """

    name = "gpu.spgemm_work_estimation_or_compute"

    asyncDependencies = var_operand_def(AsyncTokenType)
    desc = operand_def(SparseSpGEMMOpHandleType)
    modeA = prop_def(TransposeModeAttr, default_value=_PLAIN)
    modeB = prop_def(TransposeModeAttr, default_value=_PLAIN)
    spmatA = operand_def(SparseSpMatHandleType)
    spmatB = operand_def(SparseSpMatHandleType)
    spmatC = operand_def(SparseSpMatHandleType)
    computeType = prop_def(BaseAttr(TypeAttribute))
    bufferSz = operand_def(IndexType)
    buffer = operand_def(MemRefType)
    kind = prop_def(SpGEMMWorkEstimationOrComputeKindAttr)
    bufferSzNew = result_def(IndexType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT
        + "` ` `{` $kind `}` $spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? "
        "`,` $spmatC `,` $desc `,` $bufferSz `,` $buffer attr-dict "
        "`:` qualified($computeType) `into` type($buffer)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        desc: SSAValue | Operation,
        spmatA: SSAValue | Operation,
        spmatB: SSAValue | Operation,
        spmatC: SSAValue | Operation,
        bufferSz: SSAValue | Operation,
        buffer: SSAValue | Operation,
        computeType: TypeAttribute,
        kind: SpGEMMWorkEstimationOrComputeKind | str,
        modeA: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        modeB: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[
                async_dependencies,
                desc,
                spmatA,
                spmatB,
                spmatC,
                bufferSz,
                buffer,
            ],
            result_types=[IndexType(), token_types(is_async)],
            properties={
                "modeA": _mode(modeA),
                "modeB": _mode(modeB),
                "computeType": computeType,
                "kind": SpGEMMWorkEstimationOrComputeKindAttr(
                    SpGEMMWorkEstimationOrComputeKind(kind)
                ),
            },
        )


@irdl_op_definition
class SpGEMMCopyOp(IRDLOperation):
    """
    Writes the product of two sparse matrices to its place.

    ```mlir
    %t = gpu.spgemm_copy async [%dep] %a, %b{TRANSPOSE}, %c, %d : f64
    ```
    """

    name = "gpu.spgemm_copy"

    asyncDependencies = var_operand_def(AsyncTokenType)
    desc = operand_def(SparseSpGEMMOpHandleType)
    modeA = prop_def(TransposeModeAttr, default_value=_PLAIN)
    modeB = prop_def(TransposeModeAttr, default_value=_PLAIN)
    spmatA = operand_def(SparseSpMatHandleType)
    spmatB = operand_def(SparseSpMatHandleType)
    spmatC = operand_def(SparseSpMatHandleType)
    computeType = prop_def(BaseAttr(TypeAttribute))
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT + "$spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? `,` "
        "$spmatC `,` $desc attr-dict "
        "`:` qualified($computeType)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        desc: SSAValue | Operation,
        spmatA: SSAValue | Operation,
        spmatB: SSAValue | Operation,
        spmatC: SSAValue | Operation,
        computeType: TypeAttribute,
        modeA: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        modeB: TransposeMode | str = TransposeMode.NON_TRANSPOSE,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, desc, spmatA, spmatB, spmatC],
            result_types=[token_types(is_async)],
            properties={
                "modeA": _mode(modeA),
                "modeB": _mode(modeB),
                "computeType": computeType,
            },
        )
