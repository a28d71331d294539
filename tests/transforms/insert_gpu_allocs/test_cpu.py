"""
Random programs do the same on the CPU before and after the pass, where freed and fresh
memory holds other values than those that belong there.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.simulator.cpu import Program, run_on_cpu
from tests.transforms.insert_gpu_allocs.cpu import cpu_program
from tests.transforms.insert_gpu_allocs.generator import generate
from xdsl_gpu_ext.api import context, parse
from xdsl_gpu_ext.transforms.insert_gpu_allocs import InsertGpuAllocsPass

COUNT = 100
FIRST = 10_000
"""Other programs than those that the simulated device executes."""


def test_random_programs_on_the_cpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MALLOC_PERTURB_", "165")
    ctx = context()
    before: list[Program] = []
    after: list[Program] = []
    for seed in range(FIRST, FIRST + COUNT):
        program = generate(seed, with_blocks=False)
        module = parse(program.text, ctx=ctx)
        before.append(cpu_program(module.clone(), program, seed, f"b{seed}"))
        InsertGpuAllocsPass().apply(ctx, module)
        after.append(cpu_program(module, program, seed, f"a{seed}"))
    run_on_cpu([*before, *after], tmp_path)
    for seed, one, other in zip(range(FIRST, FIRST + COUNT), before, after):
        for expected, actual in zip(one.results, other.results, strict=True):
            np.testing.assert_array_equal(actual, expected, f"seed {seed}")
