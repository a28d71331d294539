"""`memref`: memory taken and given back, and globals."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any, cast

import numpy as np
from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    MemRefType,
    UnitAttr,
)
from xdsl.dialects.memref import AllocaScopeReturnOp

from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.dialects import memref as our_memref
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
)
from xdsl_gpu_ext.simulator.machine import Place
from xdsl_gpu_ext.simulator.memory import Buffer, MemRef, Space
from xdsl_gpu_ext.simulator.numerics import (
    INDEX,
    UnsupportedTypeError,
)
from xdsl_gpu_ext.simulator.operations.arith import attribute_value
from xdsl_gpu_ext.simulator.operations.memref.common import (
    alloca_scope,
    allocate,
    copy_elements,
    described_layout,
    element_format,
    free,
    space_of,
)

OPERATIONS = Operations()


@OPERATIONS.impl(memref.AllocOp)
def run_alloc(interp: SimulatorInterpreter, op: memref.AllocOp, args: Values) -> Values:
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


@OPERATIONS.impl(memref.AllocaOp)
def run_alloca(
    interp: SimulatorInterpreter, op: memref.AllocaOp, args: Values
) -> Values:
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


@OPERATIONS.impl(memref.AllocaScopeOp)
def run_alloca_scope(
    interp: SimulatorInterpreter, op: memref.AllocaScopeOp, args: Values
) -> Values:
    with alloca_scope(interp, op):
        return interp.run_region(op.scope, ())


OPERATIONS.leaves(AllocaScopeReturnOp)


@OPERATIONS.impl(memref.DeallocOp)
def run_dealloc(
    interp: SimulatorInterpreter, op: memref.DeallocOp, args: Values
) -> Values:
    free(interp, op, args[0], on_device=False)
    return ()


@OPERATIONS.impl(our_memref.ReallocOp)
def run_realloc(
    interp: SimulatorInterpreter, op: our_memref.ReallocOp, args: Values
) -> Values:
    source, *dynamic = args
    space = space_of(interp, cast("MemRefType[Any]", op.result.type))
    value = allocate(interp, op, op.result, dynamic, (), space)
    interp.machine.count_allocation(value.buffer)
    if any(np.ndim(size) for size in (*source.sizes, *value.sizes)):
        raise UnsupportedTypeError(f"{op.name} to sizes that differ by thread")
    kept = (np.minimum(source.sizes[0], value.sizes[0]),)
    copy_elements(interp, op, replace(source, sizes=kept), replace(value, sizes=kept))
    free(interp, op, source, on_device=False)
    return (value,)


@OPERATIONS.impl(memref.GetGlobalOp)
def run_get_global(
    interp: SimulatorInterpreter, op: memref.GetGlobalOp, args: Values
) -> Values:
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
        buffer = _new_global(interp, definition, type_)
    return (MemRef(buffer, 0, offset, sizes, strides, format_, inner),)


def _new_global(
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
