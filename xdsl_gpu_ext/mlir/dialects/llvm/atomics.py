"""
Memory operations that order those of other threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import (
    AnyFloat,
    AnyFloatConstr,
    ArrayAttr,
    IntegerAttr,
    IntegerType,
    SignlessIntegerConstraint,
    StringAttr,
    UnitAttr,
    VectorType,
    i64,
)
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
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
from xdsl.utils.hints import isa
from xdsl.utils.type import get_element_type_or_self

from xdsl_gpu_ext.mlir.irdl.constraints import case_of

ORDERINGS = (
    "not_atomic",
    "unordered",
    "monotonic",
    "",
    "acquire",
    "release",
    "acq_rel",
    "seq_cst",
)
"""What a number in `ordering` stands for; 3 stands for nothing."""

BINARY_OPERATIONS = (
    "xchg",
    "add",
    "sub",
    "_and",
    "nand",
    "_or",
    "_xor",
    "max",
    "min",
    "umax",
    "umin",
    "fadd",
    "fsub",
    "fmax",
    "fmin",
    "uinc_wrap",
    "udec_wrap",
    "usub_cond",
    "usub_sat",
    "fmaximum",
    "fminimum",
)
"""What a number in `bin_op` stands for."""

_FLOAT_OPERATIONS = {"fadd", "fsub", "fmax", "fmin", "fmaximum", "fminimum"}
_ATOMIC_WIDTHS = (8, 16, 32, 64)
_MONOTONIC = ORDERINGS.index("monotonic")
_ACQUIRE = ORDERINGS.index("acquire")


def _parse_number(
    parser: Parser,
    state: ParsingState,
    variable: AttributeVariable,
    words: Sequence[str],
) -> None:
    pos = parser.pos
    word = parser.parse_optional_str_literal() or parser.parse_identifier()
    if not word or word not in words:
        names = ", ".join(filter(None, words))
        parser.raise_error(
            f"expected string or keyword containing one of the following enum values "
            f"for attribute '{variable.name}' [{names}]",
            pos,
            parser.pos,
        )
    variable.set(state, IntegerAttr(words.index(word), i64))


def _print_word(
    printer: Printer,
    state: PrintingState,
    op: IRDLOperation,
    variable: AttributeVariable,
    words: Sequence[str],
) -> None:
    number = variable.get(op)
    assert isinstance(number, IntegerAttr)
    state.print_whitespace(printer)
    printer.print_string(words[number.value.data])


@irdl_custom_directive
class Ordering(CustomDirective):
    """`monotonic`, `acq_rel`, ..."""

    ordering: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        _parse_number(parser, state, self.ordering, ORDERINGS)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        _print_word(printer, state, op, self.ordering, ORDERINGS)


@irdl_custom_directive
class BinaryOperation(CustomDirective):
    """`xchg`, `add`, ..."""

    operation: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        _parse_number(parser, state, self.operation, BINARY_OPERATIONS)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        _print_word(printer, state, op, self.operation, BINARY_OPERATIONS)


_Ordering = IntegerAttr.constr(i64, value=case_of(ORDERINGS))


@irdl_op_definition
class AtomicRMWOp(IRDLOperation):
    """
    Combine `val` with what is at `ptr`, at once, and give what was there:

        %0 = llvm.atomicrmw add %p, %x syncscope("agent") acq_rel : !llvm.ptr, i32
    """

    name = "llvm.atomicrmw"

    _T: ClassVar = VarConstraint(
        "T",
        AnyFloatConstr
        | BaseAttr(LLVMPointerType)
        | SignlessIntegerConstraint
        | BaseAttr(VectorType),
    )

    ptr = operand_def(LLVMPointerType)
    val = operand_def(_T)
    res = result_def(_T)

    bin_op = prop_def(IntegerAttr.constr(i64, value=case_of(BINARY_OPERATIONS)))
    ordering = prop_def(_Ordering)
    syncscope = opt_prop_def(StringAttr)
    alignment = opt_prop_def(IntegerAttr.constr(i64))
    volatile_ = opt_prop_def(UnitAttr)
    access_groups = opt_prop_def(ArrayAttr)
    alias_scopes = opt_prop_def(ArrayAttr)
    noalias_scopes = opt_prop_def(ArrayAttr)
    tbaa = opt_prop_def(ArrayAttr)

    assembly_format = (
        "(`volatile` $volatile_^)? custom<BinaryOperation>($bin_op) $ptr `,` $val "
        "(`syncscope` `` `(` $syncscope^ `)`)? custom<Ordering>($ordering) attr-dict "
        "`:` type($ptr) `,` type($val)"
    )
    custom_directives = (BinaryOperation, Ordering)
    irdl_options = (ParsePropInAttrDict(),)

    def __init__(
        self,
        operation: str,
        ptr: SSAValue | Operation,
        val: SSAValue | Operation,
        ordering: str,
        *,
        syncscope: str | None = None,
        alignment: int | None = None,
        volatile: bool = False,
    ):
        val = SSAValue.get(val)
        super().__init__(
            operands=[ptr, val],
            result_types=[val.type],
            properties={
                "bin_op": IntegerAttr(BINARY_OPERATIONS.index(operation), i64),
                "ordering": IntegerAttr(ORDERINGS.index(ordering), i64),
                "syncscope": None if syncscope is None else StringAttr(syncscope),
                "alignment": None if alignment is None else IntegerAttr(alignment, i64),
                "volatile_": UnitAttr() if volatile else None,
            },
        )

    def verify_(self) -> None:
        if self.ordering.value.data < _MONOTONIC:
            raise VerifyException(
                "'llvm.atomicrmw' op expected at least 'monotonic' ordering"
            )
        operation = BINARY_OPERATIONS[self.bin_op.value.data]
        type_ = self.val.type
        if isa(type_, VectorType) and type_.get_num_scalable_dims():
            raise VerifyException(
                "'llvm.atomicrmw' op 'val' must be of a fixed-length vector type"
            )
        is_integer = isa(type_, IntegerType) and type_.width.data in _ATOMIC_WIDTHS
        if operation == "xchg":
            if not (
                is_integer
                or isinstance(type_, LLVMPointerType)
                or (isinstance(type_, AnyFloat) and type_.bitwidth in _ATOMIC_WIDTHS)
            ):
                raise VerifyException(
                    "'llvm.atomicrmw' op unexpected LLVM IR type for 'xchg' bin_op"
                )
        elif operation in _FLOAT_OPERATIONS:
            if not isinstance(get_element_type_or_self(type_), AnyFloat):
                raise VerifyException(
                    "'llvm.atomicrmw' op expected LLVM IR floating point type"
                )
        elif not is_integer:
            raise VerifyException("'llvm.atomicrmw' op expected LLVM IR integer type")


@irdl_op_definition
class FenceOp(IRDLOperation):
    """Order the accesses before and after: `llvm.fence syncscope("agent") seq_cst`."""

    name = "llvm.fence"

    ordering = prop_def(_Ordering)
    syncscope = opt_prop_def(StringAttr)

    assembly_format = (
        "(`syncscope` `` `(` $syncscope^ `)`)? custom<Ordering>($ordering) attr-dict"
    )
    custom_directives = (Ordering,)

    def __init__(self, ordering: str, syncscope: str | None = None):
        super().__init__(
            properties={
                "ordering": IntegerAttr(ORDERINGS.index(ordering), i64),
                "syncscope": None if syncscope is None else StringAttr(syncscope),
            }
        )

    def verify_(self) -> None:
        if self.ordering.value.data < _ACQUIRE:
            raise VerifyException(
                "'llvm.fence' op can be given only acquire, release, acq_rel, and "
                "seq_cst orderings"
            )
