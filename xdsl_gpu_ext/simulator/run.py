"""
`run`: execute a function of a module on the simulated machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Any, Literal, TypedDict, cast

import numpy as np
import numpy.typing as npt
from typing_extensions import Unpack
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
from xdsl_gpu_ext.dialects.gpu import AddressSpace, AddressSpaceAttr
from xdsl_gpu_ext.mlir.ir.memref_layout import strides_of
from xdsl_gpu_ext.simulator import event_races
from xdsl_gpu_ext.simulator.arrays import array_memref, memref_array
from xdsl_gpu_ext.simulator.counters import Counters
from xdsl_gpu_ext.simulator.diagnostics import Diagnostic, Fault, SimulationError
from xdsl_gpu_ext.simulator.implementations import Code
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.machine import Machine, Options
from xdsl_gpu_ext.simulator.memory import MemRef, Space, row_major
from xdsl_gpu_ext.simulator.numerics import number_format, value_shape
from xdsl_gpu_ext.simulator.operations.all import implementations
from xdsl_gpu_ext.simulator.operations.control import call_function
from xdsl_gpu_ext.simulator.operations.memref.common import element_format
from xdsl_gpu_ext.simulator.schedule import Schedule, Token
from xdsl_gpu_ext.simulator.trace import Trace


@dataclass(repr=False)
class RunResult:
    """
    What a run gave.

    - `results`: what the function returned: numbers as numpy scalars, vectors and
      memrefs as numpy arrays (of a memref, a copy of its contents), an `!async.value`
      as what it holds, a token as `None`;
    - `arguments`: the arguments, of which the arrays hold what the program left in
      them;
    - `counters`: what the device did;
    - `trace`: when it did what;
    - `diagnostics`: the faults found. With `check=False`, a fault that ends the run
      leaves `results` empty.
    """

    results: tuple[Any, ...] = ()
    arguments: tuple[Any, ...] = ()
    counters: Counters = field(default_factory=Counters)
    trace: Trace = field(default_factory=Trace)
    diagnostics: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        """With arrays as their shapes and types."""
        parts = [
            f"results=({', '.join(map(_abbreviated, self.results))})",
            f"arguments=({', '.join(map(_abbreviated, self.arguments))})",
            f"launches={self.counters.launches}",
            f"copies={self.counters.copies}",
            f"diagnostics={[d.fault.value for d in self.diagnostics]}",
        ]
        return f"RunResult({', '.join(parts)})"


def _abbreviated(value: Any) -> str:
    if not isinstance(value, np.ndarray):
        return str(value)
    array = cast("npt.NDArray[Any]", value)
    return "x".join(map(str, (*array.shape, array.dtype)))


class RunOptions(TypedDict, total=False):
    """What may be chosen about a run, by keyword."""

    seed: int
    """Draws the schedule of asynchronous work; another seed, another order. 0."""
    check: bool
    """Raise `SimulationError` at the first fault, else note it in the result. True."""
    mode: Literal["auto", "threads"]
    """
    `"threads"` runs every thread of a kernel by itself, `"auto"`, the default, as lanes
    of numpy arrays where the kernel allows it.
    """
    races: bool
    """
    Look for races, beside the faults that the schedule at hand runs into. True.
    """
    thread_races: Literal["none", "workgroup", "all"]
    """
    In which memory races between the threads of a kernel are looked for: two accesses
    to one place without a barrier between, one a write that changes it. `"workgroup"`
    by default; `"all"`, which takes longer, looks at global memory too.
    """
    subgroup_size: int
    """
    Threads of a subgroup, of kernels that are not made for another size, which
    `spirv.entry_point_abi` and `VectorComputeFunctionINTEL` say. 32.
    """
    unified_memory: bool
    """The device sees all host memory. False."""
    shared_arguments: bool
    """The device sees the memory of the arguments. False."""
    externals: Mapping[str, Callable[..., Any]]
    """
    Python functions for functions without a body, by name. They get and give numpy
    scalars and arrays; those for memrefs share the program's memory.
    """
    out: IO[str]
    """Where the program prints. Standard output."""
    max_steps: int | None
    """
    End the run with a fault after so many steps, each a block of operations that one
    thread, or many as lanes, runs. No limit.
    """
    timeout: float | None
    """End the run with a fault after so many seconds. No limit."""
    max_block_threads: int
    """Most threads of a block that may be launched. 1024."""
    empty_launches: bool
    """A launch of no threads does nothing, instead of being a fault. False."""
    progress: bool
    """Show a progress bar for kernels that take more than two seconds. False."""


class Program:
    """
    A module made ready to run, often: what is worked out of it is kept from run to run.
    The module (a module, its text, or a path) is verified once, and must not be changed
    afterwards.

        program = Program(module)
        for seed in range(20):
            program.run("main", [a.copy(), b.copy()], seed=seed)
    """

    def __init__(self, module: Source):
        self.module = parse(module)
        self._code = Code(implementations)
        self._functions: dict[str, Operation] = {}

    def run(
        self,
        function: str,
        arguments: Sequence[Any] = (),
        **options: Unpack[RunOptions],
    ) -> RunResult:
        """Run `function`, as the function `run` does."""
        callee = self._functions.get(function)
        if callee is None:
            callee = SymbolTable.lookup_symbol(self.module, function)
        type_ = None if callee is None else callee.properties.get("function_type")
        if callee is None or not isinstance(type_, FunctionType):
            raise SimulationError(
                Diagnostic(Fault.INVALID, f"the module has no function @{function}")
            )
        self._functions[function] = callee
        if options.get("subgroup_size", 1) < 1:
            raise SimulationError(
                Diagnostic(Fault.INVALID, "the size of subgroups must be positive")
            )
        machine = Machine(Options(**options))
        schedule = Schedule(machine)
        interp = SimulatorInterpreter(
            self.module, machine, self._code, schedule, schedule.host
        )
        outcome = RunResult(
            arguments=tuple(arguments), counters=machine.counters, trace=machine.trace
        )
        try:
            with np.errstate(all="ignore"):
                outcome.results, leaks = _run(interp, callee, type_, arguments)
            machine.diagnostics += leaks
            if leaks:
                raise SimulationError(*leaks)
        except SimulationError:
            if machine.options.check:
                raise
        outcome.diagnostics = tuple(machine.diagnostics)
        return outcome


def run(
    module: Source,
    function: str,
    arguments: Sequence[Any] = (),
    **options: Unpack[RunOptions],
) -> RunResult:
    """
    Run `function` of `module` (a module, its text, or a path) on the host of the
    simulated machine:

        a, b = np.ones((64, 64), np.float32), np.zeros((64, 64), np.float32)
        result = run(module, "main", [a, b, 3], seed=0)
        print(b, result.counters.table(), sep="\n")

    Arrays are passed for memrefs, in place: the program writes to them. Their type and
    shape are the memref's, and they are contiguous unless the memref has a layout of
    strides, which may then be the array's own. Python numbers are passed for scalars.
    Arrays are host memory; for memrefs in `#gpu.address_space<global>` they are device
    memory.

    The options are those of `RunOptions`.
    """
    return Program(module).run(function, arguments, **options)


def _run(
    interp: SimulatorInterpreter,
    callee: Operation,
    type_: FunctionType,
    arguments: Sequence[Any],
) -> tuple[tuple[Any, ...], list[Diagnostic]]:
    """The results, and what is still allocated."""
    machine, schedule = interp.machine, interp.schedule
    inputs = tuple(type_.inputs)
    if len(inputs) != len(arguments):
        machine.report(
            Diagnostic(
                Fault.INVALID,
                f"the function takes {len(inputs)} arguments, {len(arguments)} are "
                "given",
                callee,
            )
        )
    with interp.errors(callee):
        values = tuple(
            _argument(interp, callee, number, value, input_)
            for number, (value, input_) in enumerate(zip(arguments, inputs))
        )
    results = call_function(interp, callee, callee, values)
    schedule.wait(interp.strand, [t for t in results if isinstance(t, Token)], callee)
    # The caller now looks at the results and at what it passed.
    for value in (*results, *values):
        if isinstance(value, MemRef) and not value.buffer.is_freed:
            event_races.record(
                interp, callee, value.buffer, slice(None), 1, is_write=False
            )
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
    return tuple(_result(value) for value in results), leaks


_GLOBAL = AddressSpaceAttr(AddressSpace.Global)


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
        type_ = cast("MemRefType[Any] | UnrankedMemRefType[Any]", type_)
        format_, inner = element_format(type_.element_type)
        what = getattr(value, "dtype", type(value).__name__)
        if not isinstance(value, np.ndarray) or what != format_.dtype:
            fail(f"expected an array of {format_.dtype} for {type_}, got {what}")
        space = Space.HOST
        if interp.machine.options.shared_arguments:
            space = Space.SHARED
        elif type_.memory_space == _GLOBAL:
            space = Space.DEVICE
        array = cast("npt.NDArray[Any]", value)
        memref = array_memref(interp.machine, array, format_, inner, space, name)
        if isinstance(type_, MemRefType):
            _check_array(memref, type_, array, fail)
        return memref
    shape, format_ = value_shape(type_), number_format(type_)
    if shape:
        array = np.asarray(value, format_.dtype)
        if array.shape != shape:
            fail(f"expected an array of shape {shape}, got {array.shape}")
        return array
    if not isinstance(value, bool | int | float | complex | np.generic):
        fail(f"expected a number for {type_}, got {type(value).__name__}")
    if isinstance(value, np.generic):
        value = cast(Any, value).item()
    if not format_.holds(cast(float, value)):
        fail(f"{value} does not fit into {type_}")
    return format_.constant(cast(float, value))


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
                f"the strides of the array, {tuple(map(int, memref.strides))} elements,"
                f" are not those of {type_}"
            )


def _result(value: Any) -> Any:
    if isinstance(value, MemRef):
        return memref_array(value).copy()
    if isinstance(value, Token):
        return _result(value.value)
    return value
