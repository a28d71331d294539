"""Kinds of memref types, as constraints and checks that several operations share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from typing_extensions import TypeVar
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloatConstr,
    MemRefType,
    SignlessIntegerConstraint,
    UnrankedMemRefType,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import AttrConstraint, IntConstraint, VerificationContext, base
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.ir.memref_layout import strides_of

AnyMemRefType: TypeAlias = MemRefType | UnrankedMemRefType

RankedOrUnranked: AttrConstraint[AnyMemRefType] = base(MemRefType) | base(
    UnrankedMemRefType
)
"""A memref with or without a known rank."""


@dataclass(frozen=True)
class _Strided(AttrConstraint[MemRefType]):
    """A memref with a layout of strides."""

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not isa(attr, MemRefType) or strides_of(attr) is None:
            raise VerifyException(
                f"must be strided memref of any type values, but got '{attr}'"
            )

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> AttrConstraint[MemRefType]:
        return self


StridedMemRef: AttrConstraint[MemRefType] = _Strided()
"""A ranked memref with a layout of strides and an offset, static or dynamic."""


@dataclass(frozen=True)
class _Static(AttrConstraint[MemRefType]):
    """A memref of static shape."""

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not isa(attr, MemRefType) or DYNAMIC_INDEX in attr.get_shape():
            raise VerifyException(
                f"must be statically shaped memref of any type values, but got '{attr}'"
            )

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> AttrConstraint[MemRefType]:
        return self


StaticMemRef: AttrConstraint[MemRefType] = _Static()
"""A ranked memref of a shape without dynamic dimensions."""

Arithmetic = SignlessIntegerConstraint | AnyFloatConstr
"""What atomic operations compute with: a signless integer or a float."""


def ranked(value: SSAValue) -> MemRefType:
    """The type of a value that the constraints of its operation know to be ranked."""
    assert isa(value.type, MemRefType)
    return value.type


def memref_type(value: SSAValue) -> AnyMemRefType:
    """The type of a value that the constraints of its operation know to be a memref."""
    type = value.type
    assert isa(type, MemRefType) or isa(type, UnrankedMemRefType)
    return type


def rank_of(value: SSAValue) -> int:
    """The rank of a value that the constraints of its operation know to be ranked."""
    return ranked(value).get_num_dims()


def compatible_sizes(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two shapes are of one rank and agree where both are static."""
    return len(a) == len(b) and all(
        x == y or DYNAMIC_INDEX in (x, y) for x, y in zip(a, b)
    )


def verify_compatible_shapes(a: AnyMemRefType, b: AnyMemRefType, of: str) -> None:
    """
    `SameOperandsShape` and its kin: the ranks, where known, are equal, and so are sizes
    that are static in both. `of` names the values in the diagnostic.
    """
    if (
        isinstance(a, MemRefType)
        and isinstance(b, MemRefType)
        and not compatible_sizes(a.get_shape(), b.get_shape())
    ):
        raise VerifyException(f"requires the same shape for all {of}")
