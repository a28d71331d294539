"""
Run a function of an `.mlir` file on the simulated device, from the command line.

    gpu-sim matmul.mlir main zeros random:2 iota 3 --seed 7
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FunctionType,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StringAttr,
    UnrankedMemRefType,
    VectorType,
)
from xdsl.ir import Attribute
from xdsl.traits import SymbolTable
from xdsl.utils.exceptions import (
    ArgSpecParseError,
    DiagnosticException,
    ParseError,
)
from xdsl.utils.hints import isa

from xdsl_gpu_ext import __version__
from xdsl_gpu_ext.api import parse, run_passes
from xdsl_gpu_ext.mlir.ir.memref_layout import strides_of
from xdsl_gpu_ext.simulator.diagnostics import SimulationError
from xdsl_gpu_ext.simulator.numerics import (
    Format,
    UnsupportedTypeError,
    number_format,
    value_shape,
)
from xdsl_gpu_ext.simulator.run import Program, RunResult
from xdsl_gpu_ext.simulator.trace import chrome_trace
from xdsl_gpu_ext.views.timeline import timeline_svg

_EPILOG = """\
inputs, one for each argument of the function:
  zeros, ones, full:2.5   an array with every element the same
  iota, iota:10           0, 1, 2, ... or from a number on, in row-major order
  random, random:7        random numbers, of a seed: floats in [-1, 1), integers in
                          [-8, 8)
  64x32:random:7          an array of that shape, where the type does not say it
  data.npy                an array loaded from a file
  3, -1.5, true           a number, for a scalar

exit status: 0 if the program ran without a fault, 1 if it did not, 2 if it did not run
"""


class InputError(Exception):
    """What the user asked for cannot be had."""


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gpu-sim",
        description="Run a function of an .mlir file on a simulated host and device.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", help="the .mlir file, or - for standard input")
    parser.add_argument("function", help="the function to run, without @")
    parser.add_argument("inputs", nargs="*", help="its arguments, see below")
    parser.add_argument(
        "-p",
        "--passes",
        help="a pass pipeline to apply first, as xdsl-opt -p takes it",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="draws the schedule (default 0)"
    )
    parser.add_argument(
        "--schedules",
        type=_at_least_one,
        default=1,
        metavar="N",
        help="run under N schedules, from the seed on, and compare the results",
    )
    parser.add_argument(
        "--mode",
        choices=("auto", "threads"),
        default="auto",
        help="threads: every thread by itself; auto: as lanes where possible (default)",
    )
    parser.add_argument(
        "--subgroup-size",
        type=_at_least_one,
        default=32,
        metavar="N",
        help="threads of a subgroup (default 32)",
    )
    parser.add_argument(
        "--thread-races",
        choices=("none", "workgroup", "all"),
        default="workgroup",
        help="in which memory to look for races of threads (default workgroup)",
    )
    parser.add_argument(
        "--max-steps",
        type=_at_least_one,
        metavar="N",
        help="end the run after N steps, each a block of operations",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        metavar="SECONDS",
        help="end the run after that time",
    )
    parser.add_argument(
        "--max-block-threads",
        type=_at_least_one,
        default=1024,
        metavar="N",
        help="most threads of a block (default 1024)",
    )
    parser.add_argument(
        "--empty-launches",
        action="store_true",
        help="launches of no threads do nothing, instead of being faults",
    )
    parser.add_argument(
        "--unified-memory", action="store_true", help="the device sees all host memory"
    )
    parser.add_argument(
        "--shared-arguments",
        action="store_true",
        help="the device sees the memory of the arguments",
    )
    parser.add_argument(
        "--save",
        metavar="PREFIX",
        help="write results and arguments to PREFIXresultN.npy and PREFIXargumentN.npy",
    )
    parser.add_argument(
        "--trace",
        metavar="FILE",
        help="write when the device did what: a picture to FILE.svg, else JSON for "
        "Chrome's tracing and Perfetto",
    )
    parser.add_argument(
        "--version", action="version", version=f"%(prog)s {__version__}"
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="do not print results and counters"
    )
    return parser


_NOTHING_TO_RUN = (
    DiagnosticException,
    InputError,
    OSError,
    ParseError,
    ArgSpecParseError,
    UnsupportedTypeError,
    # Of an unknown pass or option.
    ValueError,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; gives its exit status."""
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except SimulationError as error:
        print(error, file=sys.stderr)
        return 1
    except _NOTHING_TO_RUN as error:
        print(f"gpu-sim: {_message(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as stop:
        print(
            f"gpu-sim: {stop}" if stop.args else "gpu-sim: interrupted", file=sys.stderr
        )
        return 130


def _message(error: BaseException) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"the module is not text: {error}"
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _function_type(module: ModuleOp, options: argparse.Namespace) -> FunctionType:
    """The type of the function to run."""
    function = SymbolTable.lookup_symbol(module, options.function)
    type_ = None if function is None else function.properties.get("function_type")
    if isinstance(type_, FunctionType):
        return type_
    names = [
        f"@{name.data}"
        for op in module.ops
        if isinstance(op.properties.get("function_type"), FunctionType)
        and isinstance(name := op.properties.get("sym_name"), StringAttr)
    ]
    known = f"it has {', '.join(names)}" if names else "it has none"
    raise InputError(f"no function @{options.function} in {options.file}; {known}")


def _run(options: argparse.Namespace) -> int:
    source = sys.stdin.read() if options.file == "-" else Path(options.file)
    module = parse(source)
    if options.passes:
        module = run_passes(module, options.passes)
    types = list(_function_type(module, options).inputs)
    if len(types) != len(options.inputs):
        raise InputError(
            f"@{options.function} takes {len(types)} arguments, "
            f"{len(options.inputs)} are given"
        )
    program = Program(module)
    first: RunResult | None = None
    for schedule in range(options.schedules):
        values = [
            make_input(rule, kind)
            for rule, kind in zip(options.inputs, types, strict=True)
        ]
        result = program.run(
            options.function,
            values,
            seed=options.seed + schedule,
            mode=options.mode,
            subgroup_size=options.subgroup_size,
            thread_races=options.thread_races,
            max_steps=options.max_steps,
            timeout=options.timeout,
            max_block_threads=options.max_block_threads,
            empty_launches=options.empty_launches,
            unified_memory=options.unified_memory,
            shared_arguments=options.shared_arguments,
            progress=sys.stderr.isatty(),
        )
        if first is None:
            first = result
        elif not _same(first, result):
            print(
                f"gpu-sim: seed {options.seed + schedule} gives other results than "
                f"seed {options.seed}",
                file=sys.stderr,
            )
            return 1
    assert first is not None
    if options.trace is not None:
        _write_trace(first, options)
    _show(first, options)
    return 0


def _write_trace(result: RunResult, options: argparse.Namespace) -> None:
    traces = {f"@{options.function}": result.trace}
    if options.trace.endswith(".svg"):
        text = timeline_svg(traces)
    else:
        text = json.dumps(chrome_trace(traces))
    Path(options.trace).write_text(text)


def _show(result: RunResult, options: argparse.Namespace) -> None:
    named = [(f"result {n}", value) for n, value in enumerate(result.results)]
    named += [
        (f"argument {n}", value)
        for n, value in enumerate(result.arguments)
        if isinstance(value, np.ndarray)
    ]
    for name, value in named:
        if not options.quiet and value is None:
            print(f"{name}: none")
        elif not options.quiet:
            array = np.asarray(value)
            shape = "x".join(map(str, array.shape))
            kind = f"{shape}x{array.dtype}" if shape else str(array.dtype)
            print(f"{name}: {kind}\n{array}")
        if options.save is not None and value is not None:
            np.save(options.save + name.replace(" ", "") + ".npy", np.asarray(value))
    if not options.quiet:
        print(result.counters.table())


def _same(one: RunResult, other: RunResult) -> bool:
    def equal(a: Any, b: Any) -> bool:
        is_array = isinstance(a, np.ndarray | np.generic)
        return not is_array or _bytes(a) == _bytes(b)

    pairs = zip(
        (*one.results, *one.arguments), (*other.results, *other.arguments), strict=True
    )
    return all(equal(a, b) for a, b in pairs)


def _bytes(value: Any) -> bytes:
    return np.asarray(value).tobytes()


def make_input(rule: str, type_: Attribute) -> Any:
    """
    The value of `type_` that a rule like `random:7` or `64x32:iota` stands for.

    Raises `InputError` where it stands for none.
    """
    if isa(type_, UnrankedMemRefType):
        sizes, rule = _split_shape(rule)
        if sizes is None and not rule.endswith(".npy"):
            raise InputError(f"{type_} needs sizes in front of the rule: 64x32:{rule}")
        format_ = number_format(type_.element_type)
        return _array(rule, sizes or (), format_)
    if isa(type_, MemRefType) or isa(type_, VectorType):
        return _shaped_input(rule, type_)
    format_ = number_format(type_)
    if rule in ("true", "false"):
        return rule == "true"
    try:
        number = float(rule) if format_.is_float else int(rule, 0)
    except ValueError:
        raise InputError(f"expected a number for {type_}, got {rule}") from None
    if not format_.holds(number):
        raise InputError(f"{rule} does not fit into {type_}")
    return number


def _shaped_input(
    rule: str, type_: MemRefType[Attribute] | VectorType[Attribute]
) -> npt.NDArray[Any]:
    """An array of the type's shape and strides."""
    element, static = type_.element_type, type_.get_shape()
    sizes, rest = _split_shape(rule)
    if sizes is not None:
        if not _fits(sizes, static):
            text = rule.partition(":")[0]
            raise InputError(f"an array of shape {text} is none for {type_}")
    elif DYNAMIC_INDEX in static and not rule.endswith(".npy"):
        raise InputError(f"{type_} needs sizes in front of the rule: 64x32:{rule}")
    inner = value_shape(element)
    array = _array(rest, (*(sizes or static), *inner), number_format(element))
    shape = array.shape[: array.ndim - len(inner)]
    if not _fits(shape, static):
        found = "x".join(map(str, array.shape))
        raise InputError(f"{rest} holds an array of shape {found}, none for {type_}")
    return _with_layout(array, type_) if isinstance(type_, MemRefType) else array


def _fits(shape: Sequence[int], static: Sequence[int]) -> bool:
    """Whether a type with the sizes `static`, some unknown, has values of `shape`."""
    return len(shape) == len(static) and all(
        known in (DYNAMIC_INDEX, size) for known, size in zip(static, shape)
    )


def _with_layout(
    array: npt.NDArray[Any], type_: MemRefType[Attribute]
) -> npt.NDArray[Any]:
    """`array` in memory as the layout of `type_` says, where that is known."""
    layout = strides_of(type_)
    if isinstance(type_.layout, NoneAttr) or layout is None or not array.size:
        return array
    strides = layout.strides
    known = [stride for stride in strides if stride is not None]
    if len(known) < len(strides) or min(known, default=1) < 0:
        return array
    last = sum((n - 1) * step for n, step in zip(array.shape, known))
    memory = np.zeros(last + 1, array.dtype)
    spaced = np.lib.stride_tricks.as_strided(
        memory, array.shape, [step * array.itemsize for step in known]
    )
    spaced[...] = array
    return spaced


def _split_shape(rule: str) -> tuple[tuple[int, ...] | None, str]:
    """The sizes that a rule begins with, if it does, and the rest."""
    head, colon, rest = rule.partition(":")
    sizes = head.split("x")
    if colon and all(size.isdecimal() for size in sizes):
        return tuple(map(int, sizes)), rest
    return None, rule


def _load(path: str, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    try:
        loaded = np.load(path)
    except (ValueError, EOFError):
        raise InputError(f"{path} is no file of an array of numbers") from None
    if loaded.dtype.kind == "V" and loaded.dtype.itemsize == dtype.itemsize:
        # numpy does not know the types of `ml_dtypes` when it loads them.
        loaded = loaded.view(dtype)
    if loaded.dtype != dtype and loaded.dtype != dtype.newbyteorder():
        raise InputError(f"{path} holds {loaded.dtype}, not {dtype}")
    return np.ascontiguousarray(loaded.astype(dtype))


def _array(rule: str, shape: tuple[int, ...], format_: Format) -> npt.NDArray[Any]:
    dtype = format_.dtype
    if rule.endswith(".npy"):
        return _load(rule, dtype)
    name, _, argument = rule.partition(":")
    try:
        match name:
            case "zeros":
                return np.zeros(shape, dtype)
            case "ones":
                return np.full(shape, format_.constant(1))
            case "full":
                value = float(argument) if format_.is_float else int(argument, 0)
                if not format_.holds(value):
                    raise InputError(f"{argument} does not fit into {dtype}")
                return np.full(shape, format_.constant(value))
            case "iota":
                start = float(argument or 0)
                numbers = np.arange(int(np.prod(shape))) + start
                return numbers.reshape(shape).astype(dtype)
            case "random":
                return _random(int(argument or 0), shape, format_)
            case _:
                raise InputError(f"no rule or file for an array: {rule}")
    except ValueError:
        raise InputError(f"{argument!r} is no number for {name}") from None


def _random(seed: int, shape: tuple[int, ...], format_: Format) -> npt.NDArray[Any]:
    rng = np.random.default_rng(seed)
    if format_.width == 1:
        return rng.integers(0, 2, shape).astype(np.bool_)
    if format_.width:
        half = 1 << (min(format_.width, 4) - 1)
        low, high = (0, 2 * half) if format_.unsigned else (-half, half)
        return rng.integers(low, high, shape).astype(format_.dtype)
    return rng.uniform(-1, 1, shape).astype(format_.dtype)
