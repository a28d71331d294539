"""
Which part of a buffer a view refers to, and which views have nothing in common.

    parts = BufferParts(aliases, buffer_of)
    parts.of_root(view, root)   # views without a common place share no memory

A *part* is a box in the index space of a value, its *frame*: offsets and sizes that are
known to be constants. A subview of a subview is a smaller box in the same frame; a view
that arranges elements anew begins a frame inside the box of its source:

    %buffer = gpu.alloc () : memref<64xf32>               in %buffer    in %square
    %low = memref.subview %buffer[0] [32] [1]             0 to 32
    %high = memref.subview %buffer[32] [32] [1]           32 to 64
    %square = memref.expand_shape %high ... into 4x8      32 to 64      0 to 4, 0 to 8
    %row = memref.subview %square[0, 0] [1, 8] [1, 1]     32 to 64      0 to 1, 0 to 8

Two parts have nothing in common if their boxes in a common frame are apart. Anything
else may overlap: what is known at run time only, layouts by which two indices may name
one element, and what an operation makes of a reference that does not say which part of
its memory the result refers to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import prod
from typing import NamedTuple, TypeAlias

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    FixedBitwidthType,
    IntegerType,
    MemRefType,
    NoneAttr,
)
from xdsl.ir import (
    Attribute,
    Block,
    BlockArgument,
    Operation,
    OpResult,
    Region,
    SSAValue,
)
from xdsl.utils.hints import isa

from xdsl_gpu_ext.analysis.aliases import BufferAliases, Root, RootKind
from xdsl_gpu_ext.mlir.interfaces.constants import constant_integer
from xdsl_gpu_ext.mlir.interfaces.control_flow import RegionFlow
from xdsl_gpu_ext.mlir.interfaces.models import elements_shown, trait_of
from xdsl_gpu_ext.mlir.interfaces.traits import Elements, ViewLike
from xdsl_gpu_ext.mlir.interfaces.value_flow import is_function, passes_unchanged
from xdsl_gpu_ext.mlir.ir.memref_layout import static, strides_of

Buffer: TypeAlias = "Root | str"
"""What cannot be told apart by where it comes from."""


class Interval(NamedTuple):
    """Indices along one dimension, from `low` on and below `high`."""

    low: int
    high: int | None
    """Where they end, if that is known."""

    def is_apart_from(self, other: Interval) -> bool:
        """Whether they have no index in common."""
        return self._ends_before(other) or other._ends_before(self)

    def _ends_before(self, other: Interval) -> bool:
        return self.high is not None and self.high <= other.low

    def within(self, other: Interval) -> Interval:
        """The indices that are in `other`, too."""
        ends = [end for end in (self.high, other.high) if end is not None]
        return Interval(max(self.low, other.low), min(ends, default=None))


class Box(NamedTuple):
    """Some elements of the value `frame`, or of the global of that name."""

    frame: SSAValue | str
    sides: tuple[Interval, ...]

    def is_apart_from(self, other: Box) -> bool:
        """Whether they have no element in common; both have the same frame."""
        return any(a.is_apart_from(b) for a, b in zip(self.sides, other.sides))


Part: TypeAlias = tuple[Box, ...]
"""A box in the frame of the buffer, a box in a frame inside that box, and so on."""

EVERYWHERE: Part = ()
"""The part of which nothing is known."""


def are_apart(one: Part, other: Part) -> bool:
    """Whether two parts of one buffer are known to have no element in common."""
    for a, b in zip(one, other):
        if a.frame != b.frame:
            return False
        if a.is_apart_from(b):
            return True
    return False


class _Axis(NamedTuple):
    """Index `i` of a view is index `offset + stride * i` of a side of its box."""

    side: int
    offset: int
    stride: int


class _View(NamedTuple):
    """What a value refers to, as seen from where its chain of views begins."""

    base: SSAValue
    part: Part
    axes: tuple[_Axis | None, ...] = ()
    """How it lies in the last box; `None` for dimensions of which that is not known."""


Place: TypeAlias = "Buffer | tuple[Buffer, object] | SSAValue"
"""
A buffer, something about some of its parts that no others have, or what a value refers
to that shares it with no others.
"""

MOST_PARTS = 64
"""
How many parts of a buffer are told apart. Where a program has more, none are: what
touches the whole buffer touches all of them, and its cost is to be bounded.
"""


Rounds: TypeAlias = "frozenset[Operation | Region]"
"""
What control may have gone round since: loops, and regions with several blocks.
"""

_EARLIER = "earlier"
"""What was allocated at a place in rounds before this one."""

_ALWAYS_WHOLE = (
    RootKind.ALLOCATION,
    RootKind.ARGUMENT,
    RootKind.ATTRIBUTION,
    RootKind.GLOBAL,
)
"""The roots that begin with all of a buffer, not with some part of one."""


class BufferParts:
    """The parts of buffers that the views in a function refer to."""

    def __init__(self, aliases: BufferAliases, buffer_of: Callable[[Root], Buffer]):
        self._aliases = aliases
        self._buffer_of = buffer_of
        self._views: dict[SSAValue, _View] = {}
        for value in aliases.references:
            self._add_view(value)
        self._invariant: dict[tuple[SSAValue, Rounds], bool] = {}
        self._places = self._divide()

    def base(self, value: SSAValue) -> SSAValue:
        """The value of which `value` is a view, or `value` itself."""
        view = self._views.get(value)
        return value if view is None else view.base

    def passes_on(self, base: SSAValue) -> bool:
        """
        Whether `base` refers to what one of its sources refers to, and not to something
        else in the same buffer.
        """
        return _passes_on(self._aliases, base)

    def of_root(
        self, value: SSAValue, root: Root, rounds: Rounds = frozenset()
    ) -> frozenset[Place]:
        """
        The places of a view of a value that `root` begins with, or of that value, as it
        was some `rounds` ago.
        """
        buffer = self._buffer_of(root)
        if _is_earlier_allocation(root, rounds):
            # Not what is allocated there in this round.
            return frozenset(((buffer, _EARLIER),))
        view = self._views.get(value)
        places = self._places.get(buffer)
        if view is None or places is None:
            return self._of_whole(buffer)
        return places[self._steady(view.part, root, rounds) if rounds else view.part]

    def _steady(self, part: Part, root: Root, rounds: Rounds) -> Part:
        """
        As much of `part` as is told by frames that were the same some `rounds` ago. The
        frame of an allocation may serve for all: another one is other memory.
        """
        for depth, box in enumerate(part):
            frame = box.frame
            if isinstance(frame, str):
                continue
            if depth == 0 and root.kind in _ALWAYS_WHOLE and root.is_first(frame):
                continue
            if not self._is_invariant(frame, rounds):
                return part[:depth]
        return part

    def _is_invariant(self, value: SSAValue, rounds: Rounds) -> bool:
        """Whether `value` was the same some `rounds` ago."""
        key = (value, rounds)
        known = self._invariant.get(key)
        if known is None:
            known = not _is_inside(value, rounds) or (
                isinstance(value, OpResult)
                and not value.op.regions
                and self._aliases.effects(value.op) == frozenset()
                and all(self._is_invariant(o, rounds) for o in value.op.operands)
            )
            self._invariant[key] = known
        return known

    def of_buffer(self, buffer: Buffer) -> frozenset[Place]:
        """The places of a whole buffer."""
        earlier: Place = (buffer, _EARLIER)
        return self._of_whole(buffer) | {earlier}

    def _of_whole(self, buffer: Buffer) -> frozenset[Place]:
        places = self._places.get(buffer)
        return frozenset((buffer,)) if places is None else places[EVERYWHERE]

    def _add_view(self, value: SSAValue) -> None:
        chain: list[OpResult] = []
        while value not in self._views and (source := _viewed(value)) is not None:
            assert isinstance(value, OpResult)
            chain.append(value)
            value = source
        if not chain:
            return
        view = self._views.get(value) or _start(value)
        for result in reversed(chain):
            view = self._views[result] = _made_by(result, view)

    def _divide(self) -> dict[Buffer, dict[Part, frozenset[Place]]]:
        """The places of each part of each buffer that has parts with none in common."""
        found: dict[Buffer, dict[Part, None]] = {}
        for view in self._views.values():
            for root in self._aliases.own_roots(view.base):
                parts = found.setdefault(self._buffer_of(root), {EVERYWHERE: None})
                parts[view.part] = None
                for depth, box in enumerate(view.part):
                    # Of what was there some rounds ago less may be known.
                    if not isinstance(box.frame, str) and _may_vary(box.frame):
                        parts[view.part[:depth]] = None
        return {
            buffer: places
            for buffer, parts in found.items()
            # One part besides the whole is not apart from it.
            if 2 < len(parts) <= MOST_PARTS and (places := _divided(buffer, [*parts]))
        }


def _divided(
    buffer: Buffer, parts: Sequence[Part]
) -> dict[Part, frozenset[Place]] | None:
    """
    For each part its places: one of its own, and one for each other with which it may
    have something in common. `None` if that goes for all.
    """
    found: dict[Part, set[Place]] = {part: {(buffer, (part,))} for part in parts}
    some_are_apart = False
    for one, other in combinations(parts, 2):
        if are_apart(one, other):
            some_are_apart = True
        else:
            common: Place = (buffer, (one, other))
            found[one].add(common)
            found[other].add(common)
    if not some_are_apart:
        return None
    return {part: frozenset(places) for part, places in found.items()}


def rounds_behind(value: SSAValue) -> Rounds:
    """What control may have gone round since the sources of `value` were computed."""
    if not isinstance(value, BlockArgument):
        return frozenset()
    region = value.block.parent
    around = value.block.parent_op()
    if region is None or around is None:
        return frozenset()
    if value.block.prev_block is not None:
        return frozenset((region,))
    flow = trait_of(around, RegionFlow)
    return (
        frozenset() if flow is not None and not flow.repeats else frozenset((around,))
    )


def _is_inside(value: SSAValue, rounds: Rounds) -> bool:
    """Whether `value` is computed anew in each of some `rounds`."""
    owner = value.owner
    block = owner if isinstance(owner, Block) else owner.parent
    while block is not None:
        # The first block of a function is executed once.
        if block.parent in rounds and block.prev_block is not None:
            return True
        if block.parent_op() in rounds:
            return True
        block = block.parent_block()
    return False


def _may_vary(value: SSAValue) -> bool:
    """Whether `value` may be computed more than once in a call."""
    owner = value.owner
    block = owner if isinstance(owner, Block) else owner.parent
    around = None if block is None else block.parent_op()
    return (
        block is None
        or block.prev_block is not None
        or (around is not None and not is_function(around))
    )


def _is_earlier_allocation(root: Root, rounds: Rounds) -> bool:
    """Whether `root` was allocated in an earlier round of a loop."""
    loops = frozenset(r for r in rounds if isinstance(r, Operation))
    return (
        root.kind is RootKind.ALLOCATION
        and bool(loops)
        and _is_inside(root.value, loops)
    )


def straying_references(aliases: BufferAliases) -> set[SSAValue]:
    """
    The references that may be elsewhere in a buffer than the argument or the result of
    an operation that they are made of.
    """
    pending = [
        value
        for value in aliases.references
        if aliases.sources(value)
        and _viewed(value) is None
        and not _passes_on(aliases, value)
    ]
    found = set(pending)
    while pending:
        for target in aliases.targets(pending.pop()):
            if target not in found:
                found.add(target)
                pending.append(target)
    return found


def _passes_on(aliases: BufferAliases, value: SSAValue) -> bool:
    if isinstance(value, BlockArgument) or value in aliases.same_as:
        return True
    assert isinstance(value, OpResult)
    return passes_unchanged(value.op)


# What views refer to


def _viewed(value: SSAValue) -> SSAValue | None:
    """The memref of which `value` is a view, if the operation says which part of it."""
    if not isinstance(value, OpResult) or not isinstance(value.type, MemRefType):
        return None
    view = trait_of(value.op, ViewLike)
    if view is None or view.elements is Elements.ANY:
        return None
    source = view.get_view_source(value.op)
    return source if isinstance(source.type, MemRefType) else None


def _made_by(result: OpResult, source: _View) -> _View:
    """The view that an operation makes of its source."""
    op = result.op
    if not source.part or elements_shown(op) is Elements.SAME:
        return source
    if isinstance(op, memref.SubviewOp):
        return _subview(source, op)
    if isinstance(op, memref.ViewOp):
        source = _shifted(source, constant_integer(op.operands[1]), result.type)
    return _framed(source.base, source.part, result)


def _start(base: SSAValue) -> _View:
    """The view that a value is of itself: all of its elements."""
    if _has_distinct_elements(base.type):
        return _framed(base, EVERYWHERE, base)
    return _View(base, EVERYWHERE)


def _framed(base: SSAValue, outer: Part, value: SSAValue) -> _View:
    """`value`, in the part `outer` of `base`, as the frame of what is made of it."""
    assert isa(value.type, MemRefType)
    sides = tuple(Interval(0, static(size)) for size in value.type.get_shape())
    axes = tuple(_Axis(side, 0, 1) for side in range(len(sides)))
    return _View(base, (*outer, Box(_frame(value), sides)), axes)


def _frame(value: SSAValue) -> SSAValue | str:
    if isinstance(value, OpResult) and isinstance(value.op, memref.GetGlobalOp):
        return value.op.name_.string_value()
    return value


def _has_distinct_elements(type: Attribute) -> bool:
    """Whether two indices never name one element of a memref of this type."""
    if not isa(type, MemRefType):
        return False
    if isinstance(type.layout, NoneAttr):
        return True
    strides = strides_of(type)
    if strides is None:
        return False
    # From the inside out, each step must lead beyond what was reached before.
    beyond: int | None = 1
    dimensions = zip(strides.strides, map(static, type.get_shape()), strict=True)
    for stride, size in sorted(dimensions, key=lambda dimension: dimension[0] or 0):
        if size == 1:
            continue
        if stride is None or beyond is None or stride < beyond:
            return False
        beyond = None if size is None else beyond + stride * (size - 1)
    return True


def _subview(source: _View, op: memref.SubviewOp) -> _View:
    """The box inside that of `source`; dimensions of size one may go."""
    if not source.axes:
        return source
    *outer, box = source.part
    sides = list(box.sides)
    axes: list[_Axis | None] = []
    for axis, offset, size, stride in zip(
        source.axes,
        _numbers(op.static_offsets, op.offsets),
        _numbers(op.static_sizes, op.sizes),
        _numbers(op.static_strides, op.strides),
        strict=True,
    ):
        if axis is None or offset is None or stride is None or stride < 1:
            axes.append(None)
            continue
        inner = _Axis(
            axis.side, axis.offset + offset * axis.stride, stride * axis.stride
        )
        end = None if size is None else inner.offset + (size - 1) * inner.stride + 1
        sides[axis.side] = Interval(inner.offset, end).within(sides[axis.side])
        axes.append(inner)
    kept = _kept_dimensions(op)
    return _View(
        source.base,
        (*outer, Box(box.frame, tuple(sides))),
        () if kept is None else tuple(axes[dimension] for dimension in kept),
    )


def _numbers(
    written: DenseArrayBase[IntegerType], operands: Sequence[SSAValue]
) -> Iterator[int | None]:
    """Offsets, sizes or strides as far as they are constants."""
    values = iter(operands)
    for number in written.iter_values():
        if number == DYNAMIC_INDEX:
            yield constant_integer(next(values))
        else:
            yield number


def _kept_dimensions(op: memref.SubviewOp) -> Sequence[int] | None:
    """
    The dimensions of the source that the result has, too. Of several of size one it
    does not matter which: their only index is zero.
    """
    wanted = op.result.type.get_shape()
    kept: list[int] = []
    for dimension, size in enumerate(op.static_sizes.iter_values()):
        if len(kept) < len(wanted) and size == wanted[len(kept)]:
            kept.append(dimension)
    return kept if len(kept) == len(wanted) else None


def _shifted(source: _View, shift: int | None, type: Attribute) -> _View:
    """The bytes, some way into those of `source`, that are seen as another type."""
    axis = source.axes[0] if len(source.axes) == 1 else None
    if axis is None or shift is None or axis.stride != 1:
        return source
    *outer, box = source.part
    low, length = axis.offset + shift, _length(type)
    bytes = Interval(low, None if length is None else low + length)
    sides = (bytes.within(box.sides[0]),)
    return source._replace(part=(*outer, Box(box.frame, sides)))


def _length(type: Attribute) -> int | None:
    """How many bytes a memref with this type without layout takes, if that is known."""
    if not isa(type, MemRefType) or not type.has_static_shape():
        return None
    element = type.element_type
    # Others may lie further apart than they are long.
    if not isinstance(element, FixedBitwidthType) or element.bitwidth not in _LENGTHS:
        return None
    return prod(type.get_shape()) * _LENGTHS[element.bitwidth]


_LENGTHS = {1: 1, 8: 1, 16: 2, 32: 4, 64: 8}
"""The bytes of numbers with so many bits."""
