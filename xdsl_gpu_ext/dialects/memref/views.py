"""
Other views of the same memory: casts, reinterpretations, transpositions, promises.

The views that select or regroup elements are in `subview.py` and `reshapes.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    IntegerAttr,
    MemRefType,
    StridedLayoutAttr,
    i32,
)
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.irdl import (
    IRDLOperation,
    RangeOf,
    RangeVarConstraint,
    base,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
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
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.control_flow import Forwards
from xdsl_gpu_ext.mlir.interfaces.traits import Elements, ViewLike
from xdsl_gpu_ext.mlir.ir.memref_layout import (
    equivalent_types,
    has_identity_layout,
    is_permutation,
    num_dynamic_dims,
    static,
    strides_of,
    with_layout,
)
from xdsl_gpu_ext.mlir.ir.memref_types import (
    AnyMemRefType,
    RankedOrUnranked,
    StridedMemRef,
    compatible_sizes,
    memref_type,
    ranked,
    verify_compatible_shapes,
)
from xdsl_gpu_ext.mlir.irdl.constraints import Positive
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.slices import integers, verify_slice_lists


def _compatible(a: int | None, b: int | None) -> bool:
    return a is None or b is None or a == b


def are_cast_compatible(a: AnyMemRefType, b: AnyMemRefType) -> bool:
    """
    Whether `memref.cast` may give a value of type `a` the type `b`.

    Element type and memory space are equal. Either one of the types is unranked, or the
    ranks are equal and what is static in both (sizes, strides, offset) is equal.
    """
    if a.element_type != b.element_type or a.memory_space != b.memory_space:
        return False
    if not isinstance(a, MemRefType) or not isinstance(b, MemRefType):
        return isinstance(a, MemRefType) or isinstance(b, MemRefType)
    if not compatible_sizes(a.get_shape(), b.get_shape()):
        return False
    if a.layout == b.layout:
        return True
    from_, to = strides_of(a), strides_of(b)
    return (
        from_ is not None
        and to is not None
        and _compatible(from_.offset, to.offset)
        and all(map(_compatible, from_.strides, to.strides))
    )


def _verify_cast(compatible: bool, source: AnyMemRefType, dest: AnyMemRefType) -> None:
    verify_compatible_shapes(source, dest, "operands and results")
    if not compatible:
        raise VerifyException(
            f"operand type '{source}' and result type '{dest}' are cast incompatible"
        )


@irdl_op_refinement
class CastOp(xdsl_memref.CastOp):
    """
    The same buffer, where the type knows more or less of it:
    `%b = memref.cast %a : memref<4x?xf32> to memref<?x?xf32>`.

    What is static in both types must be equal; to know more is a promise, checked at
    run time if at all. To an unranked memref the rank is forgotten, from one it is
    promised.
    """

    traits = traits_def(Pure(), ViewLike("source", Elements.SAME))
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def verify_(self) -> None:
        source, dest = memref_type(self.source), memref_type(self.dest)
        _verify_cast(are_cast_compatible(source, dest), source, dest)


def _differ_in_space_only(a: AnyMemRefType, b: AnyMemRefType) -> bool:
    if isinstance(a, MemRefType) and isinstance(b, MemRefType):
        return a.shape == b.shape and a.layout == b.layout
    return isinstance(a, MemRefType) == isinstance(b, MemRefType)


@irdl_op_refinement
class MemorySpaceCastOp(xdsl_memref.MemorySpaceCastOp):
    """
    The same buffer by an address in another memory space:
    `%b = memref.memory_space_cast %a : memref<?xf32, 5> to memref<?xf32>`.

    The types differ in nothing but the memory space.
    """

    traits = traits_def(Pure(), ViewLike("source", Elements.SAME))
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def verify_(self) -> None:
        source, dest = memref_type(self.source), memref_type(self.dest)
        if source.element_type != dest.element_type:
            raise VerifyException(
                "requires the same element type for all operands and results"
            )
        _verify_cast(_differ_in_space_only(source, dest), source, dest)


def _or_dynamic(number: int) -> str:
    return "dynamic" if number == DYNAMIC_INDEX else str(number)


@irdl_op_refinement
class ReinterpretCastOp(xdsl_memref.ReinterpretCastOp):
    """
    The buffer of `source` with an offset, sizes and strides of one's own choice,
    whatever those of `source` are:

        %b = memref.reinterpret_cast %a
            to offset: [%o], sizes: [4, %n], strides: [%s, 1]
            : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>

    What is static in the result type must be stated as the same number.
    """

    source = operand_def(RankedOrUnranked)
    result = result_def(StridedMemRef)

    traits = traits_def(Pure(), ViewLike("source"))
    assembly_format = xdsl_memref.ReinterpretCastOp.assembly_format
    custom_directives = xdsl_memref.ReinterpretCastOp.custom_directives

    def verify_(self) -> None:
        source, result = memref_type(self.source), ranked(self.result)
        verify_slice_lists(
            self, ranks=(1, result.get_num_dims(), result.get_num_dims())
        )
        types = f"source type {source} and result memref type {result}"
        if source.memory_space != result.memory_space:
            raise VerifyException(f"different memory spaces specified for {types}")
        if source.element_type != result.element_type:
            raise VerifyException(f"different element types specified for {types}")
        sizes = integers(self.static_sizes)
        for dim, (size, stated) in enumerate(zip(result.get_shape(), sizes)):
            if size not in (DYNAMIC_INDEX, stated):
                raise VerifyException(
                    f"expected result type with size = {_or_dynamic(stated)} instead "
                    f"of {size} in dim = {dim}"
                )
        layout = strides_of(result)
        assert layout is not None
        (offset,) = integers(self.static_offsets)
        if layout.offset not in (None, static(offset)):
            raise VerifyException(
                f"expected result type with offset = {_or_dynamic(offset)} instead of "
                f"{layout.offset}"
            )
        strides = integers(self.static_strides)
        for dim, (stride, stated) in enumerate(zip(layout.strides, strides)):
            if stride not in (None, static(stated)):
                raise VerifyException(
                    f"expected result type with stride = {_or_dynamic(stated)} instead "
                    f"of {stride} in dim = {dim}"
                )


@irdl_op_refinement
class ViewOp(xdsl_memref.ViewOp):
    """
    Contiguous elements of any type in a buffer of bytes, from byte `byte_shift` on:
    `%v = memref.view %bytes[%shift][%n] : memref<2048xi8> to memref<?x4xf32>`.

    One size for each dynamic dimension of the result. Both types have the identity
    layout and the same memory space; the buffer has one dimension.
    """

    traits = traits_def(Pure(), ViewLike("source", Elements.SOME))
    assembly_format = (
        "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict "
        "`:` type($source) `to` type($result)"
    )

    def verify_(self) -> None:
        source, result = ranked(self.source), ranked(self.result)
        if source.get_num_dims() != 1:
            raise VerifyException(
                "operand #0 must be 1D memref of 8-bit signless integer values, but "
                f"got '{source}'"
            )
        if not has_identity_layout(source):
            raise VerifyException(f"unsupported map for base memref type {source}")
        if not has_identity_layout(result):
            raise VerifyException(f"unsupported map for result memref type {result}")
        if source.memory_space != result.memory_space:
            raise VerifyException(
                f"different memory spaces specified for base memref type {source} and "
                f"view memref type {result}"
            )
        if len(self.sizes) != num_dynamic_dims(result):
            raise VerifyException(
                f"incorrect number of size operands for type {result}"
            )


@irdl_custom_directive
class InlineAffineMap(CustomDirective):
    """An affine map without `affine_map<>` around it: `(i, j) -> (j, i)`."""

    map: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.map.set(state, AffineMapAttr(parser.parse_affine_map()))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        map = self.map.get(op)
        assert isinstance(map, AffineMapAttr)
        printer.print_string(str(map.data))


def transposed_type(type: MemRefType, permutation: AffineMap) -> MemRefType:
    """
    The type of a memref of strided type `type` with its dimensions in the order of
    `permutation`: `(i, j) -> (j, i)` makes the second dimension the first.
    """
    layout = strides_of(type)
    if layout is None:
        raise ValueError(f"{type} has no strided layout")
    # What the permutation makes of 0, 1, 2, ... are the dimensions in their new order.
    order = permutation.eval(range(permutation.num_dims), ())
    shape = type.get_shape()
    return with_layout(
        type,
        [shape[dim] for dim in order],
        StridedLayoutAttr([layout.strides[dim] for dim in order], layout.offset),
    )


@irdl_op_definition
class TransposeOp(IRDLOperation):
    """
    The same elements with the dimensions in another order:
    `%t = memref.transpose %m (i, j) -> (j, i) : memref<4x5xf32>
    to memref<5x4xf32, strided<[1, 5]>>`.
    """

    name = "memref.transpose"

    in_ = operand_def(StridedMemRef)
    permutation = prop_def(AffineMapAttr)
    result = result_def(StridedMemRef)

    # LLVM declares no view here, but it is one.
    traits = traits_def(Pure(), ViewLike("in_", Elements.ALL))
    custom_directives = (InlineAffineMap,)
    assembly_format = (
        "$in_ custom<InlineAffineMap>($permutation) attr-dict "
        "`:` type($in_) `to` type($result)"
    )

    def __init__(
        self,
        in_: SSAValue | Operation,
        permutation: AffineMapAttr | AffineMap,
        result_type: MemRefType | None = None,
    ):
        if isinstance(permutation, AffineMap):
            permutation = AffineMapAttr(permutation)
        value = SSAValue.get(in_, type=MemRefType)
        super().__init__(
            operands=[value],
            properties={"permutation": permutation},
            result_types=[result_type or transposed_type(value.type, permutation.data)],
        )

    def verify_(self) -> None:
        map = self.permutation.data
        if not is_permutation(map):
            raise VerifyException("expected a permutation map")
        source, result = ranked(self.in_), ranked(self.result)
        if map.num_dims != source.get_num_dims():
            raise VerifyException(
                "expected a permutation map of same rank as the input"
            )
        expected = transposed_type(source, map)
        if not equivalent_types(result, expected):
            raise VerifyException(
                f"result type '{result}' is not equivalent to the canonical transposed "
                f"input type '{expected}'"
            )


@irdl_op_refinement
class AssumeAlignmentOp(xdsl_memref.AssumeAlignmentOp):
    """
    The same buffer, with the promise that it starts at a multiple of so many bytes:
    `%b = memref.assume_alignment %a, 16 : memref<4x4xf16>`.
    """

    alignment = prop_def(IntegerAttr.constr(i32, value=Positive()))

    traits = traits_def(Pure(), ViewLike("memref", Elements.SAME))
    assembly_format = "$memref `,` $alignment attr-dict `:` type($memref)"

    def verify_(self) -> None:
        alignment = self.alignment.value.data
        if alignment & (alignment - 1):
            raise VerifyException("alignment must be power of 2")


@irdl_op_definition
class DistinctObjectsOp(IRDLOperation):
    """
    The same buffers, with the promise that accesses to one of the results never touch
    what another one holds:
    `%x, %y = memref.distinct_objects %a, %b : memref<?xf32>, memref<4xi8>`.
    """

    name = "memref.distinct_objects"

    T: ClassVar = RangeVarConstraint("T", RangeOf(base(MemRefType)))

    objects = var_operand_def(T)
    distinct = var_result_def(T)

    traits = traits_def(Pure(), Forwards("objects", in_order=True))
    assembly_format = "$objects attr-dict `:` type($objects)"

    def __init__(self, objects: Sequence[SSAValue | Operation]):
        values = [SSAValue.get(value) for value in objects]
        super().__init__(
            operands=[values], result_types=[[value.type for value in values]]
        )

    def verify_(self) -> None:
        if not self.objects:
            raise VerifyException("expected at least one operand")
