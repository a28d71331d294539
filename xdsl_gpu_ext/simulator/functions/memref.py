"""`memref`: allocation, access, views and atomics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any, cast

import numpy as np
from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    MemRefType,
    NoneAttr,
    UnitAttr,
)
from xdsl.dialects.memref import AllocaScopeReturnOp
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    ReturnedValues,
    TerminatorValue,
    impl,
    impl_terminator,
    register_impls,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.dialects import memref as our_memref
from xdsl_gpu_ext.dialects.memref.layout import strides_of
from xdsl_gpu_ext.dialects.memref.subview import dropped_dims, subview_type
from xdsl_gpu_ext.dialects.xegpu.constraints import is_shared_memory
from xdsl_gpu_ext.simulator import access
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.functions.arith import attribute_value
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
    simulator,
)
from xdsl_gpu_ext.simulator.machine import Place
from xdsl_gpu_ext.simulator.memory import Buffer, MemRef, Space, row_major
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
        buffer, base = interp.team.allocate(interp, op, value, bytes_, space)
    else:
        buffer = interp.machine.allocate(space, int(bytes_), value=value, op=op)
        base = 0
    return MemRef(buffer, base, offset, sizes, strides, format_, inner)


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
                f"the sizes differ: {_shape(source)} and {_shape(target)}",
                buffer=target.buffer,
            )
    if any(np.ndim(size) for size in source.sizes):
        raise UnsupportedTypeError(f"{op.name} of sizes that differ between threads")
    access.copy(interp, op, source, target, anywhere=anywhere)


def _shape(memref_: MemRef) -> str:
    return "x".join(str(int(np.max(size))) for size in memref_.sizes) or "one element"


def free(
    interp: SimulatorInterpreter, op: Operation, value: MemRef, *, on_device: bool
) -> None:
    """Free the buffer of `value` by an operation for memory of the device or host."""
    buffer = value.buffer
    if buffer.is_freed:
        interp.fail(op, Fault.DOUBLE_FREE, "the buffer was freed before", buffer=buffer)
    if buffer.is_pending:
        access.check_reachable(interp, op, buffer)
    allowed = (
        buffer.space.is_device
        if on_device
        else buffer.space in (Space.HOST, Space.PRIVATE, Space.WORKGROUP)
    )
    if not allowed or buffer.is_static:
        what = "a static buffer" if buffer.is_static else buffer.space.value
        interp.fail(op, Fault.BAD_FREE, f"{op.name} cannot free {what}", buffer=buffer)
    access.record(interp, op, buffer, slice(None), 1, is_write=True)
    buffer.is_freed = True
    buffer.freed_by = op
    interp.machine.count_free(buffer)


@register_impls
class MemRefFunctions(InterpreterFunctions):
    """Implementations of `memref`."""

    # Allocation

    @impl(memref.AllocOp)
    def run_alloc(
        self, interpreter: Interpreter, op: memref.AllocOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        operand = groups(interp, op, args)
        value = allocate(
            interp,
            op,
            op.memref,
            operand("dynamic_sizes"),
            operand("symbol_operands"),
            space_of(interp, cast("MemRefType[Any]", op.memref.type)),
        )
        interp.machine.count_allocation(value.buffer)
        return (value,)

    @impl(memref.AllocaOp)
    def run_alloca(
        self, interpreter: Interpreter, op: memref.AllocaOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        operand = groups(interp, op, args)
        space = space_of(interp, cast("MemRefType[Any]", op.memref.type))
        value = allocate(
            interp,
            op,
            op.memref,
            operand("dynamic_sizes"),
            operand("symbol_operands"),
            space,
        )
        value.buffer.is_static = True
        if space is not Space.WORKGROUP:
            interp.allocas.append(value.buffer)
        return (value,)

    @impl(memref.AllocaScopeOp)
    def run_alloca_scope(
        self, interpreter: Interpreter, op: memref.AllocaScopeOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        outer, interp.allocas = interp.allocas, []
        try:
            return interp.run_ssacfg_region(op.scope, ())
        finally:
            for buffer in interp.allocas:
                buffer.is_freed = True
                buffer.freed_by = op
            interp.allocas = outer

    @impl_terminator(AllocaScopeReturnOp)
    def run_alloca_scope_return(
        self, interpreter: Interpreter, op: AllocaScopeReturnOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()

    @impl(memref.DeallocOp)
    def run_dealloc(
        self, interpreter: Interpreter, op: memref.DeallocOp, args: PythonValues
    ) -> PythonValues:
        free(simulator(interpreter), op, args[0], on_device=False)
        return ()

    @impl(our_memref.ReallocOp)
    def run_realloc(
        self, interpreter: Interpreter, op: our_memref.ReallocOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        source, *dynamic = args
        space = space_of(interp, cast("MemRefType[Any]", op.result.type))
        value = allocate(interp, op, op.result, dynamic, (), space)
        interp.machine.count_allocation(value.buffer)
        if any(np.ndim(size) for size in (*source.sizes, *value.sizes)):
            raise UnsupportedTypeError(f"{op.name} to sizes that differ by thread")
        kept = (np.minimum(source.sizes[0], value.sizes[0]),)
        copy_elements(
            interp, op, replace(source, sizes=kept), replace(value, sizes=kept)
        )
        free(interp, op, source, on_device=False)
        return (value,)

    @impl(memref.GetGlobalOp)
    def run_get_global(
        self, interpreter: Interpreter, op: memref.GetGlobalOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        definition = interp.code.symbol(op, op.name_)
        if not isinstance(definition, memref.GlobalOp):
            interp.fail(op, Fault.INVALID, f"no global {op.name_}")
        type_ = cast("MemRefType[Any]", op.memref.type)
        format_, inner = element_format(type_.element_type)
        sizes = tuple(INDEX(size) for size in type_.get_shape())
        offset, strides = described_layout(type_, sizes, ())
        if interp.place is Place.DEVICE and space_of(interp, type_) is Space.WORKGROUP:
            value = allocate(interp, definition, op.memref, (), (), Space.WORKGROUP)
            return (value,)
        buffer = interp.machine.globals.get(definition)
        if buffer is None:
            buffer = self._new_global(interp, definition, type_)
        return (MemRef(buffer, 0, offset, sizes, strides, format_, inner),)

    def _new_global(
        self,
        interp: SimulatorInterpreter,
        definition: memref.GlobalOp,
        type_: MemRefType[Any],
    ) -> Buffer:
        format_, inner = element_format(type_.element_type)
        is_device = isinstance(definition.parent_op(), gpu.ModuleOp)
        buffer = interp.machine.allocate(
            Space.DEVICE if is_device else Space.HOST,
            prod(type_.get_shape()) * format_.itemsize * prod(inner),
            value=None,
            op=definition,
        )
        buffer.name = f"@{definition.sym_name.data}"
        buffer.is_static = True
        buffer.is_constant = definition.constant is not None
        initial = definition.properties.get("initial_value")
        if initial is not None and not isinstance(initial, UnitAttr):
            numbers = attribute_value(initial, type_.element_type)
            buffer.view(format_.dtype)[: numbers.size] = numbers.reshape(-1)
            buffer.written = None
        interp.machine.globals[definition] = buffer
        return buffer

    # Access

    @impl(memref.LoadOp)
    def run_load(
        self, interpreter: Interpreter, op: memref.LoadOp, args: PythonValues
    ) -> PythonValues:
        return (access.read(simulator(interpreter), op, args[0], args[1:]),)

    @impl(memref.StoreOp)
    def run_store(
        self, interpreter: Interpreter, op: memref.StoreOp, args: PythonValues
    ) -> PythonValues:
        value, target, *indices = args
        access.write(simulator(interpreter), op, target, indices, value)
        return ()

    @impl(memref.CopyOp)
    def run_copy(
        self, interpreter: Interpreter, op: memref.CopyOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        source, target = args
        copy_elements(interp, op, source, target)
        if interp.place is Place.HOST:
            interp.machine.count_copy(source.buffer, target.buffer, whole_bytes(source))
        return ()

    @impl(our_memref.PrefetchOp)
    def run_prefetch(
        self, interpreter: Interpreter, op: our_memref.PrefetchOp, args: PythonValues
    ) -> PythonValues:
        # A hint: of an address that nobody may read, it does no harm.
        return ()

    # Views

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
            if np.any(_product(group_sizes) != size):
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
            sizes.append(_product([source.sizes[dim] for dim in group]))
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
        if _product(sizes) != _product(source.sizes):
            interp.fail(
                op,
                Fault.INVALID,
                f"{_product(source.sizes)} elements reshaped to {_product(sizes)}",
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


def _product(sizes: Sequence[Any]) -> Any:
    total: Any = INDEX(1)
    for size in sizes:
        total = total * size
    return total


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
                f"a memref of sizes {_shape(value)} is cast to {type_}",
                buffer=value.buffer,
            )
