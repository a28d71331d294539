"""
`gpu-async-region` proved by execution.

    python -m tests.simulator.equivalence FIRST COUNT [chain|memory]

Random host programs run before the pass and, under many schedules, after it: the results
must be the same, without a race or another fault.
"""

from __future__ import annotations

import sys
from typing import Literal

import numpy as np

from tests.simulator.host_programs import (
    Arrays,
    arguments,
    module_text,
    random_function,
)
from xdsl_gpu_ext.api import context
from xdsl_gpu_ext.simulator import Program, SimulationError
from xdsl_gpu_ext.simulator.schedule import is_lazy
from xdsl_gpu_ext.transforms.gpu_async_region import GpuAsyncRegionPass

BATCH = 25
"""How many programs share a module."""

Dependencies = Literal["chain", "memory"]


def same(one: Arrays, other: Arrays) -> bool:
    """Whether two programs left the same in their arguments."""
    return all(np.array_equal(x, y, equal_nan=True) for x, y in zip(one, other))


def check(seeds: range, schedules: int, dependencies: Dependencies = "chain") -> int:
    """
    Compare the programs of `seeds` before and after the pass; gives how many
    asynchronous operations the schedules had to order. Raises `AssertionError` with the
    program at fault. Of schedules that are surely the same one runs.
    """
    operations = 0
    for first in range(seeds.start, seeds.stop, BATCH):
        batch = range(first, min(first + BATCH, seeds.stop))
        program = Program(
            module_text(random_function(seed, f"p{seed}") for seed in batch)
        )
        expected = {seed: arguments(seed) for seed in batch}
        for seed in batch:
            program.run(f"p{seed}", expected[seed])
        GpuAsyncRegionPass(dependencies=dependencies).apply(context(), program.module)
        program = Program(program.module)
        for seed in batch:
            settled = False
            for schedule in range(schedules):
                if settled and is_lazy(schedule):
                    # It would be the same as one before.
                    continue
                actual = arguments(seed)
                try:
                    result = program.run(f"p{seed}", actual, seed=schedule)
                except SimulationError as error:
                    raise AssertionError(_report(seed, schedule, str(error))) from error
                assert same(expected[seed], actual), _report(seed, schedule, "differs")
                operations += result.counters.async_operations
                settled |= is_lazy(schedule) and not result.counters.schedule_choices
    return operations


def _report(seed: int, schedule: int, what: str) -> str:
    text = random_function(seed, f"p{seed}")
    return f"program {seed} under schedule {schedule}: {what}\n{text}"


if __name__ == "__main__":
    start, count = int(sys.argv[1]), int(sys.argv[2])
    kind: Dependencies = "memory" if sys.argv[3:] == ["memory"] else "chain"
    total = check(range(start, start + count), 20, kind)
    print(f"{count} programs under 20 schedules each, {total} asynchronous operations")
