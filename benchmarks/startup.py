"""
What the plug-in costs `xdsl-opt --help`, which reads every plug-in and loads none.

Runs alternate between an environment with the plug-in and the same one where its entry
point is hidden, so that both see the same machine. Processor time is what counts: it
does not depend on what else runs.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
from collections.abc import Sequence

_WITH = "from xdsl.tools.xdsl_opt import main; main()"

# Environments are searched for plug-ins in both.
_WITHOUT = (
    "import importlib.metadata as metadata\n"
    "find = metadata.entry_points\n"
    "metadata.entry_points = lambda **group: "
    "[e for e in find(**group) if e.name != 'xdsl_gpu_ext']\n" + _WITH
)


def seconds(code: str) -> float:
    """The processor time of one `xdsl-opt --help` that starts with `code`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", code, "--help"], check=True, stdout=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(arguments: Sequence[str] | None = None) -> None:
    """Print both medians and their ratio."""
    parser = argparse.ArgumentParser(description="Cost of the plug-in at start-up")
    parser.add_argument("--rounds", type=int, default=30)
    rounds: int = parser.parse_args(arguments).rounds
    times: dict[str, list[float]] = {_WITH: [], _WITHOUT: []}
    for code in times:
        seconds(code)
    for _ in range(rounds):
        for code, measured in times.items():
            measured.append(seconds(code))
    with_plugin = statistics.median(times[_WITH])
    without = statistics.median(times[_WITHOUT])
    print(
        f"xdsl-opt --help: {with_plugin * 1e3:.0f} ms with the plug-in, "
        f"{without * 1e3:.0f} ms without: ratio {with_plugin / without:.3f} "
        f"(medians of {rounds} alternating runs)"
    )


if __name__ == "__main__":
    main()
