"""
Compare our pass with that of `mlir-opt` on any number of random programs.

    python -m tests.transforms.gpu_async_region.fuzz --count 10000 --seed 1

Prints the seed of the first program on which they differ, and a program made as small
as can be on which they still do.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.transforms.gpu_async_region.comparison import (
    Comparison,
    Difference,
    minimised,
)
from tests.transforms.gpu_async_region.generator import module_text, random_program

BATCH = 100


def program_seed(seed: int, number: int) -> int:
    """The seed of one program of a run."""
    return seed * 1_000_003 + number


def compare_range(
    seed: int, numbers: Sequence[int]
) -> tuple[Comparison, list[tuple[int, Difference]]]:
    """
    Compare the programs with these numbers, every other batch in the generic syntax.

    The result has what differs, with the seed of the program.
    """
    seeds = [program_seed(seed, number) for number in numbers]
    programs = [random_program(program_seed) for program_seed in seeds]
    seed_of = {id(program.bodies): s for program, s in zip(programs, seeds)}
    comparison = Comparison(generic=numbers[0] // BATCH % 2 == 1)
    found = [
        (seed_of[id(difference.program.bodies)], difference)
        for difference in comparison.differences(programs)
    ]
    return comparison, found


def batches(count: int) -> Iterator[Sequence[int]]:
    """All numbers below `count`, some at a time."""
    for start in range(0, count, BATCH):
        yield range(start, min(start + BATCH, count))


def report(seed: int, *, generic: bool) -> None:
    """Say how the passes differ on the program of `seed`."""
    syntax = " in the generic syntax" if generic else ""
    print(f"The passes differ on the program of seed {seed}{syntax}. Made smaller:")
    program = minimised(random_program(seed), generic=generic)
    (difference,) = Comparison(generic).differences([program])
    print(module_text([program]))
    print("mlir-opt:", difference.theirs, "xdsl-opt:", difference.ours, sep="\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare with mlir-opt")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    total = Comparison()
    with ProcessPoolExecutor(args.jobs) as executor:
        compare = partial(compare_range, args.seed)
        for comparison, found in executor.map(compare, batches(args.count)):
            total.compared += comparison.compared
            total.undefined += comparison.undefined
            if found:
                executor.shutdown(wait=False, cancel_futures=True)
                report(found[0][0], generic=comparison.generic)
                return 1
    print(
        f"{total.compared} programs of seed {args.seed}: the passes agree on all "
        f"({total.undefined} more are beyond mlir-opt)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
