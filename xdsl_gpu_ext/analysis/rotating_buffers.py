"""
Buffers that take turns in a loop, as in double buffering.

    scf.for ... iter_args(%now = %a, %next = %b) {
      ...
      scf.yield %next, %now
    }

Either of `%now` and `%next` may be either buffer, so they have the same roots; but they
are never the same buffer at the same time. That holds for iteration arguments that
begin as different buffers, if the next iteration gets different buffers whenever this
one did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects import scf
from xdsl.ir import Block, BlockArgument, SSAValue

from xdsl_gpu_ext.analysis.aliases import BufferAliases, Root, RootKind
from xdsl_gpu_ext.analysis.value_flow import is_reference

Buffer: TypeAlias = "Root | str"
"""What cannot be told apart by where it comes from."""

Place: TypeAlias = "Buffer | tuple[Buffer, SSAValue]"
"""A buffer, or the part of it that may be what one of several values refers to."""


@dataclass(frozen=True)
class Rotation:
    """Values that refer to different buffers, though their roots may be the same."""

    members: frozenset[SSAValue]
    buffers: frozenset[Buffer]
    """What they may refer to."""


class RotatingBuffers:
    """
    The rotations of a function, and the places that values refer to in their light:
    values without a common place share no memory.
    """

    def __init__(self, aliases: BufferAliases, buffer_of: Callable[[Root], Buffer]):
        self._aliases = aliases
        self._buffer_of = buffer_of
        self._rotations: dict[Block, Rotation | None] = {}
        self._places: dict[tuple[Rotation | None, SSAValue], frozenset[Place]] = {}

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

    def places(self, value: SSAValue, rotation: Rotation | None) -> frozenset[Place]:
        """The places that `value` may refer to, where `rotation` is known to hold."""
        key = (rotation, value)
        known = self._places.get(key)
        if known is None:
            known = self._places[key] = self._find_places(value, rotation)
        return known

    def parts(self, buffer: Buffer, rotation: Rotation | None) -> Iterable[Place]:
        """The places of `buffer`: one for each value that may be what refers to it."""
        if rotation is None or buffer not in rotation.buffers:
            return (buffer,)
        return ((buffer, member) for member in rotation.members)

    def _find_places(
        self, value: SSAValue, rotation: Rotation | None
    ) -> frozenset[Place]:
        if rotation is None:
            return frozenset(map(self._buffer_of, self._aliases.roots(value)))
        found: set[Place] = set()
        # Go back from the value, and no further than the members of the rotation.
        pending, seen = [value], {value}
        while pending:
            source = pending.pop()
            if source in rotation.members:
                found.update(
                    (self._buffer_of(root), source)
                    for root in self._aliases.roots(source)
                )
                continue
            for root in self._aliases.own_roots(source):
                found.update(self.parts(self._buffer_of(root), rotation))
            for previous in self._aliases.sources(source):
                if previous not in seen:
                    seen.add(previous)
                    pending.append(previous)
        return frozenset(found)

    def _find_rotation(self, block: Block, outer: Rotation | None) -> Rotation | None:
        """The rotation of the loop whose body `block` is, if it has one."""
        loop = block.parent_op()
        if not isinstance(loop, scf.ForOp) or block.last_op is None:
            return None
        carried = [
            _Carried(argument, initial, following)
            for argument, initial, following in zip(
                block.args[1:], loop.iter_args, block.last_op.operands
            )
            if is_reference(argument) and self._is_known(argument)
        ]
        # Leave out what may be the same buffer as another, until nothing is.
        while len(carried) > 1:
            rotation = Rotation(
                frozenset(c.argument for c in carried),
                frozenset(
                    self._buffer_of(root)
                    for c in carried
                    for root in self._aliases.roots(c.argument)
                ),
            )
            wrong = self._first_overlap([c.initial for c in carried], outer)
            if wrong is None:
                wrong = self._first_overlap([c.following for c in carried], rotation)
            if wrong is None:
                return rotation
            del carried[wrong]
        return None

    def _is_known(self, value: SSAValue) -> bool:
        roots = self._aliases.roots(value)
        return all(root.kind is not RootKind.UNKNOWN for root in roots)

    def _first_overlap(
        self, values: Sequence[SSAValue], rotation: Rotation | None
    ) -> int | None:
        """The index of the first value that may share memory with one before it."""
        taken: set[Place] = set()
        for index, value in enumerate(values):
            places = self.places(value, rotation)
            if places & taken:
                return index
            taken |= places
        return None


@dataclass(frozen=True)
class _Carried:
    """A value that a loop carries from one iteration to the next."""

    argument: BlockArgument
    initial: SSAValue
    following: SSAValue
