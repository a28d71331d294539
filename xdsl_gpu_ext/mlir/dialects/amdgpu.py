"""The memory spaces of the `amdgpu` dialect (`mlir/Dialect/AMDGPU/IR`)."""

from __future__ import annotations

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Dialect
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.mlir.irdl.enums import InAngleBrackets


class AMDGPUAddressSpace(StrEnum):
    """How a buffer resource, a pointer with bounds, is passed on."""

    FatRawBuffer = "fat_raw_buffer"
    BufferRsrc = "buffer_rsrc"
    FatStructuredBuffer = "fat_structured_buffer"


@irdl_attr_definition
class AMDGPUAddressSpaceAttr(InAngleBrackets, EnumAttribute[AMDGPUAddressSpace]):
    """AMD: `#amdgpu.address_space<fat_raw_buffer>` (`mlir/Dialect/AMDGPU/IR`)."""

    name = "amdgpu.address_space"


AMDGPU = Dialect("amdgpu", [], [AMDGPUAddressSpaceAttr])
