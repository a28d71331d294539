"""
Making xDSL agree with MLIR: one act, which everything of this package begins with.

It replaces functions of xDSL, some of them private, and so must know the release. In
another one it warns, once, where all that it replaces is there and can be called in the
same way, and otherwise raises `IncompatibleXDSL` and replaces nothing.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from importlib import import_module

import xdsl

from xdsl_gpu_ext.mlir.core import COMMAND_LINE, DEFINITIONS, FILES
from xdsl_gpu_ext.mlir.core.registry import IncompatibleXDSL, Limit, Replacement

TESTED_RELEASES = ("0.75",)
"""The releases of xDSL that all tests were run with."""

_lifted: set[str] = set()
"""The files whose limits are lifted."""


class UntestedXDSLWarning(UserWarning):
    """This package was not tested with this release of xDSL."""


def activate() -> None:
    """
    Make xDSL agree with MLIR. Calling it again changes nothing.

    The dialects, passes and targets of this package call it, and so does the plug-in
    before `xdsl-opt` reads a file. Whoever uses xDSL's parser or types without any of
    them, and wants what MLIR says, calls it first.
    """
    if _lifted.issuperset(FILES):
        return
    # Only here: `xdsl-opt --help` is not to wait for what it imports.
    from xdsl_gpu_ext.mlir.irdl.postponed_formats import postponed_formats

    is_tested = _is_tested()
    _lift(DEFINITIONS, may_differ=not is_tested)
    with postponed_formats():
        _lift(FILES, may_differ=not is_tested)
    if not is_tested:
        warnings.warn(
            f"This package was not tested with xDSL {xdsl.__version__}, but with "
            f"{', '.join(TESTED_RELEASES)}. What it replaces is there; whether xDSL "
            "still agrees with MLIR is not known.",
            UntestedXDSLWarning,
            stacklevel=2,
        )


def activate_command_line() -> None:
    """
    Do the part of `activate` that `xdsl-opt` needs for its arguments.

    It reads these before it loads anything of a plug-in, and `xdsl-opt --help` is not
    to wait for the parser, nor for the release of xDSL to be looked up.
    """
    _lift(COMMAND_LINE, may_differ=True)


def limits(file: str) -> dict[str, Limit]:
    """The limits that a file of `mlir/core` lifts, by name."""
    module = import_module(f"xdsl_gpu_ext.mlir.core.{file}")
    return {
        name: value for name, value in vars(module).items() if isinstance(value, Limit)
    }


def _lift(files: Iterable[str], *, may_differ: bool) -> None:
    files = [file for file in files if file not in _lifted]
    try:
        replacements = [*_replacements(files)]
        if may_differ:
            for replacement in replacements:
                replacement.check()
    except (ImportError, AttributeError) as fault:
        raise IncompatibleXDSL(
            f"xDSL {xdsl.__version__} is not one that this package can work with: "
            f"{fault}. It was tested with {', '.join(TESTED_RELEASES)}."
        ) from fault
    _lifted.update(files)
    for replacement in replacements:
        replacement.apply()


def _replacements(files: Iterable[str]) -> Iterator[Replacement[..., object]]:
    for file in files:
        for limit in limits(file).values():
            yield from limit.replacements


def _is_tested() -> bool:
    version = str(xdsl.__version__)
    return any(version == r or version.startswith(f"{r}.") for r in TESTED_RELEASES)
