"""The command `gpu-sim`, which says what to install where the simulator is missing."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command; gives its exit status."""
    try:
        from xdsl_gpu_ext.simulator import cli
    except ModuleNotFoundError as error:
        print(f"gpu-sim: {error}", file=sys.stderr)
        return 2
    return cli.main()
