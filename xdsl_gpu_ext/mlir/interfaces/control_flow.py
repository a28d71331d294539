"""
How operations pass values on: between regions, to other blocks, to their results.

What xDSL has of MLIR's `RegionBranchOpInterface` does not say yet which operands go
where. The traits here do, by positions from the end, since that is how operations are
built: an `scf.for` has its bounds before what it carries, an `scf.condition` its
condition, an `async.execute` its token. So they hold for any class of an operation, and
where its dialect is not loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from xdsl.traits import OpTrait

Point: TypeAlias = 'int | Literal["parent", "regions"]'
"""
Where values come from or go to: a region, any of the regions, or the operation around
them, of which they are operands or results.
"""

PARENT: Literal["parent"] = "parent"
REGIONS: Literal["regions"] = "regions"


@dataclass(frozen=True)
class RegionFlow(OpTrait):
    """
    What an operation and the terminators in its regions pass to the regions and to its
    results. Nothing else goes in or out, but for what an operation computes of other
    operands for its own arguments, such as the counter of a loop.

        RegionFlow((PARENT, 0), (PARENT, PARENT), (0, 0), (0, PARENT), ...)

    is an `scf.for`: its last operands and what its region yields go to the region and
    to the results.
    """

    edges: tuple[tuple[Point, Point], ...] = ()
    repeats: bool = False
    """Whether a region may be entered more than once."""
    own_arguments: int | None = 0
    """
    How many arguments come first in a region that is passed others; `None` if as many
    are passed as the operation has results.
    """
    own_results: int = 0
    """How many results come first that no region yields."""
    counter: int | None = None
    """The operand that the one own argument starts at, if that is a counter."""

    def __init__(
        self,
        *edges: tuple[Point, Point],
        repeats: bool = False,
        own_arguments: int | None = 0,
        own_results: int = 0,
        counter: int | None = None,
    ):
        object.__setattr__(self, "edges", edges)
        object.__setattr__(self, "repeats", repeats)
        object.__setattr__(self, "own_arguments", own_arguments)
        object.__setattr__(self, "own_results", own_results)
        object.__setattr__(self, "counter", counter)


_CARRYING: tuple[tuple[Point, Point], ...] = (
    (PARENT, 0),
    (PARENT, PARENT),
    (0, 0),
    (0, PARENT),
)

CARRYING_LOOP = RegionFlow(*_CARRYING, repeats=True, own_arguments=1)
"""A loop with a counter: what it carries begins as operands and ends as results."""

COUNTING_LOOP = RegionFlow(*_CARRYING, repeats=True, own_arguments=1, counter=0)
"""The same, where the counter starts at the first operand."""

YIELDING = RegionFlow((REGIONS, PARENT))
"""One of the regions yields the results."""

PASSING_NOTHING = RegionFlow()
"""Nothing goes into a region or comes out of it."""

REPEATING = RegionFlow(repeats=True)
"""The same, of regions that may be entered more than once."""


@dataclass(frozen=True)
class BranchFlow(OpTrait):
    """
    `BranchOpInterface`: the operands from `first` on are those of the first successor,
    then of the second, and so on.
    """

    first: int = 0


@dataclass(frozen=True, init=False)
class Forwards(OpTrait):
    """
    Each result is one of the named operands, unchanged. Where `in_order`, it is the one
    at the same place.
    """

    names: tuple[str, ...]
    in_order: bool

    def __init__(self, *names: str, in_order: bool = False):
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "in_order", in_order)
