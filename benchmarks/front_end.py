"""
What people wait for around a pass: start, parse, verify, print.

Everything is processor time, and a ratio to what the same machine takes in one run:
plain xDSL (in a process that does not load the package) on generic text of the same
module, `xdsl-opt --help` without the plug-in, or `mlir-opt`.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from xdsl.printer import Printer

from xdsl_gpu_ext.api import parse
from xdsl_gpu_ext.testing.mlir_opt import find_tool

ROOT = Path(__file__).parents[1]

_OPT = "from xdsl.tools.xdsl_opt import main; main()"
_PLAIN_OPT = f"""
import importlib.metadata as metadata
find = metadata.entry_points
metadata.entry_points = lambda **group: [
    e for e in find(**group) if e.name != "xdsl_gpu_ext"
]
{_OPT}
"""

# Of each phase the fastest of several; the text is read from a file.
_PHASES = """
import gc, json, sys, time
from io import StringIO
from xdsl.parser import Parser
from xdsl.printer import Printer
{context}
text = open(sys.argv[1]).read()
best = {{}}

def measure(name, function):
    gc.collect()
    start = time.process_time()
    result = function()
    seconds = time.process_time() - start
    best[name] = min(best.get(name, seconds), seconds)
    return result

for _ in range(int(sys.argv[2])):
    module = measure("parse", Parser(context, text).parse_module)
    measure("verify", module.verify)
    measure("print", lambda: Printer(StringIO()).print_op(module))
print(json.dumps(best))
"""
_OURS = _PHASES.format(
    context="from xdsl_gpu_ext.api import context as make\ncontext = make()"
)
_PLAIN = _PHASES.format(
    context="""
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
context = Context()
for name, load in get_all_dialects().items():
    context.register_dialect(name, load)
"""
)

# Scalar and memory operations that plain xDSL reads in generic syntax.
_FUNCTION = """
func.func @f{0}(%a: memref<64x?xf32>, %b: memref<64x?xf32>, %n: index, %x: f32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %m = memref.alloc(%n) : memref<64x?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c64, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {{
    %i = arith.addi %bx, %tx : index
    %inside = arith.cmpi ult, %i, %n : index
    scf.if %inside {{
      %u = memref.load %a[%bx, %i] : memref<64x?xf32>
      %v = memref.load %b[%bx, %i] : memref<64x?xf32>
      %w = arith.mulf %u, %x : f32
      %s = arith.addf %w, %v : f32
      memref.store %s, %m[%bx, %i] : memref<64x?xf32>
    }}
    gpu.terminator
  }}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (f32) {{
    %u = memref.load %m[%c0, %i] : memref<64x?xf32>
    %s = arith.addf %acc, %u : f32
    scf.yield %s : f32
  }}
  memref.store %sum, %b[%c0, %c0] : memref<64x?xf32>
  memref.dealloc %m : memref<64x?xf32>
  return
}}
"""

_LAUNCHES = """
module attributes {{gpu.container_module}} {{
func.func @f(%a: memref<8xf32>, %b: memref<8xf32>, %c1: index) {{
  {launches}
  return
}}
gpu.module @kernels {{
  gpu.func @k(%x: memref<8xf32>) kernel {{
    gpu.return
  }}
}}
}}
"""
_LAUNCH = (
    "gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) "
    "args(%a : memref<8xf32>)"
)


def _generic(text: str) -> str:
    stream = StringIO()
    Printer(stream, print_generic_format=True).print_op(parse(text))
    return stream.getvalue()


def _phases(code: str, path: Path, repeat: int) -> dict[str, float]:
    command = [sys.executable, "-c", code, str(path), str(repeat)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def _seconds(*command: str) -> float:
    """The processor time of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # What is compiled once is kept, as in an installed package.
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _alternating(rounds: int, *commands: Sequence[str]) -> list[float]:
    """The median time of each command, run in turn."""
    times: list[list[float]] = [[] for _ in commands]
    for command in commands:
        _seconds(*command)
    for _ in range(rounds):
        for command, measured in zip(commands, times):
            measured.append(_seconds(*command))
    return [statistics.median(measured) for measured in times]


def _python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", code, *arguments]


def _blocks(count: int) -> str:
    lines = ["func.func @f(%a: i32) {", "  cf.br ^bb0(%a : i32)"]
    for i in range(count):
        lines.append(f"^bb{i}(%x{i}: i32):")
        lines.append(f"  cf.br ^bb{i + 1}(%x{i} : i32)")
    return "\n".join([*lines, f"^bb{count}(%last: i32):", "  return", "}"])


def _numbers(count: int) -> dict[str, str]:
    numbers = ", ".join(str(7 * i % 1000) for i in range(count))
    return {
        "array": f'"test.op"() {{a = array<i64: {numbers}>}} : () -> ()',
        "dense": (
            f'"test.op"() {{a = dense<[{numbers}]> : tensor<{count}xi64>}} : () -> ()'
        ),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="The front end beside plain xDSL")
    parser.add_argument("--functions", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args(arguments)
    rows: list[tuple[str, float, float]] = []
    with TemporaryDirectory() as folder:
        _measure(Path(folder), options.functions, options.rounds, rows)
    width = max(len(name) for name, _, _ in rows)
    print(f"{'':{width}}  ratio   goal")
    for name, ratio, goal in rows:
        print(f"{name:{width}}  {ratio:5.2f}  {goal:5.2f}")


def _measure(
    folder: Path, functions: int, rounds: int, rows: list[tuple[str, float, float]]
) -> None:
    def write(name: str, text: str) -> Path:
        path = folder / name
        path.write_text(text)
        return path

    text = "".join(map(_FUNCTION.format, range(functions)))
    ours = _phases(_OURS, write("ours.mlir", text), 3)
    plain = _phases(_PLAIN, write("generic.mlir", _generic(text)), 3)
    for phase, goal in (("parse", 0.33), ("verify", 1.0), ("print", 1.0)):
        rows.append((f"{phase} / plain xDSL", ours[phase] / plain[phase], goal))

    plain_help, opt, other, plain_other, sim = _alternating(
        rounds,
        _python(_PLAIN_OPT, "--help"),
        _python(_OPT, "examples/saxpy_host.mlir"),
        _python(_OPT, str(write("other.mlir", "builtin.module {}"))),
        _python(_PLAIN_OPT, str(folder / "other.mlir")),
        _python("from xdsl_gpu_ext.gpu_sim import main; main()", "--help"),
    )
    rows.append(
        ("xdsl-opt examples/saxpy_host.mlir / plain --help", opt / plain_help, 1.7)
    )
    rows.append(
        ("a file of other dialects / without the plug-in", other / plain_other, 1.03)
    )
    rows.append(("gpu-sim --help / plain xdsl-opt --help", sim / plain_help, 3.0))

    if mlir_opt := find_tool("mlir-opt"):
        path = str(
            write("launches.mlir", _LAUNCHES.format(launches=f"{_LAUNCH}\n" * 3000))
        )
        we, they = _alternating(
            3,
            _python(_OPT, "-p", "gpu-async-region", path),
            [mlir_opt, "--gpu-async-region", path],
        )
        rows.append(("gpu-async-region, 3,000 launches / mlir-opt", we / they, 25.0))

    few, many = (
        sum(_phases(_OURS, write("blocks.mlir", _blocks(count)), 2).values())
        for count in (2000, 8000)
    )
    rows.append(("8,000 blocks / 2,000 blocks", many / few, 4.5))
    for kind, text in _numbers(300_000).items():
        path = write("numbers.mlir", text)
        ratio = _phases(_OURS, path, 1)["parse"] / _phases(_PLAIN, path, 1)["parse"]
        rows.append((f"300,000 numbers in {kind} / plain xDSL", ratio, 0.2))


if __name__ == "__main__":
    main()
