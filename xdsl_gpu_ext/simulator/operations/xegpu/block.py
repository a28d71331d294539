"""`xegpu`: blocks of memory, loaded and stored whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation

from xdsl_gpu_ext.dialects import xegpu
from xdsl_gpu_ext.simulator import access
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
)
from xdsl_gpu_ext.simulator.lanes import Choice
from xdsl_gpu_ext.simulator.memory import MemRef
from xdsl_gpu_ext.simulator.numerics import INDEX, Array, number_format, spread
from xdsl_gpu_ext.simulator.operations.vector.common import contiguous_indices
from xdsl_gpu_ext.simulator.operations.xegpu.common import (
    BlockDescriptor,
    fail_lane_level,
    memory_at,
    mixed,
)

OPERATIONS = Operations()


def _inside(source: MemRef, indices: Sequence[Any], inner: int, checked: int) -> Any:
    """
    Which of `indices` are inside `source` in the last `checked` dimensions, which those
    of the block are. None if all are.
    """
    valid: Any = None
    first = len(indices) - checked
    for index, size in zip(indices[first:], source.sizes[first:], strict=True):
        inside = (index >= 0) & (index < spread(size, 0, inner))
        valid = inside if valid is None else valid & inside
    return None if valid is None or np.all(valid) else valid


def _block_indices(
    descriptor: BlockDescriptor, shape: Sequence[int], column: int
) -> list[Any]:
    """The indices of a block of `shape`, shifted to the right by `column`."""
    offsets = list(descriptor.offsets)
    if column:
        offsets[-1] = offsets[-1] + column
    indices = contiguous_indices(offsets, shape)
    # Masks and indices have lanes, or neither has.
    return list(np.broadcast_arrays(*indices))


def _pack(tile: Array, factor: int) -> Array:
    """A tile, the last two axes, with `factor` rows interleaved in each."""
    *outer, rows, columns = tile.shape
    parts = tile.reshape(*outer, rows // factor, factor, columns)
    return np.swapaxes(parts, -1, -2)


@OPERATIONS.impl(xegpu.CreateNdDescOp)
def run_create_nd_tdesc(
    interp: SimulatorInterpreter, op: xegpu.CreateNdDescOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    (source,) = operand("source")
    sizes = mixed(op.const_shape, operand("shape"))
    strides = mixed(op.const_strides, operand("strides"))
    if isinstance(op.source.type, MemRefType):
        source = replace(
            source, sizes=sizes or source.sizes, strides=strides or source.strides
        )
    else:
        format_ = number_format(op.TensorDesc.type.elementType)
        source = memory_at(interp, op, source, format_, sizes, strides)
    offsets = mixed(op.const_offsets, operand("offsets"))
    offsets = offsets or (INDEX(0),) * len(sizes or _of(source).sizes)
    if isinstance(source, Choice):
        values = tuple(BlockDescriptor(one, offsets) for one in source.values)
        return (Choice(values, source.which),)
    return (BlockDescriptor(source, offsets),)


@OPERATIONS.impl(xegpu.UpdateNdOffsetOp)
def run_update_nd_offset(
    interp: SimulatorInterpreter, op: xegpu.UpdateNdOffsetOp, args: Values
) -> Values:
    descriptor, *steps = args
    return (descriptor.moved(mixed(op.const_offsets, steps)),)


@OPERATIONS.impl(xegpu.PrefetchNdOp)
def run_prefetch_nd(
    interp: SimulatorInterpreter, op: xegpu.PrefetchNdOp, args: Values
) -> Values:
    # A hint, which may also be of a block beyond the end.
    return ()


@OPERATIONS.impl(xegpu.LoadNdOp)
def run_load_nd(
    interp: SimulatorInterpreter, op: xegpu.LoadNdOp, args: Values
) -> Values:
    if op.is_lane_level:
        fail_lane_level(interp, op)
    type_ = op.tensor_desc_type
    descriptor = _moved(op, args[0], mixed(op.const_offsets, args[1:]))
    shape = type_.get_shape()
    blocks = [
        _load(interp, op, descriptor, shape, number * shape[-1])
        for number in range(type_.array_length)
    ]
    if op.transpose is not None:
        order = op.transpose.get_values()
        blocks = [_transpose(block, order) for block in blocks]
    if op.packed is not None and len(shape) == 2:
        factor = op.value_type.get_shape()[-1]
        blocks = [_pack(block, factor) for block in blocks]
    if type_.array_length == 1:
        return (blocks[0],)
    blocks = np.broadcast_arrays(*blocks)
    return (np.stack(blocks, axis=-op.value_type.get_num_dims()),)


@OPERATIONS.impl(xegpu.StoreNdOp)
def run_store_nd(
    interp: SimulatorInterpreter, op: xegpu.StoreNdOp, args: Values
) -> Values:
    if op.is_lane_level:
        fail_lane_level(interp, op)
    value, descriptor, *offsets = args
    type_ = op.tensor_desc_type
    descriptor = _moved(op, descriptor, mixed(op.const_offsets, offsets))
    shape = type_.get_shape()
    inner = len(shape)
    indices = _block_indices(descriptor, shape, 0)
    valid = None
    if type_.boundary_check:
        valid = _inside(descriptor.source, indices, inner, inner)
    access.write(interp, op, descriptor.source, indices, value, valid, inner=inner)
    return ()


def _of(source: Any) -> MemRef:
    return source.values[0] if isinstance(source, Choice) else source


def _moved(
    op: Operation, descriptor: BlockDescriptor, offsets: tuple[Any, ...]
) -> BlockDescriptor:
    return descriptor.moved(offsets) if offsets else descriptor


def _load(
    interp: SimulatorInterpreter,
    op: xegpu.LoadNdOp,
    descriptor: BlockDescriptor,
    shape: Sequence[int],
    column: int,
) -> Array:
    """One block: zeros where it reaches beyond the source, if that is checked."""
    inner = len(shape)
    indices = _block_indices(descriptor, shape, column)
    valid = None
    if op.tensor_desc_type.boundary_check:
        valid = _inside(descriptor.source, indices, inner, inner)
    return access.read(interp, op, descriptor.source, indices, valid, inner=inner)


def _transpose(block: Array, order: Sequence[int]) -> Array:
    lanes = block.ndim - len(order)
    return np.transpose(block, [*range(lanes), *(lanes + dim for dim in order)])
