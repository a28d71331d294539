"""
Options of passes: what may be written after `=` without quotes, and what is said if it
is wrong.
"""

from __future__ import annotations

import re
import sys
from types import TracebackType

from xdsl.utils import arg_spec
from xdsl.utils.arg_spec import SpecTokenKind
from xdsl.utils.exceptions import ArgSpecParseError, PassFailedException

_WORD = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")


class PassOptionError(PassFailedException, ValueError):
    """
    A pass has no such option, or not with such a value.

    It is a `ValueError` like those that xDSL raises for options.
    """


def lift_limits() -> None:
    """Lift all limits of this file."""
    read_names_of_operations()
    blame_pipelines_without_traceback()


def read_names_of_operations() -> None:
    """
    Read `copy-op=gpu.memcpy`.

    xDSL does not know dots in words, so that options which name an operation would need
    quotes inside those of the shell.
    """
    rules = arg_spec._lexer_rules  # pyright: ignore[reportPrivateUsage]
    # Words that start with a digit and numbers have rules of their own before it.
    last = max(i for i, (_, kind) in enumerate(rules) if kind is SpecTokenKind.IDENT)
    rules[last] = (_WORD, SpecTokenKind.IDENT)


class _ExceptHook:
    """Says what is wrong with the pipeline, if that is what ends the program."""

    def __init__(self) -> None:
        self._others = sys.excepthook

    def __call__(
        self,
        kind: type[BaseException],
        error: BaseException,
        traceback: TracebackType | None,
    ) -> None:
        if isinstance(error, PassOptionError | ArgSpecParseError):
            print(f"error: {error}", file=sys.stderr)
        else:
            self._others(kind, error, traceback)


def blame_pipelines_without_traceback() -> None:
    """
    End a program by what is wrong with the pipeline, where nobody handles that.

    `xdsl-opt` ends in a traceback, in which who mistyped an option must look for it.
    Other errors are shown as ever.
    """
    if not isinstance(sys.excepthook, _ExceptHook):
        sys.excepthook = _ExceptHook()
