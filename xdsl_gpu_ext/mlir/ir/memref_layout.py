"""
Where the elements of a memref lie: strides, offset and layout maps.

`None` stands for a number that is known at run time only, as it does in xDSL's
`StridedLayoutAttr`; in a shape `DYNAMIC_INDEX` does. Sums and products are MLIR's: what
involves an unknown is unknown, except that zero times anything is zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    MemRefLayoutAttr,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
)
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineMap

from xdsl_gpu_ext.mlir.ir.affine_strides import (
    LinearForm,
    linear_form,
    strides_of_expression,
)


@dataclass(frozen=True)
class Strides:
    """
    The strided form of a layout: element `(i0, i1, ...)` lies `offset` plus the sum of
    `strides[k] * ik` elements behind the start of the buffer.
    """

    strides: tuple[int | None, ...]
    offset: int | None

    def as_layout(self) -> StridedLayoutAttr:
        """`strided<[s0, s1, ...], offset: o>`"""
        return StridedLayoutAttr(self.strides, self.offset)


def product(a: int | None, b: int | None) -> int | None:
    """`a * b`, zero if either is zero, unknown if either is unknown."""
    if a == 0 or b == 0:
        return 0
    return None if a is None or b is None else a * b


def total(a: int | None, b: int | None) -> int | None:
    """`a + b`, unknown if either is unknown."""
    return None if a is None or b is None else a + b


def static(number: int) -> int | None:
    """A number of a shape or of a `static_...` list, `None` if it is dynamic."""
    return None if number == DYNAMIC_INDEX else number


def num_dynamic_dims(type: MemRefType) -> int:
    """The number of dimensions of which the size is known at run time only."""
    return type.get_shape().count(DYNAMIC_INDEX)


def contiguous_strides(shape: Sequence[int]) -> tuple[int | None, ...]:
    """
    Row-major strides of a shape: `4x?x5` has `[?, 5, 1]`. A dimension of size zero
    hides the strides of those before it as a dynamic one does.
    """
    strides: list[int | None] = []
    stride: int | None = 1
    for size in reversed(shape):
        strides.append(stride)
        stride = None if size in (0, DYNAMIC_INDEX) or stride is None else stride * size
    return tuple(reversed(strides))


def num_symbols(type: MemRefType) -> int:
    """The number of run-time values that the layout itself depends on."""
    match type.layout:
        case NoneAttr():
            return 0
        case StridedLayoutAttr() as layout:
            return [*layout.get_strides(), layout.get_offset()].count(None)
        case layout:
            return layout.get_affine_map().num_symbols


def has_identity_layout(type: MemRefType) -> bool:
    """Whether the layout is row-major order without gaps."""
    match type.layout:
        case NoneAttr():
            return True
        case StridedLayoutAttr() as layout:
            # As a map from indices to an address, only this one is an identity.
            return layout.get_strides() == (1,) and layout.get_offset() == 0
        case layout:
            return is_identity(layout.get_affine_map())


def is_permutation(map: AffineMap) -> bool:
    """Whether `map` gives its dimensions back in some order, each once."""
    dims = map.num_dims
    return (
        not map.num_symbols
        and set(map.results) == set(AffineMap.identity(dims).results)
        and len(map.results) == dims
    )


def is_identity(map: AffineMap) -> bool:
    """Whether `map` gives its dimensions back, in order."""
    return map.results == AffineMap.identity(map.num_dims).results


def strides_of(type: MemRefType) -> Strides | None:
    """
    The strided form of the layout of `type`; `None` if it has none, as tiled and other
    layouts that are not linear.
    """
    if has_identity_layout(type):
        return Strides(contiguous_strides(type.get_shape()), 0)
    match type.layout:
        case StridedLayoutAttr() as layout:
            return Strides(tuple(layout.get_strides()), layout.get_offset())
        case NoneAttr():
            return None
        case layout:
            map = layout.get_affine_map()
    if len(map.results) != 1:
        return None
    found = strides_of_expression(map.results[0], map.num_dims)
    return None if found is None else Strides(*found)


def with_layout(
    type: MemRefType, shape: Sequence[int], layout: MemRefLayoutAttr | NoneAttr
) -> MemRefType:
    """`type` with another shape and layout."""
    return MemRefType(type.element_type, shape, layout, type.memory_space)


def equivalent_types(a: MemRefType, b: MemRefType) -> bool:
    """
    Whether two types say the same, however their layouts are written: no layout and the
    strides of a contiguous buffer, or `strided` and an affine map of the same function.
    """
    return (
        a.shape == b.shape
        and a.element_type == b.element_type
        and a.memory_space == b.memory_space
        and _canonical_layout(a) == _canonical_layout(b)
    )


def _canonical_layout(type: MemRefType) -> Attribute | LinearForm:
    layout = type.layout
    if isinstance(layout, NoneAttr) or has_identity_layout(type):
        # To MLIR `strided<[1]>` is canonical beside no layout, and another one.
        return layout
    map = layout.get_affine_map()
    if len(map.results) != 1:
        return layout
    strides = strides_of(type)
    contiguous = contiguous_strides(type.get_shape())
    if strides == Strides(contiguous, 0) and None not in contiguous:
        return NoneAttr()
    return linear_form(map)
