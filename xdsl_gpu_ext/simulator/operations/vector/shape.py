"""`vector`: putting vectors together, taking them apart, and turning them round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.dialects import vector
from xdsl.ir import Operation, SSAValue

from xdsl_gpu_ext.mlir.dialects.vector import extract_insert as our_access
from xdsl_gpu_ext.mlir.dialects.vector import shape as our_shape
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
)
from xdsl_gpu_ext.simulator.numerics import (
    INDEX,
    UnsupportedTypeError,
    rank,
    static_or,
    value_shape,
)
from xdsl_gpu_ext.simulator.operations.elementwise import (
    Unary,
    operand_format,
    result_format,
)
from xdsl_gpu_ext.simulator.operations.vector.common import (
    broadcast,
    lane_axes,
    mask_of,
)

OPERATIONS = Operations()


def _check_position(
    interp: SimulatorInterpreter,
    op: Operation,
    position: Sequence[Any],
    shape: Sequence[int],
) -> None:
    for index, size in zip(position, shape):
        outside = (index < 0) | (index >= size)
        if interp.mask is not None and np.ndim(outside):
            outside = outside & interp.mask
        if np.any(outside):
            interp.fail(
                op,
                Fault.OUT_OF_BOUNDS,
                f"position {int(np.max(index))} of a vector with {size} elements there",
                lanes=outside,
            )


def _extract(
    interp: SimulatorInterpreter,
    op: Operation,
    value: Any,
    position: Sequence[Any],
    of: SSAValue,
) -> Any:
    shape = value_shape(of.type)
    _check_position(interp, op, position, shape)
    inner = len(shape)
    if all(np.ndim(index) == 0 for index in position):
        return value[
            (..., *map(int, position), *([slice(None)] * (inner - len(position))))
        ]
    lanes = np.arange(interp.lanes)
    value = np.broadcast_to(value, (interp.lanes, *shape))
    clipped = tuple(np.clip(index, 0, size - 1) for index, size in zip(position, shape))
    return value[(lanes, *clipped)]


def _insert(
    interp: SimulatorInterpreter,
    op: vector.InsertOp,
    source: Any,
    dest: Any,
    position: Sequence[Any],
) -> Any:
    shape = value_shape(op.dest.type)
    _check_position(interp, op, position, shape)
    inner = len(shape)
    varies = any(np.ndim(index) for index in position)
    lanes: tuple[int, ...] = ()
    if varies or np.ndim(dest) > inner or np.ndim(source) > rank(op.source.type):
        lanes = (interp.lanes,)
    result = np.array(np.broadcast_to(dest, lanes + shape))
    rest = [slice(None)] * (inner - len(position))
    if not varies:
        result[(..., *map(int, position), *rest)] = source
        return result
    clipped = tuple(np.clip(index, 0, size - 1) for index, size in zip(position, shape))
    result[(np.arange(interp.lanes), *clipped)] = source
    return result


def _bitcast(op: Operation) -> Unary:
    source, target = operand_format(op), result_format(op)
    if source.width == 1 or target.width == 1:
        raise UnsupportedTypeError("vector.bitcast of i1 is not supported")
    return lambda value: np.ascontiguousarray(value).view(target.dtype)


OPERATIONS.computes(vector.BitcastOp, _bitcast)


@OPERATIONS.impl(vector.BroadcastOp)
def run_broadcast(
    interp: SimulatorInterpreter, op: vector.BroadcastOp, args: Values
) -> Values:
    return (broadcast(args[0], op.source.type, op.vector.type),)


@OPERATIONS.impl(vector.ShuffleOp)
def run_shuffle(
    interp: SimulatorInterpreter, op: vector.ShuffleOp, args: Values
) -> Values:
    inner = rank(op.v1.type)
    first, second = args
    if not inner:
        inner = 1
        first, second = np.expand_dims(first, -1), np.expand_dims(second, -1)
    both = np.concatenate(_with_same_lanes(first, second, inner), axis=-inner)
    return (np.take(both, list(op.mask.get_values()), axis=-inner),)


@OPERATIONS.impl(vector.CreateMaskOp)
def run_create_mask(
    interp: SimulatorInterpreter, op: vector.CreateMaskOp, args: Values
) -> Values:
    return (mask_of(args, value_shape(op.mask_vector.type)),)


@OPERATIONS.impl(vector.ExtractOp)
def run_extract(
    interp: SimulatorInterpreter, op: vector.ExtractOp, args: Values
) -> Values:
    value, *dynamic = args
    position = static_or(op.static_position.get_values(), dynamic)
    return (_extract(interp, op, value, position, op.vector),)


@OPERATIONS.impl(vector.InsertOp)
def run_insert(
    interp: SimulatorInterpreter, op: vector.InsertOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    (source,) = operand("source")
    (dest,) = operand("dest")
    position = static_or(op.static_position.get_values(), operand("dynamic_position"))
    return (_insert(interp, op, source, dest, position),)


@OPERATIONS.impl(our_shape.ShapeCastOp)
def run_shape_cast(
    interp: SimulatorInterpreter, op: our_shape.ShapeCastOp, args: Values
) -> Values:
    lanes = lane_axes((args[0], rank(op.source.type)))
    return (np.reshape(args[0], lanes + value_shape(op.result.type)),)


@OPERATIONS.impl(our_shape.TransposeOp)
def run_transpose(
    interp: SimulatorInterpreter, op: our_shape.TransposeOp, args: Values
) -> Values:
    order = op.permutation.get_values()
    lanes = np.ndim(args[0]) - len(order)
    axes = [*range(lanes), *(lanes + dim for dim in order)]
    return (np.transpose(args[0], axes),)


@OPERATIONS.impl(our_shape.StepOp)
def run_step(
    interp: SimulatorInterpreter, op: our_shape.StepOp, args: Values
) -> Values:
    return (np.arange(value_shape(op.result.type)[0], dtype=INDEX),)


@OPERATIONS.impl(our_shape.ConstantMaskOp)
def run_constant_mask(
    interp: SimulatorInterpreter, op: our_shape.ConstantMaskOp, args: Values
) -> Values:
    sizes = op.mask_dim_sizes.get_values()
    shape = value_shape(op.result.type)
    if not shape:
        return (np.bool_(sizes[0] > 0),)
    return (mask_of(sizes, shape),)


@OPERATIONS.impl(our_shape.FromElementsOp)
def run_from_elements(
    interp: SimulatorInterpreter, op: our_shape.FromElementsOp, args: Values
) -> Values:
    flat = np.stack(np.broadcast_arrays(*args), axis=-1)
    return (flat.reshape(flat.shape[:-1] + value_shape(op.dest.type)),)


@OPERATIONS.impl(our_shape.ToElementsOp)
def run_to_elements(
    interp: SimulatorInterpreter, op: our_shape.ToElementsOp, args: Values
) -> Values:
    lanes = lane_axes((args[0], rank(op.source.type)))
    flat = np.reshape(args[0], (*lanes, -1))
    return tuple(flat[..., number] for number in range(len(op.elements)))


@OPERATIONS.impl(our_shape.InterleaveOp)
def run_interleave(
    interp: SimulatorInterpreter, op: our_shape.InterleaveOp, args: Values
) -> Values:
    parts = np.stack(np.broadcast_arrays(*args), axis=-1)
    lanes = lane_axes((parts, rank(op.lhs.type) + 1))
    return (parts.reshape(lanes + value_shape(op.result.type)),)


@OPERATIONS.impl(our_shape.DeinterleaveOp)
def run_deinterleave(
    interp: SimulatorInterpreter, op: our_shape.DeinterleaveOp, args: Values
) -> Values:
    return args[0][..., ::2], args[0][..., 1::2]


@OPERATIONS.impl(our_access.ExtractStridedSliceOp)
def run_extract_strided_slice(
    interp: SimulatorInterpreter, op: our_access.ExtractStridedSliceOp, args: Values
) -> Values:
    sizes = [size.value.data for size in op.sizes.data]
    return (args[0][_slice(op, sizes, rank(op.source.type))],)


@OPERATIONS.impl(our_access.InsertStridedSliceOp)
def run_insert_strided_slice(
    interp: SimulatorInterpreter, op: our_access.InsertStridedSliceOp, args: Values
) -> Values:
    value, dest = args
    inner, small = rank(op.dest.type), value_shape(op.valueToStore.type)
    lanes = lane_axes((dest, inner), (value, len(small)))
    result = np.array(np.broadcast_to(dest, lanes + value_shape(op.dest.type)))
    # The slice covers the last dimensions; in those before it is one wide.
    sizes = [1] * (inner - len(small)) + list(small)
    outer = lane_axes((value, len(small)))
    result[_slice(op, sizes, inner)] = np.reshape(value, (*outer, *sizes))
    return (result,)


def _with_same_lanes(first: Any, second: Any, inner: int) -> list[Any]:
    """Two values of `inner` axes, both for each lane if one is."""
    lanes = lane_axes((first, inner), (second, inner))
    return [
        np.broadcast_to(value, lanes + np.shape(value)[np.ndim(value) - inner :])
        for value in (first, second)
    ]


def _slice(
    op: our_access.ExtractStridedSliceOp | our_access.InsertStridedSliceOp,
    sizes: Sequence[int],
    inner: int,
) -> tuple[Any, ...]:
    """The part of a vector of rank `inner` that the operation takes or replaces."""
    offsets = [offset.value.data for offset in op.offsets.data]
    strides = [stride.value.data for stride in op.strides.data]
    strides = [1] * (len(offsets) - len(strides)) + strides
    slices = [
        slice(offset, offset + (size - 1) * stride + 1, stride)
        for offset, size, stride in zip(offsets, sizes, strides)
    ]
    return (..., *slices, *([slice(None)] * (inner - len(slices))))
