"""What the documentation says that tokens along memory gain."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from xdsl_gpu_ext.api import run_passes
from xdsl_gpu_ext.simulator import Counters, run

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "passes" / "gpu-async-region.md"

ROW = re.compile(
    r"^\| `examples/(\w+)\.mlir`(?: on (\d+) rows)? \| `(\w+)` \| (\d+) \| (\d+) \|$",
    re.MULTILINE,
)

ROWS: list[tuple[str, str, str, str, str]] = ROW.findall(PAGE.read_text())


def double_buffer(dependencies: str, rows: str) -> Counters:
    module = run_passes(
        ROOT / "examples" / "double_buffer.mlir",
        f"gpu-async-region{{dependencies={dependencies}}}",
    )
    matrix = random((int(rows), 256))
    result = np.zeros(256, np.float32)
    outcome = run(module, "add_rows", [matrix, result])
    assert np.allclose(result, matrix.sum(axis=0), atol=1e-4)
    return outcome.counters


def fork_join(dependencies: str, _: str) -> Counters:
    module = run_passes(
        ROOT / "examples" / "fork_join.mlir",
        f"gpu-offload-pipeline{{dependencies={dependencies}}}",
    )
    x, y = random((256,)), np.zeros(256, np.float32)
    outcome = run(module, "moments", [x, y])
    assert np.allclose(y, x**2 + x**3 + abs(x), atol=1e-4)
    return outcome.counters


PROGRAMS: dict[str, Callable[[str, str], Counters]] = {
    "double_buffer": double_buffer,
    "fork_join": fork_join,
}


def random(shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


def test_the_table_is_there() -> None:
    assert {(name, dependencies) for name, _, dependencies, _, _ in ROWS} == {
        (name, dependencies)
        for name in PROGRAMS
        for dependencies in ("chain", "memory")
    }


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[2]}")
def test_figures(row: tuple[str, str, str, str, str]) -> None:
    name, rows, dependencies, longest_chain, critical_path = row
    counters = PROGRAMS[name](dependencies, rows)
    assert counters.longest_token_chain == int(longest_chain)
    assert counters.critical_path == int(critical_path)
