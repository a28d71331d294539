"""Measuring and showing how the cost of something grows."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


def seconds(prepare: Callable[[], Callable[[], object]], repeat: int = 5) -> float:
    """
    The time of the fastest of several runs of what `prepare` returns.

    Each run is prepared anew, since it may change what it works on. The garbage
    collector is off meanwhile, as in `timeit`.
    """
    best = math.inf
    for _ in range(repeat):
        run = prepare()
        gc.collect()
        gc.disable()
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
        gc.enable()
    return best


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """
    The `p` of `time = c * size**p` that fits best: 1 is linear, 2 quadratic.
    """
    xs = [math.log(size) for size in sizes]
    ys = [math.log(time) for time in times]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    slope = sum((a - x) * (b - y) for a, b in zip(xs, ys))
    return slope / sum((a - x) ** 2 for a in xs)


@dataclass
class Series:
    """The times of one thing at several sizes."""

    name: str
    times: list[float]


def print_table(
    title: str, unit: str, sizes: Sequence[int], series: list[Series]
) -> None:
    """Print times in milliseconds with a row for each size, and the exponents."""
    widths = [max(12, len(one.name) + 2) for one in series]
    print(f"\n{title}")
    header = "".join(one.name.rjust(width) for one, width in zip(series, widths))
    print(f"{unit:>14}{header}   (ms)")
    for row, size in enumerate(sizes):
        cells = "".join(
            f"{one.times[row] * 1000:.2f}".rjust(width)
            for one, width in zip(series, widths)
        )
        print(f"{size:>14}{cells}")
    exponents = "".join(
        f"{exponent(sizes, one.times):.2f}".rjust(width)
        for one, width in zip(series, widths)
    )
    print(f"{'exponent':>14}{exponents}")
