"""
Run every benchmark of this folder, or those named, which are given the options.

    python -m benchmarks
    python -m benchmarks gpu_pipeline --scale 2
"""

from __future__ import annotations

import argparse
import pkgutil
import sys
from importlib import import_module
from itertools import takewhile

import benchmarks


def main() -> None:
    """Run the benchmarks whose modules have a `main`."""
    found = sorted(module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    runnable = {
        name: module.main
        for name in found
        if not name.startswith("_")
        and hasattr(module := import_module(f"benchmarks.{name}"), "main")
    }
    # What follows the names is for the benchmarks.
    arguments = sys.argv[1:]
    names = list(takewhile(lambda word: not word.startswith("-"), arguments))
    options = arguments[len(names) :]
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure how things scale",
        usage="%(prog)s [NAME ... [OPTION ...]]",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(runnable))
    parser.parse_args(names if names else options)
    for name in names:
        if name not in runnable:
            parser.error(f"no benchmark {name}: choose from {', '.join(runnable)}")
    for name in names or runnable:
        print(f"\n== {name}", flush=True)
        runnable[name](options)


if __name__ == "__main__":
    main()
