"""Transfers that run beside the program: `memref.dma_start`, `memref.dma_wait`."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects.builtin import IndexType, MemRefType
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, traits_def, var_operand_def
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.traits import UnknownEffects
from xdsl_gpu_ext.mlir.ir.memref_types import rank_of
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement


@irdl_op_definition
class DmaStartOp(IRDLOperation):
    """
    Start to copy `num_elements` elements, and go on; the tag element counts what has
    arrived:

        memref.dma_start %src[%i, %j], %dst[%k], %num_elements, %tag[%t]
            : memref<40x128xf32>, memref<1024xf32, 2>, memref<1xi32>

    With two more operands, a stride and the number of elements per stride, the source
    is read in pieces.

    LLVM declares one group of operands; the ranks of the buffers tell what is what.
    xDSL's operation has segment sizes, so that this one is not a refinement of it.
    """

    name = "memref.dma_start"

    all_operands = var_operand_def()

    def __init__(
        self,
        src: SSAValue | Operation,
        src_indices: Sequence[SSAValue | Operation],
        dst: SSAValue | Operation,
        dst_indices: Sequence[SSAValue | Operation],
        num_elements: SSAValue | Operation,
        tag: SSAValue | Operation,
        tag_indices: Sequence[SSAValue | Operation],
        stride: tuple[SSAValue | Operation, SSAValue | Operation] | None = None,
    ):
        """`stride` is a stride and the number of elements per stride."""
        super().__init__(
            operands=[
                [
                    src,
                    *src_indices,
                    dst,
                    *dst_indices,
                    num_elements,
                    tag,
                    *tag_indices,
                    *(stride or ()),
                ]
            ]
        )

    def __post_init__(self) -> None:
        # Text of xDSL's operation states what the ranks tell here, and MLIR's syntax
        # has no place for it.
        self.attributes.pop("operandSegmentSizes", None)
        super().__post_init__()

    def _rank_at(self, position: int) -> int:
        return rank_of(self.operands[position])

    @property
    def src(self) -> SSAValue:
        """The buffer to read."""
        return self.operands[0]

    @property
    def src_indices(self) -> Sequence[SSAValue]:
        """The first element to read."""
        return self.operands[1 : self._dst_at]

    @property
    def _dst_at(self) -> int:
        return 1 + self._rank_at(0)

    @property
    def dst(self) -> SSAValue:
        """The buffer to write."""
        return self.operands[self._dst_at]

    @property
    def dst_indices(self) -> Sequence[SSAValue]:
        """The first element to write."""
        return self.operands[self._dst_at + 1 : self._num_elements_at]

    @property
    def _num_elements_at(self) -> int:
        return self._dst_at + 1 + self._rank_at(self._dst_at)

    @property
    def num_elements(self) -> SSAValue:
        """How many elements to copy."""
        return self.operands[self._num_elements_at]

    @property
    def tag(self) -> SSAValue:
        """The buffer that holds the tag."""
        return self.operands[self._num_elements_at + 1]

    @property
    def tag_indices(self) -> Sequence[SSAValue]:
        """The place of the tag."""
        return self.operands[self._num_elements_at + 2 : self._stride_at]

    @property
    def _stride_at(self) -> int:
        tag_at = self._num_elements_at + 1
        return tag_at + 1 + self._rank_at(tag_at)

    @property
    def stride(self) -> tuple[SSAValue, SSAValue] | None:
        """The stride and the number of elements per stride, if there are any."""
        rest = self.operands[self._stride_at :]
        return (rest[0], rest[1]) if rest else None

    @classmethod
    def parse(cls, parser: Parser) -> DmaStartOp:
        def element() -> tuple[UnresolvedOperand, list[UnresolvedOperand]]:
            memref = parser.parse_unresolved_operand()
            return memref, parser.parse_comma_separated_list(
                parser.Delimiter.SQUARE, parser.parse_unresolved_operand
            )

        src, src_indices = element()
        parser.parse_punctuation(",")
        dst, dst_indices = element()
        parser.parse_punctuation(",")
        num_elements = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        tag, tag_indices = element()
        stride: list[UnresolvedOperand] = []
        pos = parser.pos
        while parser.parse_optional_punctuation(",") is not None:
            stride.append(parser.parse_unresolved_operand())
        if len(stride) not in (0, 2):
            parser.raise_error("expected two stride related operands", pos, parser.pos)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        pos = parser.pos
        types = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_type
        )
        if len(types) != 3:
            parser.raise_error("fewer/more types expected", pos, parser.pos)
        index = IndexType()

        def indices(values: Sequence[UnresolvedOperand]) -> list[SSAValue]:
            return [parser.resolve_operand(value, index) for value in values]

        resolved = [
            parser.resolve_operand(src, types[0]),
            *indices(src_indices),
            parser.resolve_operand(dst, types[1]),
            *indices([*dst_indices, num_elements]),
            parser.resolve_operand(tag, types[2]),
            *indices([*tag_indices, *stride]),
        ]
        return cls.create(operands=resolved, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")

        def element(memref: SSAValue, indices: Sequence[SSAValue]) -> None:
            printer.print_ssa_value(memref)
            with printer.in_square_brackets():
                printer.print_list(indices, printer.print_ssa_value)

        element(self.src, self.src_indices)
        printer.print_string(", ")
        element(self.dst, self.dst_indices)
        printer.print_string(", ")
        printer.print_ssa_value(self.num_elements)
        printer.print_string(", ")
        element(self.tag, self.tag_indices)
        for value in self.stride or ():
            printer.print_string(", ")
            printer.print_ssa_value(value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        memrefs = (self.src, self.dst, self.tag)
        printer.print_list(memrefs, lambda value: printer.print_attribute(value.type))

    def verify_(self) -> None:
        operands = list(self.operands)
        needed = 4
        at = 0

        def expect_count() -> None:
            if len(operands) < needed:
                raise VerifyException(f"expected at least {needed} operands")

        def expect_memref(role: str) -> None:
            nonlocal needed, at
            if not isinstance(operands[at].type, MemRefType):
                raise VerifyException(f"expected {role} to be of memref type")
            rank = rank_of(operands[at])
            needed += rank
            expect_count()
            indices = operands[at + 1 : at + 1 + rank]
            if any(not isinstance(index.type, IndexType) for index in indices):
                raise VerifyException(f"expected {role} indices to be of index type")
            at += 1 + rank

        expect_count()
        expect_memref("source")
        expect_memref("destination")
        if not isinstance(operands[at].type, IndexType):
            raise VerifyException("expected num elements to be of index type")
        at += 1
        expect_memref("tag")
        if len(operands) not in (needed, needed + 2):
            raise VerifyException("incorrect number of operands")
        if any(not isinstance(value.type, IndexType) for value in operands[needed:]):
            raise VerifyException(
                "expected stride and num elements per stride to be of type index"
            )


@irdl_op_refinement
class DmaWaitOp(xdsl_memref.DmaWaitOp):
    """
    Wait until `num_elements` elements of a transfer have arrived:
    `memref.dma_wait %tag[%t], %num_elements : memref<1xi32>`.
    """

    traits = traits_def(UnknownEffects())
    assembly_format = (
        "$tag `[` $tag_indices `]` `,` $num_elements attr-dict `:` type($tag)"
    )

    def verify_(self) -> None:
        if len(self.tag_indices) != rank_of(self.tag):
            raise VerifyException(
                "expected tagIndices to have the same number of elements as the "
                f"tagMemRef rank, expected {rank_of(self.tag)}, but got "
                f"{len(self.tag_indices)}"
            )
