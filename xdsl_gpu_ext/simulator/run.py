"""
`run`: execute a function of a module on the simulated machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Any, Literal

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FunctionType,
    MemRefType,
    NoneAttr,
    UnrankedMemRefType,
)
from xdsl.ir import Attribute, Operation
from xdsl.traits import SymbolTable

from xdsl_gpu_ext.api import Source, parse
from xdsl_gpu_ext.dialects.memref.layout import strides_of
from xdsl_gpu_ext.simulator import access
from xdsl_gpu_ext.simulator.counters import Counters
from xdsl_gpu_ext.simulator.diagnostics import Diagnostic, Fault, SimulationError
from xdsl_gpu_ext.simulator.functions.all import ALL_FUNCTIONS
from xdsl_gpu_ext.simulator.functions.control import call_function
from xdsl_gpu_ext.simulator.functions.memref import element_format
from xdsl_gpu_ext.simulator.interpreter import Code, SimulatorInterpreter
from xdsl_gpu_ext.simulator.machine import Machine, Mode, Options
from xdsl_gpu_ext.simulator.memory import MemRef, Space, row_major
from xdsl_gpu_ext.simulator.numerics import INDEX, Format, number_format, value_shape
from xdsl_gpu_ext.simulator.schedule import Schedule, Token


@dataclass
class RunResult:
    """
    What a run gave.

    - `results`: what the function returned: numbers as numpy scalars, vectors and
      memrefs as numpy arrays (of a memref, a copy of its contents);
    - `arguments`: the arguments, of which the arrays hold what the program left in them;
    - `counters`: what the device did;
    - `diagnostics`: the faults found. With `check=False`, a fault that ends the run leaves
      `results` empty.
    """

    results: tuple[Any, ...] = ()
    arguments: tuple[Any, ...] = ()
    counters: Counters = field(default_factory=Counters)
    diagnostics: tuple[Diagnostic, ...] = ()


def run(
    module: Source,
    function: str,
    arguments: Sequence[Any] = (),
    *,
    seed: int = 0,
    check: bool = True,
    mode: Literal["auto", "threads"] = "auto",
    subgroup_size: int = 32,
    unified_memory: bool = False,
    shared_arguments: bool = False,
    externals: Mapping[str, Callable[..., Any]] | None = None,
    out: IO[str] | None = None,
    progress: bool = False,
) -> RunResult:
    """
    Run `function` of `module` (a module, its text, or a path) on the host of the
    simulated machine:

        a, b = np.ones((64, 64), np.float32), np.zeros((64, 64), np.float32)
        result = run(module, "main", [a, b, 3], seed=0)
        print(b, result.counters.table(), sep="\\n")

    Arrays are passed for memrefs, in place: the program writes to them. Their type and
    shape are the memref's, and they are contiguous unless the memref has a layout of
    strides, which may then be the array's own. Python numbers are passed for scalars.
    They are host memory; memrefs in `#gpu.address_space<global>` are device memory.

    - `seed`: draws the schedule of asynchronous work; another seed, another order;
    - `check`: raise `SimulationError` at the first fault, else note it in the result;
    - `mode`: `"threads"` runs every thread of a kernel by itself, `"auto"` as lanes of
      numpy arrays where the kernel allows it;
    - `subgroup_size`: threads of a subgroup;
    - `unified_memory`: the device sees all host memory;
    - `shared_arguments`: the device sees the memory of the arguments;
    - `externals`: Python functions for functions without a body, by name. They get
      and give numpy scalars and arrays, which are views of the program's memory;
    - `out`: where the program prints, standard output if not given;
    - `progress`: show a progress bar for kernels that take more than two seconds.
    """
    module = parse(module)
    callee = SymbolTable.lookup_symbol(module, function)
    type_ = None if callee is None else callee.properties.get("function_type")
    if callee is None or not isinstance(type_, FunctionType):
        raise SimulationError(
            Diagnostic(Fault.INVALID, f"the module has no function @{function}")
        )
    options = Options(
        mode=Mode(mode),
        subgroup_size=subgroup_size,
        unified_memory=unified_memory,
        shared_arguments=shared_arguments,
        externals=dict(externals or {}),
        out=out,
        progress=progress,
    )
    machine = Machine(seed, options)
    schedule = Schedule(machine)
    interp = SimulatorInterpreter(module, machine, _code(), schedule, schedule.host)
    outcome = RunResult(arguments=tuple(arguments), counters=machine.counters)
    try:
        with np.errstate(all="ignore"):
            outcome.results = _run(interp, callee, type_, arguments)
    except SimulationError:
        if check:
            raise
    outcome.diagnostics = tuple(machine.diagnostics)
    return outcome


def _code() -> Code:
    return Code(functions() for functions in ALL_FUNCTIONS)


def _run(
    interp: SimulatorInterpreter,
    callee: Operation,
    type_: FunctionType,
    arguments: Sequence[Any],
) -> tuple[Any, ...]:
    machine, schedule = interp.machine, interp.schedule
    inputs = tuple(type_.inputs)
    if len(inputs) != len(arguments):
        machine.report(
            Diagnostic(
                Fault.INVALID,
                f"the function takes {len(inputs)} arguments, {len(arguments)} are given",
                callee,
            )
        )
    values = tuple(
        _argument(interp, callee, number, value, input_)
        for number, (value, input_) in enumerate(zip(arguments, inputs))
    )
    results = call_function(interp, callee, callee, values)
    schedule.wait(interp.strand, [t for t in results if isinstance(t, Token)], callee)
    # The caller now looks at the results and at what it passed.
    for value in (*results, *values):
        if isinstance(value, MemRef) and not value.buffer.is_freed:
            access.record(interp, callee, value.buffer, slice(None), 1, is_write=False)
    schedule.finish(callee)
    kept = {value.buffer for value in results if isinstance(value, MemRef)}
    leaks = [
        Diagnostic(
            Fault.LEAK,
            f"{buffer.size} bytes are still allocated at exit",
            buffer.op,
            buffer,
        )
        for buffer in machine.device_buffers
        if buffer not in kept
    ]
    machine.diagnostics += leaks
    if leaks:
        raise SimulationError(*leaks)
    return tuple(_result(value) for value in results)


def _argument(
    interp: SimulatorInterpreter,
    callee: Operation,
    number: int,
    value: Any,
    type_: Attribute,
) -> Any:
    """What the caller passes, as a value of `type_`."""
    name = f"argument {number}"

    def fail(reason: str) -> Any:
        interp.machine.report(Diagnostic(Fault.INVALID, f"{name}: {reason}", callee))

    if isinstance(type_, MemRefType | UnrankedMemRefType):
        format_, inner = element_format(type_.element_type)
        if not isinstance(value, np.ndarray) or value.dtype != format_.dtype:
            what = getattr(value, "dtype", type(value).__name__)
            fail(f"expected an array of {format_.dtype} for {type_}, got {what}")
        space = Space.HOST
        if interp.machine.options.shared_arguments:
            space = Space.SHARED
        elif "address_space<global>" in str(type_.memory_space):
            space = Space.DEVICE
        array: npt.NDArray[Any] = value
        memref = array_memref(interp, array, format_, inner, space, name)
        if isinstance(type_, MemRefType):
            _check_array(memref, type_, array, fail)
        return memref
    shape, format_ = value_shape(type_), number_format(type_)
    if shape:
        array = np.asarray(value, format_.dtype)
        if array.shape != shape:
            fail(f"expected an array of shape {shape}, got {array.shape}")
        return array
    if not isinstance(value, bool | int | float | np.generic):
        fail(f"expected a number for {type_}, got {type(value).__name__}")
    return format_.constant(value.item() if isinstance(value, np.generic) else value)


def _check_array(
    memref: MemRef, type_: MemRefType[Any], array: npt.NDArray[Any], fail: Any
) -> None:
    shape = type_.get_shape()
    sizes = tuple(int(size) for size in memref.sizes)
    if len(shape) != len(sizes) or any(
        static not in (DYNAMIC_INDEX, size) for static, size in zip(shape, sizes)
    ):
        fail(f"expected an array for {type_}, got one of shape {array.shape}")
    layout = strides_of(type_)
    if layout is None:
        fail(f"only strided layouts are supported, not {type_}")
        return
    expected = (
        row_major(sizes) if isinstance(type_.layout, NoneAttr) else layout.strides
    )
    for size, stride, actual in zip(sizes, expected, memref.strides, strict=True):
        if stride is not None and size > 1 and stride != actual:
            fail(
                f"the strides of the array, {tuple(map(int, memref.strides))} elements, "
                f"are not those of {type_}"
            )


def array_memref(
    interp: SimulatorInterpreter,
    array: npt.NDArray[Any],
    format_: Format,
    inner: tuple[int, ...],
    space: Space,
    name: str,
) -> MemRef:
    """A memref of the memory of `array`, whose last axes are those of its elements."""
    rank = array.ndim - len(inner)
    itemsize = format_.itemsize
    sizes = tuple(INDEX(size) for size in array.shape[:rank])
    if not array.size:
        data = np.zeros(0, np.uint8)
        buffer = interp.machine.external_buffer(data, space, name)
        return MemRef(buffer, 0, INDEX(0), sizes, row_major(sizes), format_, inner)
    low = sum(min(0, (n - 1) * s) for n, s in zip(array.shape, array.strides))
    high = sum(max(0, (n - 1) * s) for n, s in zip(array.shape, array.strides))
    start = array.__array_interface__["data"][0] + low
    data = np.asarray(_Bytes(start, high - low + itemsize, array))
    buffer = interp.machine.external_buffer(data, space, name)
    per_element = itemsize * int(np.prod(inner, dtype=int))
    return MemRef(
        buffer,
        0,
        INDEX(-low // per_element),
        sizes,
        tuple(INDEX(stride // per_element) for stride in array.strides[:rank]),
        format_,
        inner,
    )


class _Bytes:
    """The bytes from an address on, which belong to `owner`, for numpy to look at."""

    def __init__(self, address: int, size: int, owner: npt.NDArray[Any]):
        self.owner = owner
        self.__array_interface__ = {
            "data": (address, not owner.flags.writeable),
            "shape": (size,),
            "typestr": "|u1",
            "version": 3,
        }


def memref_array(memref: MemRef) -> npt.NDArray[Any]:
    """The contents of `memref` as an array that shares its memory."""
    numbers = memref.buffer.view(memref.format.dtype)
    itemsize = memref.format.itemsize
    inner = memref.inner
    per_element = itemsize * int(np.prod(inner, dtype=int))
    start = int(memref.base) // itemsize + int(memref.offset) * (
        per_element // itemsize
    )
    inner_strides = [itemsize * int(step) for step in row_major(inner)]
    return np.lib.stride_tricks.as_strided(
        numbers[start:],
        (*(int(size) for size in memref.sizes), *inner),
        (*(int(stride) * per_element for stride in memref.strides), *inner_strides),
    )


def _result(value: Any) -> Any:
    if isinstance(value, MemRef):
        return memref_array(value).copy()
    return value
