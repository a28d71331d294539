"""`gpu`: what the threads of a subgroup or block compute together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from xdsl.ir import Operation

from xdsl_gpu_ext.dialects.gpu.reductions import AllReduceOp, SubgroupReduceOp
from xdsl_gpu_ext.dialects.gpu.subgroup import (
    BroadcastType,
    RotateOp,
    ShuffleMode,
    ShuffleOp,
    SubgroupBroadcastOp,
)
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.numerics import Array, Format, rank, where
from xdsl_gpu_ext.simulator.operations.elementwise import operand_format
from xdsl_gpu_ext.simulator.operations.gpu_device import together
from xdsl_gpu_ext.simulator.operations.memref.atomic import combine
from xdsl_gpu_ext.simulator.team import Collective, Scope

OPERATIONS = Operations()


_INT_NAMES = {
    "add": "addi",
    "mul": "muli",
    "minui": "minu",
    "minsi": "mins",
    "maxui": "maxu",
    "maxsi": "maxs",
    "and": "andi",
    "or": "ori",
    "xor": "xori",
    # xDSL's own operation names no type of number.
    "max": "maxs",
    "min": "mins",
}
_FLOAT_NAMES = {
    "add": "addf",
    "mul": "mulf",
    "max": "maximumf",
    "min": "minimumf",
}


def combine_by(operation: str, format_: Format) -> Callable[[Any, Any], Any]:
    """What a `gpu` reduction called `operation` makes of two numbers of a format."""
    names = _FLOAT_NAMES if format_.is_float else _INT_NAMES
    return combine(names.get(operation, operation), format_)


def _reduce(values: Array, active: Array, compute: Callable[[Any, Any], Any]) -> Array:
    """Reduce along axis 1 what is active; every entry gets the result of its row."""
    total = values[:, 0]
    known = active[:, 0]
    inner = (1,) * (values.ndim - 2)
    for number in range(1, values.shape[1]):
        value, takes_part = values[:, number], active[:, number]
        both = (known & takes_part).reshape(-1, *inner)
        first = (takes_part & ~known).reshape(-1, *inner)
        total = where(both, compute(total, value), where(first, value, total))
        known = known | takes_part
    return np.broadcast_to(total[:, None], values.shape)


def _gather(values: Array, source: Array) -> Array:
    """For every entry the value at `source` in its row."""
    index = source.reshape(source.shape + (1,) * (values.ndim - 2))
    return np.take_along_axis(values, index, 1)


def _lanes(values: Array) -> Array:
    """The numbers of the threads in a group."""
    return cast(Array, np.arange(values.shape[1]))


def _subgroup(
    interp: SimulatorInterpreter,
    op: Operation,
    values: tuple[Any, ...],
    ranks: tuple[int, ...],
    compute: Callable[..., tuple[Any, ...]],
    *,
    needs_all: bool,
    scope: Scope = Scope.SUBGROUP,
) -> Values:
    collective = Collective(op, scope, values, ranks, compute, needs_all)
    return together(interp, op, collective)


@OPERATIONS.impl(ShuffleOp)
def run_shuffle(interp: SimulatorInterpreter, op: ShuffleOp, args: Values) -> Values:
    mode = op.mode.data

    def compute(
        values: Array, offset: Array, width: Array, active: Array
    ) -> tuple[Array, ...]:
        lane = _lanes(values)[None, :]
        # The subgroup falls into parts of `width` threads.
        width = where(width > 0, width, values.shape[1]).astype(np.int64)
        first = lane // width * width
        last = np.minimum(first + width, values.shape[1]) - 1
        match mode:
            case ShuffleMode.XOR:
                source = lane ^ offset
            case ShuffleMode.UP:
                source = lane - offset
            case ShuffleMode.DOWN:
                source = lane + offset
            case ShuffleMode.IDX:
                source = first + offset
        valid = (source >= first) & (source <= last)
        source = where(valid, source, lane)
        valid = valid & np.take_along_axis(active, source, 1)
        return _gather(values, source), valid

    return _subgroup(
        interp,
        op,
        args,
        (rank(op.value.type), 0, 0),
        compute,
        needs_all=True,
    )


@OPERATIONS.impl(RotateOp)
def run_rotate(interp: SimulatorInterpreter, op: RotateOp, args: Values) -> Values:
    offset, width = op.offset.value.data, op.width.value.data

    def compute(values: Array, active: Array) -> tuple[Array, ...]:
        lane = np.broadcast_to(_lanes(values), active.shape)
        source = (lane + offset) % width
        valid = lane < width
        source = where(valid & (source < values.shape[1]), source, lane)
        return _gather(values, source), valid

    return _subgroup(
        interp,
        op,
        args,
        (rank(op.value.type),),
        compute,
        needs_all=True,
    )


@OPERATIONS.impl(SubgroupBroadcastOp)
def run_broadcast(
    interp: SimulatorInterpreter, op: SubgroupBroadcastOp, args: Values
) -> Values:
    is_first = op.broadcast_type.data == BroadcastType.first_active_lane

    def compute(values: Array, *rest: Array) -> tuple[Array, ...]:
        active = rest[-1]
        if is_first:
            source = np.broadcast_to(active.argmax(1)[:, None], active.shape)
        else:
            source = rest[0].astype(np.int64) % values.shape[1]
        return (_gather(values, source),)

    return _subgroup(
        interp,
        op,
        args,
        (rank(op.src.type), 0)[: len(args)],
        compute,
        needs_all=False,
    )


@OPERATIONS.impl(SubgroupReduceOp)
def run_subgroup_reduce(
    interp: SimulatorInterpreter, op: SubgroupReduceOp, args: Values
) -> Values:
    combine_two = combine_by(op.op.data.value, operand_format(op))
    size = op.cluster_size.value.data if op.cluster_size is not None else None
    stride = op.cluster_stride.value.data

    def compute(values: Array, active: Array) -> tuple[Array, ...]:
        if size is None:
            return (_reduce(values, active, combine_two),)
        # Threads of one cluster are `stride` apart, and clusters interleave.
        rows, threads = active.shape
        lane = _lanes(values)
        cluster = lane // (size * stride) * stride + lane % stride
        order = np.argsort(cluster, kind="stable")
        if threads % size:
            raise ValueError("clusters divide the subgroup")
        groups = values[:, order].reshape(
            rows * threads // size, size, *values.shape[2:]
        )
        flags = active[:, order].reshape(-1, size)
        reduced = _reduce(groups, flags, combine_two).reshape(values.shape)
        result = np.empty_like(values)
        result[:, order] = reduced
        return (result,)

    return _subgroup(
        interp,
        op,
        args,
        (rank(op.value.type),),
        compute,
        needs_all=op.uniform is not None,
    )


@OPERATIONS.impl(AllReduceOp)
def run_all_reduce(
    interp: SimulatorInterpreter, op: AllReduceOp, args: Values
) -> Values:
    if op.op is not None:
        combine_two = combine_by(op.op.data.value, operand_format(op))
    else:
        # The body is pure: it runs as lanes, one for each block.
        outside = interp.fork(interp.strand)

        def run_body(a: Any, b: Any) -> Any:
            outside.lanes = len(a)
            return outside.run_region(op.body, (a, b))[0]

        combine_two = run_body

    def compute(values: Array, active: Array) -> tuple[Array, ...]:
        return (_reduce(values, active, combine_two),)

    return _subgroup(
        interp,
        op,
        args,
        (0,),
        compute,
        needs_all=op.uniform is not None,
        scope=Scope.BLOCK,
    )
