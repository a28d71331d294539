"""
Views with another rank: collapse_shape, expand_shape, reshape.

A *reassociation* lists, for each dimension of the smaller rank, the neighbouring
dimensions of the larger one that it stands for: `[[0, 1], [2]]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import TypeAlias

from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    MemRefType,
    NoneAttr,
    SignlessIntegerConstraint,
    StridedLayoutAttr,
    UnrankedMemRefType,
    i64,
)
from xdsl.dialects.utils import DynamicIndexList, split_dynamic_index_list
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    base,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
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
from xdsl.traits import AlwaysSpeculatable, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.interfaces.traits import Elements, Reads, ViewLike
from xdsl_gpu_ext.mlir.ir.memref_layout import (
    has_identity_layout,
    product,
    static,
    strides_of,
    with_layout,
)
from xdsl_gpu_ext.mlir.ir.memref_types import (
    RankedOrUnranked,
    StridedMemRef,
    memref_type,
    ranked,
)
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.slices import integers

Reassociation: TypeAlias = Sequence[Sequence[int]]

ReassociationAttr: TypeAlias = ArrayAttr[ArrayAttr[IntegerAttr]]

_IndexListArray = ArrayAttr.constr(ArrayAttr.constr(IntegerAttr.constr(i64)))
"""`IndexListArrayAttr`: lists of 64-bit integers."""


def groups_of(reassociation: ReassociationAttr) -> list[list[int]]:
    """The groups of dimensions of a `reassociation` property."""
    return [[index.value.data for index in group] for group in reassociation]


def _reassociation_attr(groups: Reassociation | ReassociationAttr) -> ReassociationAttr:
    if isinstance(groups, ArrayAttr):
        return groups
    return ArrayAttr(ArrayAttr(IntegerAttr(i, i64) for i in group) for group in groups)


@irdl_custom_directive
class ReassociationGroups(CustomDirective):
    """`[[0, 1], [2]]`: a reassociation, without the types of its numbers."""

    groups: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.groups.set(state, parser.parse_attribute())

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        groups = self.groups.get(op)
        assert isa(groups, ReassociationAttr)
        printer.print_string(str(groups_of(groups)))


def expanded_type(
    source: MemRefType, shape: Sequence[int], groups: Reassociation
) -> MemRefType | None:
    """
    The type of `source` with each dimension split into a group of those of `shape`;
    `None` if it has no strided layout. The first of a group may be dynamic.
    """
    if has_identity_layout(source):
        return with_layout(source, shape, NoneAttr())
    layout = strides_of(source)
    if layout is None:
        return None
    strides: list[int | None] = [1] * len(shape)
    for group, stride in zip(groups, layout.strides):
        for dim in reversed(group):
            strides[dim] = stride
            stride = product(stride, static(shape[dim]))
    return with_layout(source, shape, StridedLayoutAttr(strides, layout.offset))


def _collapsed_strides(
    source: MemRefType, groups: Reassociation
) -> StridedLayoutAttr | None:
    """
    The layout of `source` with each group of dimensions as one; `None` if it has no
    strided layout or a group surely has gaps.
    """
    layout = strides_of(source)
    if layout is None:
        return None
    sizes = source.get_shape()
    strides: list[int | None] = []
    for group in groups:
        # The stride of a dimension of size 1 says nothing.
        inner = next((d for d in reversed(group) if sizes[d] != 1), group[0])
        known = sizes[inner] != DYNAMIC_INDEX or inner == group[0]
        strides.append(layout.strides[inner] if known else None)
        needed = strides[-1]
        for outer, dim in reversed(tuple(pairwise(group))):
            needed = product(needed, static(sizes[dim]))
            if sizes[outer] == 1 or None in (needed, layout.strides[outer]):
                continue
            if needed != layout.strides[outer]:
                return None
    return StridedLayoutAttr(strides, layout.offset)


def collapsed_type(source: MemRefType, groups: Reassociation) -> MemRefType | None:
    """
    The type of `source` with each group of dimensions as one; `None` if a group surely
    has gaps between its elements, or there is no strided layout.
    """
    sizes = source.get_shape()
    shape: list[int] = []
    for group in groups:
        size: int | None = 1
        for dim in group:
            size = product(size, static(sizes[dim]))
        shape.append(DYNAMIC_INDEX if size is None else size)
    if has_identity_layout(source):
        return with_layout(source, shape, NoneAttr())
    layout = _collapsed_strides(source, groups)
    return None if layout is None else with_layout(source, shape, layout)


def verify_reassociation(
    collapsed: Sequence[int], expanded: Sequence[int], groups: Reassociation
) -> None:
    """
    Each dimension of `collapsed` is the product of its group of those of `expanded`,
    and dynamic exactly if one of them is.
    """
    if len(groups) != len(collapsed):
        raise VerifyException(
            f"invalid number of reassociation groups: found {len(groups)}, expected "
            f"{len(collapsed)}"
        )
    next_dim = 0
    for dim, group in enumerate(groups):
        for expanded_dim in group:
            if expanded_dim != next_dim:
                raise VerifyException("reassociation indices must be contiguous")
            next_dim += 1
            if expanded_dim >= len(expanded):
                raise VerifyException(
                    f"reassociation index {expanded_dim} is out of bounds"
                )
        sizes = [expanded[expanded_dim] for expanded_dim in group]
        if (collapsed[dim] == DYNAMIC_INDEX) != (DYNAMIC_INDEX in sizes):
            raise VerifyException(
                f"collapsed dim ({dim}) must be dynamic if and only if reassociation "
                "group is dynamic"
            )
        if DYNAMIC_INDEX not in sizes and prod(sizes) != collapsed[dim]:
            raise VerifyException(
                f"collapsed dim size ({collapsed[dim]}) must equal reassociation group "
                f"size ({prod(sizes)})"
            )
    if not collapsed:
        if any(size != 1 for size in expanded):
            raise VerifyException(
                "rank 0 memrefs can only be extended/collapsed with/from ones"
            )
    elif next_dim != len(expanded):
        raise VerifyException(
            f"expanded rank ({len(expanded)}) inconsistent with number of "
            f"reassociation indices ({next_dim})"
        )


@irdl_op_refinement
class CollapseShapeOp(xdsl_memref.CollapseShapeOp):
    """
    Neighbouring dimensions as one:

        %c = memref.collapse_shape %m [[0, 1], [2]]
            : memref<4x?x8xf32> into memref<?x8xf32>

    Elements of a group must lie without gaps; where the type does not tell, that is a
    promise.
    """

    src = operand_def(StridedMemRef)
    reassociation = prop_def(_IndexListArray)
    result = result_def(StridedMemRef)

    traits = traits_def(Pure(), ViewLike("src", Elements.ALL))
    custom_directives = (ReassociationGroups,)
    assembly_format = (
        "$src custom<ReassociationGroups>($reassociation) attr-dict "
        "`:` type($src) `into` type($result)"
    )

    def __init__(
        self,
        src: SSAValue | Operation,
        reassociation: Reassociation | ReassociationAttr,
        result_type: MemRefType | None = None,
    ):
        src = SSAValue.get(src, type=MemRefType)
        reassociation = _reassociation_attr(reassociation)
        if result_type is None:
            result_type = collapsed_type(src.type, groups_of(reassociation))
            if result_type is None:
                raise ValueError(f"cannot collapse {src.type} by {reassociation}")
        super().__init__(
            operands=[src],
            properties={"reassociation": reassociation},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        source, result = ranked(self.src), ranked(self.result)
        if source.get_num_dims() < result.get_num_dims():
            ranks = source.get_num_dims(), result.get_num_dims()
            raise VerifyException(
                f"has source rank {ranks[0]} and result rank {ranks[1]}. This is not a "
                f"collapse ({ranks[0]} < {ranks[1]})."
            )
        groups = groups_of(self.reassociation)
        verify_reassociation(result.get_shape(), source.get_shape(), groups)
        # The sizes of the result are right by now; `collapsed_type` finds them again.
        expected = collapsed_type(source, groups)
        if expected is None:
            raise VerifyException(
                "invalid source layout map or collapsing non-contiguous dims"
            )
        if result != expected:
            raise VerifyException(
                f"expected collapsed type to be {expected} but found {result}"
            )


@irdl_op_refinement
class ExpandShapeOp(xdsl_memref.ExpandShapeOp):
    """
    Dimensions split into several:

        %e = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 4, 8]
            : memref<?x8xf32> into memref<?x4x8xf32>

    `output_shape` states all sizes of the result, with a value for each dynamic one.
    """

    src = operand_def(StridedMemRef)
    reassociation = prop_def(_IndexListArray)
    result = result_def(StridedMemRef)

    traits = traits_def(Pure(), ViewLike("src", Elements.ALL))
    custom_directives = (DynamicIndexList, ReassociationGroups)
    assembly_format = (
        "$src custom<ReassociationGroups>($reassociation) `output_shape` "
        "custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict "
        "`:` type($src) `into` type($result)"
    )

    def __init__(
        self,
        src: SSAValue | Operation,
        reassociation: Reassociation | ReassociationAttr,
        output_shape: Sequence[SSAValue | int],
        result_type: MemRefType | None = None,
    ):
        src = SSAValue.get(src, type=MemRefType)
        reassociation = _reassociation_attr(reassociation)
        static_shape, dynamic = split_dynamic_index_list(output_shape, DYNAMIC_INDEX)
        if result_type is None:
            groups = groups_of(reassociation)
            result_type = expanded_type(src.type, static_shape, groups)
            if result_type is None:
                raise ValueError(f"{src.type} has no strided layout")
        super().__init__(
            operands=[src, dynamic],
            properties={
                "reassociation": reassociation,
                "static_output_shape": DenseArrayBase.from_list(i64, static_shape),
            },
            result_types=[result_type],
        )

    def verify_(self) -> None:
        source, result = ranked(self.src), ranked(self.result)
        rank = result.get_num_dims()
        if source.get_num_dims() > rank:
            raise VerifyException(
                f"has source rank {source.get_num_dims()} and result rank {rank}. This "
                f"is not an expansion ({source.get_num_dims()} > {rank})."
            )
        groups = groups_of(self.reassociation)
        verify_reassociation(source.get_shape(), result.get_shape(), groups)
        expected = expanded_type(source, result.get_shape(), groups)
        assert expected is not None
        if result != expected:
            raise VerifyException(
                f"expected expanded type to be {expected} but found {result}"
            )
        shape = integers(self.static_output_shape)
        if len(shape) != rank:
            raise VerifyException(
                "expected number of static shape bounds to be equal to the output rank "
                f"({rank}) but found {len(shape)} inputs instead"
            )
        if len(self.output_shape) != shape.count(DYNAMIC_INDEX):
            raise VerifyException(
                "mismatch in dynamic dims in output_shape and static_output_shape: "
                f"static_output_shape has {shape.count(DYNAMIC_INDEX)} dynamic dims "
                f"while output_shape has {len(self.output_shape)} values"
            )
        for pos, (size, stated) in enumerate(zip(result.get_shape(), shape)):
            if size not in (DYNAMIC_INDEX, stated):
                raise VerifyException(f"invalid output shape provided at pos {pos}")


@irdl_op_definition
class ReshapeOp(IRDLOperation):
    """
    The elements, in row-major order, in a shape that is known at run time:

        %r = memref.reshape %m(%shape)
            : (memref<4x1xf32>, memref<2xindex>) -> memref<?x2xf32>

    `shape` is a buffer of as many numbers as the result has dimensions; it is read.
    With an unranked result its length may be dynamic. Layouts are identities.
    """

    name = "memref.reshape"

    source = operand_def(RankedOrUnranked)
    shape = operand_def(MemRefType.constr(SignlessIntegerConstraint | base(IndexType)))
    result = result_def(RankedOrUnranked)

    traits = traits_def(
        AlwaysSpeculatable(), Reads("shape"), ViewLike("source", Elements.ALL)
    )
    assembly_format = (
        "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"
    )

    def __init__(
        self,
        source: SSAValue | Operation,
        shape: SSAValue | Operation,
        result_type: MemRefType | UnrankedMemRefType,
    ):
        super().__init__(operands=[source, shape], result_types=[result_type])

    def verify_(self) -> None:
        source, result = memref_type(self.source), memref_type(self.result)
        shape = ranked(self.shape)
        if shape.get_num_dims() != 1:
            raise VerifyException(
                "operand #1 must be 1D memref of signless integer or index values, but "
                f"got '{shape}'"
            )
        if source.element_type != result.element_type:
            raise VerifyException(
                "element types of source and destination memref types should be the "
                "same"
            )
        if isinstance(source, MemRefType) and not has_identity_layout(source):
            raise VerifyException("source memref type should have identity affine map")
        if not isinstance(result, MemRefType):
            return
        if not has_identity_layout(result):
            raise VerifyException("result memref type should have identity affine map")
        (length,) = shape.get_shape()
        if length == DYNAMIC_INDEX:
            raise VerifyException(
                "cannot use shape operand with dynamic length to reshape to "
                "statically-ranked memref type"
            )
        if length != result.get_num_dims():
            raise VerifyException(
                "length of shape operand differs from the result's memref rank"
            )
