"""
Smaller programs that still show a fault.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.traits import IsTerminator


def reduce(module: ModuleOp, still_fails: Callable[[ModuleOp], bool]) -> ModuleOp:
    """
    A module from which no operation can be taken away, with what it contains, so that
    `still_fails` holds. The callback may change what it is given.
    """
    smallest = module
    changed = True
    while changed:
        changed = False
        # The last first, so that what is used comes after its users.
        index = sum(1 for _ in smallest.walk())
        while index > 1:
            index -= 1
            smaller = _without(smallest, index)
            if smaller is not None and still_fails(smaller.clone()):
                smallest = smaller
                changed = True
                index = min(index, sum(1 for _ in smallest.walk()))
    return smallest


def _without(module: ModuleOp, index: int) -> ModuleOp | None:
    """A copy of `module` without its operation number `index`, if that can go."""
    copy = module.clone()
    op = _nth(copy, index)
    if op is None or op.has_trait(IsTerminator):
        return None
    if any(result.first_use is not None for result in op.results):
        return None
    op.detach()
    op.erase()
    return copy


def _nth(module: ModuleOp, index: int) -> Operation | None:
    for position, op in enumerate(module.walk()):
        if position == index:
            return op
    return None
