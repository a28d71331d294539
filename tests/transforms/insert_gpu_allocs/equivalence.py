"""
Whether a module does the same before and after `insert-gpu-allocs`.

Before, it is executed where host and device share one memory; afterwards on a device
that sees only what was made visible to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from typing_extensions import Unpack
from xdsl.dialects.builtin import ModuleOp

from tests.transforms.insert_gpu_allocs.generator import (
    FLAT_SQUARE,
    LOOSE_LINE,
    LOOSE_PART,
    PART,
    SHAPES,
    STRIDED_LINE,
    Program,
)
from xdsl_gpu_ext.simulator import Program as Executable
from xdsl_gpu_ext.simulator.diagnostics import Fault, SimulationError
from xdsl_gpu_ext.simulator.run import RunOptions


class InvalidProgram(Exception):
    """The program is wrong before anything is done to it."""


@dataclass
class Inputs:
    """What a program is called with, and what of it is compared afterwards."""

    arguments: list[Any]
    memory: list[npt.NDArray[np.int32]]
    """The arrays of which the arguments are parts."""


_STRIDED = {
    STRIDED_LINE: slice(3, 19, 2),
    LOOSE_LINE: slice(3, 19, 2),
    PART: slice(2, 6),
    LOOSE_PART: slice(2, 6),
}


def inputs_for(program: Program, seed: int) -> Inputs:
    """Random arguments for a generated program."""
    rng = np.random.default_rng(seed)
    inputs = Inputs([], [])
    for type in (*program.parameters, FLAT_SQUARE):
        part = _STRIDED.get(type)
        shape = SHAPES[type] if part is None else (24,)
        array = rng.integers(0, 50, shape).astype(np.int32)
        inputs.memory.append(array)
        inputs.arguments.append(array if part is None else array[part])
    inputs.arguments.append(int(rng.integers(0, 4)))
    return inputs


def outcome(
    program: Executable, inputs: Inputs, *, leaks: bool, **options: Unpack[RunOptions]
) -> list[Any]:
    """
    What a program returns and leaves in the memory of its inputs. It may end with
    device memory allocated if it `leaks`; raises `SimulationError` for other faults.
    """
    options["check"] = False
    result = program.run("main", inputs.arguments, **options)
    faults = [
        diagnostic
        for diagnostic in result.diagnostics
        if not (leaks and diagnostic.fault is Fault.LEAK)
    ]
    if faults:
        raise SimulationError(*faults)
    return [*result.results, *inputs.memory]


def difference(
    module: ModuleOp,
    make_inputs: Callable[[], Inputs],
    change: Callable[[ModuleOp], None],
    *,
    leaks: bool = False,
    shared_arguments: bool = False,
) -> str | None:
    """
    What is wrong, in words, with what `change` makes of `module`, in place; `None` if
    nothing is. With `leaks`, it may leave device memory allocated; with
    `shared_arguments`, the device can reach the arguments.

    Raises `InvalidProgram` if the module itself has a fault.
    """
    try:
        expected = outcome(
            Executable(module), make_inputs(), leaks=True, unified_memory=True
        )
    except SimulationError as error:
        raise InvalidProgram(str(error)) from error
    change(module)
    try:
        actual = outcome(
            Executable(module),
            make_inputs(),
            leaks=leaks,
            shared_arguments=shared_arguments,
        )
    except SimulationError as error:
        return str(error)
    for index, (before, now) in enumerate(zip(expected, actual, strict=True)):
        if not np.array_equal(before, now):
            return f"value {index} was {before} and is {now}"
    return None
