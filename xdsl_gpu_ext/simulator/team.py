"""
The threads of a kernel.

A *team* is what runs operations of a kernel at one time: one thread, or all threads of
some blocks as lanes of numpy arrays. It tells who and where its threads are, holds
their workgroup and private memory, and lets them act together (barriers, reductions).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from math import prod
from typing import IO, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from greenlet import greenlet
from xdsl.ir import Operation, SSAValue

from xdsl_gpu_ext.simulator.machine import Machine
from xdsl_gpu_ext.simulator.memory import Buffer, Space, padded
from xdsl_gpu_ext.simulator.numerics import INDEX, Array, where
from xdsl_gpu_ext.simulator.thread_races import ThreadRaces

Sizes: TypeAlias = tuple[int, int, int]
"""In the dimensions x, y, z."""


@dataclass(eq=False)
class Launch:
    """The threads of a kernel that is about to run."""

    grid: Sizes
    block: Sizes
    cluster: Sizes | None
    shared_bytes: int
    """Size of the dynamic shared memory."""
    watch: Literal["none", "workgroup", "all"]
    """In which memory races between its threads are looked for."""
    subgroup_size: int
    """Threads of a subgroup."""

    @cached_property
    def races(self) -> ThreadRaces:
        """Who accessed what."""
        return ThreadRaces(self.watch, self.block_threads, prod(self.grid))

    @cached_property
    def block_threads(self) -> int:
        """Threads in a block."""
        return prod(self.block)

    printed: list[tuple[int, int, int, str]] = field(
        default_factory=list[tuple[int, int, int, str]]
    )
    """
    What threads printed: the block, the barriers that the thread had passed, the thread
    in the block, and the text.
    """

    def flush(self, out: IO[str]) -> None:
        """Print what the threads printed: in the order of threads between barriers."""
        self.printed.sort(key=lambda entry: entry[:3])
        out.write("".join(text for *_, text in self.printed))
        self.printed.clear()

    @property
    def threads(self) -> int:
        """Threads of the launch."""
        return self.block_threads * prod(self.grid)


class Scope(Enum):
    """Threads that act together."""

    BLOCK = "block"
    SUBGROUP = "subgroup"


class Collective(NamedTuple):
    """
    What the threads of a scope do together.

    `compute` takes the values that the threads bring, as arrays with an axis of groups,
    one of the threads of a group, and those of the value, and flags of which threads
    take part; and gives arrays of the same kind. If it `needs_all`, every thread of the
    scope must come.
    """

    op: Operation
    scope: Scope
    values: tuple[Any, ...] = ()
    ranks: tuple[int, ...] = ()
    compute: Callable[..., tuple[Any, ...]] = lambda *_: ()
    needs_all: bool = True


class Missing(Exception):
    """Not all threads came to what all of a scope must come to."""

    def __init__(self, scope: Scope, here: int, expected: int, lanes: Any = None):
        super().__init__(
            f"{here} of the {expected} threads of the {scope.value} are here, the "
            "others ended, or wait elsewhere or in another round of a loop"
        )
        self.lanes = lanes


class Condition(NamedTuple):
    """What a thread waits for alone: that a named barrier has been reached by all."""

    op: Operation
    barrier: int
    participants: int


@dataclass(eq=False)
class BlockState:
    """
    What the threads of a block share: its workgroup memory; how many threads have come
    to each named barrier since it was last complete, and how often it was; and how many
    barriers of either kind there were.
    """

    memory: dict[SSAValue | None, Buffer] = field(
        default_factory=dict[SSAValue | None, Buffer]
    )
    arrived: dict[int, int] = field(default_factory=dict[int, int])
    completed: dict[int, int] = field(default_factory=dict[int, int])
    epoch: int = 0

    def arrive(self, barrier: int, participants: int) -> int:
        """A thread comes; gives how often the barrier was complete before."""
        completed = self.completed.get(barrier, 0)
        arrived = self.arrived.get(barrier, 0) + 1
        if arrived == participants:
            self.completed[barrier] = completed + 1
            self.epoch += 1
            arrived = 0
        self.arrived[barrier] = arrived
        return completed


class Team(ABC):
    """The threads that run an operation together."""

    def __init__(self, machine: Machine, launch: Launch):
        self.machine = machine
        self.launch = launch

    block_id: tuple[Any, Any, Any]
    thread_id: tuple[Any, Any, Any]

    @property
    def subgroup_size(self) -> int:
        """Threads of a subgroup."""
        return self.launch.subgroup_size

    @property
    def num_subgroups(self) -> int:
        """Subgroups of a block, the last of which may have fewer threads."""
        return -(-self.launch.block_threads // self.subgroup_size)

    @cached_property
    def linear_thread_id(self) -> Any:
        """The number of the thread in its block; x runs fastest."""
        x, y, z = self.thread_id
        size_x, size_y, _ = self.launch.block
        return x + size_x * (y + size_y * z)

    @property
    def cluster_id(self) -> tuple[Any, Any, Any]:
        """The id of the cluster of the block, which may be a block by itself."""
        sizes = self.launch.cluster or (1, 1, 1)
        x, y, z = (i // size for i, size in zip(self.block_id, sizes, strict=True))
        return x, y, z

    @property
    def cluster_block_id(self) -> tuple[Any, Any, Any]:
        """The id of the block in its cluster."""
        sizes = self.launch.cluster or (1, 1, 1)
        x, y, z = (i % size for i, size in zip(self.block_id, sizes, strict=True))
        return x, y, z

    @property
    def cluster_grid(self) -> Sizes:
        """Numbers of clusters in the grid."""
        grid, sizes = self.launch.grid, self.launch.cluster or (1, 1, 1)
        x, y, z = (-(-blocks // size) for blocks, size in zip(grid, sizes, strict=True))
        return x, y, z

    @property
    @abstractmethod
    def mark(self) -> Any:
        """Which threads these are and how many barriers they passed: `ThreadRaces`."""

    @abstractmethod
    def write(self, lane: int, text: str) -> None:
        """The thread of `lane`, or the only one, prints."""

    @abstractmethod
    def describe_thread(self, lane: int | None) -> str:
        """Names a thread for a reader: that of `lane`, or the only one."""

    @abstractmethod
    def allocate(
        self,
        op: Operation,
        value: SSAValue | None,
        size: Any,
        space: Space,
    ) -> tuple[Buffer, Any]:
        """
        Memory of `size` bytes, and where it starts in the buffer. Private memory is new
        each time; workgroup memory is the block's own for each `value`.
        """

    @abstractmethod
    def together(self, mask: Array | None, collective: Collective) -> tuple[Any, ...]:
        """
        Act together with the other threads: those of `mask`, where lanes run.

        Raises `Missing` where some are missing.
        """

    def arrive(self, barrier: int, participants: int) -> None:
        """Come to a named barrier without waiting."""
        raise AssertionError("kernels with named barriers run thread by thread")

    def wait_until(self, condition: Condition) -> None:
        """Wait until the named barrier that this thread came to is complete."""
        raise AssertionError("kernels with named barriers run thread by thread")


def _name_thread(block: Sequence[Any], thread: Sequence[Any]) -> str:
    def triple(ids: Sequence[Any]) -> str:
        return "(" + ", ".join(str(int(i)) for i in ids) + ")"

    return f"thread {triple(thread)} of block {triple(block)}"


class ThreadTeam(Team):
    """One thread."""

    def __init__(
        self,
        machine: Machine,
        launch: Launch,
        block_id: tuple[Any, Any, Any],
        thread_id: tuple[Any, Any, Any],
        state: BlockState,
    ):
        super().__init__(machine, launch)
        self.block_id = block_id
        self.thread_id = thread_id
        self.state = state
        self.epoch = 0
        """How many barriers this thread has passed."""
        self._completed: dict[int, int] = {}
        """How often each named barrier was complete when this thread came to it."""
        self.coroutine: greenlet | None = None
        """What runs the thread, where it must wait for others."""

    @cached_property
    def _number(self) -> int:
        """The number of the thread in the launch."""
        x, y, z = self.block_id
        size_x, size_y, _ = self.launch.grid
        block = x + size_x * (y + size_y * z)
        return int(block * self.launch.block_threads + self.linear_thread_id)

    @property
    def mark(self) -> Any:
        return self.launch.races.mark(self._number, self.epoch)

    def write(self, lane: int, text: str) -> None:
        block, thread = divmod(self._number, self.launch.block_threads)
        self.launch.printed.append((block, self.epoch, thread, text))

    def describe_thread(self, lane: int | None) -> str:
        return _name_thread(self.block_id, self.thread_id)

    def allocate(
        self,
        op: Operation,
        value: SSAValue | None,
        size: Any,
        space: Space,
    ) -> tuple[Buffer, Any]:
        if space is Space.PRIVATE:
            return self.machine.allocate(space, int(size), value=value, op=op), 0
        buffer = self.state.memory.get(value)
        if buffer is None:
            buffer = self.state.memory[value] = self.machine.allocate(
                space, int(size), value=value, op=op
            )
        return buffer, 0

    def together(self, mask: Array | None, collective: Collective) -> tuple[Any, ...]:
        assert self.coroutine is not None
        assert self.coroutine.parent is not None
        return self.coroutine.parent.switch(collective)

    def arrive(self, barrier: int, participants: int) -> None:
        self._completed[barrier] = self.state.arrive(barrier, participants)

    def wait_until(self, condition: Condition) -> None:
        if not self.is_met(condition):
            assert self.coroutine is not None
            assert self.coroutine.parent is not None
            self.coroutine.parent.switch(condition)
        self.epoch = self.state.epoch

    def is_met(self, condition: Condition) -> bool:
        """Whether the thread may go on that waits for `condition`."""
        completed = self.state.completed.get(condition.barrier, 0)
        return completed > self._completed.get(condition.barrier, completed)


class LaneTeam(Team):
    """All threads of some blocks, as lanes: block after block, x fastest."""

    def __init__(self, machine: Machine, launch: Launch, blocks: range):
        super().__init__(machine, launch)
        self.blocks = len(blocks)
        self.lanes = self.blocks * launch.block_threads
        block = np.repeat(np.arange(blocks.start, blocks.stop), launch.block_threads)
        thread = np.tile(np.arange(launch.block_threads), self.blocks)
        self.block_id = _split(block, launch.grid)
        self.thread_id = _split(thread, launch.block)
        self.block_number = block - blocks.start
        self._numbers = block * launch.block_threads + thread
        self._epoch: Any = 0
        self._mark: Any = None
        self._shared: dict[SSAValue | None, tuple[Buffer, Any]] = {}
        self._groups: dict[Scope, Array] = {}

    @property
    def mark(self) -> Any:
        if self._mark is None:
            self._mark = self.launch.races.mark(self._numbers, self._epoch)
        return self._mark

    def write(self, lane: int, text: str) -> None:
        epoch = int(self._epoch[lane]) if np.ndim(self._epoch) else self._epoch
        block, thread = divmod(int(self._numbers[lane]), self.launch.block_threads)
        self.launch.printed.append((block, epoch, thread, text))

    def describe_thread(self, lane: int | None) -> str:
        ids = (*self.block_id, *self.thread_id)
        one = [value[lane or 0] if np.ndim(value) else value for value in ids]
        return _name_thread(one[:3], one[3:])

    def allocate(
        self,
        op: Operation,
        value: SSAValue | None,
        size: Any,
        space: Space,
    ) -> tuple[Buffer, Any]:
        size = int(np.max(size))
        if space is Space.PRIVATE:
            buffer = self.machine.allocate(
                space, size, value=value, op=op, copies=self.lanes
            )
            base = np.arange(self.lanes) * padded(size) if self.lanes > 1 else 0
            return buffer, base
        known = self._shared.get(value)
        if known is None:
            buffer = self.machine.allocate(
                space, size, value=value, op=op, copies=self.blocks
            )
            base = self.block_number * padded(size) if self.blocks > 1 else 0
            known = self._shared[value] = buffer, base
        return known

    def together(self, mask: Array | None, collective: Collective) -> tuple[Any, ...]:
        groups = self._group_lanes(collective.scope)
        present = groups >= 0
        active = present
        if mask is not None:
            active = active & mask[groups]
        if collective.needs_all:
            count = active.sum(1)
            missing = (count > 0) & (count < present.sum(1))
            if missing.any():
                group = int(np.argmax(missing))
                here, expected = int(count[group]), int(present[group].sum())
                raise Missing(collective.scope, here, expected, mask)
        if collective.scope is Scope.BLOCK:
            self._pass_barrier(mask)
        if not collective.values:
            return ()
        values = [
            np.broadcast_to(
                value, (self.lanes, *np.shape(value)[np.ndim(value) - rank :])
            )
            for value, rank in zip(collective.values, collective.ranks, strict=True)
        ]
        results = collective.compute(*(value[groups] for value in values), active)
        flat: list[Any] = []
        for result in results:
            lanes = np.zeros((self.lanes, *result.shape[2:]), result.dtype)
            lanes[groups[present]] = result[present]
            flat.append(lanes)
        return tuple(flat)

    def _pass_barrier(self, mask: Array | None) -> None:
        """The lanes of `mask` are past one barrier more."""
        epoch = self._epoch + 1
        self._epoch = epoch if mask is None else where(mask, epoch, self._epoch)
        self._mark = None

    def _group_lanes(self, scope: Scope) -> Array:
        """The lanes of each group; -1 fills up groups that have fewer threads."""
        groups = self._groups.get(scope)
        if groups is None:
            threads = self.launch.block_threads
            lanes = np.arange(self.lanes).reshape(self.blocks, threads)
            if scope is Scope.SUBGROUP:
                size = self.subgroup_size
                spare = self.num_subgroups * size - threads
                lanes = np.pad(lanes, ((0, 0), (0, spare)), constant_values=-1)
                lanes = lanes.reshape(-1, size)
            groups = self._groups[scope] = lanes
        return groups


def _split(number: Array, sizes: Sizes) -> tuple[Any, Any, Any]:
    """The ids of the `number`-th of `sizes`; where the size is 1 the id is uniform."""
    x, y, z = sizes
    ids = (number % x, number // x % y, number // (x * y))
    return (
        ids[0] if x > 1 else INDEX(0),
        ids[1] if y > 1 else INDEX(0),
        ids[2] if z > 1 else INDEX(0),
    )
