"""The dominator tree, held against what domination means."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from xdsl.dialects import test
from xdsl.ir import Block, Region

from tests.support.work import lines_run
from xdsl_gpu_ext.mlir.ir.dominance import DominatorTree


def graph(edges: list[list[int]]) -> Region:
    """A region of blocks with these successors."""
    blocks = [Block() for _ in edges]
    for block, successors in zip(blocks, edges):
        block.add_op(test.TestTermOp(successors=[blocks[i] for i in successors]))
    return Region(blocks)


def reached(edges: list[list[int]], without: int | None) -> set[int]:
    """What can be reached from the entry, but not through `without`."""
    found: set[int] = set()
    pending = [0]
    while pending:
        block = pending.pop()
        if block not in found and block != without:
            found.add(block)
            pending += edges[block]
    return found


@pytest.mark.parametrize("seed", range(150))
def test_domination_is_that_every_way_leads_through(seed: int) -> None:
    random = Random(seed)
    count = random.randint(1, 12)
    edges = [
        [random.randrange(1, count) for _ in range(random.choice([0, 1, 1, 2, 2, 3]))]
        if count > 1
        else []
        for _ in range(count)
    ]
    region = graph(edges)
    tree = DominatorTree(region)
    blocks = list(region.blocks)
    everything = reached(edges, None)
    assert {i for i, b in enumerate(blocks) if tree.is_reachable(b)} == everything
    for i, block in enumerate(blocks):
        dominated = everything - reached(edges, i)
        for j in everything:
            expected = i in everything and j in dominated
            assert tree.dominates(block, blocks[j]) == expected
        if i in everything:
            assert {blocks.index(b) for b in tree.dominated_by(block)} == dominated


def leaving_early(count: int) -> Region:
    """Blocks one after another, of which each may go to the last."""
    return graph([[i + 1, count] for i in range(count)] + [[]])


def alternately(count: int) -> Region:
    """Blocks one after another, each of which may go back to any of two."""
    return graph(
        [[i + 1, max(1, count - i), max(1, i - 1)] for i in range(count)] + [[]]
    )


@pytest.mark.parametrize("shape", [leaving_early, alternately])
def test_building_is_near_linear(shape: Callable[[int], Region]) -> None:
    small, large = shape(500), shape(4000)
    assert lines_run(lambda: DominatorTree(large)) < 10 * lines_run(
        lambda: DominatorTree(small)
    )
