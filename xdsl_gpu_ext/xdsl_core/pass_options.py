"""
Options of passes: what may be written after `=` without quotes.
"""

from __future__ import annotations

import re

from xdsl.utils import arg_spec
from xdsl.utils.arg_spec import SpecTokenKind

_WORD = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")


def lift_limits() -> None:
    """Lift all limits of this file."""
    read_names_of_operations()


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
