"""
Memory attributions: buffers that a kernel names in its signature.

`workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>>)` is one buffer a block,
`private(%p : memref<1xf32, #gpu.address_space<private>>)` one a thread. They are the
last arguments of the entry block, workgroup buffers first, of which the discardable
attribute `workgroup_attributions` holds the number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    MemRefType,
)
from xdsl.ir import Attribute, BlockArgument, Operation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.gpu.attributes import AddressSpace, AddressSpaceAttr

WORKGROUP_ATTRIBUTIONS = "workgroup_attributions"
"""Name of the attribute with the number of workgroup attributions."""


def count_workgroup_attributions(op: Operation) -> int:
    """The number of workgroup attributions of `op`."""
    count = op.attributes.get(WORKGROUP_ATTRIBUTIONS)
    return count.value.data if isinstance(count, IntegerAttr) else 0


def parse_attributions(
    parser: Parser, keyword: str, *, allow_attributes: bool = False
) -> tuple[list[Parser.Argument], ArrayAttr[DictionaryAttr] | None]:
    """
    Parse ``keyword` `(` %b : type {attributes}?, ... `)`` if it is there. The
    attributes are None if no buffer has any.
    """
    if parser.parse_optional_keyword(keyword) is None:
        return [], None
    attributes: list[DictionaryAttr] = []

    def parse_buffer() -> Parser.Argument:
        buffer = parser.parse_argument()
        if allow_attributes:
            attributes.append(
                DictionaryAttr(parser.parse_optional_dictionary_attr_dict())
            )
        buffer.location = parser.parse_optional_location()
        return buffer

    buffers = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_buffer)
    if not any(dictionary.data for dictionary in attributes):
        return buffers, None
    return buffers, ArrayAttr(attributes)


def print_attributions(
    printer: Printer,
    keyword: str,
    buffers: Sequence[BlockArgument],
    attributes: ArrayAttr[DictionaryAttr] | None = None,
) -> None:
    """Print what `parse_attributions` parses."""
    if not buffers:
        return
    dictionaries = () if attributes is None else attributes.data

    def print_buffer(indexed: tuple[int, BlockArgument]) -> None:
        index, buffer = indexed
        printer.print_ssa_value(buffer)
        printer.print_string(" : ")
        printer.print_attribute(buffer.type)
        if index < len(dictionaries):
            printer.print_op_attributes(dictionaries[index].data)
        if printer.print_debuginfo:
            printer.print_string(" ")
            printer.print_attribute(buffer.location)

    printer.print_string(f" {keyword}")
    with printer.in_parens():
        printer.print_list(enumerate(buffers), print_buffer)


def verify_attributions(
    op: Operation, buffers: Sequence[BlockArgument], space: AddressSpace
) -> None:
    """
    Buffers are memrefs, in `space` if a GPU address space is named. Lowerings replace
    those by numbers of the target, which are not checked.
    """
    for buffer in buffers:
        type = buffer.type
        if not isinstance(type, MemRefType):
            raise VerifyException(f"'{op.name}' op expected memref type in attribution")
        memory_space = cast(MemRefType[Attribute], type).memory_space
        if isinstance(memory_space, AddressSpaceAttr) and memory_space.data != space:
            raise VerifyException(
                f"'{op.name}' op expected memory space {space} in attribution"
            )
