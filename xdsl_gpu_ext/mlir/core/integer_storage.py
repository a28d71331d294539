"""
Integers in dense elements and arrays: how many bytes each takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import IntegerType, Signedness, StructPackableType

from xdsl_gpu_ext.mlir.core.registry import Limit

_Buffer: TypeAlias = bytes | bytearray | memoryview

_Struct = StructPackableType[int]
_STRUCT_SIZES = frozenset({1, 2, 4, 8})
"""Sizes in bytes of which Python's `struct` has integers."""


store_integers_in_whole_bytes = Limit(
    """
    Store an integer in as many bytes as it needs: `i128` in 16, `i24` in 3.

    xDSL stores integers as `struct` does, in 1, 2, 4 or 8 bytes. It ends in a
    `NotImplementedError` on wider ones, and takes `array<i24: 1>` for a mistake.
    """,
    still="test_xdsl_still_needs_this",
)


@store_integers_in_whole_bytes.adds(IntegerType, "compile_time_size")
def byte_size(self: IntegerType) -> int:
    # An integer of no bits has one value, which takes a byte like all others.
    return max(1, self.size)


def _uses_struct(self: IntegerType) -> bool:
    return self.size in _STRUCT_SIZES


def _check(is_right: bool, length: int, expectation: str) -> None:
    if not is_right:
        raise ValueError(f"Buffer length {length} {expectation}.")


def _from_bytes(self: IntegerType, data: bytes) -> Iterator[int]:
    size = byte_size(self)
    signed = self.signedness.data != Signedness.UNSIGNED
    return (
        int.from_bytes(data[i : i + size], "little", signed=signed)
        for i in range(0, len(data), size)
    )


def _to_bytes(self: IntegerType, value: int) -> bytes:
    size = byte_size(self)
    return (value % (1 << (8 * size))).to_bytes(size, "little")


@store_integers_in_whole_bytes.adds(IntegerType, "iter_unpack")
def iter_unpack(self: IntegerType, buffer: _Buffer, /) -> Iterator[int]:
    if _uses_struct(self):
        return _Struct.iter_unpack(self, buffer)
    size = byte_size(self)
    data = bytes(buffer)
    _check(len(data) % size == 0, len(data), f"not multiple of element size {size}")
    return _from_bytes(self, data)


@store_integers_in_whole_bytes.adds(IntegerType, "unpack")
def unpack(self: IntegerType, buffer: _Buffer, num: int, /) -> tuple[int, ...]:
    if _uses_struct(self):
        return _Struct.unpack(self, buffer, num)
    size = byte_size(self)
    data = bytes(buffer)
    _check(len(data) == num * size, len(data), f"not product of {size} and {num}")
    return tuple(_from_bytes(self, data))


@store_integers_in_whole_bytes.adds(IntegerType, "pack_into")
def pack_into(
    self: IntegerType, buffer: bytearray | memoryview, offset: int, value: int
) -> None:
    if _uses_struct(self):
        _Struct.pack_into(self, buffer, offset, value)
        return
    size = byte_size(self)
    end = offset + size
    _check(end <= len(buffer), len(buffer), f"too small for {size} bytes at {offset}")
    buffer[offset:end] = _to_bytes(self, value)


@store_integers_in_whole_bytes.adds(IntegerType, "pack")
def pack(self: IntegerType, values: Sequence[int]) -> bytes:
    if _uses_struct(self):
        return _Struct.pack(self, values)
    return b"".join(_to_bytes(self, value) for value in values)
