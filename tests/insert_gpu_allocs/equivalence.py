"""
Whether a module does the same before and after `insert-gpu-allocs`.

Before, it is executed where host and device share one memory; afterwards on a device
that sees only what was made visible to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp

from xdsl_gpu_ext.api import context, run_passes
from xdsl_gpu_ext.simulator import run
from xdsl_gpu_ext.simulator.diagnostics import Fault, SimulationError


class InvalidProgram(Exception):
    """The program is wrong before anything is done to it."""


def _outcome(
    module: ModuleOp, arguments: Sequence[Any], *, unified_memory: bool, leaks: bool
) -> list[Any]:
    copies: list[Any] = [
        a.copy() if isinstance(a, np.ndarray) else a for a in arguments
    ]
    result = run(
        module, "main", copies, unified_memory=unified_memory, check=False, seed=1
    )
    faults = [
        diagnostic
        for diagnostic in result.diagnostics
        if not (leaks and diagnostic.fault is Fault.LEAK)
    ]
    if faults:
        raise SimulationError(*faults)
    return [*result.results, *copies]


def difference(
    module: ModuleOp,
    arguments: Sequence[Any],
    pipeline: str = "insert-gpu-allocs",
    *,
    leaks: bool = False,
) -> str | None:
    """
    What is wrong with what `pipeline` makes of `module`, in words; `None` if nothing is.

    Raises `InvalidProgram` if the module itself has a fault.
    """
    try:
        expected = _outcome(module, arguments, unified_memory=True, leaks=True)
    except SimulationError as error:
        raise InvalidProgram(str(error)) from error
    after = run_passes(module, pipeline, ctx=context(allow_unregistered=True))
    try:
        actual = _outcome(after, arguments, unified_memory=False, leaks=leaks)
    except SimulationError as error:
        return str(error)
    for index, (before, now) in enumerate(zip(expected, actual, strict=True)):
        if not np.array_equal(before, now):
            return f"value {index} was {before} and is {now}"
    return None
