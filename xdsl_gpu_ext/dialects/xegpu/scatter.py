"""
Scattered accesses: each lane reads or writes elements at its own offset.

An access names its memory in one of two ways: by a scattered tensor descriptor, which
holds the offsets, or by a memref or a pointer with `offsets` beside it. With a chunk
size above 1, each offset stands for that many consecutive elements, and vectors have
one more dimension, the last.

A *mask* says which offsets are accessed at all; what it leaves out may be out of
bounds.

At lane level, an access has one offset: scalar offset, mask and value, or vectors of
one element with the chunk as a vector of rank 1.
"""

from __future__ import annotations

from typing import ClassVar, Unpack

from xdsl.dialects.builtin import (
    I64,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    VectorType,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import AlwaysSpeculatable, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.type import get_element_type_or_self

from xdsl_gpu_ext.dialects.xegpu.common import (
    CachedArguments,
    CachedOp,
    Layout,
    cached_properties,
    shape_of,
    text_of,
    verify_same_element_type,
)
from xdsl_gpu_ext.dialects.xegpu.constraints import (
    AnyMask,
    AnyOffsets,
    AnyValue,
    Mask,
    Offsets,
    ScatterBase,
    ScatterSource,
    Value,
    address_space,
)
from xdsl_gpu_ext.dialects.xegpu.layouts import DistributeLayoutAttr
from xdsl_gpu_ext.dialects.xegpu.syntax import (
    op_with_attr_dict,
    op_with_lenient_prop_dict,
)
from xdsl_gpu_ext.dialects.xegpu.traits import Prefetches
from xdsl_gpu_ext.dialects.xegpu.types import TensorDescType
from xdsl_gpu_ext.mlir.dialects.arith.atomics import AtomicRMWKind, RMWKind
from xdsl_gpu_ext.mlir.interfaces.traits import Reads, ViewLike, Writes
from xdsl_gpu_ext.mlir.irdl.arguments import enum_case
from xdsl_gpu_ext.mlir.irdl.constraints import case_of

_Int64 = IntegerAttr[I64].constr(i64)


def _i64(value: int | None) -> IntegerAttr[I64] | None:
    return None if value is None else IntegerAttr(value, i64)


def _scattered(type: TensorDescType) -> None:
    if not type.is_scattered:
        raise VerifyException("Expects a scattered TensorDesc.")


def _without_chunk(type: TensorDescType) -> tuple[int, ...]:
    """The shape of the offsets behind a scattered descriptor."""
    shape = type.get_shape()
    return shape[:-1] if type.chunk_size > 1 else shape


def _verify_source(source: SSAValue, offsets: SSAValue | None) -> None:
    """Check that the offsets are in the descriptor or beside the source, once."""
    if isinstance(source.type, TensorDescType):
        if offsets is not None:
            raise VerifyException("offsets not allowed.")
        _scattered(source.type)
    elif offsets is None:
        raise VerifyException("Expects offsets.")


def _verify_with_descriptor(
    type: TensorDescType, mask: Attribute, value: Attribute
) -> None:
    if not isa(value, VectorType):
        if type.chunk_size > 1:
            raise VerifyException("Expecting chunk size == 1 for scalar result")
        if isinstance(mask, VectorType):
            raise VerifyException("Expecting a vector type result.")
        return
    if value.element_type != type.elementType:
        raise VerifyException("Value should have the same element type as TensorDesc.")
    if _without_chunk(type) != shape_of(mask):
        raise VerifyException("Mask should match TensorDesc except the chunk size dim.")
    if value.get_shape() == (type.chunk_size,):
        if not isinstance(type.layout, NoneAttr):
            raise VerifyException("TensorDesc doesn't need LayoutAttr for SIMT code")
        return
    if type.get_shape() != value.get_shape():
        raise VerifyException(
            f"Value shape {text_of(value.get_shape())} is neither a valid distribution "
            f"for SIMT nor consistent with the tensor descriptor for SIMD {type}"
        )


def _verify_with_offsets(
    source: Attribute,
    offsets: Attribute,
    mask: Attribute,
    value: Attribute,
    chunk_size: int,
) -> None:
    element_type = get_element_type_or_self(value)
    if isa(source, MemRefType) and source.element_type != element_type:
        raise VerifyException("Value should have the same element type as MemRef.")
    if not isa(value, VectorType):
        if chunk_size > 1:
            raise VerifyException("Expecting chunk size == 1 for scalar result")
        if isinstance(mask, VectorType) or isinstance(offsets, VectorType):
            raise VerifyException("Expecting scalar mask and offsets.")
        return
    elements = value.element_count()
    if not isa(mask, VectorType):
        if isinstance(offsets, VectorType):
            raise VerifyException("Expecting a vector type mask.")
        if elements != chunk_size:
            raise VerifyException(f"value elements must match chunk size {chunk_size}")
        return
    if chunk_size > 1:
        if value.get_num_dims() == 1 and elements != chunk_size:
            raise VerifyException(f"value elements must match chunk size {chunk_size}")
        masked = value.get_shape()[:-1]
    else:
        masked = value.get_shape()
    one_lane = mask.element_count() == 1
    if masked != mask.get_shape() and not (
        one_lane and (chunk_size > 1 or elements == 1)
    ):
        raise VerifyException("Mask should match value except the chunk size dim.")


def _verify_access(
    source: SSAValue,
    offsets: SSAValue | None,
    mask: SSAValue,
    value: SSAValue,
    chunk_size: IntegerAttr[I64] | None,
) -> None:
    if isinstance(source.type, TensorDescType):
        _verify_with_descriptor(source.type, mask.type, value.type)
    else:
        assert offsets is not None
        _verify_with_offsets(
            source.type,
            offsets.type,
            mask.type,
            value.type,
            1 if chunk_size is None else chunk_size.value.data,
        )


@op_with_attr_dict
class CreateDescOp(IRDLOperation):
    """
    Describe scattered elements of the memory that a memref or a pointer gives.

        %desc = xegpu.create_tdesc %a, %offsets : memref<1024xf32>, vector<16xindex>
            -> !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8>>

    `offsets` are counted in elements. The result has their shape, and the chunk size as
    a further dimension if it is above 1, and is in the source's memory space.
    """

    name = "xegpu.create_tdesc"

    source = operand_def(ScatterBase)
    offsets = operand_def(Offsets)

    TensorDesc = result_def(TensorDescType)

    traits = traits_def(Pure(), ViewLike("source"))

    assembly_format = (
        "$source `,` $offsets attr-dict `:` type($source) `,` type($offsets) "
        "`->` type($TensorDesc)"
    )

    def __init__(
        self,
        source: SSAValue | Operation,
        offsets: SSAValue | Operation,
        result_type: TensorDescType,
    ):
        super().__init__(operands=[source, offsets], result_types=[result_type])

    def verify_(self) -> None:
        source_type = self.source.type
        type = self.TensorDesc.type
        _scattered(type)
        source_space = 0
        if isinstance(source_type, MemRefType):
            source_space = address_space(source_type.memory_space)
        space = type.memory_space.address_space
        if source_space != space:
            raise VerifyException(
                f"Memory space mismatch. Source: {source_space}, TensorDesc: {space}"
            )
        shape = shape_of(self.offsets.type)
        if type.chunk_size != 1:
            shape = (*shape, type.chunk_size)
        if shape != type.get_shape():
            raise VerifyException(
                f"Incorrect TensorDesc shape. Expected is {text_of(shape)}"
            )


@op_with_attr_dict
class UpdateOffsetOp(IRDLOperation):
    """
    Move the offsets of a scattered descriptor.

        %next = xegpu.update_offset %desc, %steps
            : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xindex>

    `offsets`, one for each of the descriptor's, are added to them.
    """

    name = "xegpu.update_offset"

    _T: ClassVar = VarConstraint("T", BaseAttr(TensorDescType))

    TensorDesc = operand_def(_T)
    offsets = operand_def(Offsets)

    result = result_def(_T)

    traits = traits_def(ViewLike("TensorDesc"))

    assembly_format = (
        "$TensorDesc `,` $offsets attr-dict `:` type($TensorDesc) `,` type($offsets)"
    )

    def __init__(
        self, tensor_desc: SSAValue | Operation, offsets: SSAValue | Operation
    ):
        tensor_desc = SSAValue.get(tensor_desc)
        super().__init__(
            operands=[tensor_desc, offsets], result_types=[tensor_desc.type]
        )

    @property
    def tensor_desc_type(self) -> TensorDescType:
        """The type of the descriptor."""
        return SSAValue.get(self.TensorDesc, type=TensorDescType).type

    def verify_(self) -> None:
        _scattered(self.tensor_desc_type)
        if _without_chunk(self.tensor_desc_type) != shape_of(self.offsets.type):
            raise VerifyException(
                "Offsets should match TensorDesc except the chunk size dim."
            )


@op_with_lenient_prop_dict
class PrefetchOp(CachedOp):
    """
    Bring scattered elements into the caches.

        xegpu.prefetch %desc <{l1_hint = #xegpu.cache_hint<cached>}>
            : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>
        xegpu.prefetch %ptr[%offsets] <{offset_align_byte = 4 : i64}>
            : i64, vector<16xindex>

    `offset_align_byte`, the alignment of each offset in bytes, is given exactly for a
    pointer, which has no element type. `layout` says how a workgroup or a subgroup
    divides the work.
    """

    name = "xegpu.prefetch"

    source = operand_def(ScatterSource)
    offsets = opt_operand_def(AnyOffsets)

    offset_align_byte = opt_prop_def(_Int64)

    traits = traits_def(Prefetches("source"))

    assembly_format = "$source (`[` $offsets^ `]`)? attr-dict `:` type(operands)"

    def __init__(
        self,
        source: SSAValue | Operation,
        offsets: SSAValue | Operation | None = None,
        *,
        offset_align_byte: int | None = None,
        **arguments: Unpack[CachedArguments],
    ):
        super().__init__(
            operands=[source, offsets],
            properties={
                "offset_align_byte": _i64(offset_align_byte),
                **cached_properties(arguments),
            },
        )

    def verify_(self) -> None:
        _verify_source(self.source, self.offsets)
        self.verify_hints(lambda policy: policy.is_for_reads)
        is_pointer = isinstance(self.source.type, IntegerType)
        if is_pointer and self.offset_align_byte is None:
            raise VerifyException("offset_align_byte is required with integer source.")
        if not is_pointer and self.offset_align_byte is not None:
            raise VerifyException("offset_align_byte only allowed with integer source.")


@op_with_lenient_prop_dict
class LoadGatherOp(CachedOp):
    """
    Load scattered elements.

        %v = xegpu.load %desc, %mask <{l1_hint = #xegpu.cache_hint<cached>}>
            : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>
            -> vector<16xf32>
        %v = xegpu.load %a[%offsets], %mask <{chunk_size = 8 : i64}>
            : memref<1024xf32>, vector<16xindex>, vector<16xi1> -> vector<16x8xf32>

    `chunk_size` counts for a source with offsets; a descriptor has its own. The result
    has the shape of the descriptor, or of the mask with the chunk as a further
    dimension. `layout` says how a workgroup or a subgroup divides the work.
    """

    name = "xegpu.load"

    source = operand_def(ScatterSource)
    offsets = opt_operand_def(AnyOffsets)
    mask = operand_def(AnyMask)

    chunk_size = opt_prop_def(_Int64)

    value = result_def(AnyValue)

    traits = traits_def(Reads("source"))

    assembly_format = (
        "$source (`[` $offsets^ `]`)? `,` $mask attr-dict "
        "`:` type(operands) `->` type($value)"
    )

    def __init__(
        self,
        source: SSAValue | Operation,
        mask: SSAValue | Operation,
        offsets: SSAValue | Operation | None = None,
        *,
        chunk_size: int | None = None,
        result_type: Attribute | None = None,
        **arguments: Unpack[CachedArguments],
    ):
        """
        Without a `result_type`, the result is that of a whole subgroup: it has the
        shape of the descriptor, or of the mask and the chunk. A pointer has no element
        type to infer it from.
        """
        source, mask = SSAValue.get(source), SSAValue.get(mask)
        if result_type is None:
            result_type = self._infer_type(source.type, mask.type, chunk_size)
        super().__init__(
            operands=[source, offsets, mask],
            properties={
                "chunk_size": _i64(chunk_size),
                **cached_properties(arguments),
            },
            result_types=[result_type],
        )

    @staticmethod
    def _infer_type(
        source: Attribute, mask: Attribute, chunk_size: int | None
    ) -> Attribute:
        if isinstance(source, TensorDescType):
            return VectorType(source.elementType, source.get_shape())
        if not isa(source, MemRefType):
            raise ValueError("a load from a pointer needs a result type")
        shape = mask.get_shape() if isa(mask, VectorType) else ()
        if chunk_size is not None and chunk_size > 1:
            shape = (*shape, chunk_size)
        if not shape:
            return source.element_type
        return VectorType(source.element_type, shape)

    def verify_(self) -> None:
        _verify_source(self.source, self.offsets)
        self.verify_hints(lambda policy: policy.is_for_reads)
        _verify_access(
            self.source, self.offsets, self.mask, self.value, self.chunk_size
        )


@op_with_lenient_prop_dict
class StoreScatterOp(CachedOp):
    """
    Store scattered elements.

        xegpu.store %v, %desc, %mask <{l1_hint = #xegpu.cache_hint<write_back>}>
            : vector<16xf32>, !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>,
              vector<16xi1>
        xegpu.store %v, %a[%offsets], %mask <{chunk_size = 8 : i64}>
            : vector<16x8xf32>, memref<1024xf32>, vector<16xindex>, vector<16xi1>

    `chunk_size` counts for a destination with offsets; a descriptor has its own. The
    value has the shape of the descriptor, or of the mask with the chunk as a further
    dimension. `layout` says how a workgroup or a subgroup divides the work.
    """

    name = "xegpu.store"

    value = operand_def(AnyValue)
    dest = operand_def(ScatterSource)
    offsets = opt_operand_def(AnyOffsets)
    mask = operand_def(AnyMask)

    chunk_size = opt_prop_def(_Int64)

    traits = traits_def(Writes("dest"))

    assembly_format = (
        "$value `,` $dest (`[` $offsets^ `]`)? `,` $mask attr-dict `:` type(operands)"
    )

    def __init__(
        self,
        value: SSAValue | Operation,
        dest: SSAValue | Operation,
        mask: SSAValue | Operation,
        offsets: SSAValue | Operation | None = None,
        *,
        chunk_size: int | None = None,
        **arguments: Unpack[CachedArguments],
    ):
        super().__init__(
            operands=[value, dest, offsets, mask],
            properties={
                "chunk_size": _i64(chunk_size),
                **cached_properties(arguments),
            },
        )

    def verify_(self) -> None:
        _verify_source(self.dest, self.offsets)
        self.verify_hints(lambda policy: policy.is_for_writes)
        _verify_access(self.dest, self.offsets, self.mask, self.value, self.chunk_size)


@op_with_attr_dict
class AtomicRMWOp(IRDLOperation):
    """
    Update elements atomically and give their old values.

        %old = xegpu.atomic_rmw addf %desc, %mask, %v
            : !xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>, vector<16xi1>,
              vector<16xf32> -> vector<16xf32>

    `kind` says how the old value and the operand combine. The descriptor, the value and
    the result have one shape and one element type. `layout` says how a workgroup or a
    subgroup divides the work.
    """

    name = "xegpu.atomic_rmw"

    kind = prop_def(IntegerAttr.constr(i64, value=case_of(AtomicRMWKind)))
    layout = opt_prop_def(Layout)

    tensorDesc = operand_def(TensorDescType)
    mask = operand_def(Mask)
    value = operand_def(Value)

    result = result_def(Value)

    irdl_options = (ParsePropInAttrDict(),)
    # LLVM states `Pure` beside the effects; what is left of it is that the operation
    # may be executed early.
    traits = traits_def(Reads("tensorDesc"), Writes("tensorDesc"), AlwaysSpeculatable())

    custom_directives = (RMWKind,)
    assembly_format = (
        "custom<RMWKind>($kind) $tensorDesc `,` $mask `,` $value attr-dict "
        "`:` type($tensorDesc) `,` type($mask) `,` type($value) "
        "`->` type($result)"
    )

    def __init__(
        self,
        kind: AtomicRMWKind | str | IntegerAttr[I64],
        tensor_desc: SSAValue | Operation,
        mask: SSAValue | Operation,
        value: SSAValue | Operation,
        *,
        layout: DistributeLayoutAttr | None = None,
    ):
        if not isinstance(kind, IntegerAttr):
            kind = IntegerAttr(enum_case("kind", AtomicRMWKind, kind).number, i64)
        value = SSAValue.get(value)
        super().__init__(
            operands=[tensor_desc, mask, value],
            properties={"kind": kind, "layout": layout},
            result_types=[value.type],
        )

    @property
    def tensor_desc_type(self) -> TensorDescType:
        """The type of the descriptor."""
        return SSAValue.get(self.tensorDesc, type=TensorDescType).type

    def verify_(self) -> None:
        type = self.tensor_desc_type
        value_type = SSAValue.get(self.value, type=VectorType).type
        result_type = self.result.type
        verify_same_element_type(tensorDesc=type, value=value_type, result=result_type)
        if not type.get_shape() == value_type.get_shape() == result_type.get_shape():
            raise VerifyException(
                "failed to verify that all of {tensorDesc, value, result} have same "
                "shape"
            )
