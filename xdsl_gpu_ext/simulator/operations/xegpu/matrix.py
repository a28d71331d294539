"""`xegpu`: matrices in shared memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from xdsl_gpu_ext.dialects import xegpu
from xdsl_gpu_ext.simulator import access, checks
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.memory import MemRef
from xdsl_gpu_ext.simulator.numerics import INDEX, number_format, spread, value_shape
from xdsl_gpu_ext.simulator.operations.vector.common import contiguous_indices
from xdsl_gpu_ext.simulator.operations.xegpu.common import fail_lane_level, mixed

OPERATIONS = Operations()


@dataclass(frozen=True, eq=False)
class MatrixDescriptor:
    """The value of a `!xegpu.mem_desc`: its memory, with the matrix's sizes."""

    memory: MemRef
    type: xegpu.MemDescType


def matrix_positions(type_: xegpu.MemDescType, indices: Sequence[Any]) -> Any:
    """
    Where the elements at `indices` of a matrix are, in elements from its first.

    Without blocks that is the sum of index times stride. With blocks, both the elements
    of a block and the blocks of the matrix lie in the order that the strides tell: the
    dimension of the smallest stride runs fastest.
    """
    strides, block = type_.stride, type_.block_shape
    if block == type_.get_shape():
        return sum(
            index * stride for index, stride in zip(indices, strides, strict=True)
        )
    position: Any = INDEX(0)
    inner, outer = 1, prod(block)
    order = sorted(range(len(strides)), key=lambda dim: strides[dim])
    for dim, following in zip(order, (*order[1:], None), strict=True):
        number, index = indices[dim] // block[dim], indices[dim] % block[dim]
        position = position + index * inner + number * outer
        inner *= block[dim]
        if following is not None:
            # The strides tell how long the whole matrix is in this dimension.
            outer *= strides[following] // strides[dim] // block[dim]
    return position


def _positions(
    interp: SimulatorInterpreter,
    op: xegpu.LoadMatrixOp | xegpu.StoreMatrixOp,
    descriptor: MatrixDescriptor,
    offsets: Sequence[Any],
    shape: tuple[int, ...],
) -> Any:
    """Where the elements of a part of `shape` are in the memory of a matrix."""
    memory, inner = descriptor.memory, len(shape)
    if inner == 1 and op.subgroup_block_io is not None:
        fail_lane_level(interp, op)
    indices = contiguous_indices(offsets, shape)
    used = checks.active(interp, np.broadcast(*indices), None, inner)
    checks.check_bounds(interp, op, memory, indices, used, inner)
    return matrix_positions(descriptor.type, indices) + spread(memory.offset, 0, inner)


@OPERATIONS.impl(xegpu.CreateMemDescOp)
def run_create_mem_desc(
    interp: SimulatorInterpreter, op: xegpu.CreateMemDescOp, args: Values
) -> Values:
    source: MemRef = args[0]
    type_ = op.mem_desc.type
    base = source.base + source.offset * source.element_bytes
    memory = MemRef(
        source.buffer,
        base if np.ndim(base) else int(base),
        INDEX(0),
        tuple(INDEX(size) for size in type_.get_shape()),
        tuple(INDEX(stride) for stride in type_.stride),
        number_format(type_.elementType),
    )
    return (MatrixDescriptor(memory, type_),)


@OPERATIONS.impl(xegpu.LoadMatrixOp)
def run_load_matrix(
    interp: SimulatorInterpreter, op: xegpu.LoadMatrixOp, args: Values
) -> Values:
    descriptor, *offsets = args
    shape = value_shape(op.res.type)
    positions = _positions(
        interp, op, descriptor, mixed(op.const_offsets, offsets), shape
    )
    memory = descriptor.memory
    return (access.load_at(interp, op, memory, positions, inner=len(shape)),)


@OPERATIONS.impl(xegpu.StoreMatrixOp)
def run_store_matrix(
    interp: SimulatorInterpreter, op: xegpu.StoreMatrixOp, args: Values
) -> Values:
    value, descriptor, *offsets = args
    shape = value_shape(op.data.type)
    positions = _positions(
        interp, op, descriptor, mixed(op.const_offsets, offsets), shape
    )
    memory = descriptor.memory
    access.store_at(interp, op, memory, positions, value, inner=len(shape))
    return ()
