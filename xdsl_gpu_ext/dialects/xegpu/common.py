"""What the operations of several topics check and build alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TypeAlias

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ShapedType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import BaseAttr, MessageConstraint
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self

from xdsl_gpu_ext.dialects.xegpu.attributes import CachePolicy, CachePolicyAttr
from xdsl_gpu_ext.dialects.xegpu.layouts import DistributeLayoutAttr

Index: TypeAlias = "SSAValue | Operation | int"
"""An index that a constructor takes: a value, or a constant."""

Hint: TypeAlias = "CachePolicy | CachePolicyAttr | None"
"""A cache hint that a constructor takes."""

Layout = MessageConstraint(
    BaseAttr(DistributeLayoutAttr), "expected DistributeLayoutAttr instance"
)

CacheHint = BaseAttr(CachePolicyAttr)


def hint_properties(
    l1_hint: Hint, l2_hint: Hint, l3_hint: Hint
) -> dict[str, Attribute | None]:
    """The properties for three cache hints."""

    def attr(hint: Hint) -> CachePolicyAttr | None:
        return CachePolicyAttr(hint) if isinstance(hint, CachePolicy) else hint

    return {
        "l1_hint": attr(l1_hint),
        "l2_hint": attr(l2_hint),
        "l3_hint": attr(l3_hint),
    }


def verify_hints(
    hints: Sequence[CachePolicyAttr | None], is_valid: Callable[[CachePolicy], bool]
) -> None:
    """Check the cache hints of an operation, L1 first."""
    for level, hint in enumerate(hints, 1):
        if hint is not None and not is_valid(hint.data):
            raise VerifyException(f"invalid l{level}_hint: {hint}")


def verify_same_element_type(**types: Attribute) -> None:
    """Check that all operands and results that are named have one element type."""
    if len(set(map(get_element_type_or_self, types.values()))) > 1:
        raise VerifyException(
            "failed to verify that all of {"
            + ", ".join(types)
            + "} have same element type"
        )


def shape_of(type: Attribute) -> tuple[int, ...]:
    """The shape of a type; that of a scalar is one element."""
    return type.get_shape() if isinstance(type, ShapedType) else (1,)


def element_count(shape: Sequence[int]) -> int:
    """The number of elements; none are counted where a dimension is dynamic."""
    return 0 if DYNAMIC_INDEX in shape else prod(shape)


def text_of(shape: Sequence[int]) -> str:
    """A shape as diagnostics write it: `[8, 16]`."""
    return f"[{', '.join(map(str, shape))}]"
