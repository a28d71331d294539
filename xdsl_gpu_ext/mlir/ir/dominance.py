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
        self._parent = _Dominators(self.order, self.predecessors).immediate
        return self._parent

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


class _Dominators:
    """
    The immediate dominators of blocks: the algorithm of Lengauer and Tarjan, with paths
    compressed. Where many blocks leave for one, a chain of checks that may fail, it
    stays near-linear.

    Blocks are numbers here, in the order in which a depth-first search finds them.
    """

    def __init__(self, order: list[Block], predecessors: dict[Block, list[Block]]):
        self.immediate: dict[Block, Block] = {}
        if not order:
            return
        self._blocks: list[Block] = []
        self._tree: list[int] = []
        """The block from which the search came."""
        self._search(order[0])
        count = len(self._blocks)
        self._semi = list(range(count))
        """The semidominator: from where a way around the tree begins."""
        self._ancestor = [-1] * count
        self._label = list(range(count))
        """The block with the least semidominator up to the ancestor."""
        number = {block: i for i, block in enumerate(self._blocks)}
        dominator = self._dominators(
            [[number[b] for b in predecessors.get(one, ())] for one in self._blocks]
        )
        # As `order` has them, so that the children of a block are in that order too.
        self.immediate = {
            block: self._blocks[dominator[number[block]]] for block in order[1:]
        }

    def _search(self, entry: Block) -> None:
        seen: set[Block] = set()
        pending = [(entry, 0)]
        while pending:
            block, came_from = pending.pop()
            if block in seen:
                continue
            seen.add(block)
            number = len(self._blocks)
            self._blocks.append(block)
            self._tree.append(came_from)
            pending.extend((successor, number) for successor in _successors(block))

    def _dominators(self, predecessors: list[list[int]]) -> list[int]:
        semi = self._semi
        dominator = [0] * len(semi)
        waiting: list[list[int]] = [[] for _ in semi]
        """The blocks whose semidominator a block is."""
        for block in range(len(semi) - 1, 0, -1):
            semi[block] = min(semi[self._least(other)] for other in predecessors[block])
            waiting[semi[block]].append(block)
            parent = self._tree[block]
            self._ancestor[block] = parent
            for other in waiting[parent]:
                least = self._least(other)
                dominator[other] = least if semi[least] < semi[other] else parent
            waiting[parent].clear()
        for block in range(1, len(semi)):
            if dominator[block] != semi[block]:
                dominator[block] = dominator[dominator[block]]
        return dominator

    def _least(self, block: int) -> int:
        """The block with the least semidominator on the linked way up from `block`."""
        ancestor, label, semi = self._ancestor, self._label, self._semi
        if ancestor[block] < 0:
            return block
        path: list[int] = []
        at = block
        while ancestor[ancestor[at]] >= 0:
            path.append(at)
            at = ancestor[at]
        for at in reversed(path):
            above = ancestor[at]
            if semi[label[above]] < semi[label[at]]:
                label[at] = label[above]
            ancestor[at] = ancestor[above]
        return label[block]


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
