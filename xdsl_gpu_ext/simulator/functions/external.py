"""Functions without a body: what Python does for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import IO, Any, cast

import numpy as np
from xdsl.ir import Attribute, Operation

from xdsl_gpu_ext.simulator import access, checks, event_races
from xdsl_gpu_ext.simulator.arrays import memref_array
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.memory import MemRef
from xdsl_gpu_ext.simulator.numerics import Array, number_format, value_shape


def call_external(
    interp: SimulatorInterpreter,
    op: Operation,
    function: Callable[..., Any],
    args: Sequence[Any],
    results: Sequence[Attribute],
) -> tuple[Any, ...]:
    """
    Call a Python function. It sees memrefs as arrays that share the program's memory,
    and is taken to read and write all of them.
    """
    values: list[Any] = []
    for value in args:
        if isinstance(value, MemRef):
            checks.check_reachable(interp, op, value.buffer)
            positions = access.all_positions(value)
            itemsize = value.format.itemsize
            if not value.inner:
                event_races.record(
                    interp, op, value.buffer, positions, itemsize, is_write=True
                )
            if value.buffer.written is not None:
                value.buffer.written.add(positions, itemsize)
            value = memref_array(value)
        values.append(value)
    given = function(*values)
    if not results:
        return ()
    outputs = cast("tuple[Any, ...]", given if isinstance(given, tuple) else (given,))
    if len(outputs) != len(results):
        interp.fail(
            op,
            Fault.INVALID,
            f"the external function gave {len(outputs)} results, not {len(results)}",
        )
    return tuple(
        np.asarray(value, number_format(type_).dtype)
        if value_shape(type_)
        else number_format(type_).constant(value)
        for value, type_ in zip(outputs, results, strict=True)
    )


def runtime_function(name: str, out: IO[str]) -> Callable[..., Any] | None:
    """What MLIR's runner has by itself: `printMemrefF32` and its like."""
    if not name.startswith("printMemref"):
        return None

    def print_memref(array: Array) -> None:
        strides = [step // array.itemsize for step in array.strides]
        data = np.array2string(array, separator=", ", threshold=array.size + 1)
        out.write(
            f"rank = {array.ndim} sizes = {list(array.shape)} strides = {strides} "
            f"data =\n{data}\n"
        )

    return print_memref
