"""
The order in which MLIR sees the uses of a value.

Where a token has several users, the order in which they are dealt with decides the
order of operands and results. MLIR takes them as they come in the value's list of uses,
to which each new use is added in front. That order depends on nothing but the text of
the program and what the pass does to it, and so it can be told without keeping lists:

- The parser makes the uses in the order of the text, those inside the regions of an
  operation before its own. Uses that precede the definition are turned round when
  the parser comes to it.
- Where this pass changes an operation, MLIR replaces it by a copy. The uses by the
  operation and by all operations inside it are made anew at that moment, in the order
  of the text, and the lists of uses of its results are turned round.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict, deque
from typing import NamedTuple

from xdsl.ir import Operation, OpResult, Use


class _Moment(NamedTuple):
    """When a use was made. Moments of one time are ordered by place."""

    time: int
    place: int = 0
    operand: int = 0


_PARSING = 0
"""The time at which the program was parsed."""


class UseOrder:
    """Tells the order of uses of results in one function."""

    def __init__(self, function: Operation):
        self._function = function
        self._time = _PARSING
        self._added: dict[tuple[Operation, int], int] = {}
        self._recreated: dict[Operation, int] = {}
        self._turned: dict[Operation, list[_Moment]] = defaultdict(list)
        # Positions in the text. Changes that the pass makes do not alter the order of
        # the operations that are there.
        self._opening: dict[Operation, int] = {}
        self._closing: dict[Operation, int] = {}

    def use_added(self, op: Operation, index: int) -> None:
        """`op` was given its operand at `index`."""
        self._added[op, index] = self._next_time()

    def recreated(self, op: Operation) -> None:
        """MLIR would have replaced `op` by a copy."""
        time = self._next_time()
        self._recreated[op] = time
        self._turned[op].append(_Moment(time))

    def uses(self, result: OpResult) -> list[Use]:
        """The uses of `result`, in order."""
        uses = list(result.uses)
        if len(uses) < 2:
            return uses
        if result.op not in self._closing:
            self._number()
        defined = _Moment(_PARSING, self._closing[result.op])
        turned = [defined, *self._turned[result.op]]
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
        time = self._added.get((op, use.index), _PARSING)
        around: Operation | None = op
        while around is not None and around is not self._function:
            time = max(time, self._recreated.get(around, _PARSING))
            around = around.parent_op()
        if op not in self._opening:
            self._number()
        places = self._closing if time == _PARSING else self._opening
        return _Moment(time, places[op], use.index)

    def _number(self) -> None:
        for places, region_first in ((self._opening, False), (self._closing, True)):
            places.clear()
            walk = self._function.walk(region_first=region_first)
            places.update((op, place) for place, op in enumerate(walk))
