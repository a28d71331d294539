"""
Random programs, of which our pass and that of `mlir-opt` make the same.

`python -m tests.transforms.gpu_async_region.fuzz` compares more of them, and makes a program on
which they differ smaller.
"""

from __future__ import annotations

import pytest

from tests.transforms.gpu_async_region.fuzz import BATCH, compare_range, report

PROGRAMS = 2000

SEED = 22


@pytest.mark.parametrize("start", range(0, PROGRAMS, BATCH))
def test_result_is_that_of_mlir_opt(start: int) -> None:
    comparison, found = compare_range(SEED, range(start, start + BATCH))
    if found:
        seed, _ = found[0]
        report(seed, generic=comparison.generic)
        pytest.fail(f"the passes differ on the program of seed {seed}")
    # Few programs are beyond `mlir-opt`.
    assert comparison.compared > 0.9 * BATCH
