"""
Races between the threads of a kernel.

Threads of a block are ordered by the barriers between their accesses, threads of
different blocks by nothing. For each number in memory a *shadow* keeps who last read,
wrote and atomically updated it, and how many barriers ago. An access that conflicts
with one of those, by another thread and with no barrier between, is a race, whatever
order the simulator happens to run the threads in. A write of what is there already does
not count.

Who did it is one integer, a *mark*. Its bits are the number of the block (or all ones:
several blocks), the number of the thread in the block (or all ones: several threads),
both counted from one, and the count of barriers at the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from xdsl.ir import Operation

from xdsl_gpu_ext.simulator.memory import Buffer, Space
from xdsl_gpu_ext.simulator.numerics import Array, where

_EPOCH_BITS = 20
_THREAD_BITS = 21
_BLOCK_BITS = 63 - _EPOCH_BITS - _THREAD_BITS
_EPOCHS = (1 << _EPOCH_BITS) - 1
_ALL_THREADS = (1 << _THREAD_BITS) - 1
_ALL_BLOCKS = (1 << _BLOCK_BITS) - 1
_SAME_THREAD = 1 << _EPOCH_BITS
"""Marks that differ by less, as bits, are of one thread."""
_SAME_BLOCK = 1 << (_EPOCH_BITS + _THREAD_BITS)
"""Marks that differ by less, as bits, are of one block."""


@dataclass(eq=False)
class Conflict:
    """A race: the place in the accesses at hand, who made the other, and by what."""

    at: int
    other: Operation | None
    who: str
    did: str


@dataclass(eq=False)
class _Marks:
    """The marks of one kind of access to a buffer, and what operations made them."""

    did: str
    who: Array
    op: Array
    is_used: bool = False


class ThreadRaces:
    """The shadows of the buffers that one launch touches."""

    def __init__(
        self,
        watch: Literal["none", "workgroup", "all"],
        block_threads: int,
        blocks: int,
    ):
        # More than that nobody waits for.
        has_marks = block_threads < _ALL_THREADS and blocks < _ALL_BLOCKS
        self._watch = watch if has_marks else "none"
        self._block_threads = block_threads
        self._shadows: dict[Buffer, _Shadow] = {}
        self._ops: list[Operation] = []
        self._numbers: dict[Operation, int] = {}

    def watches(self, buffer: Buffer) -> bool:
        """Whether accesses to `buffer` are looked at."""
        if self._watch == "all":
            return buffer.space is not Space.PRIVATE
        return self._watch == "workgroup" and buffer.space is Space.WORKGROUP

    # Marks

    def mark(self, thread: Any, epoch: Any) -> Any:
        """The mark of a thread, by its number in the launch."""
        block, thread = thread // self._block_threads, thread % self._block_threads
        return (
            ((block + 1) << (_EPOCH_BITS + _THREAD_BITS))
            | ((thread + 1) << _EPOCH_BITS)
            | epoch
        )

    def _is_unordered_one(self, old: int, mark: int) -> bool:
        """`_is_unordered` of one mark, which numpy would take long for."""
        different = old ^ mark
        if old == 0 or different < _SAME_THREAD:
            return False
        return different >= _SAME_BLOCK or old & _EPOCHS >= mark & _EPOCHS

    def _is_unordered(self, old: Any, mark: Any) -> Any:
        """Whether the access marked `old` is another thread's, no barrier between."""
        different = old ^ mark
        unordered = (old & _EPOCHS) >= (mark & _EPOCHS)
        unordered |= different >= _SAME_BLOCK
        unordered &= different >= _SAME_THREAD
        unordered &= old != 0
        return unordered

    def _together(self, old: Any, mark: Any) -> Any:
        """The mark of what both threads did."""
        several = _ALL_THREADS << _EPOCH_BITS
        # Of one block and with all ones for the thread, they differ by barriers only.
        in_block = np.maximum(old | several, mark | several)
        same = (old ^ mark) < _SAME_BLOCK
        if np.all(same):
            return in_block
        anywhere = ((_ALL_BLOCKS << _THREAD_BITS) | _ALL_THREADS) << _EPOCH_BITS
        epoch = np.maximum(old & _EPOCHS, mark & _EPOCHS)
        return where(same, in_block, anywhere | epoch)

    # Accesses

    def read(
        self, op: Operation, buffer: Buffer, itemsize: int, places: Any, mark: Any
    ) -> Conflict | None:
        """The threads of `mark` read the numbers at `places`."""
        shadow, parts = self._shadow(buffer, itemsize)
        places, mark = _split(parts, places), _repeat(parts, mark)
        conflict = self._conflict((shadow.writes, shadow.updates), places, mark, None)
        self._note(op, shadow.reads, places, mark)
        return _whole(parts, conflict)

    def write(
        self,
        op: Operation,
        buffer: Buffer,
        itemsize: int,
        places: Any,
        mark: Any,
        changes: Any,
        lost: Any,
    ) -> Conflict | None:
        """
        The threads of `mark` wrote the numbers at `places`. `changes` tells which
        writes were of another value than there was, `lost` which of another than there
        is now, since several threads wrote to one place.
        """
        shadow, parts = self._shadow(buffer, itemsize)
        places = _split(parts, places)
        mark, changes, lost = (_repeat(parts, x) for x in (mark, changes, lost))
        conflict = self._conflict(
            (shadow.writes, shadow.updates, shadow.reads), places, mark, changes
        )
        if np.all(changes):
            self._note(op, shadow.writes, places, mark)
        elif np.ndim(changes):
            kept = places[changes], mark[changes] if np.ndim(mark) else mark
            self._note(op, shadow.writes, *kept)
        if conflict is None and np.any(lost):
            conflict = self._describe(shadow.writes, places, mark, lost)
        return _whole(parts, conflict)

    def update(
        self, op: Operation, buffer: Buffer, itemsize: int, places: Any, mark: Any
    ) -> Conflict | None:
        """The threads of `mark` atomically update the numbers at `places`."""
        shadow, parts = self._shadow(buffer, itemsize)
        places, mark = _split(parts, places), _repeat(parts, mark)
        conflict = self._conflict((shadow.writes, shadow.reads), places, mark, None)
        self._note(op, shadow.updates, places, mark)
        return _whole(parts, conflict)

    def _shadow(self, buffer: Buffer, itemsize: int) -> tuple[_Shadow, int]:
        """
        The shadow of `buffer`, which has an entry for each number of the smallest size
        that was accessed, and how many entries a number of `itemsize` bytes has.
        """
        shadow = self._shadows.get(buffer)
        if shadow is None:
            shadow = _Shadow.of_size(buffer.data.size // itemsize, itemsize)
            self._shadows[buffer] = shadow
        elif itemsize < shadow.itemsize:
            shadow.refine(itemsize)
        return shadow, itemsize // shadow.itemsize

    def _conflict(
        self,
        kinds: tuple[_Marks, ...],
        places: Any,
        mark: Any,
        changes: Any,
    ) -> Conflict | None:
        for marks in kinds:
            if not marks.is_used:
                continue
            old = marks.who[places]
            if np.ndim(old) == 0:
                if self._is_unordered_one(int(old), mark) and changes is not False:
                    return self._describe(marks, places, mark, np.bool_(True))
                continue
            if np.all((old == 0) | (old == mark)):
                continue
            bad = self._is_unordered(old, mark)
            if changes is not None:
                bad = bad & changes
            if np.any(bad):
                return self._describe(marks, places, mark, bad)
        return None

    def _describe(self, marks: _Marks, places: Any, mark: Any, bad: Any) -> Conflict:
        shape = np.shape(bad)
        at = int(np.argmax(bad))
        place = int(np.broadcast_to(places, shape).reshape(-1)[at])
        owner = int(marks.who[place]) >> _EPOCH_BITS
        block, thread = owner >> _THREAD_BITS, owner & _ALL_THREADS
        if thread != _ALL_THREADS:
            who = f"thread {thread - 1} of block {block - 1}"
        elif block != _ALL_BLOCKS:
            who = f"other threads of block {block - 1}"
        else:
            who = "threads of other blocks"
        op = self._ops[int(marks.op[place])]
        return Conflict(at, op, who, marks.did)

    def _number(self, op: Operation) -> int:
        number = self._numbers.get(op)
        if number is None:
            number = self._numbers[op] = len(self._ops)
            self._ops.append(op)
        return number

    def _note(self, op: Operation, marks: _Marks, places: Any, mark: Any) -> None:
        old = marks.who[places]
        if np.all(old == mark):
            return
        marks.is_used = True
        if np.ndim(old) == 0:
            if self._is_unordered_one(int(old), mark):
                mark = int(self._together(old, mark))
            marks.who[places], marks.op[places] = mark, self._number(op)
            return
        unordered, new = self._is_unordered(old, mark), mark
        if np.any(unordered):
            new = where(unordered, self._together(old, mark), mark)
        marks.who[places] = new
        marks.op[places] = self._number(op)
        # Several threads may access one place in one operation.
        got = marks.who[places]
        if not np.all(got == new):
            marks.who[places] = where(got == new, new, self._together(got, new))


def _split(parts: int, places: Any) -> Any:
    """The entries for numbers that have several `parts` each."""
    if parts == 1:
        return places
    first = np.reshape(places, -1) * parts
    return (first[:, None] + np.arange(parts)).reshape(-1)


def _repeat(parts: int, values: Any) -> Any:
    """The values of numbers, for each of their parts."""
    if parts == 1 or not np.ndim(values):
        return values
    return np.repeat(np.reshape(values, -1), parts)


def _whole(parts: int, conflict: Conflict | None) -> Conflict | None:
    """A conflict about a part of a number, as one about the number."""
    if conflict is not None:
        conflict.at //= parts
    return conflict


@dataclass(eq=False)
class _Shadow:
    reads: _Marks
    writes: _Marks
    updates: _Marks
    itemsize: int

    @staticmethod
    def of_size(count: int, itemsize: int) -> _Shadow:
        def marks(did: str) -> _Marks:
            return _Marks(did, np.zeros(count, np.int64), np.zeros(count, np.int16))

        return _Shadow(marks("reads"), marks("writes"), marks("updates"), itemsize)

    def refine(self, itemsize: int) -> None:
        """Have an entry for each number of `itemsize` bytes, which are fewer."""
        for marks in (self.reads, self.writes, self.updates):
            parts = self.itemsize // itemsize
            marks.who, marks.op = (
                np.repeat(array, parts) for array in (marks.who, marks.op)
            )
        self.itemsize = itemsize
