"""`python -m benchmarks`: run every benchmark of this folder, or those named."""

from __future__ import annotations

import argparse
import pkgutil
from importlib import import_module

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
    parser = argparse.ArgumentParser(description="Measure how things scale")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(runnable))
    for name in parser.parse_args().names or runnable:
        if name not in runnable:
            parser.error(f"no benchmark {name}: choose from {', '.join(runnable)}")
        print(f"\n== {name}", flush=True)
        runnable[name]()


if __name__ == "__main__":
    main()
