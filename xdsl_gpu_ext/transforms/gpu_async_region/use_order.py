"""
The order in which MLIR sees the uses of a value.

Where a token has several users, the order in which they are dealt with decides the
order of operands and results. MLIR takes them as they come in the value's list of uses,
to which each new use is added in front. Right after parsing, xDSL's list is in the same
order. What the pass then does has other effects on the list in MLIR than in xDSL, where
operations are changed in place; but they can be told without keeping lists:

- To give an operation more results, MLIR replaces it by a copy. The uses by the
  operation and by all operations inside it are made anew at that moment, in the order
  of the operations, and the lists of uses of its results are turned round.
- To give an operation more operands, MLIR may have to move those that it has, and to
  move an operand makes its use anew.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.ir import Operation, OpResult, Use


class _Moment(NamedTuple):
    """When a use was made. Moments of one time are ordered by place."""

    time: int
    place: int = 0
    operand: int = 0


_BEFORE = 0
"""The time before the pass changed anything."""


@dataclass
class _OperandList:
    """How MLIR stores the operands of an operation to which operands are added."""

    size: int
    capacity: int
    time: int
    """When it was last seen like this."""


class UseOrder:
    """Tells the order of uses of results in one function."""

    def __init__(self, function: Operation):
        self._function = function
        self._time = _BEFORE
        self._added: dict[tuple[Operation, int], int] = {}
        self._recreated: dict[Operation, int] = {}
        self._moved: dict[Operation, tuple[int, bool]] = {}
        self._lists: dict[Operation, _OperandList] = {}
        self._turned: dict[Operation, list[_Moment]] = defaultdict(list)
        self._before: dict[tuple[Operation, int], int] = {}
        # Positions in the function. Changes that the pass makes do not alter the order
        # of the operations that are there.
        self._places: dict[Operation, int] = {}

    def remember(self, results: Iterable[OpResult]) -> None:
        """Remember the order of the uses of `results` before anything is changed."""
        for result in results:
            if result.has_more_than_one_use():
                for place, use in enumerate(result.uses):
                    self._before[use.operation, use.index] = -place

    def created(self, op: Operation) -> None:
        """`op` is new."""
        self._recreated[op] = self._next_time()

    def recreated(self, op: Operation) -> None:
        """`op` was given more results."""
        self.created(op)
        self._turned[op].append(_Moment(self._time))

    def dependency_added(self, op: Operation) -> None:
        """`op` was given an operand before the others, which moved, the last first."""
        self._moved[op] = self._next_time(), True

    def operands_added(self, op: Operation, count: int) -> None:
        """`op` was given `count` operands after those that it has."""
        operands = self._list_of(op)
        if operands.size + count > operands.capacity:
            self._moved[op] = self._next_time(), False
            operands.capacity = max(
                _next_power_of_two(operands.capacity + 2), operands.size + count
            )
        operands.time = self._next_time()
        for index in range(operands.size, operands.size + count):
            self._added[op, index] = operands.time
        operands.size += count

    def uses(self, result: OpResult) -> list[Use]:
        """The uses of `result`, in order."""
        uses = list(result.uses)
        if len(uses) < 2:
            return uses
        turned = self._turned[result.op]
        made = sorted(((self._made(use), use) for use in uses), key=lambda m: m[0])
        # A use is added in front; if the list is then turned round an odd number of
        # times it is as if it had been added at the end.
        ordered = deque[Use]()
        for moment, use in made:
            if (len(turned) - bisect_right(turned, moment)) % 2 == 0:
                ordered.appendleft(use)
            else:
                ordered.append(use)
        return list(ordered)

    def _next_time(self) -> int:
        self._time += 1
        return self._time

    def _made(self, use: Use) -> _Moment:
        """When `use` was last made."""
        op = use.operation
        added = self._added.get((op, use.index), _BEFORE)
        moved, backwards = self._moved.get(op, (_BEFORE, False))
        recreated = self._last_recreated(op)
        if recreated > max(added, moved):
            return _Moment(recreated, self._place(op), use.index)
        if moved > added:
            return _Moment(moved, 0, -use.index if backwards else use.index)
        if added > _BEFORE:
            return _Moment(added, 0, use.index)
        return _Moment(_BEFORE, self._before.get((op, use.index), 0))

    def _last_recreated(self, op: Operation | None) -> int:
        """When `op` or an operation around it was last recreated."""
        last = _BEFORE
        while op is not None and op is not self._function:
            last = max(last, self._recreated.get(op, _BEFORE))
            op = op.parent_op()
        return last

    def _list_of(self, op: Operation) -> _OperandList:
        operands = self._lists.get(op)
        if operands is None:
            size = len(op.operands)
            operands = self._lists[op] = _OperandList(size, size, _BEFORE)
        recreated = self._last_recreated(op)
        if recreated > operands.time:
            # The copy is made to measure, but copies of the operations inside it get
            # their operands only later.
            size = operands.size
            is_inside = recreated != self._recreated.get(op)
            operands.capacity = max(size, 4) if size and is_inside else size
            operands.time = recreated
        return operands

    def _place(self, op: Operation) -> int:
        if op not in self._places:
            self._places = {op: n for n, op in enumerate(self._function.walk())}
        return self._places[op]


def _next_power_of_two(number: int) -> int:
    """The least power of two above `number`."""
    return 1 << number.bit_length()
