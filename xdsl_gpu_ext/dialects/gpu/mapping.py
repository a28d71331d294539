"""
What the dimensions of a loop are mapped to on the device.

`#gpu.block<x>` and its like stand in the `mapping` of an `scf.forall`,
`#gpu.loop_dim_map` in that of an `scf.parallel`. Ids are those of a grid of three
dimensions, `x`, `y`, `z`, or of a linear numbering that the loop splits anew,
`linear_dim_0` to `linear_dim_9`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import AffineMapAttr, IntAttr
from xdsl.dialects.gpu import LoopDimMapAttr, ProcessorAttr, ProcessorEnum
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.dialects.gpu.attributes import AddressSpace
from xdsl_gpu_ext.mlir.interfaces.attributes import (
    DeviceMappingAttrInterface,
    DeviceMaskingAttrInterface,
)
from xdsl_gpu_ext.mlir.irdl.enums import InAngleBrackets

__all__ = [
    "GPUBlockMappingAttr",
    "GPULaneMappingAttr",
    "GPUMappingMaskAttr",
    "GPUMemorySpaceMappingAttr",
    "GPUThreadMappingAttr",
    "GPUWarpMappingAttr",
    "GPUWarpgroupMappingAttr",
    "LoopDimMapAttr",
    "LoopDimMapSyntax",
    "MappingId",
    "ProcessorAttr",
    "ProcessorEnum",
]


class MappingId(StrEnum):
    """A dimension of a grid, or of linear ids."""

    DimX = "x"
    DimY = "y"
    DimZ = "z"
    LinearDim0 = "linear_dim_0"
    LinearDim1 = "linear_dim_1"
    LinearDim2 = "linear_dim_2"
    LinearDim3 = "linear_dim_3"
    LinearDim4 = "linear_dim_4"
    LinearDim5 = "linear_dim_5"
    LinearDim6 = "linear_dim_6"
    LinearDim7 = "linear_dim_7"
    LinearDim8 = "linear_dim_8"
    LinearDim9 = "linear_dim_9"


_IDS = tuple(MappingId)
_FIRST_LINEAR = _IDS.index(MappingId.LinearDim0)


class _IdMapping(InAngleBrackets, DeviceMappingAttrInterface):
    """A mapping to one dimension of ids of some kind."""

    data: MappingId

    @property
    def mapping_id(self) -> int:
        return _IDS.index(self.data)

    @property
    def is_linear_mapping(self) -> bool:
        return self.mapping_id >= _FIRST_LINEAR

    @property
    def relative_index(self) -> int:
        return self.mapping_id - (_FIRST_LINEAR if self.is_linear_mapping else 0)


@irdl_attr_definition
class GPUBlockMappingAttr(_IdMapping, EnumAttribute[MappingId]):
    """Blocks of the grid: `#gpu.block<x>`."""

    name = "gpu.block"


@irdl_attr_definition
class GPUWarpgroupMappingAttr(_IdMapping, EnumAttribute[MappingId]):
    """Groups of warps of a block: `#gpu.warpgroup<x>`."""

    name = "gpu.warpgroup"


@irdl_attr_definition
class GPUWarpMappingAttr(_IdMapping, EnumAttribute[MappingId]):
    """Warps of a block: `#gpu.warp<linear_dim_0>`."""

    name = "gpu.warp"


@irdl_attr_definition
class GPUThreadMappingAttr(_IdMapping, EnumAttribute[MappingId]):
    """Threads of a block: `#gpu.thread<x>`."""

    name = "gpu.thread"


@irdl_attr_definition
class GPULaneMappingAttr(_IdMapping, EnumAttribute[MappingId]):
    """Threads of a warp, by linear ids only: `#gpu.lane<linear_dim_0>`."""

    name = "gpu.lane"


@irdl_attr_definition
class GPUMappingMaskAttr(ParametrizedAttribute, DeviceMaskingAttrInterface):
    """Which of 64 units take part, one bit each, the lowest first: `#gpu.mask<255>`."""

    name = "gpu.mask"

    mask: IntAttr

    def __init__(self, mask: int | IntAttr):
        super().__init__(IntAttr(mask) if isinstance(mask, int) else mask)

    @property
    def max_num_physical_ids(self) -> int:
        return 64

    def verify(self) -> None:
        if not 0 <= self.mask.data < 2**64:
            raise VerifyException("expected a mask of 64 bits")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            pos = parser.pos
            mask = parser.parse_integer(allow_boolean=False)
            if not -(2**63) <= mask < 2**64:
                parser.raise_error("integer value too large", pos, parser.pos)
        return (IntAttr(mask % 2**64),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_int(self.mask.data)


@irdl_attr_definition
class GPUMemorySpaceMappingAttr(
    InAngleBrackets, EnumAttribute[AddressSpace], DeviceMappingAttrInterface
):
    """A memory of the device, as a mapping: `#gpu.memory_space<workgroup>`."""

    name = "gpu.memory_space"

    @property
    def mapping_id(self) -> int:
        return 1 + list(AddressSpace).index(self.data)

    @property
    def is_linear_mapping(self) -> bool:
        return False

    @property
    def relative_index(self) -> int:
        return self.mapping_id


@irdl_attr_definition
class LoopDimMapSyntax(ParametrizedAttribute):
    """
    Reads `#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = ...>`
    with its parts in any order, as MLIR does. What is read is xDSL's attribute, of
    which xDSL allows no subclass.
    """

    name = "gpu.loop_dim_map"

    processor: ProcessorAttr
    map: AffineMapAttr
    bound: AffineMapAttr

    @classmethod
    def new(cls, params: Sequence[Attribute]) -> Any:
        return LoopDimMapAttr.new(params)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parts: dict[str, Attribute] = {}

        def parse_part() -> None:
            pos = parser.pos
            name = parser.parse_identifier()
            if name in parts or name not in ("processor", "map", "bound"):
                parser.raise_error(
                    f"duplicate or unknown struct parameter name: {name}",
                    pos,
                    parser.pos,
                )
            parser.parse_punctuation("=")
            if name == "processor":
                keyword = parser.parse_optional_identifier_or_str_literal()
                processors = [str(case) for case in ProcessorEnum]
                if keyword not in processors:
                    parser.raise_error(f"expected one of: {', '.join(processors)}")
                parts[name] = ProcessorAttr(ProcessorEnum(keyword))
            else:
                parts[name] = AffineMapAttr(parser.parse_affine_map())

        with parser.in_angle_brackets():
            parser.parse_comma_separated_list(parser.Delimiter.NONE, parse_part)
            if len(parts) != 3:
                parser.raise_error("expected processor, map and bound")
        return [parts["processor"], parts["map"], parts["bound"]]
