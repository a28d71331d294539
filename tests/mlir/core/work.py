"""How much Python work a call takes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


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
