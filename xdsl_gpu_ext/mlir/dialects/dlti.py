"""
What `mlir-opt` demands of data layouts that operations bear, `dlti.dl_spec`.

From `mlir/Dialect/DLTI` and `mlir/Interfaces/DataLayoutInterfaces.td`. The attributes
are xDSL's.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    StringAttr,
    i64,
)
from xdsl.dialects.dlti import (
    DataLayoutEntryAttr,
    DataLayoutSpecAttr,
    MapAttr,
    TargetSystemSpecAttr,
)
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute, BuiltinAttribute, Operation, TypeAttribute
from xdsl.utils.hints import isa

_KINDS = {
    kind.name: kind for kind in (DataLayoutSpecAttr, MapAttr, TargetSystemSpecAttr)
}
"""What an operation may bear: each kind of attribute under the name of the kind."""

_MODULES = frozenset({"builtin.module", "gpu.module"})
_ENTRY_NAMES = frozenset(
    f"dlti.{name}"
    for name in (
        "alloca_memory_space",
        "default_memory_space",
        "endianness",
        "function_pointer_alignment",
        "global_memory_space",
        "legal_int_widths",
        "mangling_mode",
        "program_memory_space",
        "stack_alignment",
    )
)


def verify_attribute(
    op: Operation, name: str, attribute: Attribute
) -> Iterator[tuple[Operation, str]]:
    """What is wrong with an attribute of a name that begins with `dlti.`."""
    if (kind := _KINDS.get(name)) is None:
        yield op, f"attribute '{name}' not supported by dialect"
    elif not isinstance(attribute, kind):
        yield op, f"'{name}' is expected to be a #{name} attribute"
    elif isinstance(attribute, DataLayoutSpecAttr) and op.name in _MODULES:
        for entry in attribute.entries:
            fault = _fault_of_entry(entry)
            if fault is not None:
                yield op, fault


def _fault_of_entry(entry: DataLayoutEntryAttr) -> str | None:
    match entry.key:
        case StringAttr(data=name) if name == "dlti.endianness":
            if entry.value not in (StringAttr("big"), StringAttr("little")):
                return (
                    "'dlti.endianness' data layout entry is expected to be either "
                    "'big' or 'little'"
                )
        case StringAttr(data=name):
            if name.startswith("dlti.") and name not in _ENTRY_NAMES:
                return f"unknown data layout entry name: {name}"
        case LLVMPointerType() as type:
            return _fault_of_pointer(type, entry.value)
        case IndexType():
            if not isinstance(entry.value, IntegerAttr):
                return "expected integer attribute in the data layout entry for 'index'"
        case IntegerType():
            return _fault_of_number(entry)
        case type if isinstance(type, AnyFloat):
            return _fault_of_number(entry)
        case BuiltinAttribute():
            return "unexpected data layout for a built-in type"
        case TypeAttribute() as type if type.name.startswith("gpu."):
            return "data layout specified for a type that does not support it"
        case _:
            pass
    return None


def _numbers(value: Attribute) -> tuple[int, ...] | None:
    """The elements of a dense attribute of integers."""
    if not isa(value, DenseIntOrFPElementsAttr[IntegerType]):
        return None
    return value.get_values()


def _fault_of_pointer(type: LLVMPointerType, value: Attribute) -> str | None:
    """Size, alignments by ABI and preference, and the size of an index, in bits."""
    numbers = _numbers(value)
    if numbers is None or len(numbers) not in (3, 4):
        return (
            f"expected layout attribute for '{type}' to be a dense integer elements "
            "attribute with 3 or 4 elements"
        )
    assert isinstance(value, DenseIntOrFPElementsAttr)
    if value.get_element_type() != i64:
        return f"expected i64 parameters for '{type}'"
    if numbers[1] > numbers[2]:
        return (
            "preferred alignment is expected to be at least as large as ABI alignment"
        )
    return None


def _fault_of_number(entry: DataLayoutEntryAttr) -> str | None:
    """Alignments by ABI and preference, in bits."""
    numbers = _numbers(entry.value)
    where = f"in the data layout entry {entry}"
    if not isa(entry.value, DenseIntOrFPElementsAttr) or (
        numbers is None or entry.value.get_element_type() != i64
    ):
        return f"expected a dense i64 elements attribute {where}"
    if not 1 <= len(numbers) <= 2:
        return f"expected 1 or 2 elements {where}"
    if numbers[0] > numbers[-1]:
        return (
            "preferred alignment is expected to be greater than or equal to the abi "
            f"alignment {where}"
        )
    return None
