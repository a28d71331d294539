"""
Random views, valid and invalid: `mlir-opt` and we say yes to the same ones.

A view is made right by the helpers of the dialect, then, as a rule, one of its numbers is
changed. That compares what the helpers infer, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
    f32,
)
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.utils.exceptions import VerifyException

from tests.support.diagnostics import DIAGNOSTICS
from xdsl_gpu_ext.api import context, parse
from xdsl_gpu_ext.dialects.memref.reshapes import collapsed_type, expanded_type
from xdsl_gpu_ext.dialects.memref.subview import subview_type
from xdsl_gpu_ext.dialects.memref.views import transposed_type
from xdsl_gpu_ext.mlir.ir.memref_layout import contiguous_strides, with_layout
from xdsl_gpu_ext.testing.mlir_opt import SEPARATOR, mlir_opt

SEED = 20
COUNT = 150
"""Views of each kind."""

SIZES = (1, 1, 2, 3, 4, 6, DYNAMIC_INDEX)


def or_unknown(rng: random.Random, number: int | None) -> int | None:
    return None if rng.random() < 0.2 else number


def random_layout(
    rng: random.Random, shape: Sequence[int]
) -> NoneAttr | StridedLayoutAttr | AffineMapAttr:
    """No layout, a strided one or a linear map; contiguous ones often."""
    kind = rng.random()
    if kind < 0.35:
        return NoneAttr()
    strides: Sequence[int | None] = contiguous_strides(shape)
    if kind < 0.6:
        factor = rng.choice([1, 1, 2])
        strides = [stride and stride * factor for stride in strides]
    else:
        strides = [rng.choice([1, 2, 4, 6, 12, 0, -1, None]) for _ in shape]
    if kind < 0.9 or not shape:
        unknown = [or_unknown(rng, stride) for stride in strides]
        return StridedLayoutAttr(unknown, rng.choice([0, 0, 7, None]))
    symbols = 0
    expr = AffineExpr.constant(rng.choice([0, 5]))
    for dim, stride in enumerate(strides):
        if stride is None:
            factor = AffineExpr.symbol(symbols)
            symbols += 1
        else:
            factor = AffineExpr.constant(stride)
        expr = expr + AffineExpr.dimension(dim) * factor
    return AffineMapAttr(AffineMap(len(shape), symbols, (expr,)))


def random_type(rng: random.Random, max_rank: int = 4) -> MemRefType:
    shape = [rng.choice(SIZES) for _ in range(rng.randint(0, max_rank))]
    return MemRefType(f32, shape, random_layout(rng, shape))


def changed(rng: random.Random, type: MemRefType) -> MemRefType:
    """`type`, or one that differs in a size, a stride, the offset or the way to say it."""
    shape = list(type.get_shape())
    layout = type.layout
    match rng.randrange(6):
        case 0 if shape:
            shape[rng.randrange(len(shape))] = rng.choice(SIZES)
        case 1 if isinstance(layout, StridedLayoutAttr) and shape:
            strides = list(layout.get_strides())
            strides[rng.randrange(len(strides))] = rng.choice([1, 2, 4, None])
            layout = StridedLayoutAttr(strides, layout.get_offset())
        case 2 if isinstance(layout, StridedLayoutAttr):
            layout = StridedLayoutAttr(layout.strides, rng.choice([0, 1, None]))
        case 3:
            layout = NoneAttr()
        case 4 if isinstance(layout, NoneAttr):
            layout = StridedLayoutAttr(contiguous_strides(shape), 0)
        case _:
            pass
    return with_layout(type, shape, layout)


def without_ones(rng: random.Random, type: MemRefType) -> MemRefType:
    """`type` with some of its dimensions of size 1 left out."""
    layout = type.layout
    assert isinstance(layout, StridedLayoutAttr)
    kept = [
        (size, stride)
        for size, stride in zip(type.get_shape(), layout.get_strides())
        if size != 1 or rng.random() < 0.5
    ]
    strides = StridedLayoutAttr([stride for _, stride in kept], layout.get_offset())
    return with_layout(type, [size for size, _ in kept], strides)


def dynamic_list(numbers: Sequence[int | None]) -> str:
    return ", ".join("%n" if n in (None, DYNAMIC_INDEX) else str(n) for n in numbers)


def function(op: str, source: MemRefType, result: MemRefType, word: str = "to") -> str:
    return (
        f"func.func @f(%m: {source}, %n: index) {{\n"
        f"  %r = memref.{op} : {source} {word} {result}\n"
        "  return\n}\n"
    )


def random_cast(rng: random.Random) -> str:
    source = random_type(rng)
    result = changed(rng, changed(rng, source))
    return function("cast %m", source, result)


def random_subview(rng: random.Random) -> str:
    source = random_type(rng)
    offsets, sizes, strides = list[int](), list[int](), list[int]()
    for size in source.get_shape():
        bound = 6 if size == DYNAMIC_INDEX else size
        offset = rng.randint(0, bound if rng.random() < 0.1 else max(bound - 1, 0))
        offsets.append(rng.choice([0, 0, offset, DYNAMIC_INDEX]))
        sizes.append(rng.choice([1, 1, rng.randint(0, bound), DYNAMIC_INDEX]))
        strides.append(rng.choice([1, 1, 1, 2, -1, DYNAMIC_INDEX]))
    result = subview_type(source, offsets, sizes, strides)
    if rng.random() < 0.6:
        result = without_ones(rng, result)
    if rng.random() < 0.3:
        result = changed(rng, result)
    lists = " ".join(f"[{dynamic_list(each)}]" for each in (offsets, sizes, strides))
    return function(f"subview %m {lists}", source, result)


def random_groups(rng: random.Random, rank: int) -> list[list[int]]:
    groups: list[list[int]] = []
    for dim in range(rank):
        if groups and rng.random() < 0.5:
            groups[-1].append(dim)
        else:
            groups.append([dim])
    return groups


def random_collapse(rng: random.Random) -> str:
    source = random_type(rng)
    groups = random_groups(rng, source.get_num_dims())
    if rng.random() < 0.05 and groups:
        groups.pop()
    try:
        result = collapsed_type(source, groups)
    except VerifyException:
        result = None
    if result is None:
        result = MemRefType(f32, [rng.choice(SIZES) for _ in groups])
    if rng.random() < 0.3:
        result = changed(rng, result)
    return function(f"collapse_shape %m {groups}", source, result, "into")


def random_expand(rng: random.Random) -> str:
    shape = [rng.choice(SIZES) for _ in range(rng.randint(0, 4))]
    groups = random_groups(rng, len(shape))
    source_shape: list[int] = []
    for group in groups:
        size = 1
        for dim in group:
            dynamic = DYNAMIC_INDEX in (size, shape[dim])
            size = DYNAMIC_INDEX if dynamic else size * shape[dim]
        source_shape.append(size)
    source = MemRefType(f32, source_shape, random_layout(rng, source_shape))
    if rng.random() < 0.1:
        source = changed(rng, source)
    result = expanded_type(source, shape, groups)
    assert result is not None
    if rng.random() < 0.3:
        result = changed(rng, result)
    output = [rng.choice([3, 3, n]) if n == DYNAMIC_INDEX else n for n in shape]
    if rng.random() < 0.1 and output:
        output[rng.randrange(len(output))] = rng.choice(SIZES)
    op = f"expand_shape %m {groups} output_shape [{dynamic_list(output)}]"
    return function(op, source, result, "into")


def random_transpose(rng: random.Random) -> str:
    source = random_type(rng, 3)
    order = list(range(source.get_num_dims()))
    rng.shuffle(order)
    map = AffineMap(len(order), 0, tuple(AffineExpr.dimension(d) for d in order))
    result = transposed_type(source, map)
    if rng.random() < 0.5:
        result = changed(rng, result)
    return function(f"transpose %m {map}", source, result)


def random_reinterpret_cast(rng: random.Random) -> str:
    source = random_type(rng)
    result = random_type(rng)
    sizes: list[int | None] = [*result.get_shape()]
    layout = result.layout
    if isinstance(layout, StridedLayoutAttr):
        strides, offset = [*layout.get_strides()], layout.get_offset()
    else:
        strides, offset = [*contiguous_strides(result.get_shape())], 0
    if rng.random() < 0.4:
        result = changed(rng, result)
    numbers = rng.choice([sizes, strides])
    if numbers and rng.random() < 0.3:
        numbers[rng.randrange(len(numbers))] = rng.choice([1, 3, None])
    op = (
        f"reinterpret_cast %m to offset: [{dynamic_list([offset])}], "
        f"sizes: [{dynamic_list(sizes)}], strides: [{dynamic_list(strides)}]"
    )
    return function(op, source, result)


def is_accepted(text: str) -> bool:
    try:
        parse(text, ctx=CONTEXT)
    except DIAGNOSTICS:
        return False
    return True


CONTEXT = context()

GENERATORS = (
    random_cast,
    random_collapse,
    random_expand,
    random_reinterpret_cast,
    random_subview,
    random_transpose,
)


@pytest.mark.parametrize("generate", GENERATORS)
def test_same_verdict(generate: Callable[[random.Random], str]) -> None:
    rng = random.Random(f"{generate.__name__} {SEED}")
    texts = [generate(rng) for _ in range(COUNT)]
    # Of a module that it rejects, mlir-opt prints nothing.
    output = mlir_opt("\n// -----\n".join(texts), "--split-input-file").stdout
    expected = [bool(module.strip()) for module in output.split(SEPARATOR)]
    assert len(expected) == len(texts)
    assert COUNT // 10 < sum(expected) < COUNT * 19 // 20, "hardly a test"
    for i, (text, verdict) in enumerate(zip(texts, expected, strict=True)):
        assert is_accepted(text) == verdict, (
            f"seed {SEED}, number {i}: mlir-opt says {verdict} to\n{text}"
        )
