"""
Constraints on vector types, and what verifiers ask of them.

A *scalable* dimension, `[4]`, is a multiple of its size that only the machine knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from typing_extensions import TypeVar
from xdsl.dialects.builtin import (
    AnyFloat,
    AnyFloatConstr,
    ArrayAttr,
    BoolAttr,
    IndexType,
    IndexTypeConstr,
    IntegerType,
    VectorType,
    i1,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrConstraint,
    BaseAttr,
    EqAttrConstraint,
    IntConstraint,
    VerificationContext,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

ANY = AnyAttr()


@dataclass(frozen=True)
class VectorConstraint(AttrConstraint[VectorType]):
    """A vector whose elements, rank and scalability are of a kind."""

    element: AttrConstraint = ANY
    min_rank: int = 0
    max_rank: int | None = None
    scalable: bool | None = None
    """Whether some dimension must be scalable, or none may be."""

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not isa(attr, VectorType):
            raise VerifyException(f"expected a vector, but got '{attr}'")
        rank = attr.get_num_dims()
        if rank < self.min_rank or (self.max_rank is not None and rank > self.max_rank):
            most = "" if self.max_rank is None else f" and at most {self.max_rank}"
            raise VerifyException(
                f"expected a vector of rank at least {self.min_rank}{most}, but got "
                f"'{attr}'"
            )
        if self.scalable is not None and self.scalable != any(attr.get_scalable_dims()):
            kind = "scalable" if self.scalable else "fixed-length"
            raise VerifyException(f"expected a {kind} vector, but got '{attr}'")
        self.element.verify(attr.element_type, constraint_context)

    def variables(self) -> set[str]:
        return self.element.variables()

    def can_infer(self, var_constraint_names: AbstractSet[str]) -> bool:
        return False

    def get_bases(self) -> set[type[Attribute]] | None:
        return {VectorType}

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> VectorConstraint:
        return VectorConstraint(
            self.element.mapping_type_vars(type_var_mapping),
            self.min_rank,
            self.max_rank,
            self.scalable,
        )


AnyVector = VectorConstraint()
FixedVector = VectorConstraint(scalable=False)
NonZeroRankVector = VectorConstraint(min_rank=1)
Mask = VectorConstraint(EqAttrConstraint(i1))
NonZeroRankMask = VectorConstraint(EqAttrConstraint(i1), min_rank=1)
FixedMask = VectorConstraint(EqAttrConstraint(i1), min_rank=1, scalable=False)
FloatVector = VectorConstraint(AnyFloatConstr)
IndexVector = VectorConstraint(BaseAttr(IntegerType) | IndexTypeConstr, min_rank=1)


@dataclass(frozen=True)
class NoZeroRankVector(AttrConstraint):
    """Any type but a vector of rank 0."""

    message: str

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if isa(attr, VectorType) and attr.get_num_dims() == 0:
            raise VerifyException(self.message)

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> NoZeroRankVector:
        return self


def vector_type(value: SSAValue) -> VectorType:
    """The type of an operand or result that is constrained to be a vector."""
    return SSAValue.get(value, type=VectorType).type


def element_or_self(type_: Attribute) -> Attribute:
    """The type of the elements of a vector; any other type itself."""
    return type_.element_type if isa(type_, VectorType) else type_


def dims_of(type_: VectorType) -> tuple[tuple[int, bool], ...]:
    """Size of every dimension, and whether it is scalable."""
    return tuple(zip(type_.get_shape(), type_.get_scalable_dims(), strict=True))


def make_vector(
    element_type: Attribute, dims: Sequence[tuple[int, bool]]
) -> VectorType:
    """The vector with these sizes and scalable dimensions."""
    return VectorType(
        element_type,
        [size for size, _ in dims],
        ArrayAttr(BoolAttr.from_bool(scalable) for _, scalable in dims),
    )


def scalar_or_vector(
    element_type: Attribute, dims: Sequence[tuple[int, bool]]
) -> Attribute:
    """A vector with these dimensions, or its element type if there are none."""
    return make_vector(element_type, dims) if dims else element_type


def mask_of(type_: VectorType) -> VectorType:
    """The mask with a bit for every element of `type_`."""
    return make_vector(i1, dims_of(type_))


def bitwidth(type_: Attribute) -> int | None:
    """Bits of a scalar as vectors hold it; `None` if that is not known."""
    if isinstance(type_, IndexType):
        return 64
    if isa(type_, IntegerType) or isinstance(type_, AnyFloat):
        return type_.bitwidth
    return None


def require(condition: bool, message: str) -> None:
    """Fail verification with `message` unless `condition` holds."""
    if not condition:
        raise VerifyException(message)
