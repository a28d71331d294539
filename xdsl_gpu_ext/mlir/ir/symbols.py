"""Symbols: who defines them, and who refers to them."""

from __future__ import annotations

from collections.abc import Container, Iterator

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    SymbolRefAttr,
    UnregisteredOp,
)
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, Region
from xdsl.traits import SymbolOpInterface, SymbolTable


def symbol_name(op: Operation) -> str | None:
    """The name of the symbol that `op` defines, if it defines one."""
    interface = op.get_trait(SymbolOpInterface)
    if interface is None:
        return None
    name = interface.get_sym_attr_name(op)
    return None if name is None else name.data


def symbols_in(table: Operation) -> dict[str, Operation]:
    """The symbols that `table`, which has the trait `SymbolTable`, holds by name."""
    return {
        name: op
        for block in table.regions[0].blocks
        for op in block.ops
        if (name := symbol_name(op)) is not None
    }


def references_of(op: Operation) -> Iterator[SymbolRefAttr]:
    """The symbols that `op` itself names, by the name of the attribute."""
    for _, attribute in sorted((op.properties | op.attributes).items()):
        yield from _references_in(attribute)


def symbol_references(
    source: Operation | Region, known_dialects: Container[str] = ()
) -> list[SymbolRefAttr] | None:
    """
    The symbols of a table around `source` to which it and the operations inside it
    refer: what is inside another symbol table does not count.

    `None` means that they are not known: an operation of no dialect in `known_dialects`
    may be a symbol table if it has one region. The order is MLIR's: by name of the
    attribute, and a region after all operations of the region around it.
    """
    references: list[SymbolRefAttr] = []

    def visit(op: Operation) -> bool:
        """Whether the references of `op` are known."""
        if isinstance(op, UnregisteredOp) and len(op.regions) == 1:
            dialect, dot, _ = op.op_name.data.partition(".")
            if not dot or dialect not in known_dialects:
                return False
        references.extend(references_of(op))
        if not op.has_trait(SymbolTable, value_if_unregistered=False):
            pending.extend(op.regions)
        return True

    pending: list[Region] = []
    if isinstance(source, Region):
        pending.append(source)
    elif not visit(source):
        return None
    while pending:
        for block in pending.pop().blocks:
            if not all(map(visit, block.ops)):
                return None
    return references


def _references_in(attribute: Attribute) -> Iterator[SymbolRefAttr]:
    match attribute:
        case SymbolRefAttr():
            yield attribute
        case DictionaryAttr():
            for _, inner in sorted(attribute.data.items()):
                yield from _references_in(inner)
        case ArrayAttr():
            for inner in attribute.data:
                yield from _references_in(inner)
        case ParametrizedAttribute():
            for inner in attribute.parameters:
                yield from _references_in(inner)
        case _:
            pass
