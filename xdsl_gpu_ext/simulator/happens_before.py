"""
Which events of a run are ordered.

An *event* is a stretch of a run within which everything happens in program order: what
the host does between two points where it issues or awaits something, or one device
operation. Events are numbered; each knows the set of those that surely happened before
it, as the bits of an integer. What is before everything that may still come is
forgotten, so that the sets stay small however long a program runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Event: TypeAlias = int
"""The number of an event; later ones have greater numbers."""


class Order:
    """The happens-before relation of one run."""

    def __init__(self) -> None:
        self._first = 0
        """All events of smaller numbers are before every event still to come."""
        self._before: list[int] = []
        """For each event from `_first` on: the events before it, and itself, as bits
        counted from `_first`."""

    @property
    def size(self) -> int:
        """How many events are not forgotten."""
        return len(self._before)

    def event(self, *after: Event) -> Event:
        """A new event, after those given and all that are before them."""
        number = len(self._before)
        bits = 1 << number
        for event in after:
            if event >= self._first:
                bits |= self._before[event - self._first]
        self._before.append(bits)
        return self._first + number

    def is_before(self, first: Event, second: Event) -> bool:
        """Whether `first` surely happened before `second`, or is the same."""
        if first < self._first:
            return True
        if second < self._first:
            return False
        return bool(self._before[second - self._first] >> (first - self._first) & 1)

    def is_forgotten(self, event: Event) -> bool:
        """Whether `event` is before everything that may still come."""
        return event < self._first

    def forget_before(self, live: Iterable[Event]) -> None:
        """
        Forget the events that are before all of `live`, after one of which every event
        still to come will be.
        """
        common = -1
        for event in live:
            if event < self._first:
                return
            common &= self._before[event - self._first]
        # The number of trailing ones.
        count = (~common & (common + 1)).bit_length() - 1
        count = min(count, len(self._before) - 1)
        if count > 0:
            self._first += count
            self._before = [bits >> count for bits in self._before[count:]]
