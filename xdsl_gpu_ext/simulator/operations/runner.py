"""
What the runners of MLIR and of IMEX bring along: functions that a program declares and
calls to fill, compare and print buffers.

Names and meanings are those of `mlir_runner_utils`, `mlir_c_runner_utils` and IMEX's
`irunner_utils`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from xdsl_gpu_ext.simulator.machine import Machine
from xdsl_gpu_ext.simulator.numerics import Array

_ABSOLUTE, _RELATIVE = 1e-4, 1e-3
"""How far apart numbers may be that IMEX's functions call close."""


class RunnerFunction(NamedTuple):
    """A function, and what it does with the buffers among its arguments."""

    call: Callable[..., Any]
    computes: tuple[int, ...] = ()
    """With the numbers in these, which must have been written, it computes."""
    writes: tuple[int, ...] = ()
    """These it writes. Others it shows, whatever is in them."""


def runner_function(name: str, machine: Machine) -> RunnerFunction | None:
    """The function of that name, if the runners have one."""
    for pattern, make in _FUNCTIONS.items():
        if match := re.fullmatch(pattern, name):
            return make(machine, match)
    return None


def _print_memref(machine: Machine, name: re.Match[str]) -> RunnerFunction:
    def print_memref(array: Array) -> None:
        strides = [step // array.itemsize for step in array.strides]
        data = np.array2string(array, separator=", ", threshold=array.size + 1)
        machine.out.write(
            f"rank = {array.ndim} sizes = {list(array.shape)} strides = {strides} "
            f"data =\n{data}\n"
        )

    return RunnerFunction(print_memref)


def _print_number(machine: Machine, name: re.Match[str]) -> RunnerFunction:
    def print_number(number: Any) -> None:
        machine.out.write(str(number))

    return RunnerFunction(print_number)


_PUNCTUATION = {"Newline": "\n", "Comma": ", ", "Open": "( ", "Close": " )"}


def _print_punctuation(machine: Machine, name: re.Match[str]) -> RunnerFunction:
    def print_punctuation() -> None:
        machine.out.write(_PUNCTUATION[name[1]])

    return RunnerFunction(print_punctuation)


def _clock(machine: Machine, name: re.Match[str]) -> RunnerFunction:
    return RunnerFunction(perf_counter)


def _fill(machine: Machine, name: re.Match[str]) -> RunnerFunction:
    def fill(array: Array, value: Any) -> None:
        array[...] = value

    return RunnerFunction(fill, writes=(0,))


def _fill_random(machine: Machine, name: re.Match[str]) -> RunnerFunction:
    def fill(array: Array, lower: Any, upper: Any, integers: Any) -> None:
        numbers = machine.numbers.uniform(lower, upper, array.shape)
        array[...] = np.trunc(numbers) if integers else numbers

    return RunnerFunction(fill, writes=(0,))


def _is_close(array: Array, expected: Array) -> bool:
    a, b = array.astype(np.float32), expected.astype(np.float32)
    return bool((np.abs(a - b) <= _ABSOLUTE + _RELATIVE * np.abs(b)).all())


def _close(machine: Machine, name: re.Match[str]) -> RunnerFunction:
    return RunnerFunction(_is_close, computes=(0, 1))


def _print_close(machine: Machine, name: re.Match[str]) -> RunnerFunction:
    def print_close(array: Array, expected: Array) -> None:
        answer = "TRUE" if _is_close(array, expected) else "FALSE"
        machine.out.write(f"[ALLCLOSE: {answer}]\n")

    return RunnerFunction(print_close, computes=(0, 1))


def _matmul(machine: Machine, name: re.Match[str]) -> RunnerFunction:
    """`c += a b` for matrices; `c` is of `f32`, rounded to the type that is named."""

    def matmul(a: Array, b: Array, c: Array) -> None:
        result = c + a.astype(np.float32) @ b.astype(np.float32)
        c[...] = result if name[2] == "F32" else result.astype(a.dtype)

    return RunnerFunction(matmul, computes=(0, 1, 2), writes=(2,))


_FLOAT = "F16|BF16|F32"

_FUNCTIONS: dict[str, Callable[[Machine, re.Match[str]], RunnerFunction]] = {
    r"printMemref\w+": _print_memref,
    r"print(?:[IU]64|F32|F64|F16|BF16)": _print_number,
    r"print(Newline|Comma|Open|Close)": _print_punctuation,
    r"rtclock": _clock,
    rf"fillResource1D(?:{_FLOAT})": _fill,
    rf"fillResource1DRandom(?:{_FLOAT})": _fill_random,
    rf"allclose(?:{_FLOAT})": _close,
    rf"printAllclose(?:{_FLOAT})": _print_close,
    rf"gemm(F16|BF16)\1({_FLOAT})": _matmul,
}
