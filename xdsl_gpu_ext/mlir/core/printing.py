"""
Printing text: the two functions that everything printed goes through.
"""

from __future__ import annotations

from typing import Any

from xdsl.utils.base_printer import BasePrinter
from xdsl.utils.identity import identity

from xdsl_gpu_ext.mlir.core.registry import Limit

write_text_at_once = Limit(
    """
    Write text that holds no line break as it comes.

    xDSL calls four functions for each word.
    """,
    still="test_xdsl_still_does_more_work",
)


@write_text_at_once.replaces(BasePrinter, "print_string")
def print_string(
    self: BasePrinter[Any], text: str, *, indent: int | None = None
) -> None:
    if self._encode is identity and "\n" not in text:  # pyright: ignore[reportPrivateUsage]
        self._current_column += len(text)  # pyright: ignore[reportPrivateUsage]
        self.stream.write(text)
    else:
        print_string.original(self, text, indent=indent)
