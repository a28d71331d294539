"""Matrices in shared local memory, described by a memory descriptor."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.dialects.builtin import (
    DenseArrayBase,
    FixedBitwidthType,
    IndexType,
    MemRefType,
    UnitAttr,
    VectorType,
    i64,
)
from xdsl.dialects.utils import DynamicIndexList
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.dialects.xegpu.common import (
    Index,
    Layout,
    element_count,
    verify_same_element_type,
)
from xdsl_gpu_ext.dialects.xegpu.constraints import AnyValue, SharedBuffer
from xdsl_gpu_ext.dialects.xegpu.layouts import DistributeLayoutAttr
from xdsl_gpu_ext.dialects.xegpu.syntax import (
    join_indices,
    op_with_prop_dict,
    split_indices,
    verify_indices,
)
from xdsl_gpu_ext.dialects.xegpu.types import MemDescType
from xdsl_gpu_ext.mlir.interfaces.traits import Reads, ViewLike, Writes


def _size_in_bits(type: MemRefType | MemDescType) -> int:
    element_type = type.get_element_type()
    if not isinstance(element_type, FixedBitwidthType):
        raise VerifyException(f"the size of {element_type} elements is unknown")
    return element_count(type.get_shape()) * element_type.bitwidth


@op_with_prop_dict
class CreateMemDescOp(IRDLOperation):
    """
    Describe a buffer in shared memory as a matrix of the same size.

        %m = xegpu.create_mem_desc %buffer
            : memref<4096xi8, 3>
            -> !xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [16, 16]>>

    The buffer is contiguous, of rank 1 or 2 and of static shape.
    """

    name = "xegpu.create_mem_desc"

    source = operand_def(SharedBuffer)
    mem_desc = result_def(MemDescType)

    traits = traits_def(Pure(), ViewLike("source"))

    assembly_format = "$source attr-dict `` `:` type($source) `->` type($mem_desc)"

    def __init__(self, source: SSAValue | Operation, result_type: MemDescType):
        super().__init__(operands=[source], result_types=[result_type])

    def verify_(self) -> None:
        source_type = SSAValue.get(self.source, type=MemRefType).type
        if _size_in_bits(source_type) != _size_in_bits(self.mem_desc.type):
            raise VerifyException(
                "failed to verify that all of {source, mem_desc} have same size in bits"
            )


def _verify_block_io(
    layout: DistributeLayoutAttr, stride: Sequence[int], block: Sequence[int]
) -> None:
    """Check that what the lanes of a subgroup take at a time is contiguous."""
    lane_data = layout.effective_lane_data
    if not lane_data:
        return
    if any(size != 1 for size in lane_data[:-1]):
        raise VerifyException(
            "With subgroup_block_io, accessed data must be contiguous and coalesced."
        )
    for lanes, size, step in zip(layout.effective_lane_layout, block, stride):
        if lanes != size:
            raise VerifyException(
                "With subgroup_block_io, the block shape must match the lane layout."
            )
        if lanes != 1 and step != 1:
            raise VerifyException(
                "With subgroup_block_io, the distributed dimensions must be contiguous."
            )


class _MatrixAccess(IRDLOperation, ABC):
    """An access to part of a matrix."""

    mem_desc = operand_def(MemDescType)
    offsets = var_operand_def(IndexType)

    const_offsets = prop_def(DenseArrayBase.constr(i64))
    subgroup_block_io = opt_prop_def(UnitAttr)
    layout = opt_prop_def(Layout)

    irdl_options = (ParsePropInAttrDict(),)

    custom_directives = (DynamicIndexList,)

    @property
    def mem_desc_type(self) -> MemDescType:
        """The type of the descriptor."""
        return SSAValue.get(self.mem_desc, type=MemDescType).type

    @property
    def mixed_offsets(self) -> tuple[SSAValue | int, ...]:
        """Where in the matrix the part starts."""
        return join_indices(self.const_offsets, self.offsets)

    def _verify_access(self, **moved: SSAValue) -> None:
        """Check the descriptor and the one value that is moved, which is named."""
        mem_desc = self.mem_desc_type
        verify_indices("offsets", self.const_offsets, self.offsets)
        types = {name: value.type for name, value in moved.items()}
        verify_same_element_type(mem_desc=mem_desc, **types)
        (value,) = types.values()
        block_io = self.subgroup_block_io is not None
        if not isa(value, VectorType):
            if block_io:
                raise VerifyException(
                    "subgroup_block_io are only allowed when result is a VectorType."
                )
            return
        if mem_desc.get_num_dims() != 2:
            raise VerifyException("mem_desc must be 2D.")
        if block_io and self.layout is not None:
            _verify_block_io(self.layout, mem_desc.stride, mem_desc.block_shape)
        shape = value.get_shape()
        if len(shape) == 2:
            if any(size > limit for size, limit in zip(shape, mem_desc.get_shape())):
                raise VerifyException("data shape must not exceed mem_desc shape.")
        elif block_io and mem_desc.is_col_major:
            raise VerifyException(
                "mem_desc should be row major when subgroup_block_io is set."
            )


@op_with_prop_dict
class LoadMatrixOp(_MatrixAccess):
    """
    Load part of a matrix in shared memory.

        %v = xegpu.load_matrix %m[%i, 0]
            : !xegpu.mem_desc<128x128xf16>, index -> vector<8x16xf16>

    `offsets` say where in the matrix the part starts. `subgroup_block_io` promises that
    they are the same for all lanes, so that the subgroup can load one contiguous block.
    `layout` says how a workgroup or a subgroup divides the work. At lane level, the
    result is the lane's part, a vector of rank 1 or a scalar.
    """

    name = "xegpu.load_matrix"

    res = result_def(AnyValue)

    traits = traits_def(Reads("mem_desc"))

    assembly_format = (
        "$mem_desc `` custom<DynamicIndexList>($offsets, $const_offsets) "
        "attr-dict `` `:` type(operands) `->` type($res)"
    )

    def __init__(
        self,
        mem_desc: SSAValue | Operation,
        offsets: Sequence[Index],
        result_type: Attribute,
        *,
        subgroup_block_io: bool = False,
        layout: DistributeLayoutAttr | None = None,
    ):
        dynamic, const_offsets = split_indices(offsets)
        super().__init__(
            operands=[mem_desc, dynamic],
            properties={
                "const_offsets": const_offsets,
                "subgroup_block_io": UnitAttr() if subgroup_block_io else None,
                "layout": layout,
            },
            result_types=[result_type],
        )

    def verify_(self) -> None:
        self._verify_access(res=self.res)


@op_with_prop_dict
class StoreMatrixOp(_MatrixAccess):
    """
    Store part of a matrix in shared memory.

        xegpu.store_matrix %v, %m[%i, 0]
            : vector<8x16xf16>, !xegpu.mem_desc<128x128xf16>, index

    `offsets` say where in the matrix the part starts. `subgroup_block_io` promises that
    they are the same for all lanes, so that the subgroup can store one contiguous
    block. `layout` says how a workgroup or a subgroup divides the work. At lane level,
    the data is the lane's part, a vector of rank 1 or a scalar.
    """

    name = "xegpu.store_matrix"

    data = operand_def(AnyValue)

    traits = traits_def(Writes("mem_desc"))

    assembly_format = (
        "$data `,` $mem_desc `` custom<DynamicIndexList>($offsets, $const_offsets) "
        "attr-dict `` `:` type(operands)"
    )

    def __init__(
        self,
        data: SSAValue | Operation,
        mem_desc: SSAValue | Operation,
        offsets: Sequence[Index],
        *,
        subgroup_block_io: bool = False,
        layout: DistributeLayoutAttr | None = None,
    ):
        dynamic, const_offsets = split_indices(offsets)
        super().__init__(
            operands=[data, mem_desc, dynamic],
            properties={
                "const_offsets": const_offsets,
                "subgroup_block_io": UnitAttr() if subgroup_block_io else None,
                "layout": layout,
            },
        )

    def verify_(self) -> None:
        self._verify_access(data=self.data)
