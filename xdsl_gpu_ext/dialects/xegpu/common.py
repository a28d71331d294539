"""What the operations of several topics check and build alike."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Sequence
from math import prod
from typing import TypeAlias, TypedDict

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ShapedType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    MessageConstraint,
    ParsePropInAttrDict,
    opt_prop_def,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self

from xdsl_gpu_ext.dialects.xegpu.attributes import CachePolicy, CachePolicyAttr
from xdsl_gpu_ext.dialects.xegpu.layouts import DistributeLayoutAttr
from xdsl_gpu_ext.mlir.irdl.arguments import enum_case

Index: TypeAlias = "SSAValue | Operation | int"
"""An index that a constructor takes: a value, or a constant."""

Hint: TypeAlias = "CachePolicy | CachePolicyAttr | str | None"
"""A cache hint that a constructor takes: `"cached"` is `CachePolicy.CACHED`."""

Layout = MessageConstraint(
    BaseAttr(DistributeLayoutAttr), "expected DistributeLayoutAttr instance"
)

CacheHint = BaseAttr(CachePolicyAttr)


class CachedArguments(TypedDict, total=False):
    """What constructors of cached accesses take by name."""

    l1_hint: Hint
    l2_hint: Hint
    l3_hint: Hint
    layout: DistributeLayoutAttr | None


class CachedOp(IRDLOperation, ABC):
    """
    An access to memory that caches lie before; `layout` says how a workgroup or a
    subgroup divides the work.
    """

    l1_hint = opt_prop_def(CacheHint)
    l2_hint = opt_prop_def(CacheHint)
    l3_hint = opt_prop_def(CacheHint)
    layout = opt_prop_def(Layout)

    irdl_options = (ParsePropInAttrDict(),)

    def verify_hints(self, is_valid: Callable[[CachePolicy], bool]) -> None:
        """Check the cache hints, L1 first."""
        for level, hint in enumerate((self.l1_hint, self.l2_hint, self.l3_hint), 1):
            if hint is not None and not is_valid(hint.data):
                raise VerifyException(f"invalid l{level}_hint: {hint}")


def cached_properties(
    arguments: CachedArguments,
) -> dict[str, Attribute | None]:
    """The properties of a cached access."""
    properties: dict[str, Attribute | None] = {"layout": arguments.get("layout")}
    for name in ("l1_hint", "l2_hint", "l3_hint"):
        hint = arguments.get(name)
        if hint is not None and not isinstance(hint, CachePolicyAttr):
            hint = CachePolicyAttr(enum_case(name, CachePolicy, hint))
        properties[name] = hint
    return properties


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
