"""Strides, offset and identity of layouts."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
    f32,
)
from xdsl.ir.affine import AffineMap
from xdsl.parser import Parser
from xdsl.utils.hints import isa

from xdsl_gpu_ext.api import context
from xdsl_gpu_ext.mlir.ir.memref_layout import (
    Strides,
    contiguous_strides,
    equivalent_types,
    has_identity_layout,
    is_permutation,
    num_dynamic_dims,
    num_symbols,
    product,
    strides_of,
    total,
)
from xdsl_gpu_ext.testing import mlir_opt

N = None


def memref(text: str) -> MemRefType:
    type = Parser(context(), f"memref<{text}>").parse_type()
    assert isa(type, MemRefType)
    return type


def test_arithmetic_with_unknowns() -> None:
    assert product(3, 4) == 12
    assert product(3, N) is None
    assert product(0, N) == product(N, 0) == 0
    assert total(3, 4) == 7
    assert total(N, 0) is None


def test_contiguous_strides() -> None:
    assert contiguous_strides([]) == ()
    assert contiguous_strides([2, 3, 4]) == (12, 4, 1)
    assert contiguous_strides([2, DYNAMIC_INDEX, 4]) == (N, 4, 1)
    assert contiguous_strides([2, 0, 4]) == (N, 4, 1)


LAYOUTS: list[tuple[str, tuple[int | None, ...], int | None]] = [
    ("f32", (), 0),
    ("4x?xf32", (N, 1), 0),
    ("?x4xf32", (4, 1), 0),
    ("2x0x4xf32", (N, 4, 1), 0),
    ("4x4xf32, strided<[?, -1], offset: ?>", (N, -1), N),
    ("4xf32, strided<[1]>", (1,), 0),
    ("4x4xf32, affine_map<(i, j) -> (i * 8 + j * 2 + 3)>", (8, 2), 3),
    ("4x4xf32, affine_map<(i, j)[s] -> (i * s + j)>", (N, 1), 0),
    ("4x4xf32, affine_map<(i, j)[s] -> ((i + j) * 2 + j * 5 + s)>", (2, 7), N),
    # Terms that cancel are not there.
    ("4x4xf32, affine_map<(i, j)[s] -> (i * s + j - i * s + s - s)>", (0, 1), 0),
    ("4x4xf32, affine_map<(i, j)[s] -> (s * (i + 3))>", (N, 0), N),
    ("4x4xf32, affine_map<(i, j) -> (i mod 2 + j - i mod 2)>", (0, 1), 0),
    # A division that leaves nothing over is none.
    ("4x4xf32, affine_map<(i, j) -> ((i * 4 + 8) floordiv 4 + j)>", (1, 1), 2),
    ("4x4xf32, affine_map<(i, j) -> ((i * 4 + 6) floordiv 4 + j)>", (1, 1), 1),
    ("4x4xf32, affine_map<(i, j) -> ((i * 4 + 8) ceildiv 4 + j)>", (1, 1), 2),
    ("4x4xf32, affine_map<(i, j) -> ((i * 4 + 6) mod 4 + j)>", (0, 1), 2),
    ("4x4xf32, affine_map<(i, j)[s] -> (i * (s floordiv 2) + j)>", (N, 1), 0),
    ("f32, affine_map<()[s] -> (s)>", (), N),
]


@pytest.mark.parametrize(("text", "strides", "offset"), LAYOUTS)
def test_strides(
    text: str, strides: tuple[int | None, ...], offset: int | None
) -> None:
    assert strides_of(memref(text)) == Strides(strides, offset)


def test_mlir_sees_the_same_strides() -> None:
    """A slice from the first element on has the strides of its source."""
    texts: list[str] = []
    for text, strides, offset in LAYOUTS:
        if "x0x" in text:
            continue  # It has no first element.
        rank = len(strides)
        zeros, ones = ", ".join("0" * rank), ", ".join("1" * rank)
        result = MemRefType(f32, [1] * rank, StridedLayoutAttr(strides, offset))
        texts.append(
            f"func.func @f(%m: memref<{text}>) {{\n"
            f"  %r = memref.subview %m[{zeros}] [{ones}] [{ones}]"
            f" : memref<{text}> to {result}\n"
            "  return\n}"
        )
    assert None not in mlir_opt.generic_modules(texts)


@pytest.mark.parametrize(
    "text",
    [
        "4x4xf32, affine_map<(i, j) -> (i, j floordiv 2)>",
        "4x4xf32, affine_map<(i, j) -> (i floordiv 2 + j)>",
        "4x4xf32, affine_map<(i, j) -> (i mod 3 + j)>",
        "4x4xf32, affine_map<(i, j)[s] -> (i + j + s floordiv 2)>",
        "4x4xf32, affine_map<(i, j)[s] -> (i ceildiv s + j)>",
        "4x4xf32, affine_map<(i, j) -> ((i * 4 + 6) ceildiv 4 + j)>",
    ],
)
def test_not_strided(text: str) -> None:
    type = memref(text)
    assert strides_of(type) is None
    assert not has_identity_layout(type)


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        ("4x4xf32", True),
        ("f32", True),
        ("4xf32, strided<[1]>", True),
        ("4xf32, strided<[1], offset: 1>", False),
        ("f32, strided<[]>", False),
        ("4x4xf32, strided<[4, 1]>", False),
        ("4x4xf32, affine_map<(i, j) -> (i, j)>", True),
        ("4x4xf32, affine_map<(i, j) -> (j, i)>", False),
        ("4x4xf32, affine_map<(i, j) -> (i * 4 + j)>", False),
    ],
)
def test_identity(text: str, identity: bool) -> None:
    assert has_identity_layout(memref(text)) == identity


def test_counts() -> None:
    assert num_dynamic_dims(memref("4x?x?xf32")) == 2
    assert num_symbols(memref("4xf32")) == 0
    assert num_symbols(memref("4x4xf32, strided<[?, 1], offset: ?>")) == 2
    assert num_symbols(memref("4xf32, affine_map<(i)[s, t] -> (i)>")) == 0
    assert num_symbols(memref("4xf32, affine_map<(i)[s, t] -> (i + s)>")) == 2


@pytest.mark.parametrize(
    ("a", "b", "equivalent"),
    [
        ("4x5xf32", "4x5xf32, strided<[5, 1]>", True),
        ("4x5xf32", "4x5xf32, affine_map<(i, j) -> (j + i * 5)>", True),
        ("4x5xf32", "4x5xf32, strided<[5, 1], offset: 1>", False),
        ("?x?xf32", "?x?xf32, strided<[?, 1]>", False),
        (
            "4x4xf32, strided<[?, 2]>",
            "4x4xf32, affine_map<(i, j)[s] -> (2 * j + s * i)>",
            True,
        ),
        (
            "4x4xf32, strided<[?, 2]>",
            "4x4xf32, affine_map<(i, j)[s, t] -> (2 * j + t * i)>",
            False,
        ),
        ("4xf32", "4xi32", False),
        ("4xf32", "4xf32, 1", False),
        ("4xf32", "5xf32", False),
    ],
)
def test_equivalent_types(a: str, b: str, equivalent: bool) -> None:
    assert equivalent_types(memref(a), memref(b)) == equivalent


def test_permutations() -> None:
    assert is_permutation(AffineMap.identity(3))
    assert is_permutation(AffineMap.transpose_map())
    assert not is_permutation(AffineMap.minor_identity(3, 2))
    assert not is_permutation(AffineMap.from_callable(lambda i, j: (i, i)))
    assert not is_permutation(AffineMap.identity(1, 1))


def test_strides_as_layout() -> None:
    assert Strides((4, N), 2).as_layout() == StridedLayoutAttr([4, N], 2)
    assert NoneAttr() == memref("4xf32, affine_map<(i) -> (i)>").layout
