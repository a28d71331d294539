"""
Buffers that take turns in a loop, as in double buffering.

    scf.for ... iter_args(%now = %a, %next = %b) {
      ...
      scf.yield %next, %now
    }

Either of `%now` and `%next` may be either buffer, so they have the same roots; but they
are never the same buffer at the same time. That holds for iteration arguments that
begin as different buffers, if the next iteration gets different buffers whenever this
one did. The same goes for different parts of one buffer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import scf
from xdsl.ir import Block, BlockArgument, SSAValue

from xdsl_gpu_ext.analysis.aliases import BufferAliases, Root
from xdsl_gpu_ext.analysis.buffer_parts import (
    Buffer,
    BufferParts,
    Place,
    Rounds,
    rounds_behind,
)
from xdsl_gpu_ext.mlir.interfaces.value_flow import is_reference


@dataclass(frozen=True)
class Rotation:
    """
    Values that share no memory in any one iteration of a loop, though their roots may
    be the same.
    """

    loop: scf.ForOp
    members: frozenset[SSAValue]
    are_parts: bool
    """Whether they may be parts of one buffer."""
    places: frozenset[Place] = field(compare=False)
    """All that they may refer to."""
    depth: int = field(default=1, compare=False)
    """How many rotations hold around it, and itself."""


_MOST_NESTED = 3
"""
How many nested rotations are followed, so that the cost of an operation does not grow
with the depth of loops.
"""


class RotatingBuffers:
    """
    The rotations of a function, and the places that values refer to in their light:
    values without a common place share no memory.
    """

    def __init__(self, aliases: BufferAliases, buffer_of: Callable[[Root], Buffer]):
        self._aliases = aliases
        self._buffer_of = buffer_of
        self._parts = BufferParts(aliases, buffer_of)
        self._rotations: dict[Block, Rotation | None] = {}
        self._places: dict[
            tuple[Rotation | None, SSAValue, bool], frozenset[Place]
        ] = {}

    def rotation(self, block: Block) -> Rotation | None:
        """The rotation of the closest loop around what stands in `block`."""
        chain: list[Block] = []
        current: Block | None = block
        while current is not None and current not in self._rotations:
            chain.append(current)
            current = current.parent_block()
        found = None if current is None else self._rotations[current]
        for inner in reversed(chain):
            found = self._find_rotation(inner, found) or found
            self._rotations[inner] = found
        return found

    def places(
        self, value: SSAValue, rotation: Rotation | None, *, exactly: bool = True
    ) -> frozenset[Place]:
        """
        The places that `value` may refer to, where `rotation` is known to hold; unless
        `exactly`, all places of the buffers that these are parts of.
        """
        key = (rotation, value, exactly)
        known = self._places.get(key)
        if known is None:
            known = self._places[key] = self._find_places(value, rotation, exactly)
        return known

    def of_buffer(self, buffer: Buffer, rotation: Rotation | None) -> frozenset[Place]:
        """The places of a whole buffer."""
        return _with_members(self._parts.of_buffer(buffer), rotation)

    def _find_places(
        self, value: SSAValue, rotation: Rotation | None, exactly: bool
    ) -> frozenset[Place]:
        found: frozenset[Place] = frozenset()
        # Go back from the value, and no further than the members of the rotation. What
        # they are in this iteration says nothing of what they were in another.
        no_rounds: Rounds = frozenset()
        pending = [(value, exactly, True, no_rounds)]
        seen = set(pending)
        while pending:
            source, is_exact, is_current, rounds = pending.pop()
            base = self._parts.base(source)
            if rotation is not None and base in rotation.members:
                if is_current and (is_exact or not rotation.are_parts):
                    found |= {base}
                else:
                    places = self.places(base, None, exactly=is_exact)
                    found |= _with_members(places, rotation)
                continue
            for root in self._aliases.own_roots(base):
                places = (
                    self._parts.of_root(source, root, rounds)
                    if is_exact
                    else self._parts.of_buffer(self._buffer_of(root))
                )
                found |= _with_members(places, rotation)
            is_exact = is_exact and self._parts.passes_on(base)
            is_current = is_current and not _is_carried(base, rotation)
            rounds |= rounds_behind(base)
            for previous in self._aliases.sources(base):
                step = (previous, is_exact, is_current, rounds)
                if step not in seen:
                    seen.add(step)
                    pending.append(step)
        return found

    def _find_rotation(self, block: Block, outer: Rotation | None) -> Rotation | None:
        """The rotation of the loop whose body `block` is, if it has one."""
        loop = block.parent_op()
        if not isinstance(loop, scf.ForOp) or block.last_op is None:
            return None
        if outer is not None and outer.depth == _MOST_NESTED:
            return None
        carried = [
            _Carried(argument, initial, following)
            for argument, initial, following in zip(
                block.args[1:], loop.iter_args, block.last_op.operands
            )
            if is_reference(argument) and self._is_known(argument)
        ]
        # Leave out what may be the same memory as another, until nothing is.
        while len(carried) > 1:
            initial = [c.initial for c in carried]
            are_parts = self._first_overlap(initial, outer, exactly=False) is not None
            wrong = self._first_overlap(initial, outer) if are_parts else None
            if wrong is None:
                depth = 1 if outer is None else outer.depth + 1
                rotation = self._rotation_of(loop, carried, are_parts, depth)
                wrong = self._first_overlap([c.following for c in carried], rotation)
                if wrong is None:
                    return rotation
            del carried[wrong]
        return None

    def _rotation_of(
        self,
        loop: scf.ForOp,
        carried: Sequence[_Carried],
        are_parts: bool,
        depth: int,
    ) -> Rotation:
        members = frozenset(c.argument for c in carried)
        # Where the members are in different buffers, an alias of one may be anywhere in
        # its buffer.
        places = (self.places(m, None, exactly=are_parts) for m in members)
        together = frozenset[Place]().union(*places)
        return Rotation(loop, members, are_parts, together, depth)

    def _is_known(self, value: SSAValue) -> bool:
        roots = self._aliases.roots(value)
        return not any(root.is_anything for root in roots)

    def _first_overlap(
        self,
        values: Sequence[SSAValue],
        rotation: Rotation | None,
        *,
        exactly: bool = True,
    ) -> int | None:
        """The index of the first value that may share memory with one before it."""
        taken: set[Place] = set()
        for index, value in enumerate(values):
            places = self.places(value, rotation, exactly=exactly)
            if places & taken:
                return index
            taken |= places
        return None


def _is_carried(value: SSAValue, rotation: Rotation | None) -> bool:
    """Whether the loop carries `value` from an earlier iteration, or yields it."""
    if rotation is None:
        return False
    if isinstance(value, BlockArgument):
        return value.block is rotation.loop.body.block
    return value.owner is rotation.loop


def _with_members(
    places: frozenset[Place], rotation: Rotation | None
) -> frozenset[Place]:
    """`places`, and the members of a rotation that may refer to the same memory."""
    if rotation is None or places.isdisjoint(rotation.places):
        return places
    return places | rotation.members


@dataclass(frozen=True)
class _Carried:
    """A value that a loop carries from one iteration to the next."""

    argument: BlockArgument
    initial: SSAValue
    following: SSAValue
