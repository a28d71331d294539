"""Constraints on attributes and types that several dialects state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from typing_extensions import TypeVar
from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.irdl import AttrConstraint, IntConstraint, VerificationContext
from xdsl.utils.bitwise_casts import is_power_of_two
from xdsl.utils.exceptions import VerifyException


@dataclass(frozen=True)
class PowerOfTwo(IntConstraint):
    """1, 2, 4, 8, ..."""

    def verify(self, i: int, constraint_context: VerificationContext) -> None:
        if i <= 0 or not is_power_of_two(i):
            raise VerifyException(
                f"expected a value that is positive and a power of two > 0, got {i}"
            )

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> IntConstraint:
        return self


@dataclass(frozen=True)
class Positive(IntConstraint):
    """1, 2, 3, ..."""

    def verify(self, i: int, constraint_context: VerificationContext) -> None:
        if i <= 0:
            raise VerifyException(f"expected a value that is positive, got {i}")

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> IntConstraint:
        return self


@dataclass(frozen=True)
class Between(IntConstraint):
    """An integer from `lower` to `upper`, both included."""

    lower: int
    upper: int

    def verify(self, i: int, constraint_context: VerificationContext) -> None:
        if not self.lower <= i <= self.upper:
            raise VerifyException(
                f"expected a value between {self.lower} and {self.upper}, got {i}"
            )

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> IntConstraint:
        return self


@dataclass(frozen=True)
class CaseOf(Between):
    """The number of a case of an enumeration, counted from 0."""

    cases: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The cases, for people."""
        *others, last = (f"`{case}`" for case in self.cases)
        return f"the number of {', '.join(others)} or {last}"


def case_of(cases: Iterable[str]) -> CaseOf:
    """The number of one of `cases`, which are in order."""
    names = tuple(map(str, cases))
    return CaseOf(0, len(names) - 1, names)


Alignment = IntegerAttr.constr(i64, value=PowerOfTwo())
"""`IntValidAlignment<I64Attr>`: a number of bytes."""
