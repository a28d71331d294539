"""Reading, changing and writing an element with nothing in between."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects.builtin import (
    AnyFloat,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    i64,
)
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    lazy_traits_def,
    operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    HasParent,
    IsTerminator,
    Pure,
    ReturnLike,
    SingleBlockImplicitTerminator,
    is_side_effect_free,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects.arith.atomics import AtomicRMWKind, RMWKind
from xdsl_gpu_ext.mlir.interfaces.control_flow import PASSING_NOTHING
from xdsl_gpu_ext.mlir.interfaces.traits import Reads, Writes
from xdsl_gpu_ext.mlir.ir.memref_types import Arithmetic, rank_of, ranked
from xdsl_gpu_ext.mlir.irdl.arguments import enum_case
from xdsl_gpu_ext.mlir.irdl.constraints import case_of
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

_FLOAT_KINDS = frozenset(
    {
        AtomicRMWKind.ADDF,
        AtomicRMWKind.MAXIMUMF,
        AtomicRMWKind.MINIMUMF,
        AtomicRMWKind.MULF,
    }
)
_INTEGER_KINDS = frozenset(
    {
        AtomicRMWKind.ADDI,
        AtomicRMWKind.ANDI,
        AtomicRMWKind.MAXS,
        AtomicRMWKind.MAXU,
        AtomicRMWKind.MINS,
        AtomicRMWKind.MINU,
        AtomicRMWKind.MULI,
        AtomicRMWKind.ORI,
        AtomicRMWKind.XORI,
    }
)
# MLIR leaves the types of the other kinds open.


@irdl_op_refinement
class AtomicRMWOp(xdsl_memref.AtomicRMWOp):
    """
    Update an element by a kind of arithmetic:
    `%x = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<10xf32>) -> f32`.
    """

    kind = prop_def(IntegerAttr.constr(i64, value=case_of(AtomicRMWKind)))

    traits = traits_def(Reads("memref"), Writes("memref"))
    custom_directives = (RMWKind,)
    assembly_format = (
        "custom<RMWKind>($kind) $value `,` $memref `[` $indices `]` attr-dict "
        "`:` `(` type($value) `,` type($memref) `)` `->` type($result)"
    )

    def __init__(
        self,
        kind: AtomicRMWKind | str | IntegerAttr,
        value: SSAValue | Operation,
        memref: SSAValue | Operation,
        indices: Sequence[SSAValue | Operation],
    ):
        if not isinstance(kind, IntegerAttr):
            kind = IntegerAttr(enum_case("kind", AtomicRMWKind, kind).number, i64)
        value = SSAValue.get(value)
        super().__init__(
            operands=[value, memref, indices],
            properties={"kind": kind},
            result_types=[value.type],
        )

    def verify_(self) -> None:
        if len(self.indices) != rank_of(self.memref):
            raise VerifyException(
                "expects the number of subscripts to be equal to memref rank"
            )
        kind = AtomicRMWKind.of(self.kind)
        if kind in _FLOAT_KINDS and not isinstance(self.value.type, AnyFloat):
            raise VerifyException(f"with kind '{kind}' expects a floating-point type")
        if kind in _INTEGER_KINDS and not isinstance(self.value.type, IntegerType):
            raise VerifyException(f"with kind '{kind}' expects an integer type")


@irdl_op_definition
class GenericAtomicRMWOp(IRDLOperation):
    """
    Update an element by a computation of one's own:

        %x = memref.generic_atomic_rmw %m[%i] : memref<10xf32> {
        ^bb0(%old: f32):
          %new = arith.addf %old, %v : f32
          memref.atomic_yield %new : f32
        }

    The body is given the old element and yields the new one, which is also the result.
    It has no side effects.
    """

    name = "memref.generic_atomic_rmw"

    memref = operand_def(MemRefType.constr(Arithmetic))
    indices = var_operand_def(IndexType)
    atomic_body = region_def()
    result = result_def(Arithmetic)

    traits = lazy_traits_def(
        lambda: (
            PASSING_NOTHING,
            Reads("memref"),
            Writes("memref"),
            SingleBlockImplicitTerminator(AtomicYieldOp),
        )
    )

    def __init__(
        self,
        memref: SSAValue | Operation,
        indices: Sequence[SSAValue | Operation],
        atomic_body: Region | None = None,
    ):
        """An empty body is made if none is given."""
        memref = SSAValue.get(memref, type=MemRefType)
        element_type = memref.type.element_type
        if atomic_body is None:
            atomic_body = Region(Block(arg_types=[element_type]))
        super().__init__(
            operands=[memref, indices],
            result_types=[element_type],
            regions=[atomic_body],
        )

    @classmethod
    def parse(cls, parser: Parser) -> GenericAtomicRMWOp:
        memref = parser.parse_unresolved_operand()
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_unresolved_operand
        )
        parser.parse_punctuation(":")
        type_pos = parser.pos
        type = parser.parse_type()
        if not isa(type, MemRefType):
            parser.raise_error("expected a memref type", type_pos)
        memref = parser.resolve_operand(memref, type)
        index = IndexType()
        indices = [parser.resolve_operand(value, index) for value in indices]
        op = cls(memref, indices, parser.parse_region())
        op.attributes |= parser.parse_optional_attr_dict()
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.memref)
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_ssa_value)
        printer.print_string(" : ")
        printer.print_attribute(self.memref.type)
        printer.print_string(" ")
        printer.print_region(self.atomic_body)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        if self.result.type != ranked(self.memref).element_type:
            raise VerifyException(
                "failed to verify that result type matches element type of memref"
            )
        block = self.atomic_body.blocks.first
        if block is None or len(block.args) != 1:
            raise VerifyException("expected single number of entry block arguments")
        if block.args[0].type != self.result.type:
            raise VerifyException(
                "expected block argument of the same type result type"
            )
        for op in self.atomic_body.walk():
            if not is_side_effect_free(op):
                raise VerifyException(
                    f"body of '{self.name}' should contain only operations with no "
                    f"side effects, but it holds '{op.name}'"
                )


@irdl_op_definition
class AtomicYieldOp(IRDLOperation):
    """The new element: `memref.atomic_yield %new : f32`."""

    name = "memref.atomic_yield"

    result = operand_def()

    traits = traits_def(
        Pure(), HasParent(GenericAtomicRMWOp), IsTerminator(), ReturnLike()
    )
    assembly_format = "$result attr-dict `:` type($result)"

    def __init__(self, result: SSAValue | Operation):
        super().__init__(operands=[result])

    def verify_(self) -> None:
        parent = self.parent_op()
        if (
            isinstance(parent, GenericAtomicRMWOp)
            and parent.result.type != self.result.type
        ):
            raise VerifyException(
                f"types mismatch between yield op: {self.result.type} and its parent: "
                f"{parent.result.type}"
            )
