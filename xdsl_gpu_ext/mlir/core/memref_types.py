"""
Memref types: what xDSL reads, builds and accepts otherwise than MLIR does.
"""

# Lifting a limit of the parser means to write, or to wrap, its private functions.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    AnyFloat,
    ComplexType,
    DictionaryAttr,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MemRefLayoutAttr,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
    StringAttr,
    UnrankedMemRefType,
    VectorType,
)
from xdsl.ir import Attribute, BuiltinAttribute, TypeAttribute
from xdsl.ir.affine import AffineMap
from xdsl.parser import AttrParser
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xdsl_gpu_ext.mlir.core.element_types import is_element_type
from xdsl_gpu_ext.mlir.core.registry import Limit

_NONE = NoneAttr()
_INT64 = range(-(2**63), 2**63)


allow_space_in_shapes = Limit(
    """
    Read `memref<1 x memref<2 x f32>>`.

    xDSL expects the last `x` to touch an element type that begins with a letter.
    """,
    still="test_xdsl_still_refuses_space_in_shapes",
)


@allow_space_in_shapes.replaces(AttrParser, "parse_dimension_list")
def parse_dimension_list(self: AttrParser) -> list[int]:
    """`4x?x8`, without the `x` before an element type."""
    dims: list[int] = []
    dimension = (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.QUESTION)
    while self._current_token.kind in dimension:
        dims.append(self.parse_shape_dimension())
        delimiter = self._current_token.span.start
        if self._parse_optional_shape_delimiter() is None:
            return dims
    if dims:
        self._resume_from(delimiter)  # pyright: ignore[reportPossiblyUnboundVariable]
    return dims


parse_memref_types_as_mlir = Limit(
    """
    Layout and memory space are told apart by what they are, and each comes once.

    xDSL takes a second attribute of either kind for a memory space, and any attribute
    for the memory space of an unranked memref.
    """,
    still="test_xdsl_still_accepts",
)


@parse_memref_types_as_mlir.replaces(AttrParser, "_parse_memref_attrs")
def parse_memref_attrs(self: AttrParser) -> MemRefType | UnrankedMemRefType:
    start = self.pos
    shape, element_type = self.parse_shape()
    layout: MemRefLayoutAttr | NoneAttr = NoneAttr()
    memory_space: Attribute | None = None
    while self.parse_optional_punctuation(",") is not None:
        pos = self.pos
        attr = self.parse_attribute()
        if isinstance(attr, MemRefLayoutAttr):
            if shape is None:
                self.raise_error(
                    "cannot have affine map for unranked memref type", pos, self.pos
                )
            if memory_space is not None:
                self.raise_error(
                    "expected memory space to be last in memref type", pos, self.pos
                )
            layout = attr
        elif memory_space is not None:
            self.raise_error(
                "multiple memory spaces specified in memref type", pos, self.pos
            )
        else:
            memory_space = attr
    space = NoneAttr() if memory_space is None else memory_space
    try:
        if shape is None:
            return UnrankedMemRefType(element_type, _without_default(space))
        return MemRefType(element_type, shape, layout, space)
    except VerifyException as e:
        self.raise_error(str(e), start, self.pos)


forget_default_layout_and_space = Limit(
    """
    Drop an identity map and memory space 0, which say nothing.

    In MLIR `memref<4xf32, affine_map<(d0) -> (d0)>, 0>` is the type `memref<4xf32>`.
    """,
    still="test_xdsl_still_tells_equal_types_apart",
)


@forget_default_layout_and_space.replaces(MemRefType, "__init__")
def init(
    self: MemRefType,
    element_type: Attribute,
    shape: Iterable[int | IntAttr],
    layout: MemRefLayoutAttr | NoneAttr = _NONE,
    memory_space: Attribute = _NONE,
) -> None:
    shape = tuple(shape)
    if isinstance(layout, AffineMapAttr) and _is_identity(layout.data, len(shape)):
        layout = _NONE
    init.original(self, element_type, shape, layout, _without_default(memory_space))


def _is_identity(map: AffineMap, rank: int) -> bool:
    return map.num_dims == rank and map.results == AffineMap.identity(rank).results


def _without_default(memory_space: Attribute) -> Attribute:
    if isa(memory_space, IntegerAttr) and memory_space.value.data == 0:
        return _NONE
    return memory_space


verify_memref_types = Limit(
    """
    Refuse element types, sizes, layouts and memory spaces that MLIR refuses.

    xDSL checks nothing of this, and an affine map of another rank leads to an
    `IndexError` later.
    """,
    still="test_xdsl_still_accepts",
)


@verify_memref_types.adds(MemRefType, "verify")
def verify_ranked(self: MemRefType) -> None:
    _verify_element_type(self.element_type)
    shape = self.get_shape()
    for size in shape:
        if size != DYNAMIC_INDEX and (size < 0 or size not in _INT64):
            raise VerifyException("invalid memref size")
    match self.layout:
        case AffineMapAttr(data=map):
            if map.num_dims != len(shape):
                raise VerifyException(
                    "memref layout mismatch between rank and affine map: "
                    f"{len(shape)} != {map.num_dims}"
                )
        case StridedLayoutAttr() as layout:
            if len(layout.strides) != len(shape):
                raise VerifyException(
                    "expected the number of strides to match the rank"
                )
            for number in (*layout.get_strides(), layout.get_offset()):
                if number is not None and number not in _INT64:
                    raise VerifyException("expected a 64-bit signed integer or '?'")
        case _:
            pass
    _verify_memory_space(self.memory_space)


@verify_memref_types.adds(UnrankedMemRefType, "verify")
def verify_unranked(self: UnrankedMemRefType) -> None:
    _verify_element_type(self.element_type)
    _verify_memory_space(self.memory_space)


_ELEMENT_TYPES = (
    IntegerType,
    IndexType,
    AnyFloat,
    ComplexType,
    VectorType,
    MemRefType,
    UnrankedMemRefType,
)

_DIALECTS_WITHOUT = frozenset({"llvm", "quant"})


def _verify_element_type(type: Attribute) -> None:
    if not is_element_type(type, _ELEMENT_TYPES, _DIALECTS_WITHOUT):
        raise VerifyException(f"invalid memref element type: {type}")


def _verify_memory_space(space: Attribute) -> None:
    if isinstance(space, NoneAttr | IntegerAttr | StringAttr | DictionaryAttr):
        return
    if isinstance(space, BuiltinAttribute | TypeAttribute):
        raise VerifyException(f"unsupported memory space Attribute: {space}")
