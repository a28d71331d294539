"""
The small enumerations of the dialect that several topics use.
"""

from __future__ import annotations

from xdsl.dialects.gpu import DimensionAttr, DimensionEnum
from xdsl.dialects.utils import EnumAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.mlir.irdl.enums import InAngleBrackets

__all__ = [
    "AddressSpace",
    "AddressSpaceAttr",
    "DimensionAttr",
    "DimensionEnum",
]


class AddressSpace(StrEnum):
    """A memory of the device."""

    Global = "global"
    """Seen by every thread of every block."""

    Workgroup = "workgroup"
    """Seen by the threads of one block ("shared memory")."""

    Private = "private"
    """Seen by one thread."""


@irdl_attr_definition
class AddressSpaceAttr(InAngleBrackets, EnumAttribute[AddressSpace]):
    """
    The memory that a buffer lives in: `memref<4xf32, #gpu.address_space<workgroup>>`.
    """

    name = "gpu.address_space"
