"""
What constructors for people take: numbers, strings for cases of enumerations.

Each of these raises a `ValueError` that names the argument and what it may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from operator import index
from typing import TypeVar

EnumT = TypeVar("EnumT", bound=Enum)


def enum_case(what: str, cases: type[EnumT], value: EnumT | str) -> EnumT:
    """The case of `cases` that `value` is, or spells."""
    for case in cases:
        if value in (case, case.value):
            return case
    spelled = ", ".join(str(case.value) for case in cases)
    raise ValueError(f"{what} must be one of {spelled}, not {value!r}")


def integer_list(what: str, values: Sequence[int]) -> list[int]:
    """The integers in `values`, those of numpy as Python's."""
    try:
        if isinstance(values, str):
            raise TypeError
        return [index(value) for value in values]
    except TypeError:
        raise ValueError(f"{what} must be a list of integers, not {values!r}") from None
