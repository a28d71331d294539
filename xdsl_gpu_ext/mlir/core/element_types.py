"""What may be an element of a vector or a memref."""

from __future__ import annotations

from types import UnionType

from xdsl.ir import Attribute, BuiltinAttribute, TypeAttribute

_DIALECTS_WITHOUT = frozenset(
    {"async", "emitc", "gpu", "nvgpu", "pdl", "shape", "transform", "xegpu"}
)
"""
MLIR's dialects whose types are no elements. Of dialects that only xDSL has we cannot
know.
"""


def is_element_type(
    type: Attribute,
    builtin: tuple[type[Attribute] | UnionType, ...],
    without: frozenset[str] = frozenset(),
) -> bool:
    """
    Whether `type` may be an element, where of the builtin types those of `builtin` may,
    and those of the dialects `without` may neither.
    """
    if isinstance(type, BuiltinAttribute):
        return isinstance(type, builtin)
    return isinstance(type, TypeAttribute) and (
        type.name.split(".")[0] not in _DIALECTS_WITHOUT | without
    )
