"""Symbols as verifiers see them."""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr, UnregisteredOp
from xdsl.ir import Operation
from xdsl.traits import SymbolTable
from xdsl.utils.exceptions import VerifyException

VISIBILITIES = ("public", "private", "nested")
"""Who may use a symbol: all, the symbol table itself, tables around it too."""


def is_in_symbol_table(op: Operation) -> bool:
    """Whether an operation around `op` is a symbol table."""
    ancestor = op.parent_op()
    while ancestor is not None and not ancestor.has_trait(SymbolTable):
        ancestor = ancestor.parent_op()
    return ancestor is not None


def nearest_symbol(op: Operation, name: SymbolRefAttr) -> Operation | None:
    """What `name` means at `op`, in the closest symbol table around it."""
    parent = op.parent_op()
    if parent is None or not is_in_symbol_table(op):
        return None
    return SymbolTable.lookup_symbol(parent, name)


def verify_symbol(op: Operation) -> None:
    """`op` defines a symbol directly inside a symbol table, with a known visibility."""
    visibility = op.get_attr_or_prop("sym_visibility")
    if visibility is not None and (
        not isinstance(visibility, StringAttr) or visibility.data not in VISIBILITIES
    ):
        raise VerifyException(
            'visibility expected to be one of ["public", "private", "nested"], but got '
            f"{visibility}"
        )
    parent = op.parent_op()
    if (
        parent is not None
        and not isinstance(parent, UnregisteredOp)
        and not parent.has_trait(SymbolTable)
    ):
        raise VerifyException("symbol's parent must have the SymbolTable trait")
