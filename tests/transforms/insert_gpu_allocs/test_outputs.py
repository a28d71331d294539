"""
What the pass makes of the programs of the FileCheck tests, of random programs and of
what front ends make is valid for `mlir-opt`, and needs no more copies than it should.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from xdsl.utils.exceptions import PassFailedException

from tests.transforms.gpu_pipeline import linalg
from tests.transforms.insert_gpu_allocs.generator import generate
from xdsl_gpu_ext.api import context, parse, run_passes, to_text
from xdsl_gpu_ext.simulator import Counters, run
from xdsl_gpu_ext.testing import mlir_opt

FILES = Path(__file__).parents[2] / "filecheck/transforms/insert-gpu-allocs"

OPTIONS = ("", "{client-api=vulkan}", "{copy-op=gpu.memcpy}", "{is-usm-args=true}")


def _chunks() -> list[str]:
    """The programs of the FileCheck tests that `mlir-opt` can know."""
    chunks = (
        chunk
        for path in sorted(FILES.glob("*.mlir"))
        for chunk in re.split(r"(?m)^// -----.*\n", path.read_text())
    )
    return [c for c in chunks if "func.func" in c and "region." not in c]


def _check(outputs: list[str]) -> None:
    text = f"\n{mlir_opt.SEPARATOR}\n".join(outputs)
    answer = mlir_opt.mlir_opt(
        text, "--split-input-file", "--allow-unregistered-dialect"
    )
    assert answer.accepted, answer.stderr


@pytest.mark.parametrize("options", OPTIONS)
def test_filecheck_programs(options: str):
    ctx = context(allow_unregistered=True)
    outputs: list[str] = []
    for chunk in _chunks():
        module = parse(chunk, ctx=ctx)
        before = to_text(module)
        try:
            after = run_passes(module, f"insert-gpu-allocs{options}", ctx=ctx)
        except PassFailedException:
            # Nothing was changed.
            assert to_text(module) == before
            continue
        outputs.append(to_text(after))
    assert len(outputs) > 50
    _check(outputs)


def test_random_programs():
    ctx = context()
    outputs = [
        to_text(run_passes(generate(seed).text, "insert-gpu-allocs", ctx=ctx))
        for seed in range(100)
    ]
    _check(outputs)


# Whole kernels


def _run(name: str, *shapes: tuple[int, ...]) -> Counters:
    """Run the program of `name` before and after the pass; what it did to the device."""
    rng = np.random.default_rng(1)
    arrays = [rng.random(shape).astype(np.float32) for shape in shapes]
    before = [array.copy() for array in arrays]
    text = linalg.with_launches(name)
    run(text, "main", before, unified_memory=True)
    after = [array.copy() for array in arrays]
    module = run_passes(text, "insert-gpu-allocs")
    _check([to_text(module)])
    result = run(module, "main", after)
    for expected, actual in zip(before, after, strict=True):
        np.testing.assert_array_equal(actual, expected)
    return result.counters


@pytest.mark.parametrize(
    ("name", "shapes", "copies"),
    [
        # Two factors go in, and the product, which is filled first, comes out.
        ("matmul", [(6, 4), (4, 5), (6, 5)], 3),
        ("matmul of any size", [(7, 3), (3, 5), (7, 5)], 3),
        # The temporaries never leave the device.
        ("softmax", [(3, 8), (3, 8)], 2),
        ("fork and join", [(16,), (16,)], 2),
    ],
)
def test_whole_kernels(name: str, shapes: list[tuple[int, ...]], copies: int):
    assert _run(name, *shapes).copies == copies


@pytest.mark.parametrize(
    ("name", "shapes"),
    [
        ("softmax of any size", [(5, 6), (5, 6)]),
        ("fork and join of any size", [(9,), (9,)]),
        ("stencil", [(10,), (3,), (8,)]),
    ],
)
def test_more_whole_kernels(name: str, shapes: list[tuple[int, ...]]):
    _run(name, *shapes)
