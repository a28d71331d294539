"""
Loads and stores that are volatile, atomic in a scope, or bear metadata.

From `mlir/Dialect/LLVMIR/LLVMOps.td`. Which orderings and alignments an access may have
is left unchecked, as in xDSL.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import ClassVar

from xdsl.dialects import llvm as xdsl_llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    IntAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    i64,
)
from xdsl.ir import Operation
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_attr_definition,
    opt_prop_def,
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
from xdsl.traits import EffectInstance, MemoryEffectKind
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.dialects.llvm.atomics import ORDERINGS
from xdsl_gpu_ext.mlir.interfaces.traits import Reads, Writes
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.structs import StructAttribute, boolean, integer

_NOT_ATOMIC = ORDERINGS.index("not_atomic")
_UNORDERED = ORDERINGS.index("unordered")


@irdl_attr_definition
class DereferenceableAttr(StructAttribute):
    """
    How many bytes may be read at the pointer that is loaded:
    `#llvm.dereferenceable<bytes = 8, mayBeNull = true>`.
    """

    name = "llvm.dereferenceable"

    bytes: IntAttr
    mayBeNull: BoolAttr

    PARAMETER_SYNTAX: ClassVar = {"bytes": integer(), "mayBeNull": boolean(False)}


@irdl_custom_directive
class Atomic(CustomDirective):
    """`atomic syncscope("agent") acquire`; nothing for an access that is not atomic."""

    syncscope: AttributeVariable
    ordering: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_keyword("atomic") is None:
            self.ordering.set(state, IntegerAttr(_NOT_ATOMIC, i64))
            return
        if parser.parse_optional_keyword("syncscope") is not None:
            with parser.in_parens():
                self.syncscope.set(state, StringAttr(parser.parse_str_literal()))
        pos = parser.pos
        word = parser.parse_identifier()
        if word not in ORDERINGS:
            parser.raise_error(f"unknown atomic ordering '{word}'", pos, parser.pos)
        self.ordering.set(state, IntegerAttr(ORDERINGS.index(word), i64))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        ordering = self.ordering.get(op)
        if not isinstance(ordering, IntegerAttr) or ordering.value.data == _NOT_ATOMIC:
            return
        state.print_whitespace(printer)
        printer.print_string("atomic ")
        scope = self.syncscope.get(op)
        if isinstance(scope, StringAttr):
            printer.print_string("syncscope")
            with printer.in_parens():
                printer.print_attribute(scope)
            printer.print_string(" ")
        printer.print_string(ORDERINGS[ordering.value.data])


def _verify_scope(op: LoadOp | StoreOp) -> None:
    ordering = op.ordering
    if ordering is not None and ordering.value.data not in range(len(ORDERINGS)):
        raise VerifyException(
            f"'{op.name}' op attribute 'ordering' failed to satisfy constraint: Atomic "
            "ordering for LLVM's memory model"
        )
    is_atomic = ordering is not None and ordering.value.data != _NOT_ATOMIC
    if op.syncscope is not None and not is_atomic:
        raise VerifyException(
            f"'{op.name}' op expected syncscope to be null for non-atomic access"
        )


def _is_ordered(op: Operation) -> bool:
    """Whether an access is volatile, or atomic and orders others."""
    if op.get_attr_or_prop("volatile_") is not None:
        return True
    ordering = op.get_attr_or_prop("ordering")
    return isinstance(ordering, IntegerAttr) and ordering.value.data > _UNORDERED


_ANYTHING = frozenset(
    (EffectInstance(MemoryEffectKind.READ), EffectInstance(MemoryEffectKind.WRITE))
)


class _PointerRead(Reads):
    """Reads what is at the pointer. Where it orders others it may access anything."""

    def get_effects(self, op: Operation) -> AbstractSet[EffectInstance]:
        found = super().get_effects(op)
        return found | _ANYTHING if _is_ordered(op) else found


class _PointerWrite(Writes):
    """Writes what is at the pointer. Where it orders others it may access anything."""

    def get_effects(self, op: Operation) -> AbstractSet[EffectInstance]:
        found = super().get_effects(op)
        return found | _ANYTHING if _is_ordered(op) else found


@irdl_op_refinement
class LoadOp(xdsl_llvm.LoadOp):
    """
    What is at a pointer:
    `%0 = llvm.load %p atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32`.
    """

    volatile_ = opt_prop_def(UnitAttr)
    nontemporal = opt_prop_def(UnitAttr)
    invariant = opt_prop_def(UnitAttr)
    invariantGroup = opt_prop_def(UnitAttr)
    syncscope = opt_prop_def(StringAttr)
    dereferenceable = opt_prop_def(DereferenceableAttr)
    access_groups = opt_prop_def(ArrayAttr)
    alias_scopes = opt_prop_def(ArrayAttr)
    noalias_scopes = opt_prop_def(ArrayAttr)
    tbaa = opt_prop_def(ArrayAttr)

    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "(`volatile` $volatile_^)? $ptr custom<Atomic>($syncscope, $ordering) "
        "(`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? "
        "(`dereferenceable` `` $dereferenceable^)? attr-dict "
        "`:` type($ptr) `->` type($dereferenced_value)"
    )
    custom_directives = (Atomic,)

    traits = traits_def(_PointerRead("ptr"))

    def verify_(self) -> None:
        _verify_scope(self)


@irdl_op_refinement
class StoreOp(xdsl_llvm.StoreOp):
    """
    Write to a pointer:
    `llvm.store volatile %x, %p {alignment = 4 : i64} : i32, !llvm.ptr`.
    """

    invariantGroup = opt_prop_def(UnitAttr)
    syncscope = opt_prop_def(StringAttr)
    access_groups = opt_prop_def(ArrayAttr)
    alias_scopes = opt_prop_def(ArrayAttr)
    noalias_scopes = opt_prop_def(ArrayAttr)
    tbaa = opt_prop_def(ArrayAttr)

    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "(`volatile` $volatile_^)? $value `,` $ptr "
        "custom<Atomic>($syncscope, $ordering) (`invariant_group` $invariantGroup^)? "
        "attr-dict `:` type($value) `,` type($ptr)"
    )
    custom_directives = (Atomic,)

    traits = traits_def(_PointerWrite("ptr"))

    def verify_(self) -> None:
        _verify_scope(self)
