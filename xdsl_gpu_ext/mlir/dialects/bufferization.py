"""
The `bufferization` dialect: xDSL's, with what it lacks of LLVM 22.1.

From `mlir/Dialect/Bufferization/IR/BufferizationOps.td`: `dealloc`,
`dealloc_tensor`, and operations on buffers that have a layout or a memory space.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from xdsl.dialects import bufferization as xdsl_bufferization
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyTensorTypeConstr,
    AnyUnrankedTensorTypeConstr,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    i1,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyInt,
    AttrSizedOperandSegments,
    EqAttrConstraint,
    IntVarConstraint,
    IRDLOperation,
    ParsePropInAttrDict,
    RangeOf,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    opt_result_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import MemoryEffectKind, get_effects
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.interfaces.traits import Allocates, Reads, Writes
from xdsl_gpu_ext.mlir.ir.memref_types import (
    AnyMemRefType,
    RankedOrUnranked,
    compatible_sizes,
)
from xdsl_gpu_ext.mlir.irdl.refinement import (
    extend_dialect,
    irdl_op_refinement,
)

MANUAL_DEALLOCATION = "bufferization.manual_deallocation"
"""On an operation that allocates or frees: no pass is to free the buffer."""

AnyTensorType: TypeAlias = TensorType | UnrankedTensorType

_Tensor = AnyTensorTypeConstr | AnyUnrankedTensorTypeConstr


def _shape(type_: AnyTensorType | AnyMemRefType) -> tuple[int, ...] | None:
    """The sizes; `None` without a rank."""
    if isinstance(type_, TensorType | MemRefType):
        return type_.get_shape()
    return None


def _typed(value: SSAValue) -> AnyTensorType | AnyMemRefType:
    """The type of a value that the constraints hold to be a tensor or a memref."""
    type_ = value.type
    assert (
        isa(type_, TensorType)
        or isa(type_, UnrankedTensorType)
        or isa(type_, MemRefType)
        or isa(type_, UnrankedMemRefType)
    )
    return type_


def _verify_same_contents(op: IRDLOperation) -> None:
    """The operand and the result have the same shape and elements."""
    source, result = _typed(op.operands[0]), _typed(op.results[0])
    if source.element_type != result.element_type:
        raise VerifyException(f"'{op.name}' op element types do not match")
    if _shape(source) != _shape(result):
        raise VerifyException(f"'{op.name}' op shapes do not match")


@irdl_op_refinement
class AllocTensorOp(xdsl_bufferization.AllocTensorOp):
    """
    A tensor that gets a buffer of its own:
    `%t = bufferization.alloc_tensor(%n) : tensor<?x4xf32>`,
    `%u = bufferization.alloc_tensor() copy(%t) {memory_space = 1} : tensor<?xf32>`.

    One dynamic size for each dynamic dimension, or none if `copy` gives the contents.
    """

    memory_space = opt_prop_def(Attribute)

    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "`(` $dynamic_sizes `)` (`copy` `(` $copy^ `)`)? "
        "(`size_hint` `=` $size_hint^)? attr-dict `:` type($tensor)"
    )

    def verify_(self) -> None:
        if self.copy is not None:
            if self.dynamic_sizes:
                raise VerifyException(
                    f"'{self.name}' op dynamic sizes not needed when copying a tensor"
                )
            return
        shape = _shape(_typed(self.tensor))
        if shape is None:
            raise VerifyException(f"'{self.name}' op result must be ranked tensor")
        expected = shape.count(DYNAMIC_INDEX)
        if len(self.dynamic_sizes) != expected:
            raise VerifyException(
                f"'{self.name}' op incorrect number of dynamic sizes, has "
                f"{len(self.dynamic_sizes)}, expected {expected}"
            )


@irdl_op_refinement
class CloneOp(xdsl_bufferization.CloneOp):
    """
    A buffer with the same contents:
    `%b = bufferization.clone %a : memref<?xf32> to memref<?xf32, 1>`.

    It may be the same buffer: after it nobody may write to either.
    """

    input = operand_def(RankedOrUnranked)
    output = result_def(RankedOrUnranked)

    traits = traits_def(Reads("input"), Allocates("output"), Writes("output"))
    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"

    def verify_(self) -> None:
        """There is nothing that the constraints do not say."""


# As in xDSL, the operations between buffers and tensors declare no effects: a tensor
# may stand for a buffer, and where it is used no effect says that the buffer is.


@irdl_op_refinement
class ToTensorOp(xdsl_bufferization.ToTensorOp):
    """
    The contents of a buffer as a tensor:
    `%t = bufferization.to_tensor %b restrict : memref<4xf32> to tensor<4xf32>`.

    `restrict`: nothing else in the tensor world aliases the buffer; `writable`: it may
    be written in place.
    """

    memref = operand_def(RankedOrUnranked)
    tensor = result_def(_Tensor)

    assembly_format = (
        "$memref (`restrict` $restrict^)? (`writable` $writable^)? attr-dict "
        "`:` type($memref) `to` type($tensor)"
    )

    def verify_(self) -> None:
        _verify_same_contents(self)


@irdl_op_refinement
class ToBufferOp(xdsl_bufferization.ToBufferOp):
    """
    The buffer that will hold a tensor:
    `%b = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32, 1>`.
    """

    tensor = operand_def(_Tensor)
    memref = result_def(RankedOrUnranked)

    assembly_format = (
        "$tensor (`read_only` $read_only^)? attr-dict "
        "`:` type($tensor) `to` type($memref)"
    )

    def verify_(self) -> None:
        _verify_same_contents(self)


@irdl_op_refinement
class MaterializeInDestinationOp(xdsl_bufferization.MaterializeInDestinationOp):
    """
    A tensor that is to live in a given place: another tensor's, which the result takes
    over, or a buffer, which must be `writable`:
    `%r = bufferization.materialize_in_destination %t in %d
    : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>`.
    """

    source = operand_def(_Tensor)
    dest = operand_def(_Tensor | RankedOrUnranked)
    result = opt_result_def(_Tensor)

    assembly_format = (
        "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest "
        "attr-dict `:` functional-type(operands, results)"
    )

    def verify_(self) -> None:
        if fault := self._fault():
            raise VerifyException(f"'{self.name}' op {fault}")

    def _fault(self) -> str | None:
        source, dest = _typed(self.source), _typed(self.dest)
        is_memref = isinstance(dest, MemRefType | UnrankedMemRefType)
        if source.element_type != dest.element_type:
            return "failed to verify that all of {source, dest} have same element type"
        if is_memref and self.result is not None:
            return "memref 'dest' implies zero results"
        if not is_memref and self.result is None:
            return "tensor 'dest' implies exactly one tensor result"
        if is_memref != (self.writable is not None):
            return (
                "'writable' must be specified if and only if the destination is of "
                "memref type"
            )
        if self.restrict is not None and not is_memref:
            return "'restrict' is valid only for memref destinations"
        if self.result is not None and self.result.type != dest:
            return "result and 'dest' types must match"
        return _incompatible(_shape(source), _shape(dest))


def _incompatible(
    source: tuple[int, ...] | None, dest: tuple[int, ...] | None
) -> str | None:
    if source is None and dest is None:
        return None
    if source is None or dest is None:
        return "source/destination shapes are incompatible"
    if len(source) != len(dest):
        return "rank mismatch between source and destination shape"
    if not compatible_sizes(source, dest):
        return "source/destination shapes are incompatible"
    return None


@irdl_op_definition
class DeallocTensorOp(IRDLOperation):
    """
    Frees what a tensor is stored in: `bufferization.dealloc_tensor %t : tensor<4xf32>`.
    """

    name = "bufferization.dealloc_tensor"

    tensor = operand_def(_Tensor)

    assembly_format = "$tensor attr-dict `:` type($tensor)"


@irdl_op_definition
class DeallocOp(IRDLOperation):
    """
    Frees each buffer whose condition holds, unless it aliases a retained one:
    `%o = bufferization.dealloc (%a : memref<*xi8>) if (%c) retain (%r : memref<*xi8>)`.

    One result for each retained buffer: whether the ownership of it passes on, that is,
    whether the condition of a buffer that it aliases holds.
    """

    name = "bufferization.dealloc"

    RETAINED: ClassVar = IntVarConstraint("RETAINED", AnyInt())

    memrefs = var_operand_def(RankedOrUnranked)
    conditions = var_operand_def(i1)
    retained = var_operand_def(RangeOf(RankedOrUnranked).of_length(RETAINED))
    updatedConditions = var_result_def(
        RangeOf(EqAttrConstraint(i1)).of_length(RETAINED)
    )

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        "(` ` `(` $memrefs^ `:` type($memrefs) `)` `if` ` ` `(` $conditions `)`)? "
        "(`retain` ` ` `(` $retained^ `:` type($retained) `)`)? attr-dict"
    )

    def verify_(self) -> None:
        if len(self.conditions) != len(self.memrefs):
            raise VerifyException(
                f"'{self.name}' op must have the same number of conditions as memrefs "
                "to deallocate"
            )


def verify_attribute(
    op: Operation, name: str, attribute: Attribute
) -> Iterator[tuple[Operation, str]]:
    """What is wrong with an attribute of the dialect on `op`."""
    if name != MANUAL_DEALLOCATION:
        yield (
            op,
            f"attribute '\"{name}\"' not supported as an op attribute by the "
            "bufferization dialect",
        )
        return
    effects = get_effects(op) or ()
    if not any(
        effect.kind in (MemoryEffectKind.ALLOC, MemoryEffectKind.FREE)
        for effect in effects
    ):
        yield (
            op,
            f"'{op.name}' op attribute '{name}' can be used only on ops that have an "
            "allocation and/or free side effect",
        )


Bufferization = extend_dialect(
    xdsl_bufferization.Bufferization,
    [
        AllocTensorOp,
        CloneOp,
        DeallocOp,
        DeallocTensorOp,
        MaterializeInDestinationOp,
        ToBufferOp,
        ToTensorOp,
    ],
)
