"""
Where threads meet again: the order in which the blocks of a region run for threads that
go different ways, and the path that led a thread to where it is.

Threads that run as lanes take turns: of the blocks that some of them wait to enter, the
first in the order of `Order` runs next, for all that wait there. The order is that of
the edges, with the blocks of a loop together and its head first, and threads that go
round a loop wait for those that are still in the round. So threads that parted are
together again no later than at the immediate post-dominator, as on hardware.

The *path* of a thread is what led it to the operation that it runs: for each loop
around it the number of the round, for each call the call. Two threads that wait at a
barrier are at the same barrier only if they came by equal paths; where one is a round
ahead, it skipped a barrier that the other waits at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeAlias

from xdsl.ir import Block, Operation, Region, SSAValue

Path: TypeAlias = list["int | Operation | tuple[int, ...]"]
"""
From the outside in: rounds of structured loops, calls, and for a region of several
blocks the rounds of its loops around the present block.
"""


class Order:
    """
    The blocks of a region in order. A loop is a set of blocks that reach each other;
    its head is where it is entered first, and what is left without the head may hold
    loops again.
    """

    def __init__(self, region: Region):
        self._positions: dict[Block, int] = {}
        self._again: dict[Block, int] = {}
        """For the head of a loop: when it runs for threads that went round."""
        self._is_irreducible = False
        """Whether a loop is entered elsewhere than at its head."""
        self._next = 0
        self.around: dict[Block, tuple[Block, ...]] = {}
        """The loops that each block is in, by their heads, the outermost first."""
        self._place(list(region.blocks), ())
        self.within = {
            head: tuple(
                other
                for other in self._again
                if other is not head and head in self.around[other]
            )
            for head in self._again
        }
        """The loops inside each loop."""

    def _place(self, blocks: Sequence[Block], around: tuple[Block, ...]) -> None:
        for component in _components(blocks):
            head = component[0]
            if len(component) == 1 and head not in _successors(head):
                self._number(head, around)
                continue
            members = set(component)
            for block in set(blocks) - members:
                entered = members.intersection(_successors(block))
                self._is_irreducible |= bool(entered - {head})
            inside = (*around, head)
            self._number(head, inside)
            self._place(component[1:], inside)
            self._again[head] = self._next
            self._next += 1

    def _number(self, block: Block, around: tuple[Block, ...]) -> None:
        self._positions[block] = self._next
        self.around[block] = around
        self._next += 1

    def position(self, source: Block, target: Block) -> int:
        """When `target` runs for threads that come from `source`."""
        if target in self.around[source]:
            return self._again[target]
        return self._positions[target]

    @cached_property
    def kept(self) -> dict[Block, tuple[SSAValue, ...]]:
        """
        For each block the values of it that threads still use while the block runs for
        others again: those used where the threads left a loop around it.
        """
        return {
            block: tuple(
                value
                for values in (block.args, *(op.results for op in block.ops))
                for value in values
                if self._outlives(block, value)
            )
            for block in self.around
        }

    def _outlives(self, block: Block, value: SSAValue) -> bool:
        for use in value.uses:
            user = use.operation.parent_block()
            while user is not None and user not in self.around:
                user = user.parent_block()
            if user is None or user is block:
                continue
            if self._is_irreducible or not set(self.around[block]) <= set(
                self.around[user]
            ):
                return True
        return False


def _successors(block: Block) -> Sequence[Block]:
    return () if block.last_op is None else block.last_op.successors


def _components(blocks: Sequence[Block]) -> list[list[Block]]:
    """
    The sets of `blocks` that reach each other within `blocks`, in the order of the
    edges; of each set that block first from which the others were found.
    """
    inside = set(blocks)
    postorder: list[Block] = []
    seen: set[Block] = set()
    for root in blocks:
        stack: list[tuple[Block, Iterable[Block]]] = []
        if root not in seen:
            seen.add(root)
            stack.append((root, iter(_successors(root))))
        while stack:
            block, successors = stack[-1]
            for successor in successors:
                if successor in inside and successor not in seen:
                    seen.add(successor)
                    stack.append((successor, iter(_successors(successor))))
                    break
            else:
                postorder.append(block)
                stack.pop()
    predecessors: dict[Block, list[Block]] = {block: [] for block in blocks}
    for block in blocks:
        for successor in _successors(block):
            if successor in inside:
                predecessors[successor].append(block)
    components: list[list[Block]] = []
    for block in reversed(postorder):
        component: list[Block] = []
        reached = [block]
        while reached:
            member = reached.pop()
            if member in seen:
                seen.remove(member)
                component.append(member)
                reached += predecessors[member]
        if component:
            components.append(component)
    return components


class Rounds:
    """How often one run of a region has been round each of its loops."""

    def __init__(self, order: Order):
        self._order = order
        self._counts = dict.fromkeys(order.within, 0)

    def enter(self, block: Block) -> tuple[int, ...]:
        """`block` runs next; gives the rounds of the loops around it."""
        counts = self._counts
        if block in counts:
            counts[block] += 1
            for inner in self._order.within[block]:
                counts[inner] = 0
        return tuple([counts[head] for head in self._order.around[block]])
