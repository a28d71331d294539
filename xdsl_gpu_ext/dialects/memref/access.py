"""
Reading and writing elements and buffers: load, store, copy, prefetch.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects.builtin import BoolAttr, IndexType, IntegerAttr, MemRefType, i32
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
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
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.traits import Hint, Reads, Writes
from xdsl_gpu_ext.mlir.ir.memref_types import (
    RankedOrUnranked,
    memref_type,
    rank_of,
    verify_compatible_shapes,
)
from xdsl_gpu_ext.mlir.irdl.constraints import Alignment, Between
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement


@irdl_op_refinement
class LoadOp(xdsl_memref.LoadOp):
    """
    One element: `%v = memref.load %m[%i, %j] : memref<8x?xf32>`.

    `nontemporal` says that the element will not be read again soon, `alignment` (bytes,
    a power of two) that its address is a multiple of that.
    """

    nontemporal = opt_prop_def(BoolAttr)
    alignment = opt_prop_def(Alignment)

    traits = traits_def(Reads("memref"))
    assembly_format = "$memref `[` $indices `]` attr-dict `:` type($memref)"

    def verify_(self) -> None:
        rank = rank_of(self.memref)
        if len(self.indices) != rank:
            raise VerifyException(
                f"incorrect number of indices for load, expected {rank} but "
                f"got {len(self.indices)}"
            )


@irdl_op_refinement
class StoreOp(xdsl_memref.StoreOp):
    """
    Write one element: `memref.store %v, %m[%i, %j] : memref<8x?xf32>`.

    `nontemporal` and `alignment` as for `memref.load`.
    """

    nontemporal = opt_prop_def(BoolAttr)
    alignment = opt_prop_def(Alignment)

    traits = traits_def(Writes("memref"))
    assembly_format = "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)"

    def verify_(self) -> None:
        if len(self.indices) != rank_of(self.memref):
            raise VerifyException("store index operand count not equal to memref rank")


@irdl_op_refinement
class CopyOp(xdsl_memref.CopyOp):
    """
    Copy all elements; the buffers may differ in layout and memory space, and must not
    overlap: `memref.copy %a, %b : memref<?xf32> to memref<?xf32, strided<[2]>>`.

    Sizes must agree where both are static.
    """

    source = operand_def(RankedOrUnranked)
    destination = operand_def(RankedOrUnranked)

    traits = traits_def(Reads("source"), Writes("destination"))
    assembly_format = (
        "$source `,` $destination attr-dict `:` type($source) `to` type($destination)"
    )

    def verify_(self) -> None:
        source, target = memref_type(self.source), memref_type(self.destination)
        if source.element_type != target.element_type:
            raise VerifyException("requires the same element type for all operands")
        verify_compatible_shapes(source, target, "operands")


class _OneOfTwoWords(CustomDirective, ABC):
    """A boolean property, written as one of two keywords."""

    words: ClassVar[tuple[str, str]]
    """How `false` and `true` are written."""

    flag: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        word = parser.parse_identifier()
        if word not in self.words:
            false, true = self.words
            parser.raise_error(f"expected '{false}' or '{true}'")
        self.flag.set(state, BoolAttr.from_bool(word == self.words[True]))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        flag = self.flag.get(op)
        assert isinstance(flag, IntegerAttr)
        printer.print_string(self.words[bool(flag.value.data)])


@irdl_custom_directive
class ReadOrWrite(_OneOfTwoWords):
    """`read` or `write`: what the prefetched element is wanted for."""

    words = ("read", "write")

    flag: AttributeVariable


@irdl_custom_directive
class CacheKind(_OneOfTwoWords):
    """`data` or `instr`: the cache to bring the element into."""

    words = ("instr", "data")

    flag: AttributeVariable


@irdl_op_definition
class PrefetchOp(IRDLOperation):
    """
    Ask for an element to be brought into a cache:
    `memref.prefetch %m[%i], read, locality<3>, data : memref<400xi32>`.

    `locality` goes from 0 (no reuse expected) to 3 (keep it near); the cache is that of
    data or of instructions (`instr`). Counts as a write, so that it keeps its place
    among other accesses.
    """

    name = "memref.prefetch"

    memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    isWrite = prop_def(BoolAttr)
    localityHint = prop_def(IntegerAttr.constr(i32, value=Between(0, 3)))
    isDataCache = prop_def(BoolAttr)

    traits = traits_def(Writes("memref"), Hint())
    custom_directives = (ReadOrWrite, CacheKind)
    assembly_format = (
        "$memref `[` $indices `]` `,` custom<ReadOrWrite>($isWrite) `,` `locality` `<` "
        "$localityHint `>` `,` custom<CacheKind>($isDataCache) attr-dict "
        "`:` type($memref)"
    )

    def __init__(
        self,
        memref: SSAValue | Operation,
        indices: Sequence[SSAValue | Operation],
        *,
        is_write: bool = False,
        locality_hint: int = 3,
        is_data_cache: bool = True,
    ):
        super().__init__(
            operands=[memref, indices],
            properties={
                "isWrite": BoolAttr.from_bool(is_write),
                "localityHint": IntegerAttr(locality_hint, i32),
                "isDataCache": BoolAttr.from_bool(is_data_cache),
            },
        )

    def verify_(self) -> None:
        if len(self.indices) != rank_of(self.memref):
            raise VerifyException("too few indices")
