"""Constraints on types that several topics of the dialect state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from typing_extensions import TypeVar
from xdsl.dialects.builtin import (
    AnyFloatConstr,
    MemRefType,
    SignlessIntegerConstraint,
    VectorType,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import AttrConstraint, IntConstraint, VerificationContext
from xdsl.utils.exceptions import VerifyException


@dataclass(frozen=True)
class IntegerOrFloat(AttrConstraint):
    """A signless integer or a float or, with `vectors`, a fixed vector of some."""

    vectors: bool = False

    @property
    def summary(self) -> str:
        """What LLVM calls it."""
        vectors = " or fixed-length vector of Integer or Float values of ranks 1"
        return "Integer or Float" + vectors * self.vectors

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        element = attr
        if self.vectors and isinstance(attr, VectorType):
            vector = cast(VectorType[Attribute], attr)
            if vector.get_num_dims() == 1 and not any(vector.get_scalable_dims()):
                element = vector.element_type
        if SignlessIntegerConstraint.verifies(element) or AnyFloatConstr.verifies(
            element
        ):
            return
        raise VerifyException(f"must be {self.summary}, but got '{attr}'")

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> AttrConstraint:
        return self


@dataclass(frozen=True)
class OneOf(AttrConstraint):
    """One of some attributes; xDSL's `AnyOf` cannot tell integer types apart."""

    choices: tuple[Attribute, ...]

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if attr not in self.choices:
            expected = " or ".join(str(choice) for choice in self.choices)
            raise VerifyException(f"must be {expected}, but got '{attr}'")

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> AttrConstraint:
        return self


def memref_type(value: SSAValue) -> MemRefType[Attribute]:
    """The type of an operand or result that is constrained to be a memref."""
    return cast(MemRefType[Attribute], value.type)
