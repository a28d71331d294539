"""`affine`: loops, conditions and accesses by affine maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from typing import Any

import numpy as np
from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, IntegerAttr, StringAttr
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
from xdsl.ir import Attribute, Operation
from xdsl.ir.affine import AffineMap, AffineSet
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects import affine as our_affine
from xdsl_gpu_ext.mlir.dialects.arith.atomics import AtomicRMWKind
from xdsl_gpu_ext.simulator import access
from xdsl_gpu_ext.simulator.functions.control import run_cases, run_loop
from xdsl_gpu_ext.simulator.functions.memref import dma
from xdsl_gpu_ext.simulator.functions.memref.atomic import combine
from xdsl_gpu_ext.simulator.functions.vector.common import contiguous_indices
from xdsl_gpu_ext.simulator.interpreter import (
    groups,
    simulator,
)
from xdsl_gpu_ext.simulator.numerics import (
    INDEX,
    number_format,
    rank,
    static_or,
    value_shape,
)


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


@register_impls
class AffineFunctions(InterpreterFunctions):
    """Implementations of `affine`."""

    @impl_terminator(affine.YieldOp)
    def run_yield(
        self, interpreter: Interpreter, op: affine.YieldOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()

    @impl(affine.ApplyOp)
    def run_apply(
        self, interpreter: Interpreter, op: affine.ApplyOp, args: PythonValues
    ) -> PythonValues:
        return apply_map(op.map.data, args)

    @impl(affine.MinOp)
    def run_min(
        self, interpreter: Interpreter, op: affine.MinOp, args: PythonValues
    ) -> PythonValues:
        return (_smallest(apply_map(op.map.data, args)),)

    @impl(our_affine.MaxOp)
    def run_max(
        self, interpreter: Interpreter, op: our_affine.MaxOp, args: PythonValues
    ) -> PythonValues:
        return (_largest(apply_map(op.map.data, args)),)

    @impl(our_affine.AffineDelinearizeIndexOp)
    def run_delinearize_index(
        self,
        interpreter: Interpreter,
        op: our_affine.AffineDelinearizeIndexOp,
        args: PythonValues,
    ) -> PythonValues:
        rest, *dynamic = args
        basis = static_or(op.static_basis.get_values(), dynamic)
        # A bound of the outermost index does not count.
        inner = basis[len(basis) - len(op.multi_index) + 1 :]
        indices: list[Any] = []
        for size in reversed(inner):
            indices.append(rest % size)
            rest = rest // size
        return (rest, *reversed(indices))

    @impl(our_affine.AffineLinearizeIndexOp)
    def run_linearize_index(
        self,
        interpreter: Interpreter,
        op: our_affine.AffineLinearizeIndexOp,
        args: PythonValues,
    ) -> PythonValues:
        indices = args[: len(op.multi_index)]
        basis = static_or(op.static_basis.get_values(), args[len(indices) :])
        linear = indices[0]
        for index, size in zip(indices[1:], basis[len(basis) - len(indices) + 1 :]):
            linear = linear * size + index
        return (linear,)

    @impl(our_affine.PrefetchOp)
    def run_prefetch(
        self, interpreter: Interpreter, op: our_affine.PrefetchOp, args: PythonValues
    ) -> PythonValues:
        return ()

    @impl(affine.ForOp)
    def run_for(
        self, interpreter: Interpreter, op: affine.ForOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        operand = groups(interp, op, args)
        lower = apply_map(op.lowerBoundMap.data, operand("lowerBoundOperands"))
        upper = apply_map(op.upperBoundMap.data, operand("upperBoundOperands"))

        def body(index: Any, carried: PythonValues) -> PythonValues:
            return interp.run_ssacfg_region(op.body, (index, *carried))

        return run_loop(
            interp,
            op,
            _largest(lower),
            _smallest(upper),
            INDEX(op.step.value.data),
            tuple(operand("inits")),
            body,
        )

    @impl(affine.IfOp)
    def run_if(
        self, interpreter: Interpreter, op: affine.IfOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        condition = _is_in(op.condition.data, args)
        if np.ndim(condition) == 0:
            region = op.then_region if condition else op.else_region
            return interp.run_ssacfg_region(region, ())
        return run_cases(
            interp,
            op,
            [
                (condition, lambda: interp.run_ssacfg_region(op.then_region, ())),
                (~condition, lambda: interp.run_ssacfg_region(op.else_region, ())),
            ],
        )

    @impl(affine.ParallelOp)
    def run_parallel(
        self, interpreter: Interpreter, op: affine.ParallelOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
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

        def nest(indices: PythonValues, carried: PythonValues) -> PythonValues:
            dim = len(indices)
            if dim == len(lower):
                values = interp.run_ssacfg_region(op.body, indices)
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

    @impl(affine.LoadOp)
    def run_load(
        self, interpreter: Interpreter, op: affine.LoadOp, args: PythonValues
    ) -> PythonValues:
        source, *operands = args
        indices = _access_indices(op, op.map, operands)
        return (access.read(simulator(interpreter), op, source, indices),)

    @impl(affine.StoreOp)
    def run_store(
        self, interpreter: Interpreter, op: affine.StoreOp, args: PythonValues
    ) -> PythonValues:
        value, target, *operands = args
        indices = _access_indices(op, op.map, operands)
        access.write(simulator(interpreter), op, target, indices, value)
        return ()

    @impl(affine.VectorLoadOp)
    def run_vector_load(
        self, interpreter: Interpreter, op: affine.VectorLoadOp, args: PythonValues
    ) -> PythonValues:
        source, *operands = args
        indices = contiguous_indices(
            _access_indices(op, op.map, operands), value_shape(op.result.type)
        )
        inner = rank(op.result.type)
        return (access.read(simulator(interpreter), op, source, indices, inner=inner),)

    @impl(affine.VectorStoreOp)
    def run_vector_store(
        self, interpreter: Interpreter, op: affine.VectorStoreOp, args: PythonValues
    ) -> PythonValues:
        value, target, *operands = args
        indices = contiguous_indices(
            _access_indices(op, op.map, operands), value_shape(op.value.type)
        )
        inner = rank(op.value.type)
        access.write(simulator(interpreter), op, target, indices, value, inner=inner)
        return ()

    @impl(our_affine.AffineDmaStartOp)
    def run_dma_start(
        self,
        interpreter: Interpreter,
        op: our_affine.AffineDmaStartOp,
        args: PythonValues,
    ) -> PythonValues:
        rest = iter(args)
        source, target, tag = (
            _element(rest, map_) for map_ in (op.src_map, op.dst_map, op.tag_map)
        )
        count, *stride = rest
        transfer = dma.Transfer(op, source, target, count, stride)
        dma.start(simulator(interpreter), transfer, tag)
        return ()

    @impl(our_affine.AffineDmaWaitOp)
    def run_dma_wait(
        self,
        interpreter: Interpreter,
        op: our_affine.AffineDmaWaitOp,
        args: PythonValues,
    ) -> PythonValues:
        dma.wait(simulator(interpreter), op, _element(iter(args), op.tag_map))
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
