"""What the operations of `vector` share: the elements of blocks, and masks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.ir import Attribute

from xdsl_gpu_ext.simulator.numerics import Array, rank, spread, value_shape


def contiguous_indices(start: Sequence[Any], shape: Sequence[int]) -> tuple[Any, ...]:
    """
    The indices of the elements of a block of `shape` that begins at `start`; the block
    covers the last dimensions.
    """
    inner = len(shape)
    first = len(start) - inner
    indices: list[Any] = []
    for dim, index in enumerate(start):
        index = spread(index, 0, inner)
        if dim >= first:
            axis = dim - first
            steps = np.arange(shape[axis])
            index = index + steps.reshape((-1,) + (1,) * (inner - axis - 1))
        indices.append(index)
    if inner:
        # All of one shape, also where only one of them runs along an axis.
        return tuple(np.broadcast_arrays(*indices)) if indices else ()
    return tuple(indices)


def broadcast(value: Any, from_: Attribute, to: Attribute) -> Array:
    """A scalar or vector repeated along new leading axes and axes of size one."""
    shape = value_shape(to)
    value = spread(np.asarray(value), rank(from_), len(shape))
    lanes = value.shape[:1] if value.ndim > len(shape) else ()
    return np.broadcast_to(value, lanes + shape)


def mask_of(sizes: Sequence[Any], shape: Sequence[int]) -> Any:
    """True at the indices below `sizes`."""
    inner = len(shape)
    result: Any = np.ones(tuple(shape), np.bool_)
    for dim, size in enumerate(sizes):
        steps = np.arange(shape[dim]).reshape((-1,) + (1,) * (inner - dim - 1))
        result = result & (steps < spread(size, 0, inner))
    return result[()]


def lane_axes(*values: tuple[Any, int]) -> tuple[int, ...]:
    """
    The shape before the inner axes, of lanes or none, that a result of all `values`
    has; each comes with its number of inner axes.
    """
    shapes = [np.shape(value)[: np.ndim(value) - inner] for value, inner in values]
    return max(shapes, key=len, default=())
