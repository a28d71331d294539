"""`vector`: access to memory, and values of several numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from xdsl.dialects import vector
from xdsl.dialects.builtin import AffineMapAttr
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl,
    register_impls,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr

from xdsl_gpu_ext.simulator import access
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.functions.elementwise import (
    Compute,
    elementwise,
    operand_format,
    result_format,
)
from xdsl_gpu_ext.simulator.functions.gpu_collective import combine_by
from xdsl_gpu_ext.simulator.functions.memref import static_or
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
    simulator,
)
from xdsl_gpu_ext.simulator.memory import MemRef
from xdsl_gpu_ext.simulator.numerics import (
    Array,
    UnsupportedTypeError,
    fused_multiply_add,
    rank,
    spread,
    value_shape,
)


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


def lane_axes(value: Any, inner: int) -> tuple[int, ...]:
    """The shape of `value` before its `inner` axes: of lanes, or nothing."""
    shape: tuple[int, ...] = np.shape(value)
    return shape[: len(shape) - inner]


def axis_of(dim: int, inner: int) -> int:
    """The axis of dimension `dim` of a vector of rank `inner`, counted from the end."""
    return dim - inner


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


class _Transfer:
    """
    The places that a `transfer_read` or `transfer_write` accesses: `indices` of elements,
    and `valid`, which of them are.
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
        map_ = cast(AffineMapAttr, op.permutation_map).data
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
        if mask is not None:
            mask = self._mask(mask, map_, shape)
            self.valid = mask if self.valid is None else self.valid & mask
        if self.valid is not None:
            self.valid = np.broadcast_to(self.valid, whole)

    def _mask(self, mask: Any, map_: Any, shape: Sequence[int]) -> Any:
        """The mask, which follows the dimensions of the memory, laid along the vector."""
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


def _bitcast(op: Operation) -> Compute:
    source, target = operand_format(op), result_format(op)
    if source.width == 1 or target.width == 1:
        raise UnsupportedTypeError("vector.bitcast of i1 is not supported")
    return lambda value: np.ascontiguousarray(value).view(target.dtype)


@register_impls
class VectorFunctions(InterpreterFunctions):
    """Implementations of xDSL's `vector` operations."""

    # Memory

    @impl(vector.LoadOp)
    def run_load(
        self, interpreter: Interpreter, op: vector.LoadOp, args: PythonValues
    ) -> PythonValues:
        source, *start = args
        indices, inner = _vector_block(source, start, op.result.type)
        value = access.read(simulator(interpreter), op, source, indices, inner=inner)
        return (value,)

    @impl(vector.StoreOp)
    def run_store(
        self, interpreter: Interpreter, op: vector.StoreOp, args: PythonValues
    ) -> PythonValues:
        value, target, *start = args
        indices, inner = _vector_block(target, start, op.vector.type)
        access.write(simulator(interpreter), op, target, indices, value, inner=inner)
        return ()

    @impl(vector.MaskedLoadOp)
    def run_maskedload(
        self, interpreter: Interpreter, op: vector.MaskedLoadOp, args: PythonValues
    ) -> PythonValues:
        source, *start, mask, otherwise = args
        indices, inner = _vector_block(source, start, op.result.type)
        indices = _with_lanes_of(mask, indices, inner)
        value = access.read(
            simulator(interpreter), op, source, indices, mask, inner=inner
        )
        return (np.where(mask, value, otherwise),)

    @impl(vector.MaskedStoreOp)
    def run_maskedstore(
        self, interpreter: Interpreter, op: vector.MaskedStoreOp, args: PythonValues
    ) -> PythonValues:
        target, *start, mask, value = args
        indices, inner = _vector_block(target, start, op.value_to_store.type)
        indices = _with_lanes_of(mask, indices, inner)
        access.write(
            simulator(interpreter), op, target, indices, value, mask, inner=inner
        )
        return ()

    @impl(vector.TransferReadOp)
    def run_transfer_read(
        self, interpreter: Interpreter, op: vector.TransferReadOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        operand = groups(op, args)
        (source,) = operand("source")
        (padding,) = operand("padding")
        mask = next(iter(operand("mask")), None)
        place = _Transfer(interp, op, source, operand("indices"), mask, op.result.type)
        value = access.read(
            interp, op, source, place.indices, place.valid, inner=place.inner
        )
        if place.valid is None:
            return (value,)
        valid = place.valid.reshape(place.valid.shape + (1,) * len(source.inner))
        padding = spread(padding, len(source.inner), rank(op.result.type))
        return (np.where(valid, value, padding),)

    @impl(vector.TransferWriteOp)
    def run_transfer_write(
        self, interpreter: Interpreter, op: vector.TransferWriteOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        operand = groups(op, args)
        (target,) = operand("source")
        (value,) = operand("vector")
        mask = next(iter(operand("mask")), None)
        place = _Transfer(interp, op, target, operand("indices"), mask, op.vector.type)
        access.write(
            interp, op, target, place.indices, value, place.valid, inner=place.inner
        )
        return ()

    # Values

    @impl(vector.BroadcastOp)
    def run_broadcast(
        self, interpreter: Interpreter, op: vector.BroadcastOp, args: PythonValues
    ) -> PythonValues:
        return (broadcast(args[0], op.source.type, op.vector.type),)

    @impl(vector.ShuffleOp)
    def run_shuffle(
        self, interpreter: Interpreter, op: vector.ShuffleOp, args: PythonValues
    ) -> PythonValues:
        inner = rank(op.v1.type)
        first, second = args
        if not inner:
            first, second, inner = (
                np.expand_dims(first, -1),
                np.expand_dims(second, -1),
                1,
            )
        lanes = max(lane_axes(first, inner), lane_axes(second, inner), key=len)
        both = np.concatenate(
            [
                np.broadcast_to(
                    part, (*lanes, *np.shape(part)[np.ndim(part) - inner :])
                )
                for part in (first, second)
            ],
            axis=-inner,
        )
        return (np.take(both, list(op.mask.get_values()), axis=-inner),)

    @impl(vector.CreateMaskOp)
    def run_create_mask(
        self, interpreter: Interpreter, op: vector.CreateMaskOp, args: PythonValues
    ) -> PythonValues:
        return (mask_of(args, value_shape(op.mask_vector.type)),)

    @impl(vector.ExtractOp)
    def run_extract(
        self, interpreter: Interpreter, op: vector.ExtractOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        value, *dynamic = args
        position = static_or(op.static_position.get_values(), dynamic)
        return (_extract(interp, op, value, position, op.vector),)

    @impl(vector.InsertOp)
    def run_insert(
        self, interpreter: Interpreter, op: vector.InsertOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        operand = groups(op, args)
        (source,) = operand("source")
        (dest,) = operand("dest")
        position = static_or(
            op.static_position.get_values(), operand("dynamic_position")
        )
        return (_insert(interp, op, source, dest, position),)

    @impl(vector.ReductionOp)
    def run_reduction(
        self, interpreter: Interpreter, op: vector.ReductionOp, args: PythonValues
    ) -> PythonValues:
        value, *accumulator = args
        combine = combine_by(op.kind.data.value, operand_format(op))
        parts = [value[..., number] for number in range(value_shape(op.vector.type)[0])]
        total = accumulator[0] if accumulator else parts.pop(0)
        for part in parts:
            total = combine(total, part)
        return (total,)

    @impl(vector.PrintOp)
    def run_print(
        self, interpreter: Interpreter, op: vector.PrintOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        interp.machine.out.write(f"{_print(np.asarray(args[0]))}\n")
        return ()

    bitcast = elementwise(vector.BitcastOp, _bitcast)
    fma = elementwise(
        vector.FMAOp,
        lambda op: lambda a, b, c: fused_multiply_add(a, b, c, result_format(op)),
    )


def broadcast(value: Any, from_: Attribute, to: Attribute) -> Array:
    """A scalar or vector repeated along new leading axes, and along axes of size one."""
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


def _with_lanes_of(mask: Any, indices: Sequence[Any], inner: int) -> tuple[Any, ...]:
    """`indices`, for each lane where `mask` is."""
    if np.ndim(mask) == inner:
        return tuple(indices)
    return tuple(np.broadcast_to(index, np.shape(mask)) for index in indices)


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


def _print(value: Array) -> str:
    if value.ndim:
        return "( " + ", ".join(_print(part) for part in value) + " )"
    if value.dtype == np.bool_:
        return str(int(value))
    if value.dtype.kind in "iu":
        return str(value)
    return f"{float(value):g}"
