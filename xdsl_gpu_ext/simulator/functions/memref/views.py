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
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl,
    register_impls,
)
from xdsl.ir import Operation

from xdsl_gpu_ext.dialects import memref as our_memref
from xdsl_gpu_ext.dialects.memref.subview import dropped_dims, subview_type
from xdsl_gpu_ext.mlir.ir.memref_layout import strides_of
from xdsl_gpu_ext.simulator import access
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.functions.memref.common import (
    element_format,
    product,
    shape_text,
)
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
    simulator,
)
from xdsl_gpu_ext.simulator.memory import MemRef, row_major
from xdsl_gpu_ext.simulator.numerics import (
    INDEX,
    static_or,
)


@register_impls
class MemRefViewFunctions(InterpreterFunctions):
    """Implementations of views."""

    @impl(memref.CastOp)
    def run_cast(
        self, interpreter: Interpreter, op: memref.CastOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        (value,) = args
        if isinstance(op.dest.type, MemRefType):
            _check_cast(interp, op, value, cast("MemRefType[Any]", op.dest.type))
        return (value,)

    @impl(memref.MemorySpaceCastOp)
    def run_memory_space_cast(
        self, interpreter: Interpreter, op: memref.MemorySpaceCastOp, args: PythonValues
    ) -> PythonValues:
        return args

    @impl(memref.DimOp)
    def run_dim(
        self, interpreter: Interpreter, op: memref.DimOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        value, index = args
        if np.ndim(index):
            sizes = np.stack(np.broadcast_arrays(*value.sizes))
            return (
                np.take_along_axis(np.atleast_2d(sizes.T), index[:, None], 1)[:, 0],
            )
        if not 0 <= index < value.rank:
            interp.fail(
                op,
                Fault.OUT_OF_BOUNDS,
                f"dimension {int(index)} of a memref of rank {value.rank}",
                buffer=value.buffer,
            )
        return (value.sizes[int(index)],)

    @impl(memref.RankOp)
    def run_rank(
        self, interpreter: Interpreter, op: memref.RankOp, args: PythonValues
    ) -> PythonValues:
        return (INDEX(args[0].rank),)

    @impl(memref.SubviewOp)
    def run_subview(
        self, interpreter: Interpreter, op: memref.SubviewOp, args: PythonValues
    ) -> PythonValues:
        operand = groups(simulator(interpreter), op, args)
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

    @impl(memref.ReinterpretCastOp)
    def run_reinterpret_cast(
        self, interpreter: Interpreter, op: memref.ReinterpretCastOp, args: PythonValues
    ) -> PythonValues:
        operand = groups(simulator(interpreter), op, args)
        (offset,) = static_or(op.static_offsets.get_values(), operand("offsets"))
        return (
            replace(
                args[0],
                offset=offset,
                sizes=static_or(op.static_sizes.get_values(), operand("sizes")),
                strides=static_or(op.static_strides.get_values(), operand("strides")),
            ),
        )

    @impl(memref.ViewOp)
    def run_view(
        self, interpreter: Interpreter, op: memref.ViewOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
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

    @impl(memref.ExpandShapeOp)
    def run_expand_shape(
        self, interpreter: Interpreter, op: memref.ExpandShapeOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
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

    @impl(memref.CollapseShapeOp)
    def run_collapse_shape(
        self, interpreter: Interpreter, op: memref.CollapseShapeOp, args: PythonValues
    ) -> PythonValues:
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

    @impl(memref.ExtractStridedMetaDataOp)
    def run_extract_strided_metadata(
        self,
        interpreter: Interpreter,
        op: memref.ExtractStridedMetaDataOp,
        args: PythonValues,
    ) -> PythonValues:
        source: MemRef = args[0]
        base = replace(source, offset=INDEX(0), sizes=(), strides=())
        return (
            base,
            INDEX(source.offset) if not np.ndim(source.offset) else source.offset,
            *source.sizes,
            *source.strides,
        )

    @impl(memref.ExtractAlignedPointerAsIndexOp)
    def run_extract_aligned_pointer(
        self,
        interpreter: Interpreter,
        op: memref.ExtractAlignedPointerAsIndexOp,
        args: PythonValues,
    ) -> PythonValues:
        source: MemRef = args[0]
        address = simulator(interpreter).machine.address_of(source.buffer)
        return (INDEX(address) + source.base,)

    @impl(our_memref.ReshapeOp)
    def run_reshape(
        self, interpreter: Interpreter, op: our_memref.ReshapeOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
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

    @impl(our_memref.TransposeOp)
    def run_transpose(
        self, interpreter: Interpreter, op: our_memref.TransposeOp, args: PythonValues
    ) -> PythonValues:
        source: MemRef = args[0]
        order = op.permutation.data.eval(range(source.rank), ())
        return (
            replace(
                source,
                sizes=tuple(source.sizes[dim] for dim in order),
                strides=tuple(source.strides[dim] for dim in order),
            ),
        )

    @impl(our_memref.DistinctObjectsOp)
    def run_distinct_objects(
        self,
        interpreter: Interpreter,
        op: our_memref.DistinctObjectsOp,
        args: PythonValues,
    ) -> PythonValues:
        return args

    @impl(memref.AssumeAlignmentOp)
    def run_assume_alignment(
        self, interpreter: Interpreter, op: memref.AssumeAlignmentOp, args: PythonValues
    ) -> PythonValues:
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
