"""
The groups of types that the operations of xegpu take, as `XeGPUTypes.td` has them.

A *scalar* of xegpu is an integer of 1, 8, 16, 32 or 64 bits of any signedness, `i4`,
`f16`, `f32`, `f64`, `bf16` or `tf32`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from typing_extensions import TypeVar
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Signedness,
    VectorType,
    bf16,
    f16,
    f32,
    f64,
    i1,
    tf32,
)
from xdsl.ir import Attribute, AttributeCovT
from xdsl.irdl import (
    AttrConstraint,
    IntConstraint,
    VerificationContext,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.dialects.gpu.attributes import AddressSpace, AddressSpaceAttr
from xdsl_gpu_ext.dialects.xegpu.attributes import MemorySpace, MemorySpaceAttr
from xdsl_gpu_ext.dialects.xegpu.types import TensorDescType


@dataclass(frozen=True)
class TypeGroup(AttrConstraint[AttributeCovT]):
    """The types that a predicate holds for."""

    summary: str
    """What they are, as diagnostics call them."""
    holds: Callable[[Attribute], bool]

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not self.holds(attr):
            raise VerifyException(f"must be {self.summary}, but got {attr}")

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> AttrConstraint[AttributeCovT]:
        return self


def _one_of(*groups: TypeGroup[Attribute]) -> TypeGroup[Attribute]:
    return TypeGroup(
        " or ".join(group.summary for group in groups),
        lambda attr: any(group.holds(attr) for group in groups),
    )


_SCALARS = frozenset(
    (
        IntegerType(4),
        *(
            IntegerType(width, signedness)
            for width in (1, 8, 16, 32, 64)
            for signedness in Signedness
        ),
        f16,
        f32,
        f64,
        bf16,
        tf32,
    )
)
_POINTERS = frozenset(
    (
        IntegerType(32),
        IntegerType(64),
        IntegerType(32, Signedness.UNSIGNED),
        IntegerType(64, Signedness.UNSIGNED),
    )
)


def _is_scalar(attr: Attribute) -> bool:
    return attr in _SCALARS


def _is_fixed_vector(
    attr: Attribute, is_element: Callable[[Attribute], bool], max_rank: int | None
) -> bool:
    return (
        isa(attr, VectorType)
        and attr.get_num_dims() > 0
        and (max_rank is None or attr.get_num_dims() <= max_rank)
        and not attr.get_num_scalable_dims()
        and is_element(attr.element_type)
    )


def _is_memref(attr: Attribute, rank: int | None = None) -> bool:
    return (
        isa(attr, MemRefType)
        and _is_scalar(attr.element_type)
        and (attr.get_num_dims() == rank if rank else attr.get_num_dims() > 0)
    )


def is_shared_memory(memory_space: Attribute) -> bool:
    """Whether a memref in this memory space is in shared local memory."""
    match memory_space:
        case IntegerAttr():
            return memory_space.value.data == 3
        case MemorySpaceAttr():
            return memory_space.data is MemorySpace.SLM
        case AddressSpaceAttr():
            return memory_space.data is AddressSpace.Workgroup
        case _:
            return False


def address_space(memory_space: Attribute) -> int:
    """
    The number of a memref's memory space, for descriptors: what neither is a number nor
    a `#xegpu.memory_space` counts as global memory.
    """
    match memory_space:
        case IntegerAttr():
            return memory_space.value.data
        case MemorySpaceAttr():
            return memory_space.data.address_space
        case _:
            return MemorySpace.GLOBAL.address_space


Scalar = TypeGroup[Attribute]("scalar", _is_scalar)

Value = TypeGroup[VectorType](
    "fixed-length vector of scalar values",
    lambda attr: _is_fixed_vector(attr, _is_scalar, None),
)

Offsets = TypeGroup[VectorType](
    "fixed-length vector of index values",
    lambda attr: _is_fixed_vector(attr, lambda e: isinstance(e, IndexType), None),
)

Mask = TypeGroup[VectorType](
    "fixed-length vector of 1-bit signless integer values",
    lambda attr: _is_fixed_vector(attr, lambda e: e == i1, None),
)

DpasOperand = TypeGroup[VectorType](
    "fixed-length vector of scalar values of ranks 1/2/3",
    lambda attr: _is_fixed_vector(attr, _is_scalar, 3),
)

DpasResult = TypeGroup[VectorType](
    "fixed-length vector of scalar values of ranks 1/2",
    lambda attr: _is_fixed_vector(attr, _is_scalar, 2),
)

Vector = TypeGroup[VectorType](
    "vector of scalar values of ranks 1/2/3/4/5/6",
    lambda attr: (
        isa(attr, VectorType)
        and 0 < attr.get_num_dims() <= 6
        and _is_scalar(attr.element_type)
    ),
)

BlockSource = TypeGroup[Attribute](
    "non-0-ranked memref of scalar values or i64 or i32 or ui64 or ui32",
    lambda attr: _is_memref(attr) or attr in _POINTERS,
)

ScatterBase = TypeGroup[Attribute](
    "1D memref of scalar values or i64 or i32 or ui64 or ui32",
    lambda attr: _is_memref(attr, 1) or attr in _POINTERS,
)

ScatterSource = _one_of(
    TypeGroup("tensor descriptor", lambda attr: isinstance(attr, TensorDescType)),
    ScatterBase,
)

AnyOffsets = _one_of(
    Offsets, TypeGroup("index", lambda attr: isinstance(attr, IndexType))
)

AnyMask = _one_of(Mask, TypeGroup("1-bit signless integer", lambda attr: attr == i1))

AnyValue = _one_of(Value, Scalar)

SharedBuffer = TypeGroup[MemRefType](
    "reside in share memory and statically 1d or 2d shaped memref of scalar values",
    lambda attr: (
        isa(attr, MemRefType)
        and (_is_memref(attr, 1) or _is_memref(attr, 2))
        and DYNAMIC_INDEX not in attr.get_shape()
        and is_shared_memory(attr.memory_space)
    ),
)
