"""
The small enumerations of the dialect: dimensions and address spaces.
"""

from __future__ import annotations

from xdsl.dialects.gpu import DimensionAttr, DimensionEnum
from xdsl.dialects.utils import EnumAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.str_enum import StrEnum

__all__ = ["AddressSpace", "AddressSpaceAttr", "DimensionAttr", "DimensionEnum"]


class AddressSpace(StrEnum):
    """A memory of the device."""

    Global = "global"
    """Seen by every thread of every block."""

    Workgroup = "workgroup"
    """Seen by the threads of one block ("shared memory")."""

    Private = "private"
    """Seen by one thread."""


@irdl_attr_definition
class AddressSpaceAttr(EnumAttribute[AddressSpace]):
    """
    The memory that a buffer lives in: `memref<4xf32, #gpu.address_space<workgroup>>`.
    """

    name = "gpu.address_space"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> AddressSpace:
        with parser.in_angle_brackets():
            return super().parse_parameter(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            super().print_parameter(printer)
