"""
The kernels under `examples/` against numpy: as they stand, on a device that sees the
arguments; and by way of the passes, on one with a memory of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from xdsl_gpu_ext.api import parse, run_passes
from xdsl_gpu_ext.simulator import Program

EXAMPLES = Path(__file__).parents[2] / "examples"
RNG = np.random.default_rng(0)


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def halves(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float16)


@dataclass
class Example:
    """
    A function with arguments; `expected` gives what it returns and leaves in its arrays.
    """

    name: str
    function: str
    arguments: list[Any]
    expected: Callable[..., tuple[list[Any], list[Any]]]
    manages_memory: bool = False
    """Whether it allocates and copies by itself."""
    takes_long: bool = False
    """Whether it takes long when its threads run one by one."""


def _gemm(a: Any, b: Any, c: Any) -> tuple[list[Any], list[Any]]:
    return [], [a, b, a.astype(np.float32) @ b.astype(np.float32)]


def _saxpy(factor: float, x: Any, y: Any) -> tuple[list[Any], list[Any]]:
    return [], [x, np.float32(factor) * x + y]


def _diffuse(u: Any, steps: int) -> tuple[list[Any], list[Any]]:
    u = u.copy()
    for _ in range(steps):
        u[1:-1] = (u[:-2] + u[1:-1] + u[2:]) / np.float32(3)
    return [], [u]


def _softmax(m: Any) -> Any:
    exps = np.exp(m - m.max(1, keepdims=True))
    return exps / exps.sum(1, keepdims=True)


def _softmax_in_place(m: Any) -> tuple[list[Any], list[Any]]:
    return [], [_softmax(m)]


def _softmax_apart(m: Any, _: Any) -> tuple[list[Any], list[Any]]:
    return [], [m, _softmax(m)]


def _nothing(_: int) -> tuple[list[Any], list[Any]]:
    return [], []


def _dot(x: Any, y: Any) -> tuple[list[Any], list[Any]]:
    return [x @ y], [x, y]


def _add_rows(m: Any, _: Any) -> tuple[list[Any], list[Any]]:
    return [], [m, m.sum(0)]


def _moments(x: Any, _: Any) -> tuple[list[Any], list[Any]]:
    return [], [x, x**2 + x**3 + np.abs(x)]


def _histogram(data: Any, _: Any) -> tuple[list[Any], list[Any]]:
    return [], [data, np.bincount(data, minlength=16)]


MATRICES = [halves(64, 64), halves(64, 64), np.zeros((64, 64), np.float32)]

EXAMPLES_WITH_RESULTS = [
    Example("alloc_free", "alloc_free", [4], _nothing, manages_memory=True),
    Example(
        "dot_product",
        "dot",
        [floats(1024), floats(1024)],
        _dot,
    ),
    Example(
        "double_buffer",
        "add_rows",
        [floats(5, 256), floats(256)],
        _add_rows,
        manages_memory=True,
    ),
    Example(
        "fork_join",
        "moments",
        [floats(256), floats(256)],
        _moments,
    ),
    Example(
        "histogram",
        "histogram",
        [RNG.integers(0, 16, 4096).astype(np.int32), np.zeros(16, np.int32)],
        _histogram,
    ),
    Example(
        "matmul_tiled",
        "matmul",
        [floats(64, 64), floats(64, 64), np.zeros((64, 64), np.float32)],
        _gemm,
        takes_long=True,
    ),
    Example("saxpy", "saxpy", [2.5, floats(300), floats(300)], _saxpy),
    Example(
        "saxpy_host",
        "saxpy",
        [2.5, floats(300), floats(300)],
        _saxpy,
        manages_memory=True,
    ),
    Example("softmax", "softmax", [floats(10, 128)], _softmax_in_place),
    Example("stencil", "diffuse", [floats(300), 4], _diffuse),
    Example("xegpu_gemm", "gemm", MATRICES, _gemm),
    Example("xegpu_gemm_slm", "gemm_slm", MATRICES, _gemm),
    Example(
        "xegpu_masked_saxpy", "masked_saxpy", [2.5, floats(1000), floats(1000)], _saxpy
    ),
    Example(
        "xegpu_softmax",
        "softmax",
        [floats(64, 32), floats(64, 32)],
        _softmax_apart,
    ),
]


def _check(example: Example, program: Program, **options: Any) -> list[Any]:
    arguments: list[Any] = [copy(a) for a in example.arguments]
    result = program.run(example.function, arguments, **options)
    arrays: list[Any] = [a for a in arguments if hasattr(a, "shape")]
    results, contents = example.expected(*example.arguments)
    for actual, expected in zip(
        (*result.results, *arrays), (*results, *contents), strict=True
    ):
        np.testing.assert_allclose(actual, expected, 1e-4, 1e-4)
    return [*result.results, *arrays]


@pytest.mark.parametrize("example", EXAMPLES_WITH_RESULTS, ids=lambda e: e.name)
def test_example(example: Example):
    program = Program(EXAMPLES / f"{example.name}.mlir")
    options: dict[str, Any] = {} if example.manages_memory else {"unified_memory": True}
    first = _check(example, program, mode="auto", **options)
    if example.takes_long:
        return
    second = _check(example, program, mode="threads", **options)
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, other, "the modes disagree")


@pytest.mark.parametrize(
    "pipeline",
    [
        "insert-gpu-allocs",
        "insert-gpu-allocs,gpu-kernel-outlining,gpu-async-region",
        "insert-gpu-allocs,gpu-kernel-outlining,gpu-async-region{dependencies=memory}",
    ],
)
@pytest.mark.parametrize("example", EXAMPLES_WITH_RESULTS, ids=lambda e: e.name)
def test_example_by_way_of_the_passes(example: Example, pipeline: str):
    module = parse(EXAMPLES / f"{example.name}.mlir")
    program = Program(run_passes(module, pipeline))
    for seed in range(3 if "async" in pipeline else 1):
        _check(example, program, seed=seed)
