"""
Random host programs, executed before and after `gpu-async-region`.

    python -m tests.transforms.gpu_pipeline.execution --count 1000 --seed 7

Whatever the schedule, a program computes what it did before, without a race.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import ModuleOp

from tests.support.diagnostics import DIAGNOSTICS
from tests.support.minimise import minimise
from tests.transforms.gpu_pipeline.host_programs import ARGUMENTS, SIZE, random_program
from xdsl_gpu_ext.api import parse, run_passes
from xdsl_gpu_ext.simulator import Counters, SimulationError, run

PIPELINE = "gpu-async-region{dependencies=memory}"

SCHEDULES = 20


@dataclass
class Outcome:
    """What one program did."""

    before: Counters
    """The counters of the program as it was written, and of a first run after."""
    after: Counters


def _outside(m: npt.NDArray[Any]) -> None:
    """What the function does that the program declares but does not define."""
    m[:] = m[::-1] + 1


def execute(module: ModuleOp, seed: int) -> tuple[npt.NDArray[Any], Counters]:
    """What `@main` leaves in its arguments under the schedule of `seed`."""
    arguments = [
        np.arange(SIZE, dtype=np.float32) + 10 * number for number in range(ARGUMENTS)
    ]
    result = run(module, "main", arguments, seed=seed, externals={"outside": _outside})
    return np.stack(arguments), result.counters


def check(
    seed: int | str, pipeline: str = PIPELINE, schedules: int = SCHEDULES
) -> Outcome:
    """
    Run the program of `seed` before `pipeline`, and after under many schedules. If that
    fails, say so with the smallest program that still does.
    """
    text = random_program(seed)
    try:
        return _check(pipeline, schedules, text)
    except _Failure as failure:
        smallest = minimise(text, partial(_fails, pipeline, schedules))
        raise AssertionError(
            f"random_program({seed!r}) {failure}\nThe same goes for\n{smallest}"
        ) from failure


class _Failure(Exception):
    """A program does not do the same after the passes."""


def _check(pipeline: str, schedules: int, text: str) -> Outcome:
    module = parse(text)
    expected, before = execute(module, 0)
    transformed = run_passes(module, pipeline)
    after = Counters()
    for schedule in range(schedules):
        try:
            found, after = execute(transformed, schedule)
        except SimulationError as error:
            raise _Failure(f"under schedule {schedule}: {error}") from error
        if not np.array_equal(found, expected):
            raise _Failure(f"under schedule {schedule}: {found}, not {expected}")
    return Outcome(before, after)


def _fails(pipeline: str, schedules: int, text: str) -> bool:
    """Whether `text` is right as it stands, and not right after the passes."""
    try:
        module = parse(text)
        for schedule in range(schedules):
            execute(module, schedule)
        _check(pipeline, schedules, text)
    except _Failure:
        return True
    except DIAGNOSTICS:
        pass
    return False


def check_many(count: int, seed: int | str, **options: Any) -> Iterator[Outcome]:
    """Check `count` programs drawn from `seed`."""
    for number in range(count):
        yield check(f"{seed}/{number}", **options)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="number of programs")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--schedules", type=int, default=SCHEDULES)
    parser.add_argument("--pipeline", default=PIPELINE)
    arguments = parser.parse_args()
    outcomes = list(
        check_many(
            arguments.count,
            arguments.seed,
            pipeline=arguments.pipeline,
            schedules=arguments.schedules,
        )
    )
    operations = sum(outcome.after.async_operations for outcome in outcomes)
    longest = sum(outcome.after.critical_path for outcome in outcomes)
    synchronous = sum(outcome.before.critical_path for outcome in outcomes)
    print(
        f"{len(outcomes)} programs under {arguments.schedules} schedules each: same "
        f"results, no race. {operations} asynchronous operations; steps that the device "
        f"needs at least: {synchronous} before, {longest} after"
    )


if __name__ == "__main__":
    main()
