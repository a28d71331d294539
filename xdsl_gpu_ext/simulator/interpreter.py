"""
xDSL's interpreter, made fit for a machine of two places and many threads.

What is added to `xdsl.interpreter.Interpreter`:

- an implementation registered for an operation serves its subclasses too, and any other
  class of an operation of the same name (`irdl_op_refinement` makes such subclasses);
- values live in one flat scope a call, and a block's operations are looked up once, so
  that loops cost little;
- a *strand* says where the operation runs and when (which event), a *mask* which lanes
  take part;
- errors are `SimulationError`s that name the operation.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import ModuleOp, SymbolRefAttr
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    OpImpl,
    OpImplResult,
    PythonValues,
    Successor,
)
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import SymbolTable
from xdsl.utils.exceptions import InterpretationError

from xdsl_gpu_ext.simulator.convergence import Loops, Path, Rounds
from xdsl_gpu_ext.simulator.diagnostics import Diagnostic, Fault, SimulationError
from xdsl_gpu_ext.simulator.happens_before import Event
from xdsl_gpu_ext.simulator.lanes import Choice, merge_choices
from xdsl_gpu_ext.simulator.machine import Machine, Place
from xdsl_gpu_ext.simulator.numerics import Array, UnsupportedTypeError

if TYPE_CHECKING:
    from xdsl_gpu_ext.simulator.memory import Buffer, MemRef
    from xdsl_gpu_ext.simulator.schedule import Schedule
    from xdsl_gpu_ext.simulator.team import Team

_Impl: TypeAlias = tuple[InterpreterFunctions, OpImpl[InterpreterFunctions, Operation]]

PREPARE = "prepare"
"""
The name of an attribute of the implementation of an operation that is a function of its
operands' values: it makes that function from the operation.
"""


@dataclass(slots=True)
class Step:
    """
    An operation of a block and what running it takes. `operands` and `results` are the
    keys of its values; `compute`, if there is one, goes from the values of its operands
    to that of its only result.
    """

    op: Operation
    ft: InterpreterFunctions
    impl: OpImpl[InterpreterFunctions, Operation]
    operands: tuple[int, ...]
    results: tuple[int, ...]
    compute: Callable[..., Any] | None


class Code:
    """
    The implementations of operations, and what was looked up of the module so far.
    """

    def __init__(self, functions: Iterable[InterpreterFunctions]):
        self._impls: dict[type[Operation], _Impl] = {}
        self._impls_by_name: dict[str, _Impl] = {}
        self._steps: dict[Block, list[Step]] = {}
        self._captured: dict[Operation, tuple[SSAValue, ...]] = {}
        self.prepared: dict[Operation, Callable[..., Any]] = {}
        """What implementations worked out of an operation for all its runs."""
        self.groups: dict[Operation, dict[str, tuple[int, ...]]] = {}
        """Which operands belong to the named groups of an operation."""
        self.loops: dict[Region, Loops] = {}
        """The loops among the blocks of a region."""
        self.symbols: dict[Operation, Operation | None] = {}
        """What the symbol that an operation uses stands for."""
        self.kernel_names: dict[Region, frozenset[str]] = {}
        """The names of the operations in each kernel that ran."""
        self.functions = tuple(functions)
        for ft in self.functions:
            for op_type, impl in ft._impls():  # pyright: ignore[reportPrivateUsage]
                self._impls[op_type] = ft, impl
                self._impls_by_name[op_type.name] = ft, impl

    def names(self) -> set[str]:
        """The names of the operations that are implemented."""
        return set(self._impls_by_name)

    def find(self, op: Operation) -> _Impl | None:
        """The implementation of `op`: of its class, of a base, or of its name."""
        op_type = type(op)
        found = self._impls.get(op_type)
        if found is None:
            for base in op_type.__mro__[1:]:
                found = self._impls.get(base)
                if found is not None:
                    break
            else:
                found = self._impls_by_name.get(op.name)
            if found is not None:
                self._impls[op_type] = found
        return found

    def steps(self, block: Block) -> list[Step]:
        """The operations of `block`, each with its implementation."""
        steps = self._steps.get(block)
        if steps is None:
            steps = self._steps[block] = [self._step(op) for op in block.ops]
        return steps

    def _step(self, op: Operation) -> Step:
        ft, impl = self.find(op) or (_UNSUPPORTED, _unsupported)
        prepare = getattr(impl, PREPARE, None)
        compute = None
        if prepare is not None and len(op.results) == 1:
            # What cannot be prepared need not be run; if it is, it is refused then.
            with suppress(UnsupportedTypeError):
                compute = prepare(op)
        return Step(
            op,
            ft,
            impl,
            tuple(id(operand) for operand in op.operands),
            tuple(id(result) for result in op.results),
            compute,
        )

    def symbol(self, op: Operation, symbol: SymbolRefAttr) -> Operation | None:
        """What `symbol`, the one that `op` uses, stands for."""
        if op not in self.symbols:
            self.symbols[op] = SymbolTable.lookup_symbol(op, symbol)
        return self.symbols[op]

    def captured(self, op: Operation) -> tuple[SSAValue, ...]:
        """The values that the regions of `op` use and that are defined outside."""
        captured = self._captured.get(op)
        if captured is None:
            inside: set[SSAValue] = set()
            used: dict[SSAValue, None] = {}
            for nested in op.walk():
                for region in nested.regions:
                    for block in region.blocks:
                        inside.update(block.args)
                if nested is not op:
                    inside.update(nested.results)
                    used.update(dict.fromkeys(nested.operands))
            captured = tuple(value for value in used if value not in inside)
            self._captured[op] = captured
        return captured


class _NoFunctions(InterpreterFunctions):
    pass


_UNSUPPORTED = _NoFunctions()


def _unsupported(
    _ft: InterpreterFunctions, interpreter: Interpreter, op: Operation, _: PythonValues
) -> OpImplResult:
    simulator(interpreter).fail(
        op, Fault.UNSUPPORTED, f"the simulator does not know {op.name}"
    )


@dataclass(eq=False, slots=True)
class Strand:
    """
    A flow of control: the host's, that of the body of an `async.execute`, or one device
    operation. `event` is the stretch of it that runs now. `path` is the number of
    device operations, each after the one before, that led here; `chain` the same by
    tokens alone, of which the host has none.
    """

    place: Place
    event: Event
    path: int = 0
    chain: int = 0


@dataclass(slots=True)
class VectorMask:
    """
    The mask of a `vector.mask` around an operation, and what goes where it is not.
    """

    mask: Any
    passthru: Any


@dataclass(slots=True)
class KnownPositions:
    """Where in memory some lanes access a memref. Holds what it was made from."""

    memref: MemRef
    indices: Sequence[Any]
    mask: Array | None
    positions: Any


class SimulatorInterpreter(Interpreter):
    """Interprets one flow of control on a machine."""

    def __init__(
        self,
        module: ModuleOp,
        machine: Machine,
        code: Code,
        schedule: Schedule,
        strand: Strand,
        team: Team | None = None,
    ):
        super().__init__(module, index_bitwidth=64)
        self.machine = machine
        self.code = code
        self.schedule = schedule
        self.strand = strand
        self.team = team
        self.values: dict[int, Any] = {}
        """
        The values of the present call, by the identity of the SSA value, which hashes
        faster than the SSA value itself.
        """
        self.mask: Array | None = None
        """Which lanes take part; none if all do."""
        self.vector_mask: VectorMask | None = None
        self.path: Path | None = None
        """What led here, of threads that wait for others."""
        self.allocas: list[Buffer] = []
        """What `memref.alloca` took in the present call."""
        self.transfers: dict[tuple[Buffer, int], list[Callable[..., None]]] = {}
        """What the thread started to transfer, by the place of the tag."""
        self.known_positions: dict[tuple[int, ...], KnownPositions] = {}
        self.lanes = 0
        """Number of lanes; 0 where operations run for one thread."""

    def fork(
        self,
        strand: Strand,
        captured: Iterable[SSAValue] = (),
        team: Team | None = None,
    ) -> SimulatorInterpreter:
        """An interpreter for another flow, which knows the `captured` values."""
        other = SimulatorInterpreter(
            self.module, self.machine, self.code, self.schedule, strand, team
        )
        values = self.values
        other.values = {id(value): values[id(value)] for value in captured}
        return other

    def get_values(self, values: Iterable[SSAValue]) -> tuple[Any, ...]:
        return tuple([self.values[id(value)] for value in values])

    def set_values(self, pairs: Iterable[tuple[SSAValue, Any]]) -> None:
        self.values.update((id(value), result) for value, result in pairs)

    @property
    def place(self) -> Place:
        """Where operations run."""
        return self.strand.place

    # Errors

    def fail(
        self,
        op: Operation,
        fault: Fault,
        reason: str,
        *,
        buffer: Buffer | None = None,
        other: Operation | None = None,
        lanes: Any = None,
    ) -> NoReturn:
        """
        End the run for a fault of `op`. `lanes` tells which lanes are at fault, where
        it is an array of one flag a lane.
        """
        where = None
        if self.team is not None:
            lane = None
            if lanes is not None and np.ndim(lanes):
                lane = int(np.argmax(lanes))
            elif self.mask is not None:
                lane = int(np.argmax(self.mask))
            where = self.team.describe_thread(lane)
        self.machine.report(Diagnostic(fault, reason, op, buffer, other, where))

    # Running

    def _run_op(self, op: Operation, inputs: PythonValues) -> OpImplResult:
        for listener in self.listeners:
            listener.will_interpret_op(op, inputs)
        ft, impl = self.code.find(op) or (_UNSUPPORTED, _unsupported)
        with self.errors(op):
            result = self._apply(ft, impl, op, inputs)
        for listener in self.listeners:
            listener.did_interpret_op(op, result.values)
        return result

    def _apply(
        self,
        ft: InterpreterFunctions,
        impl: OpImpl[InterpreterFunctions, Operation],
        op: Operation,
        inputs: PythonValues,
    ) -> OpImplResult:
        """Run the implementation, once for each choice where an input is several."""
        if self.lanes:
            for position, value in enumerate(inputs):
                if type(value) is Choice:
                    return self._apply_each(ft, impl, op, inputs, position, value)
        return impl(ft, self, op, inputs)

    def _apply_each(
        self,
        ft: InterpreterFunctions,
        impl: OpImpl[InterpreterFunctions, Operation],
        op: Operation,
        inputs: PythonValues,
        position: int,
        choice: Choice,
    ) -> OpImplResult:
        merged: PythonValues | None = None
        for number, value in enumerate(choice.values):
            with self.masked(choice.which == number) as any_left:
                if not any_left:
                    continue
                chosen = (*inputs[:position], value, *inputs[position + 1 :])
                result = self._apply(ft, impl, op, chosen)
                if result.terminator_value is not None:
                    return OpImplResult(*impl(ft, self, op, inputs))
                merged = (
                    result.values
                    if merged is None
                    else merge_choices(
                        choice.which == number,
                        result.values,
                        merged,
                        tuple(r.type for r in op.results),
                    )
                )
        return OpImplResult(merged or (), None)

    @contextmanager
    def errors(self, op: Operation) -> Generator[None]:
        """Blame `op` for what the simulator does not support."""
        try:
            yield
        except (InterpretationError, UnsupportedTypeError) as error:
            self.fail(op, Fault.UNSUPPORTED, str(error))
        except RecursionError:
            self.fail(op, Fault.INVALID, "calls are nested too deep")

    def run_ssacfg_region(
        self, region: Region, args: PythonValues, name: str = "unknown"
    ) -> PythonValues:
        """
        Run the blocks of `region` from the first. Values go into the scope of the call:
        those of a region that runs again replace those of the time before, which no
        operation can see any more.
        """
        block = region.blocks.first
        path, rounds = self.path, None
        if path is not None and block is not region.blocks.last:
            rounds = Rounds(self._loops(region))
            path.append(())
        while block is not None:
            for argument, value in zip(block.args, args, strict=True):
                self.values[id(argument)] = value
            if path is not None and rounds is not None:
                path[-1] = rounds.enter(block)
            block, args = self._run_block(block)
        if path is not None and rounds is not None:
            path.pop()
        return args

    def _loops(self, region: Region) -> Loops:
        loops = self.code.loops.get(region)
        if loops is None:
            loops = self.code.loops[region] = Loops(region)
        return loops

    def enter_loop(self) -> None:
        """What runs next is the first round of a loop."""
        if self.path is not None:
            self.path.append(0)

    def next_round(self) -> None:
        """What runs next is another round of the innermost loop."""
        path = self.path
        if path is not None:
            path[-1] = cast(int, path[-1]) + 1

    def leave_loop(self) -> None:
        """The innermost loop ended."""
        if self.path is not None:
            self.path.pop()

    def _run_block(self, block: Block) -> tuple[Block | None, PythonValues]:
        """
        Run the operations of `block`; gives the block that follows and the values of
        its arguments, or none and what the region gives.
        """
        values = self.values
        op: Operation | None = None
        try:
            for step in self.code.steps(block):
                op = step.op
                inputs = tuple([values[operand] for operand in step.operands])
                if self.listeners:
                    outputs, terminator = self._run_op(op, inputs)
                elif step.compute is not None:
                    values[step.results[0]] = step.compute(*inputs)
                    continue
                elif self.lanes:
                    outputs, terminator = self._apply(step.ft, step.impl, op, inputs)
                else:
                    outputs, terminator = step.impl(step.ft, self, op, inputs)
                if terminator is not None:
                    if isinstance(terminator, Successor):
                        return terminator
                    return None, terminator.values
                for result, output in zip(step.results, outputs, strict=True):
                    values[result] = output
        except SimulationError:
            raise
        except (InterpretationError, UnsupportedTypeError, RecursionError):
            assert op is not None
            with self.errors(op):
                raise
        return None, ()

    def call_region(self, region: Region, args: PythonValues) -> PythonValues:
        """Run `region` in a scope of its own, in which nothing outside is known."""
        outer = self.values
        self.values = {}
        try:
            return self.run_ssacfg_region(region, args)
        finally:
            self.values = outer

    # Lanes

    @contextmanager
    def masked(self, condition: Any) -> Generator[bool]:
        """
        Let only those lanes take part that do so already and meet `condition`; gives
        whether there are any.
        """
        outer = self.mask
        mask = condition if outer is None else outer & condition
        self.mask = mask
        try:
            yield bool(np.any(mask))
        finally:
            self.mask = outer

    def is_uniform(self, value: Any) -> bool:
        """Whether the scalar `value` is one value for all lanes."""
        return np.ndim(value) == 0


def simulator(interpreter: Interpreter) -> SimulatorInterpreter:
    """`interpreter`, which runs on a simulated machine."""
    assert isinstance(interpreter, SimulatorInterpreter)
    return interpreter


def groups(
    interp: SimulatorInterpreter, op: Operation, args: PythonValues
) -> Callable[[str], Sequence[Any]]:
    """
    Look up the values of an operand group by its name:

        operand = groups(interp, op, args)
        (source,) = operand("source")
        offsets = operand("offsets")
    """
    known = interp.code.groups.setdefault(op, {})

    def find(name: str) -> Sequence[Any]:
        positions = known.get(name)
        if positions is None:
            group: SSAValue | Sequence[SSAValue] | None = getattr(op, name)
            if group is None:
                group = ()
            elif isinstance(group, SSAValue):
                group = (group,)
            operands = list(op.operands)
            positions = known[name] = tuple(operands.index(value) for value in group)
        return [args[position] for position in positions]

    return find
