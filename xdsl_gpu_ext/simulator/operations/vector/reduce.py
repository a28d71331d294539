"""`vector`: sums, products and other ways to combine the elements of vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from xdsl.dialects import vector
from xdsl.ir.affine import AffineDimExpr, AffineMap

from xdsl_gpu_ext.mlir.dialects.vector.attributes import IteratorType
from xdsl_gpu_ext.mlir.dialects.vector.reduce import (
    ContractionOp,
    MultiDimReductionOp,
    OuterProductOp,
    ScanOp,
)
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.numerics import (
    Array,
    Format,
    UnsupportedTypeError,
    convert_float,
    fused_multiply_add,
    number_format,
    rank,
    spread,
    where,
)
from xdsl_gpu_ext.simulator.operations.gpu_collective import combine_by
from xdsl_gpu_ext.simulator.operations.math import fma_of

OPERATIONS = Operations()


def _neutral(kind: str, format_: Format) -> Any:
    """What changes nothing when it is combined with another number."""
    if format_.is_float:
        numbers = {
            "add": -0.0,
            "mul": 1.0,
            "minnumf": float("nan"),
            "maxnumf": float("nan"),
            "minimumf": float("inf"),
            "maximumf": float("-inf"),
        }
        return format_.constant(numbers[kind])
    highest = (1 << (format_.width - 1)) - 1
    integers = {
        "add": 0,
        "mul": 1,
        "and": -1,
        "or": 0,
        "xor": 0,
        "minsi": highest,
        "maxsi": -highest - 1,
        "minui": -1,
        "maxui": 0,
    }
    return format_.constant(integers[kind])


def _masked(
    interp: SimulatorInterpreter, value: Any, kind: str, format_: Format
) -> Any:
    """`value`, with what changes nothing where the mask in force is not set."""
    if interp.vector_mask is None:
        return value
    return where(interp.vector_mask.mask, value, _neutral(kind, format_))


def _fold(
    value: Array, dims: Sequence[int], inner: int, start: Any, combine: Any
) -> Any:
    """
    Combine the elements of `value` along `dims` of its `inner` last axes, in their
    order, from `start` if there is one.
    """
    axes = [np.ndim(value) - inner + dim for dim in dims]
    kept = [axis for axis in range(np.ndim(value)) if axis not in axes]
    turned = np.transpose(value, [*axes, *kept])
    parts = turned.reshape(-1, *turned.shape[len(axes) :])
    total = parts[0] if start is None else combine(start, parts[0])
    for part in parts[1:]:
        total = combine(total, part)
    return total


def _as_format(value: Any, from_: Format, to: Format) -> Any:
    """The number that `value` is, in a format that holds more."""
    if to.is_float:
        return convert_float(value, to)
    return to.wrap(from_.signed(value))


def _in_iteration_space(value: Any, map_: AffineMap, lanes: int, space: int) -> Array:
    """`value`, whose dimensions `map_` names, with an axis for each of the loops."""
    dims: list[int] = []
    for expr in map_.results:
        if not isinstance(expr, AffineDimExpr):
            raise UnsupportedTypeError(f"vector.contract with the map {map_}")
        dims.append(expr.position)
    order = sorted(range(len(dims)), key=dims.__getitem__)
    turned = np.transpose(value, [*range(lanes), *(lanes + axis for axis in order)])
    sizes = dict(zip(sorted(dims), turned.shape[lanes:], strict=True))
    return turned.reshape(
        *turned.shape[:lanes], *(sizes.get(dim, 1) for dim in range(space))
    )


OPERATIONS.computes(vector.FMAOp, fma_of)


@OPERATIONS.impl(vector.ReductionOp)
def run_reduction(
    interp: SimulatorInterpreter, op: vector.ReductionOp, args: Values
) -> Values:
    value, *accumulator = args
    format_, kind = number_format(op.vector.type), op.kind.data.value
    value = _masked(interp, value, kind, format_)
    start = accumulator[0] if accumulator else None
    combine = combine_by(kind, format_)
    return (_fold(value, [0], 1, start, combine)[()],)


@OPERATIONS.impl(MultiDimReductionOp)
def run_multi_reduction(
    interp: SimulatorInterpreter, op: MultiDimReductionOp, args: Values
) -> Values:
    value, accumulator = args
    format_, kind = number_format(op.source.type), op.kind.data.value
    value = _masked(interp, value, kind, format_)
    dims = op.reduction_dims.get_values()
    if not dims:
        return (combine_by(kind, format_)(accumulator, value),)
    inner = rank(op.source.type)
    total = _fold(value, dims, inner, accumulator, combine_by(kind, format_))
    return (total[()],)


@OPERATIONS.impl(ScanOp)
def run_scan(interp: SimulatorInterpreter, op: ScanOp, args: Values) -> Values:
    value, total = args
    inner = rank(op.source.type)
    axis = op.reduction_dim.value.data - inner
    combine = combine_by(op.kind.data.value, number_format(op.source.type))
    inclusive = bool(op.inclusive.value.data)
    steps: list[Any] = []
    for number in range(np.shape(value)[axis]):
        part = np.take(value, number, axis)
        if inclusive:
            total = combine(total, part)
            steps.append(total)
        else:
            steps.append(np.broadcast_to(total, np.shape(part)))
            total = combine(total, part)
    return np.stack(np.broadcast_arrays(*steps), axis), total


@OPERATIONS.impl(OuterProductOp)
def run_outerproduct(
    interp: SimulatorInterpreter, op: OuterProductOp, args: Values
) -> Values:
    lhs, rhs, *accumulator = args
    format_, kind = number_format(op.result.type), op.kind.data.value
    if rank(op.rhs.type):
        lhs, rhs = np.expand_dims(lhs, -1), np.expand_dims(rhs, -2)
    else:
        rhs = spread(rhs, 0, rank(op.result.type))
    if not accumulator:
        return (format_.wrap(np.asarray(lhs * rhs)),)
    if kind == "add" and format_.is_float:
        result = fused_multiply_add(lhs, rhs, accumulator[0], format_)
    else:
        product = format_.wrap(np.asarray(lhs * rhs))
        result = combine_by(kind, format_)(accumulator[0], product)
    if interp.vector_mask is not None:
        result = where(interp.vector_mask.mask, result, accumulator[0])
    return (result,)


@OPERATIONS.impl(ContractionOp)
def run_contract(
    interp: SimulatorInterpreter, op: ContractionOp, args: Values
) -> Values:
    lhs, rhs, accumulator = args
    format_, kind = number_format(op.result.type), op.kind.data.value
    left, right, out = (map_.data for map_ in op.indexing_maps.data)
    space = left.num_dims
    factors: list[Array] = []
    for value, of, map_ in ((lhs, op.lhs, left), (rhs, op.rhs, right)):
        wide = _as_format(value, number_format(of.type), format_)
        lanes = np.ndim(value) - rank(of.type)
        factors.append(_in_iteration_space(wide, map_, lanes, space))
    product = format_.wrap(np.asarray(factors[0] * factors[1]))
    product = _masked(interp, product, kind, format_)
    reduced = [
        dim
        for dim, iterator in enumerate(op.iterator_types.data)
        if iterator.data == IteratorType.reduction
    ]
    combine: Callable[[Any, Any], Any] = combine_by(kind, format_)
    # What is left are the parallel loops, in their order; the result may have
    # another.
    parallel = [dim for dim in range(space) if dim not in reduced]
    kept = [expr.position for expr in out.results if isinstance(expr, AffineDimExpr)]
    lanes = np.ndim(accumulator) - len(kept)
    order = [kept.index(dim) for dim in parallel]
    start = np.transpose(
        accumulator, [*range(lanes), *(lanes + axis for axis in order)]
    )
    total: Any = np.asarray(
        _fold(product, reduced, space, start, combine)
        if reduced
        else combine(start, product)
    )
    lanes = total.ndim - len(parallel)
    back = [parallel.index(dim) for dim in kept]
    turned = np.transpose(total, [*range(lanes), *(lanes + axis for axis in back)])
    return (turned[()],)
