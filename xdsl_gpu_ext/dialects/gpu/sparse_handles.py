"""
Handles of sparse linear algebra on the device (cuSPARSE), as the host makes them.

Matrices and dense operands are opaque handles, made by `create_...` from buffers and
given back by `destroy_...`. Every operation can be asynchronous.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IndexType, MemRefType
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import (
    Attribute,
    Operation,
    ParametrizedAttribute,
    SpacedOpaqueSyntaxAttribute,
    SSAValue,
    TypeAttribute,
)
from xdsl.irdl import (
    AttrSizedOperandSegments,
    BaseAttr,
    InferenceContext,
    IRDLOperation,
    VarResultDef,
    irdl_attr_definition,
    operand_def,
    prop_def,
    result_def,
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
    AsyncOp,
    async_op_definition,
    token_types,
)
from xdsl_gpu_ext.mlir.irdl.arguments import enum_case
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


class SparseOp(AsyncOp, ABC):
    """
    What the operations of sparse linear algebra have in common.

    They are built from their operands in the order of the definition; properties are
    given by name, enumerations also as strings. Types of results follow.
    """

    def __init__(
        self,
        *operands: SSAValue | Operation | Sequence[SSAValue | Operation],
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
        num_results: int = 1,
        **properties: Attribute | str,
    ):
        definition = self.get_irdl_definition()

        def attribute(name: str, value: Attribute | str) -> Attribute:
            if name not in definition.properties:
                raise ValueError(f"{self.name} has no property {name}")
            if isinstance(value, Attribute):
                return value
            kind = cast(BaseAttr[Attribute], definition.properties[name].constr).attr
            if not issubclass(kind, EnumAttribute):
                raise ValueError(f"{name} must be an attribute, not {value!r}")
            enumeration = cast(type[EnumAttribute[StrEnum]], kind)
            return enumeration(enum_case(name, enumeration.enum_type, value))

        super().__init__(
            operands=[async_dependencies, *operands],
            properties={
                name: attribute(name, value) for name, value in properties.items()
            },
            result_types=[
                *(
                    result.constr.infer(
                        InferenceContext(),
                        length=num_results if isinstance(result, VarResultDef) else 1,
                    )
                    for _, result in definition.results[:-1]
                ),
                token_types(is_async),
            ],
        )


def _format(operands: str, buffers: str) -> str:
    """The assembly format of `operands`, then `buffers`, and the types of those."""
    names, typed = f"{operands} {buffers}".split(), buffers.split()
    return (
        ASYNC_FORMAT
        + " `,` ".join(f"${name}" for name in names)
        + " attr-dict `:` "
        + " `,` ".join(f"type(${name})" for name in typed)
    )


@async_op_definition
class CreateDnTensorOp(SparseOp):
    """
    A dense vector or matrix in a buffer.

    ```mlir
    %d, %t = gpu.create_dn_tensor async [%dep] %mem, %rows, %cols
        : index, index into memref<?xf64>
    ```
    """

    name = "gpu.create_dn_tensor"

    memref = operand_def(MemRefType)
    dims = var_operand_def(IndexType)
    dnTensor = result_def(SparseDnTensorHandleType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        ASYNC_FORMAT
        + "$memref `,` $dims attr-dict `:` type($dims) `into` type($memref)"
    )


@async_op_definition
class DestroyDnTensorOp(SparseOp):
    """
    Gives a dense tensor back: `gpu.destroy_dn_tensor async [%dep] %d`.
    """

    name = "gpu.destroy_dn_tensor"

    dnTensor = operand_def(SparseDnTensorHandleType)

    assembly_format = ASYNC_FORMAT + "$dnTensor attr-dict"


class _CreateSpMatOp(SparseOp, ABC):
    """A new matrix, of so many rows, columns and non-zeros."""

    rows = operand_def(IndexType)
    cols = operand_def(IndexType)
    nnz = operand_def(IndexType)
    spmat = result_def(SparseSpMatHandleType)


@async_op_definition
class CreateCooOp(_CreateSpMatOp):
    """
    A matrix of coordinates and values, in three buffers.

    ```mlir
    %s, %t = gpu.create_coo async [%dep] %rows, %cols, %nnz,
        %row_idxs, %col_idxs, %values
        : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    name = "gpu.create_coo"

    rowIdxs = operand_def(MemRefType)
    colIdxs = operand_def(MemRefType)
    values = operand_def(MemRefType)

    assembly_format = _format("rows cols nnz", "rowIdxs colIdxs values")


@async_op_definition
class CreateCooAoSOp(_CreateSpMatOp):
    """
    A matrix of coordinates and values, where one buffer holds the pairs of coordinates.

    ```mlir
    %s = gpu.create_coo_aos %rows, %cols, %nnz, %idxs, %values
        : memref<?xindex>, memref<?xf64>
    ```
    """

    name = "gpu.create_coo_aos"

    idxs = operand_def(MemRefType)
    values = operand_def(MemRefType)

    assembly_format = _format("rows cols nnz", "idxs values")


@async_op_definition
class CreateCsrOp(_CreateSpMatOp):
    """
    A matrix in compressed rows: where rows begin, columns, values.

    ```mlir
    %s = gpu.create_csr %rows, %cols, %nnz, %row_pos, %col_idxs, %values
        : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    name = "gpu.create_csr"

    rowPos = operand_def(MemRefType)
    colIdxs = operand_def(MemRefType)
    values = operand_def(MemRefType)

    assembly_format = _format("rows cols nnz", "rowPos colIdxs values")


@async_op_definition
class CreateCscOp(_CreateSpMatOp):
    """
    A matrix in compressed columns: where columns begin, rows, values.

    ```mlir
    %s = gpu.create_csc %rows, %cols, %nnz, %col_pos, %row_idxs, %values
        : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    name = "gpu.create_csc"

    colPos = operand_def(MemRefType)
    rowIdxs = operand_def(MemRefType)
    values = operand_def(MemRefType)

    assembly_format = _format("rows cols nnz", "colPos rowIdxs values")


@async_op_definition
class CreateBsrOp(SparseOp):
    """
    A matrix in compressed rows of dense blocks; numbers and positions count blocks.

    ```mlir
    %s = gpu.create_bsr %brows, %bcols, %bnnz, %rows_of_block, %cols_of_block,
        %brow_pos, %bcol_idxs, %values
        : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    name = "gpu.create_bsr"

    brows = operand_def(IndexType)
    bcols = operand_def(IndexType)
    bnnz = operand_def(IndexType)
    rBlockSize = operand_def(IndexType)
    cBlockSize = operand_def(IndexType)
    bRowPos = operand_def(MemRefType)
    bColIdxs = operand_def(MemRefType)
    values = operand_def(MemRefType)
    spmat = result_def(SparseSpMatHandleType)

    assembly_format = _format(
        "brows bcols bnnz rBlockSize cBlockSize", "bRowPos bColIdxs values"
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


@async_op_definition
class Create2To4SpMatOp(SparseOp):
    """
    A matrix with two non-zeros in every four elements, from a dense buffer.

    ```mlir
    %s, %t = gpu.create_2to4_spmat async [%dep] {PRUNE_AND_CHECK} %rows, %cols, %mem
        : memref<?xf64>
    ```
    """

    name = "gpu.create_2to4_spmat"

    rows = operand_def(IndexType)
    cols = operand_def(IndexType)
    pruneFlag = prop_def(
        Prune2To4SpMatFlagAttr,
        default_value=Prune2To4SpMatFlagAttr(Prune2To4SpMatFlag.PRUNE_AND_CHECK),
    )
    memref = operand_def(MemRefType)
    spMat = result_def(SparseSpMatHandleType)

    assembly_format = (
        ASYNC_FORMAT
        + "` ` `{` custom<Always>($pruneFlag) `}` $rows `,` $cols `,` $memref "
        "attr-dict `:` type($memref)"
    )
    custom_directives = (AsyncDependencies, Always)


class _OfSpMatOp(SparseOp, ABC):
    """Something about a sparse matrix."""

    spmat = operand_def(SparseSpMatHandleType)


@async_op_definition
class DestroySpMatOp(_OfSpMatOp):
    """
    Gives a sparse matrix back: `gpu.destroy_sp_mat async [%dep] %s`.
    """

    name = "gpu.destroy_sp_mat"

    assembly_format = ASYNC_FORMAT + "$spmat attr-dict"


@async_op_definition
class SpMatGetSizeOp(_OfSpMatOp):
    """
    The numbers of rows, columns and non-zeros of a sparse matrix.

    ```mlir
    %rows, %cols, %nnz, %t = gpu.spmat_get_size async [%dep] %s
    ```
    """

    name = "gpu.spmat_get_size"

    rows = result_def(IndexType)
    cols = result_def(IndexType)
    nnz = result_def(IndexType)

    assembly_format = ASYNC_FORMAT + "$spmat attr-dict"


@async_op_definition
class SetCsrPointersOp(_OfSpMatOp):
    """
    Puts other buffers behind a matrix in compressed rows.

    ```mlir
    gpu.set_csr_pointers %s, %positions, %coordinates, %values
        : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    name = "gpu.set_csr_pointers"

    positions = operand_def(MemRefType)
    coordinates = operand_def(MemRefType)
    values = operand_def(MemRefType)

    assembly_format = _format("spmat", "positions coordinates values")
