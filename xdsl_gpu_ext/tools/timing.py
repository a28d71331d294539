"""Where the time goes, as `mlir-opt --mlir-timing` reports it."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

_WIDTH = 75


@dataclass
class Timer:
    """Something that was done, how long it took, and what was done in it."""

    name: str
    seconds: float = 0.0
    parts: dict[object, Timer] = field(default_factory=dict[object, "Timer"])
    """By what tells them apart from others of the same name."""

    def lines(self, total: float, depth: int = 0) -> Iterator[str]:
        """A line for it and each part."""
        share = 100 * self.seconds / total if total else 0.0
        yield f"  {self.seconds:8.4f} ({share:5.1f}%)  {'  ' * depth}{self.name}"
        for part in self.parts.values():
            yield from part.lines(total, depth + 1)


class Timing:
    """The times of a run of the tool."""

    def __init__(self) -> None:
        self._started = time.perf_counter()
        self._open = [Timer("Total")]

    @contextmanager
    def of(self, key: object, name: str) -> Generator[None]:
        """Note how long the body takes; of one key, all times together."""
        timer = self._open[-1].parts.setdefault(key, Timer(name))
        self._open.append(timer)
        start = time.perf_counter()
        try:
            yield
        finally:
            timer.seconds += time.perf_counter() - start
            self._open.pop()

    def report(self) -> str:
        """All times, in the order in which things were done first."""
        (total,) = self._open
        total.seconds = time.perf_counter() - self._started
        rest = total.seconds - sum(part.seconds for part in total.parts.values())
        ruler = f"==={'-' * (_WIDTH - 2)}==="
        title = "... Execution time report ..."
        lines = [ruler, title.center(len(ruler)).rstrip(), ruler]
        lines.append(f"  Total Execution Time: {total.seconds:.4f} seconds")
        lines += ["", "  ----Wall Time----  ----Name----"]
        for timer in (*total.parts.values(), Timer("Rest", rest)):
            lines += timer.lines(total.seconds)
        lines += Timer("Total", total.seconds).lines(total.seconds)
        return "\n".join(lines)
