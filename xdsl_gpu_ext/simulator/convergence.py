"""
Where in its kernel a thread is, so that threads meet at the same point and not only at
the same operation.

The *path* of a thread is what led it to the operation that it runs: for each loop
around it the number of the round, for each call the call. Two threads that wait at a
barrier are at the same barrier only if they came by equal paths; where one is a round
ahead, it skipped a barrier that the other waits at.
"""

from __future__ import annotations

from typing import TypeAlias

from xdsl.ir import Block, Operation, Region
from xdsl.irdl.dominance import DominanceInfo

Path: TypeAlias = list["int | Operation | tuple[int, ...]"]
"""
From the outside in: rounds of structured loops, calls, and for a region of several
blocks the rounds of its loops around the present block.
"""


class Loops:
    """The loops among the blocks of a region, each known by its first block."""

    def __init__(self, region: Region):
        dominance = DominanceInfo(region)
        predecessors: dict[Block, list[Block]] = {block: [] for block in region.blocks}
        for block in region.blocks:
            if block.last_op is not None:
                for successor in block.last_op.successors:
                    predecessors[successor].append(block)
        members: dict[Block, set[Block]] = {}
        for header in region.blocks:
            back = [b for b in predecessors[header] if dominance.dominates(header, b)]
            if not back:
                continue
            members[header] = inside = {header}
            while back:
                block = back.pop()
                if block not in inside:
                    inside.add(block)
                    back += predecessors[block]
        outermost_first = sorted(members, key=lambda header: -len(members[header]))
        self.around = {
            block: tuple(h for h in outermost_first if block in members[h])
            for block in region.blocks
        }
        """The loops that each block is in, the outermost first."""
        self.within = {
            header: tuple(h for h in members if h is not header and h in inside)
            for header, inside in members.items()
        }
        """The loops inside each loop."""


class Rounds:
    """How often one run of a region has been round each of its loops."""

    def __init__(self, loops: Loops):
        self._loops = loops
        self._counts = dict.fromkeys(loops.within, 0)

    def enter(self, block: Block) -> tuple[int, ...]:
        """`block` runs next; gives the rounds of the loops around it."""
        counts = self._counts
        if block in counts:
            counts[block] += 1
            for inner in self._loops.within[block]:
                counts[inner] = 0
        return tuple([counts[header] for header in self._loops.around[block]])
