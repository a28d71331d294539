"""Work, counted: how many lines of Python run, which is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines_run(run: Callable[[], object]) -> int:
    """How many lines of Python `run` runs through."""
    count = 0

    def trace(_: FrameType, event: str, __: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(before)
    return count


def calls_made(function: Callable[[], object]) -> int:
    """How many Python functions are called when `function` is."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(trace)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count
