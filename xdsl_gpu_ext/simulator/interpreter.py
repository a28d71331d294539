"""
Interpreting one flow of control on the simulated machine: the host's, one device
thread's, or that of many threads as lanes.

Values live in one flat scope a call. A *strand* says where operations run and when
(which event), a *mask* which lanes take part. Where lanes go different ways between
blocks, each way runs in turn, in an order in which they are together again as soon as
can be (`convergence.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn, cast

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_gpu_ext.simulator.convergence import Path, Rounds
from xdsl_gpu_ext.simulator.diagnostics import Diagnostic, Fault, describe
from xdsl_gpu_ext.simulator.implementations import Code, Step, Values, Way
from xdsl_gpu_ext.simulator.lanes import Choice, merge, merge_choices
from xdsl_gpu_ext.simulator.machine import Machine, Place
from xdsl_gpu_ext.simulator.memory import Buffer, MemRef
from xdsl_gpu_ext.simulator.numerics import Array, UnsupportedTypeError, rank
from xdsl_gpu_ext.simulator.schedule import Schedule, Strand
from xdsl_gpu_ext.simulator.team import Collective, Missing, Team


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


class _Waiting(NamedTuple):
    """Lanes that wait to enter `block`, and the values of its arguments in them."""

    block: Block
    lanes: Array | None
    values: Values

    def joined(self, way: Way, lanes: Array | None, outer: Array | None) -> _Waiting:
        """These, with `lanes` that come by `way`; perhaps all of `outer` again."""
        assert lanes is not None
        assert self.lanes is not None
        values = merge_choices(lanes, way.values, self.values, self.block.arg_types)
        both = self.lanes | lanes
        if both.all() if outer is None else np.array_equal(both, outer):
            return _Waiting(self.block, outer, values)
        return _Waiting(self.block, both, values)


class SimulatorInterpreter:
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
        self.module = module
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
        where = self._describe_thread(lanes)
        self.machine.report(Diagnostic(fault, reason, op, buffer, other, where))

    def _describe_thread(self, lanes: Any = None) -> str | None:
        """The first thread of `lanes`, or of those that run now, for a reader."""
        if self.team is not None:
            lane = None
            if lanes is not None and np.ndim(lanes):
                lane = int(np.argmax(lanes))
            elif self.mask is not None:
                lane = int(np.argmax(self.mask))
            return self.team.describe_thread(lane)
        return None

    def together(self, collective: Collective) -> Values:
        """Act together with the other threads of a scope."""
        assert self.team is not None
        try:
            return self.team.together(self.mask, collective)
        except Missing as missing:
            self.fail(collective.op, Fault.BARRIER, str(missing), lanes=missing.lanes)

    def write(
        self, text: Callable[..., str], values: Values, types: Sequence[Attribute]
    ) -> None:
        """Print `text` of the values: in the order of threads, if there are many."""
        if self.team is None:
            self.machine.out.write(text(*values))
            return
        if not self.lanes:
            self.team.write(0, text(*values))
            return
        ranks = [rank(type_) for type_ in types]
        mask = self.mask
        for lane in range(self.lanes) if mask is None else np.flatnonzero(mask):
            one = [
                value[lane] if np.ndim(value) > inner else value
                for value, inner in zip(values, ranks, strict=True)
            ]
            self.team.write(int(lane), text(*one))

    # Running

    @contextmanager
    def errors(self, op: Operation) -> Generator[None]:
        """Blame `op` for what the simulator does not support."""
        try:
            yield
        except UnsupportedTypeError as error:
            self.fail(op, Fault.UNSUPPORTED, str(error))
        except RecursionError:
            self.fail(op, Fault.INVALID, "calls are nested too deep")

    def run_region(self, region: Region, args: Values) -> Values:
        """
        Run the blocks of `region` from the first. Values go into the scope of the call:
        those of a region that runs again replace those of the time before, which no
        operation can see any more.
        """
        block = region.blocks.first
        if block is None:
            return args
        if block is region.blocks.last:
            self._enter(block, args)
            ways, results = self._run_block(block)
            if not ways:
                return results
            _, block, args = ways[0]
        if self.lanes:
            return self._run_lanes(region, block, args)
        path, rounds = self.path, None
        if path is not None:
            rounds = Rounds(self.code.order(region))
            path.append(())
        while True:
            self._enter(block, args)
            if path is not None and rounds is not None:
                path[-1] = rounds.enter(block)
            ways, results = self._run_block(block)
            if not ways:
                break
            _, block, args = ways[0]
        if path is not None:
            path.pop()
        return results

    def _run_lanes(self, region: Region, block: Block, args: Values) -> Values:
        """
        Run the blocks of `region` for lanes that may go different ways. What lanes that
        left a loop still use is kept for them while others go round.
        """
        order = self.code.order(region)
        values = self.values
        outer = self.mask
        waiting: dict[int, _Waiting] = {}
        position = -1
        left: Values | None = None
        try:
            while True:
                kept: dict[SSAValue, Any] = {}
                if self.mask is not outer:
                    kept = {
                        value: values[id(value)]
                        for value in order.kept[block]
                        if id(value) in values
                    }
                self._enter(block, args)
                ways, results = self._run_block(block)
                mask = self.mask
                for value, old in kept.items():
                    assert mask is not None
                    values[id(value)] = merge(mask, values[id(value)], old, value.type)
                if not ways:
                    if left is not None and mask is not None:
                        assert block.last_op is not None
                        types = block.last_op.operand_types
                        results = merge_choices(mask, results, left, types)
                    left = results
                    if not waiting:
                        return left
                for way, lanes in self._taken(ways):
                    position = order.position(block, way.block)
                    there = waiting.get(position)
                    waiting[position] = (
                        _Waiting(way.block, lanes, way.values)
                        if there is None
                        else there.joined(way, lanes, outer)
                    )
                block, self.mask, args = waiting.pop(min(waiting))
        finally:
            self.mask = outer

    def _taken(self, ways: Sequence[Way]) -> list[tuple[Way, Array | None]]:
        """Those of `ways` that any lanes take, and which do."""
        mask = self.mask
        if len(ways) == 1:
            return [(ways[0], mask)]
        taken: list[tuple[Way, Array | None]] = []
        for way in ways:
            lanes = way.condition if mask is None else mask & way.condition
            if lanes.any():
                taken.append((way, lanes))
        # Where all go the same way, they are the lanes that they were.
        return taken if len(taken) > 1 else [(taken[0][0], mask)]

    def _enter(self, block: Block, args: Values) -> None:
        machine = self.machine
        machine.steps += 1
        if machine.steps > machine.look_at:
            limit = machine.limit_reached()
            if limit is not None:
                self._fail_limit(block, limit)
        values = self.values
        for argument, value in zip(block.args, args, strict=True):
            values[id(argument)] = value

    def _fail_limit(self, block: Block, limit: str) -> NoReturn:
        """Say where the run is as it comes to a limit."""
        op = block.parent_op() if block.next_block is block.prev_block else None
        op = op or block.last_op
        assert op is not None
        count = 1
        if self.lanes:
            count = self.lanes if self.mask is None else int(self.mask.sum())
        threads = f", and {count} threads are here" if self.team is not None else ""
        self.fail(op, Fault.NO_PROGRESS, limit + threads)

    def _run_block(self, block: Block) -> tuple[Sequence[Way], Values]:
        """
        Run the operations of `block`; gives the ways that lead on, or none and what the
        region gives.
        """
        values = self.values
        op: Operation | None = None
        try:
            for step in self.code.steps(block):
                op = step.op
                inputs = tuple([values[operand] for operand in step.operands])
                if step.compute is not None:
                    values[step.results[0]] = step.compute(*inputs)
                elif step.run is not None:
                    outputs = (
                        self._run_each(step, inputs)
                        if self.lanes
                        else step.run(self, op, inputs)
                    )
                    for result, output in zip(step.results, outputs, strict=True):
                        values[result] = output
                elif step.branch is not None:
                    return step.branch(self, op, inputs), ()
                else:
                    return (), inputs
        except (UnsupportedTypeError, RecursionError):
            if op is None:
                # What runs the block is to blame.
                raise
            with self.errors(op):
                raise
        except KeyboardInterrupt as stop:
            if stop.args or op is None:
                raise
            # The innermost of the operations that run says where the run was.
            lines = [f"interrupted at: {describe(op)}", self._describe_thread()]
            raise KeyboardInterrupt("\n  in: ".join(filter(None, lines))) from None
        return (), ()

    def _run_each(self, step: Step, inputs: Values) -> Values:
        """Run an operation, once for each choice where an input is several."""
        assert step.run is not None
        position = next((i for i, v in enumerate(inputs) if type(v) is Choice), None)
        if position is None:
            return step.run(self, step.op, inputs)
        choice: Choice = inputs[position]
        merged: Values | None = None
        for number, value in enumerate(choice.values):
            lanes = choice.which == number
            with self.masked(lanes) as any_left:
                if not any_left:
                    continue
                chosen = (*inputs[:position], value, *inputs[position + 1 :])
                results = self._run_each(step, chosen)
            if merged is not None:
                results = merge_choices(lanes, results, merged, step.op.result_types)
            merged = results
        return merged or ()

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

    def call_region(self, region: Region, args: Values) -> Values:
        """Run `region` in a scope of its own, in which nothing outside is known."""
        outer = self.values
        self.values = {}
        try:
            return self.run_region(region, args)
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


def groups(
    interp: SimulatorInterpreter, op: Operation, args: Values
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
