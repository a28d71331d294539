"""
How a function of xDSL is replaced, and found again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

ORIGINALS: dict[tuple[type, str], Any] = {}
"""What xDSL itself has in the place of each function that we replaced."""


def replace_in(
    owner: type,
    name: str,
    replacement: Callable[..., Any] | classmethod[Any, Any, Any],
) -> None:
    """
    Let `owner.name` be `replacement`. Doing so again changes nothing.

    `owner` must define `name` itself: a limit that moved elsewhere is one that we no
    longer lift, and the test of its lift says so.
    """
    if (owner, name) in ORIGINALS:
        return
    ORIGINALS[owner, name] = vars(owner)[name]
    setattr(owner, name, replacement)


def define_in(owner: type, name: str, method: Callable[..., Any] | property) -> None:
    """
    Let `owner`, which inherits `name`, define it. Doing so again changes nothing.
    """
    if vars(owner).get(name) is method:
        return
    if name in vars(owner):
        raise AttributeError(f"{owner.__name__} defines {name} itself")
    setattr(owner, name, method)
