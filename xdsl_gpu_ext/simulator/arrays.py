"""numpy's arrays as memrefs, and memrefs as arrays. Both share their memory."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from xdsl_gpu_ext.simulator.machine import Machine
from xdsl_gpu_ext.simulator.memory import MemRef, Space, row_major
from xdsl_gpu_ext.simulator.numerics import INDEX, Format


def array_memref(
    machine: Machine,
    array: npt.NDArray[Any],
    format_: Format,
    inner: tuple[int, ...],
    space: Space,
    name: str,
) -> MemRef:
    """A memref of the memory of `array`, whose last axes are those of its elements."""
    rank = array.ndim - len(inner)
    itemsize = format_.itemsize
    sizes = tuple(INDEX(size) for size in array.shape[:rank])
    if not array.size:
        data = np.zeros(0, np.uint8)
        buffer = machine.external_buffer(data, space, name)
        return MemRef(buffer, 0, INDEX(0), sizes, row_major(sizes), format_, inner)
    per_element = itemsize * prod(inner)
    if array.flags.c_contiguous and array.flags.writeable:
        buffer = machine.external_buffer(array.reshape(-1).view(np.uint8), space, name)
        return MemRef(buffer, 0, INDEX(0), sizes, row_major(sizes), format_, inner)
    low = sum(min(0, (n - 1) * s) for n, s in zip(array.shape, array.strides))
    high = sum(max(0, (n - 1) * s) for n, s in zip(array.shape, array.strides))
    start = array.__array_interface__["data"][0] + low
    data = np.asarray(_Bytes(start, high - low + itemsize, array))
    buffer = machine.external_buffer(data, space, name)
    return MemRef(
        buffer,
        0,
        INDEX(-low // per_element),
        sizes,
        tuple(INDEX(stride // per_element) for stride in array.strides[:rank]),
        format_,
        inner,
    )


class _Bytes:
    """The bytes from an address on, which belong to `owner`, for numpy to look at."""

    def __init__(self, address: int, size: int, owner: npt.NDArray[Any]):
        self.owner = owner
        self.__array_interface__ = {
            "data": (address, not owner.flags.writeable),
            "shape": (size,),
            "typestr": "|u1",
            "version": 3,
        }


def memref_array(memref: MemRef) -> npt.NDArray[Any]:
    """The contents of `memref` as an array that shares its memory."""
    numbers = memref.buffer.view(memref.format.dtype)
    itemsize = memref.format.itemsize
    inner = memref.inner
    per_element = itemsize * int(np.prod(inner, dtype=int))
    start = int(memref.base) // itemsize + int(memref.offset) * (
        per_element // itemsize
    )
    inner_strides = [itemsize * int(step) for step in row_major(inner)]
    return np.lib.stride_tricks.as_strided(
        numbers[start:],
        (*(int(size) for size in memref.sizes), *inner),
        (*(int(stride) * per_element for stride in memref.strides), *inner_strides),
    )
