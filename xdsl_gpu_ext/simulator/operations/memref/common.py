"""What the operations of `memref` share: layouts, allocation, copies of elements."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from math import prod
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import (
    MemRefType,
    NoneAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_gpu_ext.dialects.xegpu.constraints import is_shared_memory
from xdsl_gpu_ext.mlir.ir.memref_layout import strides_of
from xdsl_gpu_ext.simulator import access, checks, event_races
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
)
from xdsl_gpu_ext.simulator.machine import Place
from xdsl_gpu_ext.simulator.memory import MemRef, Space, row_major
from xdsl_gpu_ext.simulator.numerics import (
    INDEX,
    Format,
    UnsupportedTypeError,
    number_format,
    static_or,
    value_shape,
)


def element_format(type_: Attribute) -> tuple[Format, tuple[int, ...]]:
    """The format of the numbers of a memref's element type, and a vector's shape."""
    return number_format(type_), value_shape(type_)


def space_of(interp: SimulatorInterpreter, type_: MemRefType[Any]) -> Space:
    """Where an allocation of `type_` by an operation that runs now lives."""
    if interp.place is Place.HOST:
        return Space.HOST
    if is_shared_memory(type_.memory_space):
        return Space.WORKGROUP
    return Space.PRIVATE


def described_layout(
    type_: MemRefType[Any], sizes: tuple[Any, ...], symbols: Sequence[Any]
) -> tuple[Any, tuple[Any, ...]]:
    """
    The offset and strides that the layout of `type_` gives for these sizes and values
    of its symbols.
    """
    if isinstance(type_.layout, NoneAttr):
        return INDEX(0), row_major(sizes)
    if strides_of(type_) is None:
        raise UnsupportedTypeError(f"only strided layouts are supported, not {type_}")
    map_ = type_.layout.get_affine_map()
    numbers = [int(symbol) for symbol in symbols]
    zero = [0] * len(sizes)
    (offset,) = map_.eval(zero, numbers)
    strides: list[Any] = []
    for dim in range(len(sizes)):
        unit = [int(other == dim) for other in range(len(sizes))]
        strides.append(INDEX(map_.eval(unit, numbers)[0] - offset))
    return INDEX(offset), tuple(strides)


def allocate(
    interp: SimulatorInterpreter,
    op: Operation,
    value: SSAValue,
    dynamic_sizes: Sequence[Any],
    symbols: Sequence[Any],
    space: Space,
) -> MemRef:
    """A new buffer for `value`, as a memref of its type."""
    type_ = cast("MemRefType[Any]", value.type)
    sizes = static_or(type_.get_shape(), dynamic_sizes)
    format_, inner = element_format(type_.element_type)
    offset, strides = described_layout(type_, sizes, symbols)
    for size in sizes:
        if np.any(size < 0):
            interp.fail(op, Fault.INVALID, "a size is negative")
    last: Any = offset
    for size, stride in zip(sizes, strides, strict=True):
        last = last + (size - 1) * abs(stride)
    count: Any = last + 1 if all(np.all(size > 0) for size in sizes) else INDEX(0)
    if np.ndim(count):
        count = count.max()
    bytes_ = count * format_.itemsize * prod(inner)
    if space in (Space.WORKGROUP, Space.PRIVATE):
        assert interp.team is not None
        buffer, base = interp.team.allocate(op, value, bytes_, space)
    else:
        buffer = interp.machine.allocate(space, int(bytes_), value=value, op=op)
        base = 0
    return MemRef(buffer, base, offset, sizes, strides, format_, inner)


@contextmanager
def alloca_scope(interp: SimulatorInterpreter, op: Operation) -> Generator[None]:
    """What `memref.alloca` takes inside is given back at the end, by `op`."""
    outer, interp.allocas = interp.allocas, []
    yield
    for buffer in interp.allocas:
        event_races.record(interp, op, buffer, slice(None), 1, is_write=True)
        buffer.is_freed = True
        buffer.freed_by = op
    interp.allocas = outer


def whole_bytes(memref_: MemRef) -> int:
    """The bytes of all elements of a memref."""
    return int(prod(int(size) for size in memref_.sizes)) * memref_.element_bytes


def copy_elements(
    interp: SimulatorInterpreter,
    op: Operation,
    source: MemRef,
    target: MemRef,
    *,
    anywhere: bool = False,
) -> None:
    """Copy all elements from `source` to `target`, which must have the same sizes."""
    for one, two in zip(source.sizes, target.sizes, strict=True):
        if np.any(one != two):
            interp.fail(
                op,
                Fault.OUT_OF_BOUNDS,
                f"the sizes differ: {shape_text(source)} and {shape_text(target)}",
                buffer=target.buffer,
            )
    if any(np.ndim(size) for size in source.sizes):
        raise UnsupportedTypeError(f"{op.name} of sizes that differ between threads")
    access.copy(interp, op, source, target, anywhere=anywhere)


def shape_text(memref_: MemRef) -> str:
    return "x".join(str(int(np.max(size))) for size in memref_.sizes) or "one element"


def free(
    interp: SimulatorInterpreter, op: Operation, value: MemRef, *, on_device: bool
) -> None:
    """Free the buffer of `value` by an operation for memory of the device or host."""
    buffer = value.buffer
    if buffer.is_freed:
        interp.fail(op, Fault.DOUBLE_FREE, "the buffer was freed before", buffer=buffer)
    if buffer.is_pending:
        checks.check_reachable(interp, op, buffer)
    allowed = (
        buffer.space.is_device
        if on_device
        else buffer.space in (Space.HOST, Space.PRIVATE, Space.WORKGROUP)
    )
    if not allowed or buffer.is_static:
        what = "a static buffer" if buffer.is_static else buffer.space.value
        interp.fail(op, Fault.BAD_FREE, f"{op.name} cannot free {what}", buffer=buffer)
    event_races.record(interp, op, buffer, slice(None), 1, is_write=True)
    buffer.is_freed = True
    buffer.freed_by = op
    interp.machine.count_free(buffer)


def product(sizes: Sequence[Any]) -> Any:
    """The number of elements that dimensions of `sizes` have together."""
    total: Any = INDEX(1)
    for size in sizes:
        total = total * size
    return total
