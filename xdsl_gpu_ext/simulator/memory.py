"""
The memories of the simulated machine: buffers, and views of them.

A buffer knows where it lives, who allocated it, whether it is still there, and which of
its bytes were ever written. A memref is a view of a buffer. Both are plain data; who
may touch what, and when, is `access.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt
from xdsl.ir import Operation

from xdsl_gpu_ext.simulator.happens_before import Event
from xdsl_gpu_ext.simulator.numerics import INDEX, Array, Format, spread


class Space(Enum):
    """Where a buffer lives."""

    HOST = "host memory"
    DEVICE = "device-only memory"
    SHARED = "host-shared device memory"
    WORKGROUP = "workgroup memory"
    PRIVATE = "private memory"

    @property
    def is_device(self) -> bool:
        """Whether the host allocates it on the device."""
        return self in (Space.DEVICE, Space.SHARED)


_ONES = {
    1: np.uint8(0x01),
    2: np.uint16(0x0101),
    4: np.uint32(0x01010101),
    8: np.uint64(0x0101010101010101),
}


class ByteSet:
    """
    A set of the bytes of a buffer.

    One byte of the set says whether one byte of the buffer is in it, so that a number
    of several bytes is found in it by one look at a number of the same size.
    """

    def __init__(self, size: int, full: bool = False):
        self._bytes = np.zeros(padded(size), np.uint8)
        if full:
            self._bytes.fill(1)
        self._size = size
        self._views: dict[int, Array] = {}

    def _view(self, itemsize: int) -> Array:
        """The bytes as numbers of `itemsize` bytes."""
        view = self._views.get(itemsize)
        if view is None:
            view = self._views[itemsize] = self._bytes.view(_ONES[itemsize].dtype)
        return view

    def add(self, positions: Any, itemsize: int) -> None:
        """Add the numbers of `itemsize` bytes at `positions`, an index or an array."""
        if itemsize == 16:
            self.add(_halves(positions), 8)
        else:
            self._view(itemsize)[positions] = _ONES[itemsize]

    def discard(self, positions: Any, itemsize: int) -> None:
        """Take out the numbers of `itemsize` bytes at `positions`."""
        if itemsize == 16:
            self.discard(_halves(positions), 8)
        else:
            self._view(itemsize)[positions] = 0

    def contains(self, positions: Any, itemsize: int) -> Any:
        """Whether each of the numbers at `positions` is in the set with all bytes."""
        if itemsize == 16:
            return self.contains(_halves(positions), 8).all(-1)
        return self._view(itemsize)[positions] == _ONES[itemsize]

    def touches(self, positions: Any, itemsize: int) -> bool:
        """Whether any byte of the numbers at `positions` is in the set."""
        if itemsize == 16:
            return self.touches(_halves(positions), 8)
        return bool(self._view(itemsize)[positions].any())

    def includes(self, other: ByteSet) -> bool:
        """Whether all bytes of `other` are in this set."""
        return not (other._bytes > self._bytes).any()

    def is_full(self) -> bool:
        """Whether all bytes of the buffer are in the set."""
        return bool(self._bytes[: self._size].all())


def _halves(positions: Any) -> Array:
    return np.asarray(positions)[..., None] * 2 + np.arange(2)


def padded(size: int) -> int:
    """`size` rounded up to a multiple of the size of any number."""
    return -(-size // 16) * 16


@dataclass(eq=False)
class Accesses:
    """What one event did to a buffer, kept until it can race with nothing any more."""

    reads: ByteSet | None = None
    writes: ByteSet | None = None
    writer: Operation | None = None
    reader: Operation | None = None

    def covers(self, other: Accesses) -> bool:
        """Whether whatever conflicts with `other` conflicts with this too."""
        for theirs, is_write in ((other.writes, True), (other.reads, False)):
            if theirs is None:
                continue
            ours = [self.writes] if is_write else [self.writes, self.reads]
            if not any(mine is not None and mine.includes(theirs) for mine in ours):
                return False
        return True


ACCESSES_LIMIT = 8
"""How many events that touched a buffer are kept before it pays to drop some."""


@dataclass(eq=False)
class Buffer:
    """
    A piece of memory.

    `copies` is how many of it there are: one, or for workgroup and private memory of
    threads that run as lanes one for each block or lane, one after the other in `data`.
    """

    name: str
    """What the reader may know it by: an SSA name or `argument 0 of @f`."""
    space: Space
    size: int
    """In bytes."""
    data: npt.NDArray[np.uint8]
    written: ByteSet | None
    """The bytes that were ever written; none if all were."""
    op: Operation | None = None
    """What allocated it; none for what the caller passed."""
    address: int = 0
    copies: int = 1
    freed_by: Operation | None = None
    is_freed: bool = False
    is_pending: bool = False
    """Whether its asynchronous allocation is still to happen."""
    is_constant: bool = False
    is_static: bool = False
    """Whether its life ends by itself, with a call or the program: it is not freed."""
    is_registered: bool = False
    """Whether the host made it accessible to the device by `gpu.host_register`."""
    is_external: bool = False
    """Whether it is the caller's, who keeps it after the run."""
    accesses: dict[Event, Accesses] = field(default_factory=dict[Event, Accesses])
    accesses_limit: int = ACCESSES_LIMIT
    _views: dict[np.dtype[Any], Array] = field(default_factory=dict[Any, Array])

    def view(self, dtype: np.dtype[Any]) -> Array:
        """The contents as numbers of type `dtype`."""
        view = self._views.get(dtype)
        if view is None:
            whole = self.data.size // dtype.itemsize * dtype.itemsize
            view = self._views[dtype] = self.data[:whole].view(dtype)
        return view


def new_data(size: int) -> npt.NDArray[np.uint8]:
    """
    Storage for `size` bytes that no program may read before it is written. It holds
    a pattern that looks wrong rather than zeros that may look right.
    """
    data = np.empty(padded(size), np.uint8)
    data.fill(0xA5)
    return data


@dataclass(frozen=True, slots=True)
class MemRef:
    """
    A strided view of a buffer: what a value of a `memref` type is.

    - `base`: where the numbering starts in the buffer's data, in bytes: for one of
      several copies its first byte;
    - `offset`, `sizes`, `strides`: in elements;
    - `format`: of the numbers in it; `inner`: the shape of a vector element.

    `base`, `offset`, `sizes` and `strides` may differ between lanes.
    """

    buffer: Buffer
    base: Any
    offset: Any
    sizes: tuple[Any, ...]
    strides: tuple[Any, ...]
    format: Format
    inner: tuple[int, ...] = ()

    @property
    def rank(self) -> int:
        """Number of dimensions."""
        return len(self.sizes)

    @property
    def element_bytes(self) -> int:
        """Bytes of an element."""
        return self.format.itemsize * prod(self.inner)

    def positions(self, indices: Sequence[Any], inner: int = 0) -> Any:
        """
        Where the elements at `indices`, which have `inner` axes beside the one of
        lanes, are in the buffer's data, counted in elements from `base`.
        """
        position = spread(self.offset, 0, inner)
        for index, stride in zip(indices, self.strides, strict=True):
            position = position + index * spread(stride, 0, inner)
        return position


def row_major(sizes: Sequence[Any]) -> tuple[Any, ...]:
    """The strides of a memref of `sizes` without a layout."""
    strides: list[Any] = []
    stride: Any = INDEX(1)
    for size in reversed(sizes):
        strides.append(stride)
        stride = stride * size
    return tuple(reversed(strides))
