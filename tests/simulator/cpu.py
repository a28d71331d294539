"""
Programs run on the CPU by `mlir-runner`, to compare the simulator with.

Many functions run in one process: each gets arrays as memrefs, whose contents are
printed, bit by bit, when it returns.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from xdsl_gpu_ext.simulator import run
from xdsl_gpu_ext.testing.mlir_opt import mlir_opt, require_tool

_PASSES = (
    "--expand-realloc",
    "--expand-strided-metadata",
    "--lower-vector-mask",
    "--lower-vector-multi-reduction",
    "--convert-vector-to-scf",
    "--memref-expand",
    "--affine-expand-index-ops",
    "--lower-affine",
    "--scf-forall-to-for",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-vector-to-llvm",
    "--convert-math-to-funcs",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-index-to-llvm",
    "--arith-expand=include-bf16=true",
    "--convert-arith-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-ub-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
)

_TYPES = {
    "bool": "i1",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
}


@dataclass
class Program:
    """
    A function, whose arguments are memrefs with the contents of `arrays`.

    `types` are the element types, where they are not what the arrays' types say (`index`,
    `i5`). `text` may hold more than the function: globals, functions that it calls.
    """

    name: str
    text: str
    arrays: Sequence[npt.NDArray[Any]]
    types: Sequence[str] | None = None
    tolerance: float = 0.0
    """How much relative difference is allowed between results; by default none."""
    results: list[npt.NDArray[Any]] = field(default_factory=list[Any])

    @property
    def element_types(self) -> Sequence[str]:
        """The MLIR element types of the arguments."""
        return self.types or [_TYPES[array.dtype.name] for array in self.arrays]

    def memref_type(self, number: int) -> str:
        """The type of an argument."""
        shape = "".join(f"{size}x" for size in self.arrays[number].shape)
        return f"memref<{shape}{self.element_types[number]}>"


def memref_of(array: npt.NDArray[Any], element: str | None = None) -> str:
    """The type of a memref that holds `array`."""
    shape = "".join(f"{size}x" for size in array.shape)
    return f"memref<{shape}{element or _TYPES[array.dtype.name]}>"


def _constant(array: npt.NDArray[Any]) -> str:
    if array.dtype == np.bool_:
        numbers = ", ".join("true" if x else "false" for x in array.reshape(-1))
        return f"dense<[{numbers}]>"
    if array.dtype.kind == "i":
        return f"dense<{array.reshape(-1).tolist()}>"
    return f'dense<"0x{array.tobytes().hex().upper()}">'


def _driver(program: Program, prefix: str) -> str:
    """A function that calls the program and prints what its arguments then hold."""
    globals_: list[str] = []
    lines: list[str] = [
        "  %c0 = arith.constant 0 : index",
        "  %c1 = arith.constant 1 : index",
    ]
    for number, array in enumerate(program.arrays):
        element = program.element_types[number]
        flat = f"memref<{array.size}x{element}>"
        kind = program.memref_type(number)
        globals_.append(
            f'memref.global "private" constant @{prefix}_{number} : {flat} = '
            f"{_constant(array)}"
        )
        lines += [
            f"  %g{number} = memref.get_global @{prefix}_{number} : {flat}",
            f"  %f{number} = memref.alloc() : {flat}",
            f"  memref.copy %g{number}, %f{number} : {flat} to {flat}",
        ]
        strides = [int(np.prod(array.shape[dim + 1 :])) for dim in range(array.ndim)]
        lines.append(
            f"  %a{number} = memref.reinterpret_cast %f{number} to offset: [0], sizes: "
            f"{list(array.shape)}, strides: {strides} : {flat} to "
            f"memref<{kind[7:-1]}, strided<{strides}>>"
        )
        lines.append(
            f"  %m{number} = memref.cast %a{number} : "
            f"memref<{kind[7:-1]}, strided<{strides}>> to {kind}"
        )
    names = ", ".join(f"%m{number}" for number in range(len(program.arrays)))
    types = ", ".join(
        program.memref_type(number) for number in range(len(program.arrays))
    )
    lines.append(f"  func.call @{program.name}({names}) : ({types}) -> ()")
    for number, array in enumerate(program.arrays):
        element = program.element_types[number]
        flat = f"memref<{array.size}x{element}>"
        lines += [
            f"  %n{number} = arith.constant {array.size} : index",
            f"  scf.for %i = %c0 to %n{number} step %c1 {{",
            f"    %x = memref.load %f{number}[%i] : {flat}",
            *(f"    {line}" for line in _bits(element)),
            "    vector.print %bits : i64",
            "  }",
        ]
    body = "\n".join(lines)
    definitions = "\n".join(globals_)
    return f"{definitions}\nfunc.func @{prefix}_main() {{\n{body}\n  return\n}}\n"


def _bits(element: str) -> list[str]:
    if element == "i64":
        return ["%zero = arith.constant 0 : i64", "%bits = arith.addi %x, %zero : i64"]
    if element == "index":
        return ["%bits = arith.index_cast %x : index to i64"]
    if element == "f64":
        return ["%bits = arith.bitcast %x : f64 to i64"]
    if element.startswith("i"):
        return [f"%bits = arith.extsi %x : {element} to i64"]
    width = {"f16": 16, "bf16": 16, "f32": 32}[element]
    return [
        f"%y = arith.bitcast %x : {element} to i{width}",
        f"%bits = arith.extsi %y : i{width} to i64",
    ]


def run_on_cpu(programs: Sequence[Program], tmp_path: Path) -> None:
    """Run each program; fills in its `results`."""
    runner = require_tool("mlir-runner")
    parts = [program.text for program in programs]
    parts += [_driver(program, f"p{n}") for n, program in enumerate(programs)]
    calls = "\n".join(f"  call @p{n}_main() : () -> ()" for n in range(len(programs)))
    parts.append(f"func.func @main() {{\n{calls}\n  return\n}}")
    lowered = mlir_opt("\n".join(parts), *_PASSES)
    assert lowered.accepted, lowered.stderr
    path = tmp_path / "lowered.mlir"
    path.write_text(lowered.stdout)
    libraries = Path(runner).resolve().parent.parent / "lib"
    names = ("mlir_runner_utils", "mlir_c_runner_utils")
    shared = ",".join(str(libraries / f"lib{name}.so") for name in names)
    process = subprocess.run(
        [
            runner,
            str(path),
            "-e",
            "main",
            "--entry-point-result=void",
            f"--shared-libs={shared}",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    numbers = iter(process.stdout.split())
    for program in programs:
        for array in program.arrays:
            bits = np.array([int(next(numbers)) for _ in range(array.size)], np.int64)
            if array.dtype == np.bool_:
                values = bits != 0
            else:
                unsigned = np.dtype(f"i{array.dtype.itemsize}")
                values = bits.astype(unsigned).view(array.dtype)
            program.results.append(values.reshape(array.shape))


def check_against_cpu(programs: Sequence[Program], tmp_path: Path) -> None:
    """Run each program on the CPU and on the simulator's host: the same must come out."""
    run_on_cpu(programs, tmp_path)
    for program in programs:
        arrays = [array.copy() for array in program.arrays]
        run(program.text, program.name, arrays)
        for number, (ours, theirs) in enumerate(zip(arrays, program.results)):
            what = f"argument {number} of\n{program.text}"
            if program.tolerance and ours.dtype.kind not in "iub":
                np.testing.assert_allclose(
                    ours.astype(np.float64),
                    theirs.astype(np.float64),
                    rtol=program.tolerance,
                    err_msg=what,
                )
            else:
                _assert_same(ours, theirs, what)


def _assert_same(ours: npt.NDArray[Any], theirs: npt.NDArray[Any], what: str) -> None:
    """Bit by bit the same, but for the bits of NaNs."""
    if ours.dtype.kind in "iub":
        np.testing.assert_array_equal(ours, theirs, err_msg=what)
        return
    is_nan = np.isnan(theirs.astype(np.float64))
    np.testing.assert_array_equal(np.isnan(ours.astype(np.float64)), is_nan, what)
    bits = np.dtype(f"i{ours.dtype.itemsize}")
    np.testing.assert_array_equal(
        np.where(is_nan, 0, ours.view(bits)),
        np.where(is_nan, 0, theirs.view(bits)),
        err_msg=what,
    )
