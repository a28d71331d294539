"""
The memory spaces that targets give to buffers:
`memref<4xf32, #nvvm.memory_space<shared>>`.

Of the dialects `amdgpu` and `ptr` nothing else is defined. `gpu` and `spirv` define
theirs themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntAttr
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.dialects.utils.enums import InAngleBrackets


class AMDGPUAddressSpace(StrEnum):
    """How a buffer resource, a pointer with bounds, is passed on."""

    FatRawBuffer = "fat_raw_buffer"
    BufferRsrc = "buffer_rsrc"
    FatStructuredBuffer = "fat_structured_buffer"


@irdl_attr_definition
class AMDGPUAddressSpaceAttr(InAngleBrackets, EnumAttribute[AMDGPUAddressSpace]):
    """AMD: `#amdgpu.address_space<fat_raw_buffer>` (`mlir/Dialect/AMDGPU/IR`)."""

    name = "amdgpu.address_space"


class NVVMMemorySpace(StrEnum):
    """A state space of PTX."""

    Generic = "generic"
    Global = "global"
    Shared = "shared"
    Constant = "constant"
    Local = "local"
    Tensor = "tensor"
    SharedCluster = "shared_cluster"


@irdl_attr_definition
class MemorySpaceAttr(InAngleBrackets, EnumAttribute[NVVMMemorySpace]):
    """NVIDIA: `#nvvm.memory_space<shared>` (`mlir/Dialect/LLVMIR/NVVMOps.td`)."""

    name = "nvvm.memory_space"


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
class AddressSpaceAttr(ParametrizedAttribute):
    """
    By its number in LLVM IR, from 0 to 2^32 - 1: `#llvm.address_space<3>`
    (`mlir/Dialect/LLVMIR/LLVMAttrDefs.td`).
    """

    name = "llvm.address_space"

    addressSpace: IntAttr

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            pos = parser.pos
            number = parser.parse_integer(allow_boolean=False)
            if not -(2**31) <= number < 2**32:
                parser.raise_error("integer value too large", pos, parser.pos)
        return [IntAttr(number % 2**32)]

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_int(self.addressSpace.data)


@irdl_attr_definition
class GenericSpaceAttr(ParametrizedAttribute):
    """Any memory: `#ptr.generic_space` (`mlir/Dialect/Ptr/IR/PtrAttrDefs.td`)."""

    name = "ptr.generic_space"


AMDGPU = Dialect("amdgpu", [], [AMDGPUAddressSpaceAttr])
PTR = Dialect("ptr", [], [GenericSpaceAttr])
