"""
Handles of sparse linear algebra on the device (cuSPARSE), as the host makes them.

Matrices and dense operands are opaque handles, made by `create_...` from buffers and
given back by `destroy_...`. Every operation can be asynchronous.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IndexType, MemRefType
from xdsl.dialects.gpu import AsyncTokenType
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import (
    Operation,
    ParametrizedAttribute,
    SpacedOpaqueSyntaxAttribute,
    SSAValue,
    TypeAttribute,
)
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_result_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
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
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.dialects.gpu.async_interface import (
    ASYNC_FORMAT,
    AsyncDependencies,
    AsyncOpInterface,
    token_types,
)
from xdsl_gpu_ext.mlir.irdl.enums import KeywordOrString


@irdl_attr_definition
class SparseDnTensorHandleType(ParametrizedAttribute, TypeAttribute):
    """A dense vector or matrix: `!gpu.sparse.dntensor_handle`."""

    name = "gpu.sparse.dntensor_handle"


@irdl_attr_definition
class SparseSpMatHandleType(ParametrizedAttribute, TypeAttribute):
    """A sparse matrix: `!gpu.sparse.spmat_handle`."""

    name = "gpu.sparse.spmat_handle"


@irdl_attr_definition
class SparseSpGEMMOpHandleType(ParametrizedAttribute, TypeAttribute):
    """What a product of two sparse matrices needs: `!gpu.sparse.spgemmop_handle`."""

    name = "gpu.sparse.spgemmop_handle"


@irdl_op_definition
class CreateDnTensorOp(IRDLOperation):
    """
    A dense vector or matrix in a buffer.

    ```mlir
    %d, %t = gpu.create_dn_tensor async [%dep] %mem, %rows, %cols
        : index, index into memref<?xf64>
    ```
    """

    name = "gpu.create_dn_tensor"

    asyncDependencies = var_operand_def(AsyncTokenType)
    memref = operand_def(MemRefType)
    dims = var_operand_def(IndexType)
    dnTensor = result_def(SparseDnTensorHandleType)
    asyncToken = opt_result_def(AsyncTokenType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT
        + "$memref `,` $dims attr-dict `:` type($dims) `into` type($memref)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        memref: SSAValue | Operation,
        dims: Sequence[SSAValue | Operation],
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, memref, dims],
            result_types=[SparseDnTensorHandleType(), token_types(is_async)],
        )


@irdl_op_definition
class DestroyDnTensorOp(IRDLOperation):
    """
    Gives a dense tensor back: `gpu.destroy_dn_tensor async [%dep] %d`.
    """

    name = "gpu.destroy_dn_tensor"

    asyncDependencies = var_operand_def(AsyncTokenType)
    dnTensor = operand_def(SparseDnTensorHandleType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = ASYNC_FORMAT + "$dnTensor attr-dict"
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        dnTensor: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, dnTensor],
            result_types=[token_types(is_async)],
        )


@irdl_op_definition
class CreateCooOp(IRDLOperation):
    """
    A matrix of coordinates and values, in three buffers.

    ```mlir
    %s, %t = gpu.create_coo async [%dep] %rows, %cols, %nnz,
        %row_idxs, %col_idxs, %values
        : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    name = "gpu.create_coo"

    asyncDependencies = var_operand_def(AsyncTokenType)
    rows = operand_def(IndexType)
    cols = operand_def(IndexType)
    nnz = operand_def(IndexType)
    rowIdxs = operand_def(MemRefType)
    colIdxs = operand_def(MemRefType)
    values = operand_def(MemRefType)
    spmat = result_def(SparseSpMatHandleType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT
        + "$rows `,` $cols `,` $nnz `,` $rowIdxs `,` $colIdxs `,` $values attr-dict "
        "`:` type($rowIdxs) `,` type($colIdxs) `,` type($values)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        rows: SSAValue | Operation,
        cols: SSAValue | Operation,
        nnz: SSAValue | Operation,
        rowIdxs: SSAValue | Operation,
        colIdxs: SSAValue | Operation,
        values: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, rows, cols, nnz, rowIdxs, colIdxs, values],
            result_types=[SparseSpMatHandleType(), token_types(is_async)],
        )


@irdl_op_definition
class CreateCooAoSOp(IRDLOperation):
    """
    A matrix of coordinates and values, where one buffer holds the pairs of coordinates.

    ```mlir
    %s = gpu.create_coo_aos %rows, %cols, %nnz, %idxs, %values
        : memref<?xindex>, memref<?xf64>
    ```
    """

    name = "gpu.create_coo_aos"

    asyncDependencies = var_operand_def(AsyncTokenType)
    rows = operand_def(IndexType)
    cols = operand_def(IndexType)
    nnz = operand_def(IndexType)
    idxs = operand_def(MemRefType)
    values = operand_def(MemRefType)
    spmat = result_def(SparseSpMatHandleType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT + "$rows `,` $cols `,` $nnz `,` $idxs `,` $values attr-dict "
        "`:` type($idxs) `,` type($values)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        rows: SSAValue | Operation,
        cols: SSAValue | Operation,
        nnz: SSAValue | Operation,
        idxs: SSAValue | Operation,
        values: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, rows, cols, nnz, idxs, values],
            result_types=[SparseSpMatHandleType(), token_types(is_async)],
        )


@irdl_op_definition
class CreateCsrOp(IRDLOperation):
    """
    A matrix in compressed rows: where rows begin, columns, values.

    ```mlir
    %s = gpu.create_csr %rows, %cols, %nnz, %row_pos, %col_idxs, %values
        : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    name = "gpu.create_csr"

    asyncDependencies = var_operand_def(AsyncTokenType)
    rows = operand_def(IndexType)
    cols = operand_def(IndexType)
    nnz = operand_def(IndexType)
    rowPos = operand_def(MemRefType)
    colIdxs = operand_def(MemRefType)
    values = operand_def(MemRefType)
    spmat = result_def(SparseSpMatHandleType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT
        + "$rows `,` $cols `,` $nnz `,` $rowPos `,` $colIdxs `,` $values attr-dict "
        "`:` type($rowPos) `,` type($colIdxs) `,` type($values)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        rows: SSAValue | Operation,
        cols: SSAValue | Operation,
        nnz: SSAValue | Operation,
        rowPos: SSAValue | Operation,
        colIdxs: SSAValue | Operation,
        values: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, rows, cols, nnz, rowPos, colIdxs, values],
            result_types=[SparseSpMatHandleType(), token_types(is_async)],
        )


@irdl_op_definition
class CreateCscOp(IRDLOperation):
    """
    A matrix in compressed columns: where columns begin, rows, values.

    ```mlir
    %s = gpu.create_csc %rows, %cols, %nnz, %col_pos, %row_idxs, %values
        : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    name = "gpu.create_csc"

    asyncDependencies = var_operand_def(AsyncTokenType)
    rows = operand_def(IndexType)
    cols = operand_def(IndexType)
    nnz = operand_def(IndexType)
    colPos = operand_def(MemRefType)
    rowIdxs = operand_def(MemRefType)
    values = operand_def(MemRefType)
    spmat = result_def(SparseSpMatHandleType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT
        + "$rows `,` $cols `,` $nnz `,` $colPos `,` $rowIdxs `,` $values attr-dict "
        "`:` type($colPos) `,` type($rowIdxs) `,` type($values)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        rows: SSAValue | Operation,
        cols: SSAValue | Operation,
        nnz: SSAValue | Operation,
        colPos: SSAValue | Operation,
        rowIdxs: SSAValue | Operation,
        values: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, rows, cols, nnz, colPos, rowIdxs, values],
            result_types=[SparseSpMatHandleType(), token_types(is_async)],
        )


@irdl_op_definition
class CreateBsrOp(IRDLOperation):
    """
    A matrix in compressed rows of dense blocks; numbers and positions count blocks.

    ```mlir
    %s = gpu.create_bsr %brows, %bcols, %bnnz, %rows_of_block, %cols_of_block,
        %brow_pos, %bcol_idxs, %values
        : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    name = "gpu.create_bsr"

    asyncDependencies = var_operand_def(AsyncTokenType)
    brows = operand_def(IndexType)
    bcols = operand_def(IndexType)
    bnnz = operand_def(IndexType)
    rBlockSize = operand_def(IndexType)
    cBlockSize = operand_def(IndexType)
    bRowPos = operand_def(MemRefType)
    bColIdxs = operand_def(MemRefType)
    values = operand_def(MemRefType)
    spmat = result_def(SparseSpMatHandleType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT
        + "$brows `,` $bcols `,` $bnnz `,` $rBlockSize `,` $cBlockSize `,` "
        "$bRowPos `,` $bColIdxs `,` $values attr-dict "
        "`:` type($bRowPos) `,` type($bColIdxs) `,` type($values)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        brows: SSAValue | Operation,
        bcols: SSAValue | Operation,
        bnnz: SSAValue | Operation,
        rBlockSize: SSAValue | Operation,
        cBlockSize: SSAValue | Operation,
        bRowPos: SSAValue | Operation,
        bColIdxs: SSAValue | Operation,
        values: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[
                async_dependencies,
                brows,
                bcols,
                bnnz,
                rBlockSize,
                cBlockSize,
                bRowPos,
                bColIdxs,
                values,
            ],
            result_types=[SparseSpMatHandleType(), token_types(is_async)],
        )


class Prune2To4SpMatFlag(StrEnum):
    """What makes a matrix have two non-zeros in every four elements."""

    NONE = "NONE"
    """It has already."""

    PRUNE_ONLY = "PRUNE_ONLY"
    PRUNE_AND_CHECK = "PRUNE_AND_CHECK"


@irdl_attr_definition
class Prune2To4SpMatFlagAttr(
    KeywordOrString, EnumAttribute[Prune2To4SpMatFlag], SpacedOpaqueSyntaxAttribute
):
    """How to prune: `#gpu<prune_2to4_spmat_flag PRUNE_ONLY>`."""

    name = "gpu.prune_2to4_spmat_flag"


@irdl_custom_directive
class Always(CustomDirective):
    """An attribute that is written also where it has its default value."""

    attribute: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.attribute.parse(parser, state)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        attribute = self.attribute.get(op)
        if attribute is not None:
            state.print_whitespace(printer)
            self.attribute.print_attr(printer, attribute)


@irdl_op_definition
class Create2To4SpMatOp(IRDLOperation):
    """
    A matrix with two non-zeros in every four elements, from a dense buffer.

    ```mlir
    %s, %t = gpu.create_2to4_spmat async [%dep] {PRUNE_AND_CHECK} %rows, %cols, %mem
        : memref<?xf64>
    ```
    """

    name = "gpu.create_2to4_spmat"

    asyncDependencies = var_operand_def(AsyncTokenType)
    rows = operand_def(IndexType)
    cols = operand_def(IndexType)
    pruneFlag = prop_def(
        Prune2To4SpMatFlagAttr,
        default_value=Prune2To4SpMatFlagAttr(Prune2To4SpMatFlag.PRUNE_AND_CHECK),
    )
    memref = operand_def(MemRefType)
    spMat = result_def(SparseSpMatHandleType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT
        + "` ` `{` custom<Always>($pruneFlag) `}` $rows `,` $cols `,` $memref "
        "attr-dict `:` type($memref)"
    )
    custom_directives = (AsyncDependencies, Always)

    def __init__(
        self,
        rows: SSAValue | Operation,
        cols: SSAValue | Operation,
        memref: SSAValue | Operation,
        pruneFlag: Prune2To4SpMatFlag | str = Prune2To4SpMatFlag.PRUNE_AND_CHECK,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, rows, cols, memref],
            result_types=[SparseSpMatHandleType(), token_types(is_async)],
            properties={
                "pruneFlag": Prune2To4SpMatFlagAttr(Prune2To4SpMatFlag(pruneFlag))
            },
        )


@irdl_op_definition
class DestroySpMatOp(IRDLOperation):
    """
    Gives a sparse matrix back: `gpu.destroy_sp_mat async [%dep] %s`.
    """

    name = "gpu.destroy_sp_mat"

    asyncDependencies = var_operand_def(AsyncTokenType)
    spmat = operand_def(SparseSpMatHandleType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = ASYNC_FORMAT + "$spmat attr-dict"
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        spmat: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, spmat],
            result_types=[token_types(is_async)],
        )


@irdl_op_definition
class SpMatGetSizeOp(IRDLOperation):
    """
    The numbers of rows, columns and non-zeros of a sparse matrix.

    ```mlir
    %rows, %cols, %nnz, %t = gpu.spmat_get_size async [%dep] %s
    ```
    """

    name = "gpu.spmat_get_size"

    asyncDependencies = var_operand_def(AsyncTokenType)
    spmat = operand_def(SparseSpMatHandleType)
    rows = result_def(IndexType)
    cols = result_def(IndexType)
    nnz = result_def(IndexType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = ASYNC_FORMAT + "$spmat attr-dict"
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        spmat: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, spmat],
            result_types=[IndexType(), IndexType(), IndexType(), token_types(is_async)],
        )


@irdl_op_definition
class SetCsrPointersOp(IRDLOperation):
    """
    Puts other buffers behind a matrix in compressed rows.

    ```mlir
    gpu.set_csr_pointers %s, %positions, %coordinates, %values
        : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    name = "gpu.set_csr_pointers"

    asyncDependencies = var_operand_def(AsyncTokenType)
    spmat = operand_def(SparseSpMatHandleType)
    positions = operand_def(MemRefType)
    coordinates = operand_def(MemRefType)
    values = operand_def(MemRefType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT + "$spmat `,` $positions `,` $coordinates `,` $values attr-dict "
        "`:` type($positions) `,` type($coordinates) `,` type($values)"
    )
    custom_directives = (AsyncDependencies,)

    def __init__(
        self,
        spmat: SSAValue | Operation,
        positions: SSAValue | Operation,
        coordinates: SSAValue | Operation,
        values: SSAValue | Operation,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
    ):
        super().__init__(
            operands=[async_dependencies, spmat, positions, coordinates, values],
            result_types=[token_types(is_async)],
        )
