"""
Vectors read from and written to memory.

`indices` name an element of the buffer; the vector lies along its last dimensions from
there. A mask says which elements are touched at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import vector as xdsl_vector
from xdsl.dialects.builtin import (
    IndexType,
    MemRefType,
    TensorType,
    VectorType,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    opt_result_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects.vector.types import (
    AnyVector,
    FixedMask,
    IndexVector,
    NonZeroRankMask,
    NonZeroRankVector,
    element_or_self,
    require,
)
from xdsl_gpu_ext.mlir.interfaces.traits import Reads, Writes
from xdsl_gpu_ext.mlir.ir.memref_layout import strides_of
from xdsl_gpu_ext.mlir.irdl.constraints import Alignment
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

_ShapedConstr = BaseAttr(MemRefType) | BaseAttr(TensorType)


def _shaped(base: Attribute) -> MemRefType | TensorType:
    assert isa(base, MemRefType) or isa(base, TensorType)
    return base


def _verify_indices(indices: Sequence[SSAValue], base: Attribute) -> None:
    require(
        len(indices) == _shaped(base).get_num_dims(),
        "Expected an index for each memref dimension.",
    )


def _verify_elements(base: Attribute, vector: Attribute, what: str) -> None:
    buffer, element = _shaped(base).element_type, element_or_self(vector)
    require(
        buffer == element,
        f"MemRef element type should match the {what}. Obtained types were {buffer} "
        f"and {element}.",
    )


def _verify_loaded(base: Attribute, result: SSAValue, pass_thru: SSAValue) -> None:
    """The buffer has the elements of the result, which has the type of `pass_thru`."""
    for value, name in ((result, "result"), (pass_thru, "passthrough")):
        require(
            _shaped(base).element_type == element_or_self(value.type),
            "MemRef element type should match the result vector and passthrough vector "
            f"element type. Found different element types for memref and {name}.",
        )
    require(
        pass_thru.type == result.type,
        "expected pass_thru of same type as result type",
    )


def _shape(type_: Attribute) -> tuple[int, ...]:
    assert isa(type_, VectorType)
    return type_.get_shape()


def _verify_same_shape(
    vector: Attribute, other: Attribute, what: str, kind: str
) -> None:
    """The sizes are equal. Whether dimensions are scalable is not asked, as in LLVM."""
    require(
        _shape(vector) == _shape(other),
        f"expected {what} to match {kind}",
    )


def _verify_same_leading_dim(vector: Attribute, mask: Attribute, what: str) -> None:
    require(
        _shape(vector)[0] == _shape(mask)[0],
        f"expected {what} dim to match mask dim",
    )


def _verify_plain_access(
    base: Attribute, indices: Sequence[SSAValue], vector: Attribute, is_load: bool
) -> None:
    """What `vector.load` and `vector.store` ask of buffer and vector."""
    assert isa(base, MemRefType)
    assert isa(vector, VectorType)
    shape, scalable = vector.get_shape(), vector.get_scalable_dims()
    if any(scalable) or any(size != 1 for size in shape):
        strides = strides_of(base)
        require(
            strides is not None and (not strides.strides or strides.strides[-1] == 1),
            "most minor memref dim must have unit stride",
        )
    which, what = (
        ("destination", "result vector")
        if is_load
        else (
            "source",
            "vector to store",
        )
    )
    name = "result" if is_load else "valueToStore"
    require(
        base.get_num_dims() >= len(shape),
        f"{which} memref has lower rank than the {what}",
    )
    if isa(base.element_type, VectorType):
        require(
            base.element_type == vector,
            f"base memref and {name} vector types should match",
        )
    else:
        require(
            base.element_type == vector.element_type,
            "MemRef element type should match the Vector element type.",
        )
    require(
        len(indices) == base.get_num_dims(),
        "Expected an index for each dimension.",
    )


@irdl_op_refinement
class LoadOp(xdsl_vector.LoadOp):
    """
    Read a slice of a buffer, all of it within bounds:

        %1 = vector.load %base[%i, %j] : memref<100x100xf32>, vector<8xf32>
    """

    result = result_def(AnyVector)
    alignment = opt_prop_def(Alignment)

    traits = traits_def(Reads("base"))

    assembly_format = (
        "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)"
    )

    def verify_(self) -> None:
        _verify_plain_access(
            self.base.type, self.indices, self.result.type, is_load=True
        )


@irdl_op_refinement
class StoreOp(xdsl_vector.StoreOp):
    """
    Write a slice of a buffer, all of it within bounds:

        vector.store %0, %base[%i, %j] : memref<100x100xf32>, vector<8xf32>
    """

    vector = operand_def(AnyVector)
    alignment = opt_prop_def(Alignment)

    traits = traits_def(Writes("base"))

    assembly_format = (
        "$vector `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($vector)"
    )

    def verify_(self) -> None:
        _verify_plain_access(
            self.base.type, self.indices, self.vector.type, is_load=False
        )


@irdl_op_refinement
class MaskedLoadOp(xdsl_vector.MaskedLoadOp):
    """
    Read the elements that the mask selects, take the others from `pass_thru`:

        %1 = vector.maskedload %base[%i], %mask, %pass_thru
            : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    """

    mask = operand_def(NonZeroRankMask)
    pass_thru = operand_def(NonZeroRankVector)
    result = result_def(NonZeroRankVector)
    alignment = opt_prop_def(Alignment)

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Reads("base"))

    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` "
        "type($mask) `,` type($pass_thru) `into` type($result)"
    )

    def verify_(self) -> None:
        _verify_loaded(self.base.type, self.result, self.pass_thru)
        _verify_indices(self.indices, self.base.type)
        _verify_same_shape(
            self.result.type, self.mask.type, "result shape", "mask shape"
        )


@irdl_op_refinement
class MaskedStoreOp(xdsl_vector.MaskedStoreOp):
    """
    Write the elements that the mask selects:

        vector.maskedstore %base[%i], %mask, %0
            : memref<?xf32>, vector<8xi1>, vector<8xf32>
    """

    mask = operand_def(NonZeroRankMask)
    value_to_store = operand_def(NonZeroRankVector)
    alignment = opt_prop_def(Alignment)

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Writes("base"))

    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $value_to_store attr-dict "
        "`:` type($base) `,` type($mask) `,` type($value_to_store)"
    )

    def verify_(self) -> None:
        _verify_elements(self.base.type, self.value_to_store.type, "stored vector type")
        _verify_indices(self.indices, self.base.type)
        _verify_same_shape(
            self.value_to_store.type, self.mask.type, "valueToStore shape", "mask shape"
        )


@irdl_op_definition
class ExpandLoadOp(IRDLOperation):
    """
    Read as many consecutive elements as the mask has bits set, and spread them over the
    places of those bits:

        %1 = vector.expandload %base[%i], %mask, %pass_thru
            : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    """

    name = "vector.expandload"

    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    mask = operand_def(FixedMask)
    pass_thru = operand_def(NonZeroRankVector)
    alignment = opt_prop_def(Alignment)
    result = result_def(NonZeroRankVector)

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Reads("base"))

    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` "
        "type($mask) `,` type($pass_thru) `into` type($result)"
    )

    def verify_(self) -> None:
        _verify_loaded(self.base.type, self.result, self.pass_thru)
        _verify_indices(self.indices, self.base.type)
        _verify_same_leading_dim(self.result.type, self.mask.type, "result")


@irdl_op_definition
class CompressStoreOp(IRDLOperation):
    """
    Write the elements that the mask selects next to one another:

        vector.compressstore %base[%i], %mask, %0
            : memref<?xf32>, vector<8xi1>, vector<8xf32>
    """

    name = "vector.compressstore"

    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    mask = operand_def(FixedMask)
    valueToStore = operand_def(NonZeroRankVector)
    alignment = opt_prop_def(Alignment)

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Writes("base"))

    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict "
        "`:` type($base) `,` type($mask) `,` type($valueToStore)"
    )

    def verify_(self) -> None:
        _verify_elements(self.base.type, self.valueToStore.type, "stored vector type")
        _verify_indices(self.indices, self.base.type)
        _verify_same_leading_dim(self.valueToStore.type, self.mask.type, "valueToStore")


@irdl_op_definition
class GatherOp(IRDLOperation):
    """
    Read elements that lie `indices` elements behind the one at `offsets`:

        %1 = vector.gather %base[%i] [%indices], %mask, %pass_thru
            : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
              into vector<8xf32>
    """

    name = "vector.gather"

    base = operand_def(_ShapedConstr)
    offsets = var_operand_def(IndexType)
    indices = operand_def(IndexVector)
    mask = operand_def(NonZeroRankMask)
    pass_thru = operand_def(NonZeroRankVector)
    alignment = opt_prop_def(Alignment)
    result = result_def(NonZeroRankVector)

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Reads("base"))

    assembly_format = (
        "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict "
        "`:` type($base) `,` type($indices) `,` type($mask) `,` type($pass_thru) "
        "`into` type($result)"
    )

    def verify_(self) -> None:
        _verify_loaded(self.base.type, self.result, self.pass_thru)
        _verify_indices(self.offsets, self.base.type)
        _verify_same_shape(
            self.result.type, self.indices.type, "result dim", "indices dim"
        )
        _verify_same_shape(self.result.type, self.mask.type, "result dim", "mask dim")


@irdl_op_definition
class ScatterOp(IRDLOperation):
    """
    Write elements `indices` elements behind the one at `offsets`; of a tensor, the
    result is what it then holds.

        vector.scatter %base[%i] [%indices], %mask, %0
            : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
    """

    name = "vector.scatter"

    base = operand_def(_ShapedConstr)
    offsets = var_operand_def(IndexType)
    indices = operand_def(IndexVector)
    mask = operand_def(NonZeroRankMask)
    valueToStore = operand_def(NonZeroRankVector)
    alignment = opt_prop_def(Alignment)
    result = opt_result_def(TensorType)

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Writes("base"))

    assembly_format = (
        "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict "
        "`:` type($base) `,` type($indices) `,` type($mask) `,` type($valueToStore) "
        "(`->` type($result)^)?"
    )

    def verify_(self) -> None:
        _verify_elements(self.base.type, self.valueToStore.type, "stored vector type")
        _verify_indices(self.offsets, self.base.type)
        _verify_same_shape(
            self.valueToStore.type, self.indices.type, "valueToStore dim", "indices dim"
        )
        _verify_same_shape(
            self.valueToStore.type, self.mask.type, "valueToStore dim", "mask dim"
        )
