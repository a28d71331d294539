"""
Values of many threads at once.

Where the threads of a kernel run as lanes, a value is one for all lanes or an array
with an entry for each. What is not a number (a memref, a descriptor) is a Python object
whose fields may be such arrays; where lanes hold quite different ones, a `Choice`
between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, cast

import numpy as np
from xdsl.ir import Attribute

from xdsl_gpu_ext.simulator.numerics import Array, rank, where


@dataclass(frozen=True, eq=False)
class Choice:
    """Lane `i` holds `values[which[i]]`."""

    values: tuple[Any, ...]
    which: Array


def merge(mask: Array, chosen: Any, other: Any, type_: Attribute) -> Any:
    """The value of `type_` that is `chosen` in the lanes of `mask`, else `other`."""
    if chosen is other:
        return chosen
    if isinstance(chosen, np.ndarray | np.generic):
        return where(mask.reshape(mask.shape + (1,) * rank(type_)), chosen, other)
    return _merge_objects(mask, chosen, other)


def merge_choices(
    mask: Array,
    chosen: tuple[Any, ...],
    others: tuple[Any, ...],
    types: Sequence[Attribute],
) -> tuple[Any, ...]:
    """`merge` of several values."""
    return tuple(
        merge(mask, one, other, type_)
        for one, other, type_ in zip(chosen, others, types, strict=True)
    )


def _merge_objects(mask: Array, chosen: Any, other: Any) -> Any:
    if isinstance(chosen, Choice) or isinstance(other, Choice):
        first = (
            chosen if isinstance(chosen, Choice) else Choice((chosen,), _zeros(mask))
        )
        second = other if isinstance(other, Choice) else Choice((other,), _zeros(mask))
        return Choice(
            (*first.values, *second.values),
            where(mask, first.which, second.which + len(first.values)),
        )
    if type(chosen) is type(other) and is_dataclass(chosen):
        merged: dict[str, Any] = {}
        for field in fields(chosen):
            one, two = getattr(chosen, field.name), getattr(other, field.name)
            if one is two:
                continue
            if isinstance(one, tuple):
                ones, twos = cast("tuple[Any, ...]", one), cast("tuple[Any, ...]", two)
                if len(ones) != len(twos):
                    break
                merged[field.name] = tuple(
                    a if a is b else where(mask, a, b) for a, b in zip(ones, twos)
                )
            elif isinstance(one, np.ndarray | np.generic | int):
                merged[field.name] = where(mask, one, two)
            elif one != two:
                break
        else:
            return replace(cast(Any, chosen), **merged)
    return Choice((chosen, other), where(mask, 0, 1))


def _zeros(mask: Array) -> Array:
    return np.zeros(mask.shape, np.intp)
