"""
The address spaces and the target of the `xevm` dialect
(`mlir/Dialect/LLVMIR/XeVMOps.td`).

Of a target `O` is the optimisation level; `flags` and the files to link are for its
compiler. Operations are not defined.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntAttr,
    NoneAttr,
    StringAttr,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Dialect
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.mlir.interfaces.attributes import TargetAttrInterface
from xdsl_gpu_ext.mlir.irdl.enums import InAngleBrackets
from xdsl_gpu_ext.mlir.irdl.structs import (
    StructAttribute,
    attribute,
    integer,
    string,
)


class XeVMAddrSpace(StrEnum):
    """An address space of OpenCL."""

    Private = "private"
    Global = "global"
    Constant = "constant"
    Shared = "shared"
    Generic = "generic"


@irdl_attr_definition
class AddrSpaceAttr(InAngleBrackets, EnumAttribute[XeVMAddrSpace]):
    """Intel: `#xevm.addr_space<global>` (`mlir/Dialect/LLVMIR/XeVMOps.td`)."""

    name = "xevm.addr_space"


@irdl_attr_definition
class XeVMTargetAttr(StructAttribute, TargetAttrInterface):
    """Intel: `#xevm.target<O = 3, chip = "pvc">`."""

    name = "xevm.target"

    O: IntAttr  # noqa: E741
    triple: StringAttr
    chip: StringAttr
    flags: DictionaryAttr | NoneAttr
    linkFiles: ArrayAttr | NoneAttr

    OMIT_EMPTY: ClassVar = True
    PARAMETER_SYNTAX: ClassVar = {
        "O": integer(2),
        "triple": string("spirv64-unknown-unknown"),
        "chip": string("bmg"),
        "flags": attribute(),
        "linkFiles": attribute(),
    }


XeVM = Dialect("xevm", [], [AddrSpaceAttr, XeVMTargetAttr])
