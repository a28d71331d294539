"""`xegpu`: scattered elements and chunks of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, MemRefType, VectorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_gpu_ext.dialects import xegpu
from xdsl_gpu_ext.mlir.dialects.arith.atomics import AtomicRMWKind
from xdsl_gpu_ext.simulator import access, checks
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
)
from xdsl_gpu_ext.simulator.lanes import Choice
from xdsl_gpu_ext.simulator.memory import MemRef
from xdsl_gpu_ext.simulator.numerics import number_format, rank, spread, value_shape
from xdsl_gpu_ext.simulator.operations.memref.atomic import combine, update
from xdsl_gpu_ext.simulator.operations.xegpu.common import (
    ScatterDescriptor,
    fail_lane_level,
    memory_at,
)

OPERATIONS = Operations()


def _chunks(offsets: Any, inner: int, chunk: int) -> Any:
    """The elements of chunks that start at `offsets`: an axis more, if several."""
    if chunk == 1:
        return offsets
    return np.expand_dims(np.asarray(offsets), -1) + np.arange(chunk)


def _positions(
    interp: SimulatorInterpreter,
    op: Operation,
    source: MemRef,
    elements: Any,
    valid: Any,
    inner: int,
) -> Any:
    """Where `elements` of `source`, counted in memory from its first, are."""
    if source.rank:
        used = checks.active(interp, elements, valid, inner)
        checks.check_bounds(interp, op, source, (elements,), used, inner)
        elements = elements * spread(source.strides[0], 0, inner)
    return elements + spread(source.offset, 0, inner)


class _Access:
    """
    The elements that a scattered operation accesses: `positions` in `source` where
    `valid`, with `inner` axes for one thread.
    """

    def __init__(
        self,
        interp: SimulatorInterpreter,
        op: Operation,
        source: SSAValue,
        value: Any,
        offsets: Any,
        mask: Any,
        chunk_size: IntegerAttr[Any] | None,
        accessed: Attribute,
    ):
        if isinstance(value, ScatterDescriptor):
            assert isinstance(source.type, xegpu.TensorDescType)
            self.source, offsets = value.source, value.offsets
            chunk = source.type.chunk_size
            shape = source.type.get_shape()
            if value_shape(accessed) != shape:
                fail_lane_level(interp, op)
            outer = len(shape) - (chunk > 1)
        else:
            self.source = value
            chunk = chunk_size.value.data if chunk_size is not None else 1
            outer = rank(op.operands[list(op.operands).index(source) + 1].type)
        self.inner = outer + (chunk > 1)
        elements = _chunks(offsets, outer, chunk)
        self.valid = mask if chunk == 1 else np.expand_dims(np.asarray(mask), -1)
        if np.ndim(self.valid) > self.inner >= np.ndim(elements):
            # Lanes differ in their masks only.
            elements = np.broadcast_to(
                elements, np.broadcast_shapes(np.shape(self.valid), np.shape(elements))
            )
        self.positions = _positions(
            interp, op, self.source, elements, self.valid, self.inner
        )

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of what one thread accesses."""
        shape: tuple[int, ...] = np.shape(self.positions)
        return shape[len(shape) - self.inner :]


def _reshaped(value: Any, from_: tuple[int, ...], to: tuple[int, ...]) -> Any:
    """A value of one thread's shape `from_` in the shape `to`, of as many elements."""
    if from_ == to:
        return value
    shape: tuple[int, ...] = np.shape(value)
    lanes = shape[: len(shape) - len(from_)]
    return np.reshape(value, lanes + to)


def _source(
    interp: SimulatorInterpreter,
    op: Operation,
    source: SSAValue,
    value: Any,
    type_: Attribute,
) -> Any:
    """The memory behind the `source` of an operation: a memref, or behind a pointer."""
    if isinstance(source.type, MemRefType | xegpu.TensorDescType):
        return value
    element = type_.element_type if isa(type_, VectorType) else type_
    return memory_at(interp, op, value, number_format(element))


@OPERATIONS.impl(xegpu.CreateDescOp)
def run_create_tdesc(
    interp: SimulatorInterpreter, op: xegpu.CreateDescOp, args: Values
) -> Values:
    source, offsets = args
    if not isinstance(op.source.type, MemRefType):
        format_ = number_format(op.TensorDesc.type.elementType)
        source = memory_at(interp, op, source, format_)
    if isinstance(source, Choice):
        values = tuple(ScatterDescriptor(one, offsets) for one in source.values)
        return (Choice(values, source.which),)
    return (ScatterDescriptor(source, offsets),)


@OPERATIONS.impl(xegpu.UpdateOffsetOp)
def run_update_offset(
    interp: SimulatorInterpreter, op: xegpu.UpdateOffsetOp, args: Values
) -> Values:
    descriptor, steps = args
    return (replace(descriptor, offsets=descriptor.offsets + steps),)


@OPERATIONS.impl(xegpu.PrefetchOp)
def run_prefetch(
    interp: SimulatorInterpreter, op: xegpu.PrefetchOp, args: Values
) -> Values:
    return ()


@OPERATIONS.impl(xegpu.LoadGatherOp)
def run_load(
    interp: SimulatorInterpreter, op: xegpu.LoadGatherOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    source = _source(interp, op, op.source, args[0], op.value.type)
    if isinstance(source, Choice):
        fail_several(interp, op)
    offsets = next(iter(operand("offsets")), None)
    place = _Access(
        interp,
        op,
        op.source,
        source,
        offsets,
        args[-1],
        op.chunk_size,
        op.value.type,
    )
    value = access.load_at(
        interp, op, place.source, place.positions, place.valid, place.inner
    )
    return (_reshaped(value, place.shape, value_shape(op.value.type)),)


@OPERATIONS.impl(xegpu.StoreScatterOp)
def run_store(
    interp: SimulatorInterpreter, op: xegpu.StoreScatterOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    source = _source(interp, op, op.dest, args[1], op.value.type)
    if isinstance(source, Choice):
        fail_several(interp, op)
    offsets = next(iter(operand("offsets")), None)
    place = _Access(
        interp,
        op,
        op.dest,
        source,
        offsets,
        args[-1],
        op.chunk_size,
        op.value.type,
    )
    value = _reshaped(args[0], value_shape(op.value.type), place.shape)
    access.store_at(
        interp, op, place.source, place.positions, value, place.valid, place.inner
    )
    return ()


@OPERATIONS.impl(xegpu.AtomicRMWOp)
def run_atomic_rmw(
    interp: SimulatorInterpreter, op: xegpu.AtomicRMWOp, args: Values
) -> Values:
    descriptor, mask, value = args
    if not isinstance(descriptor, ScatterDescriptor):
        interp.fail(op, Fault.UNSUPPORTED, f"{op.name} on the descriptor of a block")
    place = _Access(
        interp, op, op.tensorDesc, descriptor, None, mask, None, op.value.type
    )
    compute = combine(AtomicRMWKind.of(op.kind), place.source.format)
    old = update(
        interp,
        op,
        place.source,
        place.positions,
        value,
        compute,
        place.valid,
        place.inner,
    )
    return (old,)


def fail_several(interp: SimulatorInterpreter, op: Operation) -> None:
    """Refuse a pointer that leads different threads to different buffers."""
    interp.fail(
        op,
        Fault.UNSUPPORTED,
        f'{op.name} through pointers into several buffers at once; use mode="threads"',
    )
