"""The operations inside others."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Operation


def child_operations(op: Operation) -> Iterator[Operation]:
    """The operations directly inside the regions of `op`."""
    for region in op.regions:
        for block in region.blocks:
            yield from block.ops


def nested_operations(root: Operation) -> Iterator[Operation]:
    """
    The operations inside `root` at any depth, those that contain others before what
    they contain. The cost does not depend on how deep they are.
    """
    stack = [child_operations(root)]
    while stack:
        op = next(stack[-1], None)
        if op is None:
            stack.pop()
            continue
        yield op
        if op.regions:
            stack.append(child_operations(op))
