"""
Operations on numbers, many in one function: what they share, a loop over the elements
of the same inputs, is lowered, run and compared only once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.simulator.cpu import Program, memref_of


@dataclass
class Elementwise:
    """
    What is computed of the elements of `inputs`, `%x0`, `%x1` and so on: the `%r` of
    `expression`, of the element type `result`.
    """

    expression: str
    inputs: Sequence[npt.NDArray[Any]]
    types: Sequence[str]
    result: str
    dtype: npt.DTypeLike
    tolerance: float = 0.0

    @property
    def shared(self) -> tuple[object, ...]:
        """Expressions for which this is the same go into one function."""
        contents = tuple(array.tobytes() for array in self.inputs)
        return (tuple(self.types), contents, self.result, self.tolerance)


def programs_of(cases: Iterable[Elementwise], count: int) -> list[Program]:
    """Functions that compute each of `cases`, whose inputs have `count` elements."""
    groups: dict[tuple[object, ...], list[Elementwise]] = {}
    for case in cases:
        groups.setdefault(case.shared, []).append(case)
    return [
        _program(f"compute_{number}", group, count)
        for number, group in enumerate(groups.values())
    ]


def _program(name: str, cases: Sequence[Elementwise], count: int) -> Program:
    first = cases[0]
    results = np.zeros((len(cases), count), first.dtype)
    arrays, types = [*first.inputs, results], [*first.types, first.result]
    kinds = [memref_of(array, type_) for array, type_ in zip(arrays, types)]
    arguments = ", ".join(f"%a{n}: {kind}" for n, kind in enumerate(kinds))
    lines = [
        f"func.func @{name}({arguments}) {{",
        "  %c0 = arith.constant 0 : index",
        "  %c1 = arith.constant 1 : index",
        f"  %n = arith.constant {count} : index",
        *(f"  %k{k} = arith.constant {k} : index" for k in range(len(cases))),
        "  scf.for %i = %c0 to %n step %c1 {",
        *(
            f"    %x{n} = memref.load %a{n}[%i] : {kind}"
            for n, kind in enumerate(kinds[:-1])
        ),
    ]
    for k, case in enumerate(cases):
        # Each expression has names of its own for what it computes.
        lines.append("    " + re.sub(r"%(?!x\d)(\w+)", rf"%\1_{k}", case.expression))
        target = f"%a{len(kinds) - 1}[%k{k}, %i]"
        lines.append(f"    memref.store %r_{k}, {target} : {kinds[-1]}")
    lines += ["  }", "  return", "}"]
    return Program(name, "\n".join(lines), arrays, types, first.tolerance)
