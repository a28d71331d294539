"""
Which blocks of a region come before which: the dominator tree.

    tree = DominatorTree(region)
    tree.dominates(block, other)
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Block, Region


class DominatorTree:
    """
    The dominator tree of the blocks of a region that can be reached from its first one.

    A block dominates another if every way from the entry to the other leads through it.
    Built in near-linear time; asking takes constant time.
    """

    def __init__(self, region: Region):
        self.predecessors: dict[Block, list[Block]] = {}
        """The blocks with a branch to a block, once for each branch."""
        self.order = _reverse_postorder(region)
        """The reachable blocks; a block stands before those that it dominates."""
        self._enter: dict[Block, int] = {}
        self._leave: dict[Block, int] = {}
        self._children: dict[Block, list[Block]] = {b: [] for b in self.order}
        for block in self.order:
            for successor in _successors(block):
                self.predecessors.setdefault(successor, []).append(block)
        for block, parent in self._immediate_dominators().items():
            self._children[parent].append(block)
        self._number()

    def is_reachable(self, block: Block) -> bool:
        """Whether there is a way from the entry to `block`."""
        return block in self._enter

    def dominates(self, block: Block, other: Block) -> bool:
        """
        Whether every way from the entry to `other` leads through `block`; a block
        dominates itself. What cannot be reached is dominated by all.
        """
        if other not in self._enter:
            return True
        if block not in self._enter:
            return False
        return (
            self._enter[block] <= self._enter[other]
            and self._leave[other] <= self._leave[block]
        )

    def children(self, block: Block) -> list[Block]:
        """The blocks that a reachable `block` immediately dominates."""
        return self._children[block]

    def dominated_by(self, block: Block) -> Iterator[Block]:
        """The reachable blocks that `block` dominates, itself first."""
        stack = [block] if block in self._enter else []
        while stack:
            current = stack.pop()
            yield current
            stack.extend(reversed(self._children[current]))

    def common_dominator(self, block: Block, other: Block) -> Block:
        """The last block that dominates both."""
        while not self.dominates(block, other):
            block = self._parent[block]
        return block

    def _immediate_dominators(self) -> dict[Block, Block]:
        # The data-flow formulation of Cooper, Harvey and Kennedy: two or three rounds
        # on the graphs that programs have.
        position = {block: i for i, block in enumerate(self.order)}
        parent: dict[Block, Block] = {}

        def meet(a: Block, b: Block) -> Block:
            while a is not b:
                while position[a] > position[b]:
                    a = parent[a]
                while position[b] > position[a]:
                    b = parent[b]
            return a

        changed = True
        while changed:
            changed = False
            for block in self.order[1:]:
                known = [
                    p
                    for p in self.predecessors[block]
                    if p in parent or p is self.order[0]
                ]
                new = known[0]
                for other in known[1:]:
                    new = meet(new, other)
                if parent.get(block) is not new:
                    parent[block] = new
                    changed = True
        self._parent = parent
        return parent

    def _number(self) -> None:
        """Number the tree so that a subtree is an interval."""
        clock = 0
        stack: list[tuple[Block, bool]] = [(b, False) for b in self.order[:1]]
        while stack:
            block, done = stack.pop()
            clock += 1
            if done:
                self._leave[block] = clock
                continue
            self._enter[block] = clock
            stack.append((block, True))
            stack.extend((child, False) for child in self._children[block])


def _successors(block: Block) -> Iterator[Block]:
    if (last := block.last_op) is not None:
        yield from last.successors


def _reverse_postorder(region: Region) -> list[Block]:
    entry = region.blocks.first
    if entry is None:
        return []
    seen = {entry}
    postorder: list[Block] = []
    stack = [(entry, _successors(entry))]
    while stack:
        block, successors = stack[-1]
        for successor in successors:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, _successors(successor)))
                break
        else:
            stack.pop()
            postorder.append(block)
    return postorder[::-1]
