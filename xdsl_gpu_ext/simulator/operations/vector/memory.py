"""`vector`: access to memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
from xdsl.dialects import vector
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr

from xdsl_gpu_ext.mlir.dialects.vector import load_store as our_memory
from xdsl_gpu_ext.mlir.dialects.vector.shape import TypeCastOp
from xdsl_gpu_ext.simulator import access
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
)
from xdsl_gpu_ext.simulator.memory import MemRef, row_major
from xdsl_gpu_ext.simulator.numerics import (
    UnsupportedTypeError,
    rank,
    spread,
    value_shape,
    where,
)
from xdsl_gpu_ext.simulator.operations.vector.common import contiguous_indices

OPERATIONS = Operations()


def _mask_in_force(interp: SimulatorInterpreter, own: Sequence[Any]) -> tuple[Any, Any]:
    """
    The mask of a transfer, its `own` or that of a `vector.mask` around it, and what
    goes where it is not set.
    """
    around = interp.vector_mask
    if around is not None:
        return around.mask, around.passthru
    return next(iter(own), None), None


def _vector_block(
    memref: MemRef, indices: Sequence[Any], type_: Attribute
) -> tuple[tuple[Any, ...], int]:
    """
    The indices of the elements that a vector is loaded from or stored to, and their
    number of axes. Of a memref of vectors, the last axes are those of its elements.
    """
    shape = value_shape(type_)
    shape = shape[: len(shape) - len(memref.inner)]
    return contiguous_indices(indices, shape), len(shape)


def _with_lanes_of(mask: Any, indices: Sequence[Any], inner: int) -> tuple[Any, ...]:
    """`indices`, for each lane where `mask` is."""
    if np.ndim(mask) == inner:
        return tuple(indices)
    return tuple(np.broadcast_to(index, np.shape(mask)) for index in indices)


class _Transfer:
    """
    The places that a `transfer_read` or `transfer_write` accesses: `indices` of
    elements, and `valid`, which of them are.
    """

    def __init__(
        self,
        interp: SimulatorInterpreter,
        op: vector.TransferReadOp | vector.TransferWriteOp,
        memref: Any,
        starts: Sequence[Any],
        mask: Any,
        type_: Attribute,
    ):
        if not isinstance(memref, MemRef):
            raise UnsupportedTypeError(f"{op.name} of a tensor is not supported")
        map_ = op.permutation_map.data
        shape = value_shape(type_)
        shape = shape[: len(shape) - len(memref.inner)]
        self.inner = inner = len(shape)
        indices = [spread(start, 0, inner) for start in starts]
        used: list[int] = []
        for axis, expr in enumerate(map_.results):
            if isinstance(expr, AffineDimExpr):
                steps = np.arange(shape[axis]).reshape(
                    (-1,) + (1,) * (inner - axis - 1)
                )
                indices[expr.position] = indices[expr.position] + steps
                used.append(axis)
            elif not isinstance(expr, AffineConstantExpr):
                raise UnsupportedTypeError(f"{op.name} with the map {map_}")
        indices = [np.asarray(index) for index in indices]
        whole = np.broadcast_shapes(shape, *(index.shape for index in indices))
        self.indices = [np.broadcast_to(index, whole) for index in indices]
        self.valid: Any = None
        in_bounds = [bool(flag.value.data) for flag in op.in_bounds.data]
        for axis, expr in enumerate(map_.results):
            if isinstance(expr, AffineDimExpr) and not in_bounds[axis]:
                index = self.indices[expr.position]
                size = spread(memref.sizes[expr.position], 0, inner)
                inside = (index >= 0) & (index < size)
                self.valid = inside if self.valid is None else self.valid & inside
        self.mask: Any = None
        if mask is not None:
            self.mask = mask = self._mask(mask, map_, shape)
            self.valid = mask if self.valid is None else self.valid & mask
        if self.valid is not None:
            self.valid = np.broadcast_to(self.valid, whole)

    def _mask(self, mask: Any, map_: Any, shape: Sequence[int]) -> Any:
        """The mask, which follows the dimensions of the memory, along the vector."""
        dims = [
            expr.position for expr in map_.results if isinstance(expr, AffineDimExpr)
        ]
        order = sorted(range(len(dims)), key=lambda axis: dims[axis])
        axes = [
            axis
            for axis, expr in enumerate(map_.results)
            if isinstance(expr, AffineDimExpr)
        ]
        lanes = np.ndim(mask) - len(dims)
        # Axis k of the mask belongs to the k-th smallest dimension.
        place = [order.index(axis) for axis in range(len(dims))]
        turned = np.transpose(mask, [*range(lanes), *(lanes + k for k in place)])
        full = [1] * len(shape)
        for position, axis in enumerate(axes):
            full[axis] = turned.shape[lanes + position]
        return turned.reshape(turned.shape[:lanes] + tuple(full))


@OPERATIONS.impl(vector.LoadOp)
def run_load(interp: SimulatorInterpreter, op: vector.LoadOp, args: Values) -> Values:
    source, *start = args
    indices, inner = _vector_block(source, start, op.result.type)
    value = access.read(interp, op, source, indices, inner=inner)
    return (value,)


@OPERATIONS.impl(vector.StoreOp)
def run_store(interp: SimulatorInterpreter, op: vector.StoreOp, args: Values) -> Values:
    value, target, *start = args
    indices, inner = _vector_block(target, start, op.vector.type)
    access.write(interp, op, target, indices, value, inner=inner)
    return ()


@OPERATIONS.impl(vector.MaskedLoadOp)
def run_maskedload(
    interp: SimulatorInterpreter, op: vector.MaskedLoadOp, args: Values
) -> Values:
    source, *start, mask, otherwise = args
    indices, inner = _vector_block(source, start, op.result.type)
    indices = _with_lanes_of(mask, indices, inner)
    value = access.read(interp, op, source, indices, mask, inner=inner)
    return (where(mask, value, otherwise),)


@OPERATIONS.impl(vector.MaskedStoreOp)
def run_maskedstore(
    interp: SimulatorInterpreter, op: vector.MaskedStoreOp, args: Values
) -> Values:
    target, *start, mask, value = args
    indices, inner = _vector_block(target, start, op.value_to_store.type)
    indices = _with_lanes_of(mask, indices, inner)
    access.write(interp, op, target, indices, value, mask, inner=inner)
    return ()


@OPERATIONS.impl(vector.TransferReadOp)
def run_transfer_read(
    interp: SimulatorInterpreter, op: vector.TransferReadOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    (source,) = operand("source")
    (padding,) = operand("padding")
    mask, passthru = _mask_in_force(interp, operand("mask"))
    place = _Transfer(interp, op, source, operand("indices"), mask, op.result.type)
    value = access.read(
        interp, op, source, place.indices, place.valid, inner=place.inner
    )
    if place.valid is None:
        return (value,)
    valid = place.valid.reshape(place.valid.shape + (1,) * len(source.inner))
    padding = spread(padding, len(source.inner), rank(op.result.type))
    value = where(valid, value, padding)
    if passthru is not None and place.mask is not None:
        value = where(place.mask, value, passthru)
    return (value,)


@OPERATIONS.impl(vector.TransferWriteOp)
def run_transfer_write(
    interp: SimulatorInterpreter, op: vector.TransferWriteOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    (target,) = operand("source")
    (value,) = operand("vector")
    mask, _ = _mask_in_force(interp, operand("mask"))
    place = _Transfer(interp, op, target, operand("indices"), mask, op.vector.type)
    access.write(
        interp, op, target, place.indices, value, place.valid, inner=place.inner
    )
    return ()


@OPERATIONS.impl(our_memory.GatherOp)
def run_gather(
    interp: SimulatorInterpreter, op: our_memory.GatherOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    (source,), (steps,) = operand("base"), operand("indices")
    (mask,), (otherwise,) = operand("mask"), operand("pass_thru")
    if interp.vector_mask is not None:
        mask = mask & interp.vector_mask.mask
    inner = rank(op.result.type)
    positions = _behind(op, source, operand("offsets"), steps, mask, inner)
    value = access.load_at(interp, op, source, positions, mask, inner)
    return (where(mask, value, otherwise),)


@OPERATIONS.impl(our_memory.ScatterOp)
def run_scatter(
    interp: SimulatorInterpreter, op: our_memory.ScatterOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    (target,), (steps,) = operand("base"), operand("indices")
    (mask,), (value,) = operand("mask"), operand("valueToStore")
    inner = rank(op.valueToStore.type)
    positions = _behind(op, target, operand("offsets"), steps, mask, inner)
    access.store_at(interp, op, target, positions, value, mask, inner)
    return ()


@OPERATIONS.impl(our_memory.ExpandLoadOp)
def run_expandload(
    interp: SimulatorInterpreter, op: our_memory.ExpandLoadOp, args: Values
) -> Values:
    source, *start, mask, otherwise = args
    indices = _compact(start, mask)
    value = access.read(interp, op, source, indices, mask, inner=1)
    return (where(mask, value, otherwise),)


@OPERATIONS.impl(our_memory.CompressStoreOp)
def run_compressstore(
    interp: SimulatorInterpreter, op: our_memory.CompressStoreOp, args: Values
) -> Values:
    target, *start, mask, value = args
    indices = _compact(start, mask)
    access.write(interp, op, target, indices, value, mask, inner=1)
    return ()


@OPERATIONS.impl(TypeCastOp)
def run_type_cast(interp: SimulatorInterpreter, op: TypeCastOp, args: Values) -> Values:
    # The last dimensions become those of the elements. The source is contiguous.
    source: MemRef = args[0]
    kept = len(cast("MemRefType[Any]", op.result.type).get_shape())
    moved = tuple(int(size) for size in source.sizes[kept:])
    sizes = source.sizes[:kept]
    cast_ = replace(
        source, sizes=sizes, strides=row_major(sizes), inner=moved + source.inner
    )
    return (cast_,)


def _behind(
    op: Operation,
    memref: Any,
    offsets: Sequence[Any],
    steps: Any,
    mask: Any,
    inner: int,
) -> Any:
    """Where the elements are that lie `steps` behind the one at `offsets`."""
    if not isinstance(memref, MemRef):
        raise UnsupportedTypeError(f"{op.name} of a tensor is not supported")
    positions = spread(memref.positions(offsets), 0, inner) + steps.astype(np.int64)
    return np.broadcast_to(
        positions, np.broadcast_shapes(np.shape(positions), np.shape(mask))
    )


def _compact(start: Sequence[Any], mask: Any) -> list[Any]:
    """The indices from `start` on, one after the other for each place set in `mask`."""
    *outer, last = (spread(index, 0, 1) for index in start)
    indices = [*outer, last + np.cumsum(mask, axis=-1) - 1]
    shape = np.broadcast_shapes(np.shape(mask), *map(np.shape, indices))
    return [np.broadcast_to(index, shape) for index in indices]
