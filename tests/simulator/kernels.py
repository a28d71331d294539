"""Kernels written in short, and run in both modes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.simulator.cpu import memref_of
from xdsl_gpu_ext.simulator import Fault, Program, RunResult

MODES = ("auto", "threads")


def host_program(
    body: str,
    arrays: Sequence[npt.NDArray[Any]],
    *,
    grid: tuple[int, int, int] = (1, 1, 1),
    block: tuple[int, int, int] = (1, 1, 1),
    options: str = "",
    before: str = "",
    elements: dict[int, str] | None = None,
) -> str:
    """
    A module with a function `main` that copies its arguments to the device, launches a
    kernel, and copies them back. In `body`, the device buffers are `%d0`, `%d1`, ..., of
    the types that `%t0`, `%t1`, ... stand for; ids are `%bx`, `%tx` and so on, sizes
    `%gx`, `%sx`; `%c0` to `%c8` and `%c16` are constants.
    """
    types = [
        memref_of(array, (elements or {}).get(n)) for n, array in enumerate(arrays)
    ]
    arguments = ", ".join(f"%a{n}: {kind}" for n, kind in enumerate(types))
    lines: list[str] = []
    for n, kind in enumerate(types):
        lines.append(f"  %d{n} = gpu.alloc () : {kind}")
        lines.append(f"  gpu.memcpy %d{n}, %a{n} : {kind}, {kind}")
    sizes = [
        f"  %z{n} = arith.constant {size} : index"
        for n, size in enumerate((*grid, *block))
    ]
    constants = [f"  %c{n} = arith.constant {n} : index" for n in (*range(9), 16)]
    ends: list[str] = []
    for n, kind in enumerate(types):
        ends.append(f"  gpu.memcpy %a{n}, %d{n} : {kind}, {kind}")
        ends.append(f"  gpu.dealloc %d{n} : {kind}")
    for n, kind in enumerate(types):
        body = body.replace(f"%t{n}", kind)
    start, end = "\n".join([*constants, *sizes, *lines]), "\n".join(ends)
    return f"""
{before}
func.func @main({arguments}) {{
{start}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %z0, %gy = %z1, %gz = %z2)
             threads(%tx, %ty, %tz) in (%sx = %z3, %sy = %z4, %sz = %z5) {options} {{
{body}
    gpu.terminator
  }}
{end}
  return
}}
"""


def assert_same(one: Any, other: Any, message: str = "") -> None:
    """Both arrays hold the same numbers; NaN is one, also in types numpy lacks."""
    if np.asarray(one).dtype.kind == "V":
        one, other = (np.asarray(array).astype(np.float64) for array in (one, other))
    np.testing.assert_array_equal(one, other, message)


def run_kernel(
    body: str, arrays: Sequence[npt.NDArray[Any]], **options: Any
) -> list[npt.NDArray[Any]]:
    """
    What a kernel, described as for `host_program`, makes of `arrays`. It runs thread by
    thread and as lanes, which must give the same.
    """
    run_options = {
        name: options.pop(name) for name in ("subgroup_size",) if name in options
    }
    program = Program(host_program(body, arrays, **options))
    outcomes: list[list[npt.NDArray[Any]]] = []
    for mode in MODES:
        copies = [array.copy() for array in arrays]
        program.run("main", copies, mode=mode, **run_options)
        outcomes.append(copies)
    for one, other in zip(*outcomes, strict=True):
        assert_same(one, other, "the modes disagree")
    return outcomes[0]


def faults_of(
    text: str, function: str, arrays: Sequence[Any], **options: Any
) -> RunResult:
    """The outcome of a faulty program, which must be the same in both modes."""
    program = Program(text)
    results = [
        program.run(
            function,
            [a.copy() if isinstance(a, np.ndarray) else a for a in arrays],
            mode=mode,
            check=False,
            **options,
        )
        for mode in MODES
    ]
    first, second = (
        # Which of the two accesses comes second, and is found, is open.
        [
            (d.fault, d.fault is not Fault.RACE and d.op and d.op.name)
            for d in result.diagnostics
        ]
        for result in results
    )
    assert first == second, "the modes disagree"
    return results[0]
