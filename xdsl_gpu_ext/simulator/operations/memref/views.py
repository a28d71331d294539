"""`memref`: views of memory, and questions about them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import numpy as np
from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    MemRefType,
)
from xdsl.ir import Operation

from xdsl_gpu_ext.dialects import memref as our_memref
from xdsl_gpu_ext.dialects.memref.subview import dropped_dims, subview_type
from xdsl_gpu_ext.mlir.ir.memref_layout import strides_of
from xdsl_gpu_ext.simulator import access
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
)
from xdsl_gpu_ext.simulator.memory import MemRef, row_major
from xdsl_gpu_ext.simulator.numerics import (
    INDEX,
    static_or,
)
from xdsl_gpu_ext.simulator.operations.memref.common import (
    element_format,
    product,
    shape_text,
)

OPERATIONS = Operations()


@OPERATIONS.impl(memref.CastOp)
def run_cast(interp: SimulatorInterpreter, op: memref.CastOp, args: Values) -> Values:
    (value,) = args
    if isinstance(op.dest.type, MemRefType):
        _check_cast(interp, op, value, cast("MemRefType[Any]", op.dest.type))
    return (value,)


@OPERATIONS.impl(memref.MemorySpaceCastOp)
def run_memory_space_cast(
    interp: SimulatorInterpreter, op: memref.MemorySpaceCastOp, args: Values
) -> Values:
    return args


@OPERATIONS.impl(memref.DimOp)
def run_dim(interp: SimulatorInterpreter, op: memref.DimOp, args: Values) -> Values:
    value, index = args
    if np.ndim(index):
        sizes = np.stack(np.broadcast_arrays(*value.sizes))
        return (np.take_along_axis(np.atleast_2d(sizes.T), index[:, None], 1)[:, 0],)
    if not 0 <= index < value.rank:
        interp.fail(
            op,
            Fault.OUT_OF_BOUNDS,
            f"dimension {int(index)} of a memref of rank {value.rank}",
            buffer=value.buffer,
        )
    return (value.sizes[int(index)],)


@OPERATIONS.impl(memref.RankOp)
def run_rank(interp: SimulatorInterpreter, op: memref.RankOp, args: Values) -> Values:
    return (INDEX(args[0].rank),)


@OPERATIONS.impl(memref.SubviewOp)
def run_subview(
    interp: SimulatorInterpreter, op: memref.SubviewOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    source: MemRef = args[0]
    offsets = static_or(op.static_offsets.get_values(), operand("offsets"))
    sizes = static_or(op.static_sizes.get_values(), operand("sizes"))
    steps = static_or(op.static_strides.get_values(), operand("strides"))
    offset = source.positions(offsets)
    strides = tuple(
        step * stride for step, stride in zip(steps, source.strides, strict=True)
    )
    kept = _kept_dims(op)
    return (
        replace(
            source,
            offset=offset,
            sizes=tuple(sizes[dim] for dim in kept),
            strides=tuple(strides[dim] for dim in kept),
        ),
    )


@OPERATIONS.impl(memref.ReinterpretCastOp)
def run_reinterpret_cast(
    interp: SimulatorInterpreter, op: memref.ReinterpretCastOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    (offset,) = static_or(op.static_offsets.get_values(), operand("offsets"))
    return (
        replace(
            args[0],
            offset=offset,
            sizes=static_or(op.static_sizes.get_values(), operand("sizes")),
            strides=static_or(op.static_strides.get_values(), operand("strides")),
        ),
    )


@OPERATIONS.impl(memref.ViewOp)
def run_view(interp: SimulatorInterpreter, op: memref.ViewOp, args: Values) -> Values:
    source, shift, *dynamic = args
    type_ = cast("MemRefType[Any]", op.result.type)
    format_, inner = element_format(type_.element_type)
    sizes = static_or(type_.get_shape(), dynamic)
    view = MemRef(
        source.buffer,
        source.base + (source.offset + shift),
        INDEX(0),
        sizes,
        row_major(sizes),
        format_,
        inner,
    )
    needed: Any = shift + view.element_bytes
    for size in sizes:
        needed = shift + (needed - shift) * size
    outside = (shift < 0) | (needed > source.sizes[0])
    if interp.mask is not None and np.ndim(outside):
        outside = outside & interp.mask
    if np.any(outside):
        interp.fail(
            op,
            Fault.OUT_OF_BOUNDS,
            f"the view ends at byte {int(np.max(needed))} of "
            f"{int(np.max(source.sizes[0]))}",
            buffer=source.buffer,
            lanes=outside,
        )
    if not np.ndim(view.base):
        view = replace(view, base=int(view.base))
    return (view,)


@OPERATIONS.impl(memref.ExpandShapeOp)
def run_expand_shape(
    interp: SimulatorInterpreter, op: memref.ExpandShapeOp, args: Values
) -> Values:
    source: MemRef = args[0]
    sizes = static_or(op.static_output_shape.get_values(), args[1:])
    strides: list[Any] = []
    for group, size, stride in zip(
        _reassociation(op), source.sizes, source.strides, strict=True
    ):
        group_sizes = [sizes[dim] for dim in group]
        if np.any(product(group_sizes) != size):
            interp.fail(
                op,
                Fault.INVALID,
                f"dimensions {group} do not have {size} elements together",
                buffer=source.buffer,
            )
        strides += [step * stride for step in row_major(group_sizes)]
    strides += [INDEX(1)] * (len(sizes) - len(strides))
    return (replace(source, sizes=sizes, strides=tuple(strides)),)


@OPERATIONS.impl(memref.CollapseShapeOp)
def run_collapse_shape(
    interp: SimulatorInterpreter, op: memref.CollapseShapeOp, args: Values
) -> Values:
    source: MemRef = args[0]
    sizes: list[Any] = []
    strides: list[Any] = []
    for group in _reassociation(op):
        sizes.append(product([source.sizes[dim] for dim in group]))
        # The stride of the innermost dimension that has more than one element.
        stride = source.strides[group[-1]]
        for dim in reversed(group):
            if np.all(source.sizes[dim] != 1):
                stride = source.strides[dim]
                break
        strides.append(stride)
    return (replace(source, sizes=tuple(sizes), strides=tuple(strides)),)


@OPERATIONS.impl(memref.ExtractStridedMetaDataOp)
def run_extract_strided_metadata(
    interp: SimulatorInterpreter, op: memref.ExtractStridedMetaDataOp, args: Values
) -> Values:
    source: MemRef = args[0]
    base = replace(source, offset=INDEX(0), sizes=(), strides=())
    return (
        base,
        INDEX(source.offset) if not np.ndim(source.offset) else source.offset,
        *source.sizes,
        *source.strides,
    )


@OPERATIONS.impl(memref.ExtractAlignedPointerAsIndexOp)
def run_extract_aligned_pointer(
    interp: SimulatorInterpreter,
    op: memref.ExtractAlignedPointerAsIndexOp,
    args: Values,
) -> Values:
    source: MemRef = args[0]
    address = interp.machine.address_of(source.buffer)
    return (INDEX(address) + source.base,)


@OPERATIONS.impl(our_memref.ReshapeOp)
def run_reshape(
    interp: SimulatorInterpreter, op: our_memref.ReshapeOp, args: Values
) -> Values:
    source, shape = cast("tuple[MemRef, MemRef]", args)
    length = np.arange(int(shape.sizes[0]))
    numbers = access.read(interp, op, shape, (length,), inner=1)
    sizes = tuple(INDEX(size) for size in numbers)
    if product(sizes) != product(source.sizes):
        interp.fail(
            op,
            Fault.INVALID,
            f"{product(source.sizes)} elements reshaped to {product(sizes)}",
            buffer=source.buffer,
        )
    value = replace(source, sizes=sizes, strides=row_major(sizes))
    if isinstance(op.result.type, MemRefType):
        _check_cast(interp, op, value, cast("MemRefType[Any]", op.result.type))
    return (value,)


@OPERATIONS.impl(our_memref.TransposeOp)
def run_transpose(
    interp: SimulatorInterpreter, op: our_memref.TransposeOp, args: Values
) -> Values:
    source: MemRef = args[0]
    order = op.permutation.data.eval(range(source.rank), ())
    return (
        replace(
            source,
            sizes=tuple(source.sizes[dim] for dim in order),
            strides=tuple(source.strides[dim] for dim in order),
        ),
    )


@OPERATIONS.impl(our_memref.DistinctObjectsOp)
def run_distinct_objects(
    interp: SimulatorInterpreter, op: our_memref.DistinctObjectsOp, args: Values
) -> Values:
    return args


@OPERATIONS.impl(memref.AssumeAlignmentOp)
def run_assume_alignment(
    interp: SimulatorInterpreter, op: memref.AssumeAlignmentOp, args: Values
) -> Values:
    return args


def _reassociation(
    op: memref.ExpandShapeOp | memref.CollapseShapeOp,
) -> list[list[int]]:
    return [[dim.value.data for dim in group.data] for group in op.reassociation.data]


def _kept_dims(op: memref.SubviewOp) -> list[int]:
    """The dimensions of the source that a subview keeps: of size one, some may go."""
    sizes = op.static_sizes.get_values()
    result = strides_of(cast("MemRefType[Any]", op.result.type))
    full = subview_type(
        cast("MemRefType[Any]", op.source.type),
        op.static_offsets.get_values(),
        sizes,
        op.static_strides.get_values(),
    )
    full_strides = strides_of(full)
    assert result is not None
    assert full_strides is not None
    dropped = dropped_dims(full_strides, sizes, result) or ()
    return [dim for dim in range(len(sizes)) if dim not in dropped]


def _check_cast(
    interp: SimulatorInterpreter, op: Operation, value: MemRef, type_: MemRefType[Any]
) -> None:
    if value.rank != type_.get_num_dims():
        interp.fail(
            op,
            Fault.INVALID,
            f"a memref of rank {value.rank} is cast to {type_}",
            buffer=value.buffer,
        )
    for size, static in zip(value.sizes, type_.get_shape(), strict=True):
        if static != DYNAMIC_INDEX and np.any(size != static):
            interp.fail(
                op,
                Fault.INVALID,
                f"a memref of sizes {shape_text(value)} is cast to {type_}",
                buffer=value.buffer,
            )
