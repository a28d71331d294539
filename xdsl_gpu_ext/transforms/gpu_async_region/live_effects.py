"""Side effects while operations that have some come and go."""

from __future__ import annotations

from collections import defaultdict

from xdsl.ir import Block, Operation

from xdsl_gpu_ext.mlir.interfaces.effects import get_declaration
from xdsl_gpu_ext.mlir.interfaces.value_flow import is_terminator
from xdsl_gpu_ext.mlir.ir.walks import child_operations


class LiveEffects:
    """
    Finds the next operation with side effects, again and again, at a cost that is
    linear in the operations and the changes to them.
    """

    def __init__(self) -> None:
        self._inside: dict[Operation, int] = {}
        """How many operations with side effects there are directly inside."""
        self._stops: dict[Block, dict[Operation | None, Operation]] = defaultdict(dict)
        """The first terminator or operation with side effects after an operation."""
        self._instead: dict[Operation, Operation] = {}
        """That after an operation that is to be removed."""

    def has_side_effects(self, op: Operation) -> bool:
        """What `effects.has_side_effects` says."""
        declaration = get_declaration(op)
        own = declaration.own(op)
        if own is None or own:
            return True
        return declaration.recursive and self._count_inside(op) > 0

    def stop_after(self, block: Block, op: Operation | None) -> Operation | None:
        """
        The first operation of `block` after `op`, or at all if it is `None`, that is a
        terminator or has side effects.
        """
        stops = self._stops[block]
        stop = stops.get(op)
        if stop is None:
            stop = self._first_stop(block.first_op if op is None else op.next_op)
            if stop is None:
                return None
        while stop in self._instead:
            stop = self._instead[stop]
        stops[op] = stop
        return stop

    def inserted(self, op: Operation, after: Operation | None) -> None:
        """
        `op`, which has side effects, was inserted where it is the first such operation
        after `after`.
        """
        block = op.parent
        assert block is not None
        self._stops[block][after] = op
        self._count(block.parent_op(), 1)

    def removing(self, op: Operation) -> None:
        """`op`, which has side effects, is about to be removed for good."""
        block = op.parent
        assert block is not None
        following = self._first_stop(op.next_op)
        if following is None:
            self._stops.pop(block, None)
        else:
            self._instead[op] = following
        self._count(block.parent_op(), -1)

    def _first_stop(self, op: Operation | None) -> Operation | None:
        while op is not None:
            if is_terminator(op) or self.has_side_effects(op):
                break
            op = op.next_op
        return op

    def _count_inside(self, op: Operation) -> int:
        count = self._inside.get(op)
        if count is None:
            count = sum(map(self.has_side_effects, child_operations(op)))
            self._inside[op] = count
        return count

    def _count(self, op: Operation | None, change: int) -> None:
        """There are more or fewer operations with side effects directly inside `op`."""
        while op is not None and op in self._inside:
            before = self._inside[op]
            self._inside[op] = before + change
            if bool(before) == bool(before + change):
                return
            # Now `op` has side effects and had none, or the other way round.
            if op.parent is not None:
                self._stops.pop(op.parent, None)
            op = op.parent_op()
