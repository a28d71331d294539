"""
Blocks: dense tiles of memory, described by a tensor descriptor, that are read and
written whole.

The shapes of vectors tell at which level the program is written. The vector of a
workgroup or of a subgroup has the shape of the descriptor. The vector of a *lane* has
rank 1 and fewer elements: the block is divided evenly between the lanes.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Sequence
from typing import ClassVar, Unpack

from xdsl.dialects.builtin import (
    I64,
    DenseArrayBase,
    IndexType,
    IntegerType,
    MemRefType,
    NoneAttr,
    UnitAttr,
    VectorType,
    i64,
)
from xdsl.dialects.utils import DynamicIndexList
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    BaseAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
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

from xdsl_gpu_ext.dialects.xegpu.attributes import CachePolicy
from xdsl_gpu_ext.dialects.xegpu.common import (
    CachedArguments,
    CachedOp,
    Index,
    cached_properties,
    element_count,
    text_of,
    verify_same_element_type,
)
from xdsl_gpu_ext.dialects.xegpu.constraints import BlockSource, Value, address_space
from xdsl_gpu_ext.dialects.xegpu.syntax import (
    OptionalDynamicIndexList,
    OptionalShapeAndStrides,
    indices,
    join_indices,
    op_with_attr_dict,
    op_with_lenient_prop_dict,
    split_indices,
    verify_indices,
)
from xdsl_gpu_ext.dialects.xegpu.traits import Prefetches
from xdsl_gpu_ext.dialects.xegpu.types import TensorDescType
from xdsl_gpu_ext.mlir.interfaces.traits import Reads, ViewLike, Writes
from xdsl_gpu_ext.mlir.ir.memref_layout import strides_of

_Indices = DenseArrayBase.constr(i64)


def _split_optional(
    offsets: Sequence[Index] | None,
) -> tuple[list[SSAValue], DenseArrayBase[I64] | None]:
    return ([], None) if offsets in (None, [], ()) else split_indices(offsets)


def _not_scattered(type: TensorDescType) -> None:
    if type.is_scattered:
        raise VerifyException("Expects a non-scattered TensorDesc.")


def _matching_ranks(
    type: TensorDescType, const_offsets: DenseArrayBase[I64] | None
) -> None:
    if len(indices(const_offsets)) not in (0, type.get_num_dims()):
        raise VerifyException("Mismatched ranks between offsets and tensor descriptor")


@op_with_attr_dict
class CreateNdDescOp(IRDLOperation):
    """
    Describe a block of the memory that a memref or a pointer gives.

        %desc = xegpu.create_nd_tdesc %a[%i, 0]
            : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
        %desc = xegpu.create_nd_tdesc %ptr, shape : [%h, %w], strides : [%w, 1]
            : ui64 -> !xegpu.tensor_desc<8x16xf16>

    `offsets` say where in the source the block starts; they may be left to the
    operations that access the block. `shape` and `strides`, in elements, describe the
    source: a pointer needs them, a memref of unknown sizes should have them, and those
    of another memref are what its type says. All of them have the rank of the source,
    which is at least that of the block. The result is in the source's memory space and
    has its element type.
    """

    name = "xegpu.create_nd_tdesc"

    source = operand_def(BlockSource)
    offsets = var_operand_def(IndexType)
    shape = var_operand_def(IndexType)
    strides = var_operand_def(IndexType)

    const_offsets = opt_prop_def(_Indices)
    const_shape = opt_prop_def(_Indices)
    const_strides = opt_prop_def(_Indices)

    TensorDesc = result_def(TensorDescType)

    irdl_options = (AttrSizedOperandSegments(as_property=True), ParsePropInAttrDict())
    traits = traits_def(Pure(), ViewLike("source"))

    custom_directives = (OptionalDynamicIndexList, OptionalShapeAndStrides)
    assembly_format = (
        "$source `` custom<OptionalDynamicIndexList>($offsets, $const_offsets) "
        "custom<OptionalShapeAndStrides>($shape, $const_shape, "
        "$strides, $const_strides) "
        "attr-dict `:` type($source) `->` type($TensorDesc)"
    )

    def __init__(
        self,
        source: SSAValue | Operation,
        result_type: TensorDescType,
        offsets: Sequence[Index] | None = None,
        shape: Sequence[Index] | None = None,
        strides: Sequence[Index] | None = None,
    ):
        dynamic_offsets, const_offsets = _split_optional(offsets)
        dynamic_shape, const_shape = _split_optional(shape)
        dynamic_strides, const_strides = _split_optional(strides)
        super().__init__(
            operands=[source, dynamic_offsets, dynamic_shape, dynamic_strides],
            properties={
                "const_offsets": const_offsets,
                "const_shape": const_shape,
                "const_strides": const_strides,
            },
            result_types=[result_type],
        )

    @property
    def mixed_offsets(self) -> tuple[SSAValue | int, ...]:
        """Where the block starts, in each dimension of the source; may be empty."""
        return join_indices(self.const_offsets, self.offsets)

    @property
    def mixed_shape(self) -> tuple[SSAValue | int, ...]:
        """The sizes that are stated of the source; empty if its type says them."""
        return join_indices(self.const_shape, self.shape)

    @property
    def mixed_strides(self) -> tuple[SSAValue | int, ...]:
        """The strides that are stated of the source; empty if its type says them."""
        return join_indices(self.const_strides, self.strides)

    def verify_(self) -> None:
        source_type = self.source.type
        type = self.TensorDesc.type
        verify_indices("offsets", self.const_offsets, self.offsets)
        verify_indices("shape", self.const_shape, self.shape)
        verify_indices("strides", self.const_strides, self.strides)

        rank = strides_rank = 0
        source_space = 0
        if isa(source_type, MemRefType):
            rank = source_type.get_num_dims()
            known = strides_of(source_type)
            strides_rank = 0 if known is None else len(known.strides)
            source_space = address_space(source_type.memory_space)
        if self.const_shape is not None:
            rank = len(self.const_shape)
        if self.const_strides is not None:
            strides_rank = len(self.const_strides)

        space = type.memory_space.address_space
        if source_space != space:
            raise VerifyException(
                f"Memory space mismatch. Source: {source_space}, TensorDesc: {space}"
            )
        if isinstance(source_type, IntegerType) and not (rank and strides_rank):
            raise VerifyException(
                "expecting strides and shape to be present for integer source."
            )
        if rank != strides_rank or len(indices(self.const_offsets)) not in (0, rank):
            raise VerifyException(
                "Expecting the rank of shape, strides, offsets, and source (if source "
                "is a memref) should match with each other."
            )
        if type.get_num_dims() > rank:
            raise VerifyException(
                "Expecting the TensorDesc rank is not greater than the ranks of shape, "
                "strides, offsets or the memref source."
            )
        if (
            isa(source_type, MemRefType)
            and source_type.element_type != type.elementType
        ):
            raise VerifyException(
                "TensorDesc should have the same element type with the source if it is "
                "a memref."
            )
        _not_scattered(type)


class _BlockAccess(CachedOp, ABC):
    """
    An access to a block at `offsets`, one for each dimension of it, that are counted
    from where the descriptor points.
    """

    TensorDesc = operand_def(TensorDescType)
    offsets = var_operand_def(IndexType)

    const_offsets = opt_prop_def(_Indices)

    custom_directives = (OptionalDynamicIndexList,)

    @property
    def tensor_desc_type(self) -> TensorDescType:
        """The type of the descriptor."""
        return SSAValue.get(self.TensorDesc, type=TensorDescType).type

    @property
    def mixed_offsets(self) -> tuple[SSAValue | int, ...]:
        """The offsets from where the descriptor points; empty if there are none."""
        return join_indices(self.const_offsets, self.offsets)

    def verify_block(
        self,
        is_valid_hint: Callable[[CachePolicy], bool],
        value: VectorType | None = None,
    ) -> None:
        """Check what all accesses ask, of a vector that is moved too."""
        type = self.tensor_desc_type
        verify_indices("offsets", self.const_offsets, self.offsets)
        if value is not None:
            verify_same_element_type(value=value, TensorDesc=type)
        _not_scattered(type)
        if value is not None and type.get_num_dims() > 2:
            raise VerifyException("Expects a 1D or 2D TensorDesc.")
        self.verify_hints(is_valid_hint)


@op_with_lenient_prop_dict
class PrefetchNdOp(_BlockAccess):
    """
    Bring a block into the caches.

        xegpu.prefetch_nd %desc[%i, 0] <{l1_hint = #xegpu.cache_hint<cached>}>
            : !xegpu.tensor_desc<8x16xf16>

    `offsets`, one for each dimension of the block, are counted from where the
    descriptor points. `layout` says how a workgroup or a subgroup divides the work.
    """

    name = "xegpu.prefetch_nd"

    traits = traits_def(Prefetches("TensorDesc"))

    assembly_format = (
        "$TensorDesc `` custom<OptionalDynamicIndexList>($offsets, $const_offsets) "
        "attr-dict `:` type($TensorDesc)"
    )

    def __init__(
        self,
        tensor_desc: SSAValue | Operation,
        offsets: Sequence[Index] | None = None,
        **arguments: Unpack[CachedArguments],
    ):
        dynamic, const_offsets = _split_optional(offsets)
        super().__init__(
            operands=[tensor_desc, dynamic],
            properties={
                "const_offsets": const_offsets,
                **cached_properties(arguments),
            },
        )

    def verify_(self) -> None:
        self.verify_block(lambda policy: policy.is_for_reads)
        _matching_ranks(self.tensor_desc_type, self.const_offsets)


def _loaded_shape(
    type: TensorDescType, transpose: Sequence[int] | None, factor: int | None
) -> tuple[int, ...]:
    """
    The shape that loading a whole block yields.

    `transpose` permutes the dimensions; one that names a dimension that the block lacks
    is ignored. `factor` rows of a matrix, if given, are packed into one with a further,
    innermost dimension. The blocks of an array come first.
    """
    shape = type.get_shape()
    if transpose is not None and all(0 <= dim < len(shape) for dim in transpose):
        if len(transpose) != len(shape):
            raise VerifyException(
                f"transpose {text_of(transpose)} does not permute {len(shape)} "
                "dimensions"
            )
        shape = tuple(shape[dim] for dim in transpose)
    if factor is not None and len(shape) == 2:
        shape = (shape[0] // factor, shape[1], factor)
    if type.array_length > 1:
        shape = (type.array_length, *shape)
    return shape


@op_with_lenient_prop_dict
class LoadNdOp(_BlockAccess):
    """
    Load a block into a vector.

        %v = xegpu.load_nd %desc[%i, 0] <{l1_hint = #xegpu.cache_hint<cached>}>
            : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
        %v = xegpu.load_nd %desc <{packed}>
            : !xegpu.tensor_desc<16x16xf16> -> vector<8x16x2xf16>

    `offsets`, one for each dimension of the block, are counted from where the
    descriptor points. `transpose` permutes the dimensions of the result. `packed`
    interleaves as many rows of a matrix as fill 32 bits, which is how `dpas` wants its
    right operand. A descriptor of several blocks yields one more dimension, the first.
    `layout` says how a workgroup or a subgroup divides the work.

    At lane level, the result is the lane's even part of the block, and the descriptor
    has no layout.
    """

    name = "xegpu.load_nd"

    packed = opt_prop_def(UnitAttr)
    transpose = opt_prop_def(_Indices)

    value = result_def(Value)

    traits = traits_def(Reads("TensorDesc"))

    assembly_format = (
        "$TensorDesc `` custom<OptionalDynamicIndexList>($offsets, $const_offsets) "
        "attr-dict `:` type($TensorDesc) `->` type($value)"
    )

    def __init__(
        self,
        tensor_desc: SSAValue | Operation,
        offsets: Sequence[Index] | None = None,
        *,
        packed: bool = False,
        transpose: Sequence[int] | None = None,
        result_type: VectorType | None = None,
        **arguments: Unpack[CachedArguments],
    ):
        """Without a `result_type`, the result is the whole block."""
        tensor_desc = SSAValue.get(tensor_desc, type=TensorDescType)
        dynamic, const_offsets = _split_optional(offsets)
        if result_type is None:
            type = tensor_desc.type
            factor = 32 // type.element_bits if packed else None
            result_type = VectorType(
                type.elementType, _loaded_shape(type, transpose, factor)
            )
        super().__init__(
            operands=[tensor_desc, dynamic],
            properties={
                "const_offsets": const_offsets,
                "packed": UnitAttr() if packed else None,
                "transpose": None
                if transpose is None
                else DenseArrayBase.from_list(i64, transpose),
                **cached_properties(arguments),
            },
            result_types=[result_type],
        )

    @property
    def value_type(self) -> VectorType:
        """The type of the vector."""
        return SSAValue.get(self.value, type=VectorType).type

    @property
    def is_lane_level(self) -> bool:
        """Whether the result is one lane's part of the block."""
        return _is_lane_level(self.tensor_desc_type, self.value_type)

    def verify_(self) -> None:
        type, value_type = self.tensor_desc_type, self.value_type
        self.verify_block(lambda policy: policy.is_for_reads, value_type)
        value_shape = value_type.get_shape()
        if self.is_lane_level:
            _verify_lane_level(type, value_type, "Result")
            return
        transpose = None if self.transpose is None else self.transpose.get_values()
        factor = None if self.packed is None else value_shape[-1]
        if _loaded_shape(type, transpose, factor) != value_shape:
            raise VerifyException(
                f"Result shape {text_of(value_shape)} is not consistent with tensor "
                f"descriptor {type}"
            )
        _matching_ranks(type, self.const_offsets)


def _block_elements(type: TensorDescType) -> int:
    return element_count(type.get_shape()) * type.array_length


def _is_lane_level(type: TensorDescType, value: VectorType) -> bool:
    return value.get_num_dims() == 1 and value.element_count() < _block_elements(type)


def _verify_lane_level(type: TensorDescType, value: VectorType, name: str) -> None:
    if not isinstance(type.layout, NoneAttr):
        raise VerifyException("TensorDesc doesn't need LayoutAttr for SIMT code")
    if _block_elements(type) % value.element_count():
        raise VerifyException(
            f"{name} shape {text_of(value.get_shape())} is not a valid distribution "
            f"for tensor descriptor {type}"
        )


@op_with_lenient_prop_dict
class StoreNdOp(_BlockAccess):
    """
    Store a vector to a block.

        xegpu.store_nd %v, %desc[%i, 0] <{l1_hint = #xegpu.cache_hint<write_back>}>
            : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>

    `offsets`, one for each dimension of the block, are counted from where the
    descriptor points. The descriptor is of a single block. `layout` says how a
    workgroup or a subgroup divides the work. At lane level, the value is the lane's
    even part of the block, and the descriptor has no layout.
    """

    name = "xegpu.store_nd"

    value = operand_def(Value)

    traits = traits_def(Writes("TensorDesc"))

    assembly_format = (
        "$value `,` $TensorDesc `` "
        "custom<OptionalDynamicIndexList>($offsets, $const_offsets) "
        "attr-dict `:` type($value) `,` type($TensorDesc)"
    )

    def __init__(
        self,
        value: SSAValue | Operation,
        tensor_desc: SSAValue | Operation,
        offsets: Sequence[Index] | None = None,
        **arguments: Unpack[CachedArguments],
    ):
        dynamic, const_offsets = _split_optional(offsets)
        super().__init__(
            operands=[value, tensor_desc, dynamic],
            properties={
                "const_offsets": const_offsets,
                **cached_properties(arguments),
            },
        )

    @property
    def value_type(self) -> VectorType:
        """The type of the vector."""
        return SSAValue.get(self.value, type=VectorType).type

    @property
    def is_lane_level(self) -> bool:
        """Whether the value is one lane's part of the block."""
        return _is_lane_level(self.tensor_desc_type, self.value_type)

    def verify_(self) -> None:
        type, value_type = self.tensor_desc_type, self.value_type
        self.verify_block(lambda policy: policy.is_for_writes, value_type)
        if type.array_length > 1:
            raise VerifyException("array length is not supported by store_nd.")
        if self.is_lane_level:
            _verify_lane_level(type, value_type, "Value")
            return
        if type.get_shape() != value_type.get_shape():
            raise VerifyException(
                f"Value shape {text_of(value_type.get_shape())} is not consistent with "
                f"tensor descriptor {type}"
            )
        _matching_ranks(type, self.const_offsets)


@op_with_attr_dict
class UpdateNdOffsetOp(IRDLOperation):
    """
    Move the descriptor of a block.

        %next = xegpu.update_nd_offset %desc, [0, %k] : !xegpu.tensor_desc<8x16xf16>

    `offsets`, in elements and one for each dimension of the block, are added to where
    the descriptor points.
    """

    name = "xegpu.update_nd_offset"

    _T: ClassVar = VarConstraint("T", BaseAttr(TensorDescType))

    TensorDesc = operand_def(_T)
    offsets = var_operand_def(IndexType)

    const_offsets = prop_def(_Indices)

    result = result_def(_T)

    traits = traits_def(Pure(), ViewLike("TensorDesc"))

    custom_directives = (DynamicIndexList,)
    assembly_format = (
        "$TensorDesc `,` custom<DynamicIndexList>($offsets, $const_offsets) "
        "attr-dict `:` type($result)"
    )

    def __init__(self, tensor_desc: SSAValue | Operation, offsets: Sequence[Index]):
        tensor_desc = SSAValue.get(tensor_desc, type=TensorDescType)
        dynamic, const_offsets = split_indices(offsets)
        super().__init__(
            operands=[tensor_desc, dynamic],
            properties={"const_offsets": const_offsets},
            result_types=[tensor_desc.type],
        )

    @property
    def tensor_desc_type(self) -> TensorDescType:
        """The type of the descriptor."""
        return SSAValue.get(self.TensorDesc, type=TensorDescType).type

    @property
    def mixed_offsets(self) -> tuple[SSAValue | int, ...]:
        """What is added in each dimension."""
        return join_indices(self.const_offsets, self.offsets)

    def verify_(self) -> None:
        type = self.tensor_desc_type
        verify_indices("offsets", self.const_offsets, self.offsets)
        _not_scattered(type)
        if len(self.const_offsets) != type.get_num_dims():
            raise VerifyException("Invalid number of offsets.")
