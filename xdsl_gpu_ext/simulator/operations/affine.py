"""`affine`: loops, conditions and accesses by affine maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from typing import Any

import numpy as np
from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, IntegerAttr, StringAttr
from xdsl.ir import Attribute, Operation
from xdsl.ir.affine import AffineMap, AffineSet
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects import affine as our_affine
from xdsl_gpu_ext.mlir.dialects.arith.atomics import AtomicRMWKind
from xdsl_gpu_ext.simulator import access
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
)
from xdsl_gpu_ext.simulator.numerics import (
    INDEX,
    number_format,
    rank,
    static_or,
    value_shape,
)
from xdsl_gpu_ext.simulator.operations.control import run_cases, run_loop
from xdsl_gpu_ext.simulator.operations.memref import dma
from xdsl_gpu_ext.simulator.operations.memref.atomic import combine
from xdsl_gpu_ext.simulator.operations.vector.common import contiguous_indices

OPERATIONS = Operations()


def apply_map(map_: AffineMap, operands: Sequence[Any]) -> tuple[Any, ...]:
    """The results of `map_` for the values of its dimensions and then its symbols."""
    dims, symbols = operands[: map_.num_dims], operands[map_.num_dims :]
    results = (expr.eval(dims, symbols) for expr in map_.results)
    return tuple(
        value if isinstance(value, np.ndarray | np.generic) else INDEX(value)
        for value in results
    )


def _largest(values: Sequence[Any]) -> Any:
    return reduce(np.maximum, values)


def _smallest(values: Sequence[Any]) -> Any:
    return reduce(np.minimum, values)


def _is_in(set_: AffineSet, operands: Sequence[Any]) -> Any:
    dims, symbols = operands[: set_.num_dims], operands[set_.num_dims :]
    result: Any = np.bool_(True)
    for constraint in set_.constraints:
        lhs = constraint.lhs.eval(dims, symbols)
        rhs = constraint.rhs.eval(dims, symbols)
        match constraint.kind.value:
            case ">=":
                holds = np.greater_equal(lhs, rhs)
            case "<=":
                holds = np.less_equal(lhs, rhs)
            case _:
                holds = np.equal(lhs, rhs)
        result = result & holds
    return result


def _access_indices(
    op: Operation, map_: AffineMapAttr | None, operands: Sequence[Any]
) -> tuple[Any, ...]:
    return tuple(operands) if map_ is None else apply_map(map_.data, operands)


OPERATIONS.leaves(affine.YieldOp)


@OPERATIONS.impl(affine.ApplyOp)
def run_apply(interp: SimulatorInterpreter, op: affine.ApplyOp, args: Values) -> Values:
    return apply_map(op.map.data, args)


@OPERATIONS.impl(affine.MinOp)
def run_min(interp: SimulatorInterpreter, op: affine.MinOp, args: Values) -> Values:
    return (_smallest(apply_map(op.map.data, args)),)


@OPERATIONS.impl(our_affine.MaxOp)
def run_max(interp: SimulatorInterpreter, op: our_affine.MaxOp, args: Values) -> Values:
    return (_largest(apply_map(op.map.data, args)),)


@OPERATIONS.impl(our_affine.AffineDelinearizeIndexOp)
def run_delinearize_index(
    interp: SimulatorInterpreter, op: our_affine.AffineDelinearizeIndexOp, args: Values
) -> Values:
    rest, *dynamic = args
    basis = static_or(op.static_basis.get_values(), dynamic)
    # A bound of the outermost index does not count.
    inner = basis[len(basis) - len(op.multi_index) + 1 :]
    indices: list[Any] = []
    for size in reversed(inner):
        indices.append(rest % size)
        rest = rest // size
    return (rest, *reversed(indices))


@OPERATIONS.impl(our_affine.AffineLinearizeIndexOp)
def run_linearize_index(
    interp: SimulatorInterpreter, op: our_affine.AffineLinearizeIndexOp, args: Values
) -> Values:
    indices = args[: len(op.multi_index)]
    basis = static_or(op.static_basis.get_values(), args[len(indices) :])
    linear = indices[0]
    for index, size in zip(indices[1:], basis[len(basis) - len(indices) + 1 :]):
        linear = linear * size + index
    return (linear,)


@OPERATIONS.impl(our_affine.PrefetchOp)
def run_prefetch(
    interp: SimulatorInterpreter, op: our_affine.PrefetchOp, args: Values
) -> Values:
    return ()


@OPERATIONS.impl(affine.ForOp)
def run_for(interp: SimulatorInterpreter, op: affine.ForOp, args: Values) -> Values:
    operand = groups(interp, op, args)
    lower = apply_map(op.lowerBoundMap.data, operand("lowerBoundOperands"))
    upper = apply_map(op.upperBoundMap.data, operand("upperBoundOperands"))

    def body(index: Any, carried: Values) -> Values:
        return interp.run_region(op.body, (index, *carried))

    return run_loop(
        interp,
        op,
        _largest(lower),
        _smallest(upper),
        INDEX(op.step.value.data),
        tuple(operand("inits")),
        body,
    )


@OPERATIONS.impl(affine.IfOp)
def run_if(interp: SimulatorInterpreter, op: affine.IfOp, args: Values) -> Values:
    condition = _is_in(op.condition.data, args)
    if np.ndim(condition) == 0:
        region = op.then_region if condition else op.else_region
        return interp.run_region(region, ())
    return run_cases(
        interp,
        op,
        [
            (condition, lambda: interp.run_region(op.then_region, ())),
            (~condition, lambda: interp.run_region(op.else_region, ())),
        ],
    )


@OPERATIONS.impl(affine.ParallelOp)
def run_parallel(
    interp: SimulatorInterpreter, op: affine.ParallelOp, args: Values
) -> Values:
    lower_map, upper_map = op.lowerBoundsMap.data, op.upperBoundsMap.data
    split = lower_map.num_dims + lower_map.num_symbols
    lower = _grouped(
        apply_map(lower_map, args[:split]), op.lowerBoundsGroups.get_values()
    )
    upper = _grouped(
        apply_map(upper_map, args[split:]), op.upperBoundsGroups.get_values()
    )
    steps = [INDEX(step.value.data) for step in op.steps.data]
    combines = [
        combine(_reduction_name(kind), number_format(result.type))
        for kind, result in zip(op.reductions.data, op.res, strict=True)
    ]

    def nest(indices: Values, carried: Values) -> Values:
        dim = len(indices)
        if dim == len(lower):
            values = interp.run_region(op.body, indices)
            if not carried:
                return values
            return tuple(
                combine_two(old, value)
                for combine_two, old, value in zip(combines, carried, values)
            )
        return run_loop(
            interp,
            op,
            _largest(lower[dim]),
            _smallest(upper[dim]),
            steps[dim],
            carried,
            lambda index, carried: nest((*indices, index), carried),
        )

    return nest((), ())


@OPERATIONS.impl(affine.LoadOp)
def run_load(interp: SimulatorInterpreter, op: affine.LoadOp, args: Values) -> Values:
    source, *operands = args
    indices = _access_indices(op, op.map, operands)
    return (access.read(interp, op, source, indices),)


@OPERATIONS.impl(affine.StoreOp)
def run_store(interp: SimulatorInterpreter, op: affine.StoreOp, args: Values) -> Values:
    value, target, *operands = args
    indices = _access_indices(op, op.map, operands)
    access.write(interp, op, target, indices, value)
    return ()


@OPERATIONS.impl(affine.VectorLoadOp)
def run_vector_load(
    interp: SimulatorInterpreter, op: affine.VectorLoadOp, args: Values
) -> Values:
    source, *operands = args
    indices = contiguous_indices(
        _access_indices(op, op.map, operands), value_shape(op.result.type)
    )
    inner = rank(op.result.type)
    return (access.read(interp, op, source, indices, inner=inner),)


@OPERATIONS.impl(affine.VectorStoreOp)
def run_vector_store(
    interp: SimulatorInterpreter, op: affine.VectorStoreOp, args: Values
) -> Values:
    value, target, *operands = args
    indices = contiguous_indices(
        _access_indices(op, op.map, operands), value_shape(op.value.type)
    )
    inner = rank(op.value.type)
    access.write(interp, op, target, indices, value, inner=inner)
    return ()


@OPERATIONS.impl(our_affine.AffineDmaStartOp)
def run_dma_start(
    interp: SimulatorInterpreter, op: our_affine.AffineDmaStartOp, args: Values
) -> Values:
    rest = iter(args)
    source, target, tag = (
        _element(rest, map_) for map_ in (op.src_map, op.dst_map, op.tag_map)
    )
    count, *stride = rest
    transfer = dma.Transfer(op, source, target, count, stride)
    dma.start(interp, transfer, tag)
    return ()


@OPERATIONS.impl(our_affine.AffineDmaWaitOp)
def run_dma_wait(
    interp: SimulatorInterpreter, op: our_affine.AffineDmaWaitOp, args: Values
) -> Values:
    dma.wait(interp, op, _element(iter(args), op.tag_map))
    return ()


def _element(args: Iterator[Any], map_: AffineMapAttr) -> dma.Element:
    """The next element of the operands: a memref, and the operands of its map."""
    memref = next(args)
    count = map_.data.num_dims + map_.data.num_symbols
    return dma.Element(memref, apply_map(map_.data, tuple(islice(args, count))))


def _reduction_name(kind: Attribute) -> str:
    """The name of a reduction: xDSL writes it out, LLVM gives it a number."""
    if isinstance(kind, StringAttr):
        return kind.data
    assert isa(kind, IntegerAttr)
    return AtomicRMWKind.of(kind)


def _grouped(values: Sequence[Any], sizes: Sequence[int]) -> list[Sequence[Any]]:
    """`values` in consecutive groups of `sizes`."""
    result: list[Sequence[Any]] = []
    start = 0
    for size in sizes:
        result.append(values[start : start + size])
        start += size
    return result
