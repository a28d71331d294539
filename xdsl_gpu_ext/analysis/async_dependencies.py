"""
What asynchronous operations must wait for: the dependences of memory.

    footprints = Footprints(memory, func)
    graph = TaskGraph()
    copy = graph.add(footprints.of(copy_op))
    kernel = graph.add(footprints.of(kernel_op))
    kernel.after                                # the tasks that it must come after
    graph.conflicting(footprints.of(host_op))   # the tasks that the host must wait for

Two operations depend on each other if one writes what the other reads or writes.
Allocating and freeing count as writes: a buffer is allocated before it is used, and
freed after. An operation that may do anything depends on all others.

Of the dependences only those are kept that do not follow from others. The cost is
linear in operations and dependences, but for one bit for each pair of operations that
may happen at the same time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.ir import Block, Operation
from xdsl.traits import MemoryEffectKind

from xdsl_gpu_ext.analysis.buffer_parts import Place
from xdsl_gpu_ext.analysis.memory import MemoryAnalysis
from xdsl_gpu_ext.analysis.rotating_buffers import Rotation
from xdsl_gpu_ext.mlir.ir.walks import child_operations, nested_operations

# What operations touch


class Footprint(NamedTuple):
    """The memory that an operation touches, with all operations inside it."""

    reads: frozenset[Place] = frozenset()
    """What it only reads."""
    writes: frozenset[Place] = frozenset()
    """What it writes, allocates or frees."""
    anything: bool = False
    """Whether it has an effect on something else than memory, or one not known."""

    def __bool__(self) -> bool:
        return self != NOTHING

    def together(self, others: Iterable[Footprint]) -> Footprint:
        """What this and `others` touch."""
        footprints = (self, *others)
        if len(footprints) == 1:
            return self
        writes = frozenset[Place]().union(*(f.writes for f in footprints))
        reads = frozenset[Place]().union(*(f.reads for f in footprints))
        anything = any(f.anything for f in footprints)
        return Footprint(reads - writes, writes, anything)


NOTHING = Footprint()

VISIBLE: Place = "visible"
"""
All memory that somebody else may know of, as a place. What touches some of it reads the
place, and what may touch any of it writes it.
"""


class Footprints:
    """
    What each operation of a function touches, as far as the order of operations within
    a block matters. It is all found out at once, so that the function may be changed
    afterwards.
    """

    def __init__(self, memory: MemoryAnalysis, function: Operation):
        self._function = function
        self._memory = memory
        self._accesses = memory.accesses(function)
        self._buffers = memory.buffers(function)
        self._rotating = memory.parts(function)
        self._around: dict[Block, Sequence[Rotation | None]] = {}
        # For each operation, with those inside it, which come before it here: what it
        # touches in the light of each rotation that is known around it.
        in_light_of: dict[tuple[Operation, Rotation | None], Footprint] = {}
        for op in reversed(list(nested_operations(function))):
            assert op.parent is not None
            for rotation in self._rotations_around(op.parent):
                inside = (in_light_of.get((c, rotation)) for c in child_operations(op))
                footprint = self._own(op, rotation).together(filter(None, inside))
                if footprint:
                    in_light_of[op, rotation] = footprint
        self._known = {
            op: footprint
            for (op, rotation), footprint in in_light_of.items()
            if op.parent is not None and rotation is self._rotating.rotation(op.parent)
        }

    def _rotations_around(self, block: Block) -> Sequence[Rotation | None]:
        """The rotations that hold in the blocks around what stands in `block`."""
        known = self._around.get(block)
        if known is None:
            outer = block.parent_block()
            rotation = self._rotating.rotation(block)
            around = () if outer is None else self._rotations_around(outer)
            known = around if rotation in around else (*around, rotation)
            self._around[block] = known
        return known

    def of(self, op: Operation) -> Footprint:
        """
        What `op` touches. It can be compared with that of operations in the same block.
        Operations that are new to the function touch nothing.
        """
        return self._known.get(op, NOTHING)

    def _own(self, op: Operation, rotation: Rotation | None) -> Footprint:
        """What `op` touches, less what operations inside it do."""
        accesses = self._accesses
        anything = accesses.acts_elsewhere(op)
        touches_visible = False
        touches_all_visible = accesses.touches_anything(op)
        found: dict[bool, set[Place]] = {False: set(), True: set()}
        for access in accesses.own(op):
            touches_all_visible |= access.root.is_anything
            touches_visible |= not accesses.is_local(access.root)
            writes = access.kind is not MemoryEffectKind.READ
            found[writes] |= self._rotating.places(
                access.value, rotation, exactly=not access.strays
            )
        # A global that the callee names is accessed even if this function does not
        # name it.
        callee = self._memory.callee(self._function, op)
        if callee is not None:
            for symbol, kind in self._memory.effects(callee).globals:
                writes = kind is not MemoryEffectKind.READ
                found[writes] |= self._rotating.of_buffer(
                    self._buffers.of_symbol(symbol), rotation
                )
                touches_visible = True
        if touches_all_visible:
            found[True].add(VISIBLE)
        elif touches_visible:
            found[False].add(VISIBLE)
        if not (anything or found[False] or found[True]):
            return NOTHING
        return Footprint(
            frozenset(found[False] - found[True]), frozenset(found[True]), anything
        )


# What comes after what


@dataclass(eq=False)
class Task:
    """Something that happens at some time after its predecessors."""

    index: int
    after: Sequence[Task]
    """What must be done before; nothing that follows from the rest."""
    before: _Tasks
    """All that is known to be done before it, and itself."""
    is_done: bool = False
    """Whether the host has waited for it."""


@dataclass(frozen=True)
class _Tasks:
    """
    A set of tasks: those with an index below `floor`, and those at an offset above it
    whose bit is set.
    """

    floor: int = 0
    bits: int = 0

    def __contains__(self, task: Task) -> bool:
        offset = task.index - self.floor
        return offset < 0 or bool(self.bits >> offset & 1)

    def __or__(self, other: _Tasks) -> _Tasks:
        low, high = sorted((self, other), key=lambda tasks: tasks.floor)
        bits = low.bits >> (high.floor - low.floor) | high.bits
        # Trailing ones raise the floor.
        ones = (~bits & (bits + 1)).bit_length() - 1
        return _Tasks(high.floor + ones, bits >> ones)

    def with_index(self, index: int) -> _Tasks:
        """The set with the task of `index`, which is not in it yet."""
        return self | _Tasks(self.floor, 1 << (index - self.floor))


class TaskGraph:
    """The tasks of a block, in program order, and the order that memory demands."""

    def __init__(self) -> None:
        self._count = 0
        self._done = _Tasks()
        self._last: dict[Task, None] = {}
        """Tasks that are not done and that no other comes after."""
        self._writer: dict[Place, Task] = {}
        """The last task that wrote a place."""
        self._readers: dict[Place, list[Task]] = {}
        """The tasks that read a place since it was last written."""
        self._barrier: Task | None = None
        """The last task that may have touched anything: it wrote all other places."""

    @property
    def unfinished(self) -> Sequence[Task]:
        """Tasks that are not done and that, with what they come after, are all such."""
        return list(self._last)

    def conflicting(self, footprint: Footprint) -> Sequence[Task]:
        """
        The tasks that must be done before something with `footprint` may happen. Some
        of them may come after others.
        """
        if footprint.anything:
            return self.unfinished
        found: dict[Task, None] = {}
        for place in footprint.writes:
            found |= dict.fromkeys(self._unfinished_readers(place))
            # The readers come after the writer, too.
            if not self._readers.get(place):
                found |= dict.fromkeys(self._unfinished_writer(place))
        for place in footprint.reads:
            found |= dict.fromkeys(self._unfinished_writer(place))
        return list(found)

    def _unfinished_readers(self, place: Place) -> Sequence[Task]:
        readers = self._readers.get(place)
        if not readers:
            return ()
        readers[:] = [reader for reader in readers if not reader.is_done]
        return readers

    def _unfinished_writer(self, place: Place) -> Sequence[Task]:
        writer = self._writer.get(place, self._barrier)
        return () if writer is None or writer.is_done else (writer,)

    def add(self, footprint: Footprint, after: Iterable[Task] = ()) -> Task:
        """
        Add a task with `footprint`, which comes after those that it conflicts with and
        after those in `after`.
        """
        direct, before = self._reduce([*self.conflicting(footprint), *after])
        task = Task(self._count, direct, before.with_index(self._count))
        self._count += 1
        for predecessor in direct:
            self._last.pop(predecessor, None)
        self._last[task] = None
        if footprint.anything:
            self._barrier = task
            self._writer.clear()
            self._readers.clear()
            return task
        for place in footprint.writes:
            self._writer[place] = task
            self._readers.pop(place, None)
        for place in footprint.reads:
            self._readers.setdefault(place, []).append(task)
        return task

    def reduce(self, tasks: Iterable[Task]) -> Sequence[Task]:
        """Those of `tasks` that are not done and that no other of them comes after."""
        return self._reduce(tasks)[0]

    def _reduce(self, tasks: Iterable[Task]) -> tuple[Sequence[Task], _Tasks]:
        """The same, and all tasks that are done once these are."""
        direct: list[Task] = []
        before = self._done
        # A task can only come after those with a smaller index.
        for task in sorted(set(tasks), key=lambda task: -task.index):
            if task not in before:
                direct.append(task)
                before |= task.before
        return direct[::-1], before

    def finish(self, tasks: Iterable[Task]) -> Sequence[Task]:
        """
        The host waits for `tasks`. The result are the tasks that are done since: those
        and all that they come after.
        """
        finished: list[Task] = []
        pending = list(tasks)
        while pending:
            task = pending.pop()
            if task.is_done:
                continue
            task.is_done = True
            finished.append(task)
            self._last.pop(task, None)
            self._done |= task.before
            pending += task.after
            task.after = ()
        return sorted(finished, key=lambda task: task.index)
