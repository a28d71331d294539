"""
`gpu`: matrices that a subgroup holds together.

A value of `!gpu.mma_matrix` is an array of the whole matrix in each thread. Of it, the
elements of which the thread is the *owner* count: with `n` threads, thread `t` owns
every `n`-th element in row-major order, from the `t`-th on. (Which thread holds what is
for a target to choose.) What a matrix is as a whole is put together from the owners
when it is stored or multiplied.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from xdsl.ir import Operation, SSAValue

from xdsl_gpu_ext.dialects.gpu import mma
from xdsl_gpu_ext.simulator import access, checks
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.memory import MemRef
from xdsl_gpu_ext.simulator.numerics import (
    Array,
    convert_float,
    number_format,
    rank,
    spread,
    value_shape,
    where,
)
from xdsl_gpu_ext.simulator.operations.arith import maximum, minimum
from xdsl_gpu_ext.simulator.operations.elementwise import check_divisor, trunc_div
from xdsl_gpu_ext.simulator.operations.gpu_device import team_of, together
from xdsl_gpu_ext.simulator.team import Collective, Scope

OPERATIONS = Operations()


_RANK = 2
_MMA_LOAD = mma.SubgroupMmaLoadMatrixOp | mma.SubgroupMmaStoreMatrixOp


def _whole(tiles: Array, active: Array) -> Array:
    """
    The matrices of groups of threads, of which each thread holds its elements: from an
    array with axes of groups, threads, rows and columns. Where a subgroup has too few
    threads, what those that it lacks would own is the same in all.
    """
    threads, size = tiles.shape[1], tiles[0, 0].size
    flat = tiles.reshape(*tiles.shape[:2], size)
    everywhere = cast(Array, np.arange(size)) % threads
    owner: Any = np.broadcast_to(everywhere, (len(tiles), size))
    first = active.argmax(1)[:, None]
    owner = where(np.take_along_axis(active, owner, 1), owner, first)
    whole = np.take_along_axis(flat, owner[:, None], 1)[:, 0]
    return whole.reshape(len(tiles), *tiles.shape[2:])


def _for_all(matrices: Array, active: Array) -> Array:
    """The matrices of groups, for each of their threads."""
    shape = (*active.shape, *matrices.shape[1:])
    return np.broadcast_to(matrices[:, None], shape)


def _together(
    interp: SimulatorInterpreter,
    op: Operation,
    values: tuple[Any, ...],
    compute: Callable[..., tuple[Array, ...]],
) -> Values:
    ranks = (_RANK,) * len(values)
    collective = Collective(op, Scope.SUBGROUP, values, ranks, compute)
    return together(interp, op, collective)


def _positions(
    interp: SimulatorInterpreter,
    op: _MMA_LOAD,
    memref: MemRef,
    indices: Values,
    shape: tuple[int, ...],
) -> Any:
    """Where in `memref` the elements of a matrix of `shape` are, from its base."""
    if memref.inner:
        interp.fail(op, Fault.UNSUPPORTED, f"{op.name} with a memref of vectors")
    start = memref.positions(indices)
    checks.check_bounds(interp, op, memref, indices, checks.active(interp, start, None))
    row, column = np.arange(shape[0])[:, None], np.arange(shape[1])[None, :]
    if op.transpose is not None:
        row, column = column, row
    return spread(start, 0, _RANK) + row * op.leadDimension.value.data + column


def _is_leader(interp: SimulatorInterpreter, op: Operation) -> Any:
    """Which threads are the first of their subgroups."""
    team = team_of(interp, op)
    return team.linear_thread_id % team.subgroup_size == 0


_ELEMENTWISE: dict[str, Callable[..., Any]] = {
    "addf": np.add,
    "mulf": np.multiply,
    "subf": np.subtract,
    "maxf": maximum,
    "minf": minimum,
    "divf": np.divide,
    "addi": np.add,
    "muli": np.multiply,
    "subi": np.subtract,
    "divs": trunc_div,
    "divu": np.floor_divide,
    "negatef": np.negative,
    "negates": np.negative,
}


@OPERATIONS.impl(mma.SubgroupMmaLoadMatrixOp)
def run_load(
    interp: SimulatorInterpreter, op: mma.SubgroupMmaLoadMatrixOp, args: Values
) -> Values:
    memref, *indices = args
    shape, format_ = value_shape(op.res.type), number_format(op.res.type)
    positions = _positions(interp, op, memref, tuple(indices), shape)
    # One thread of each subgroup reads for all, as one access.
    tile = np.zeros(shape, format_.dtype)
    with interp.masked(_is_leader(interp, op)) as any_left:
        if any_left:
            if interp.lanes:
                positions = np.broadcast_to(positions, (interp.lanes, *shape))
            tile = access.load_at(interp, op, memref, positions, inner=_RANK)
            tile = format_.wrap(tile)

    def compute(tiles: Array, active: Array) -> tuple[Array, ...]:
        return (_for_all(tiles[:, 0], active),)

    return _together(interp, op, (tile,), compute)


@OPERATIONS.impl(mma.SubgroupMmaStoreMatrixOp)
def run_store(
    interp: SimulatorInterpreter, op: mma.SubgroupMmaStoreMatrixOp, args: Values
) -> Values:
    tile, memref, *indices = args
    shape = value_shape(op.src.type)
    positions = _positions(interp, op, memref, tuple(indices), shape)

    def compute(tiles: Array, active: Array) -> tuple[Array, ...]:
        return (_for_all(_whole(tiles, active), active),)

    (tile,) = _together(interp, op, (tile,), compute)
    with interp.masked(_is_leader(interp, op)) as any_left:
        if any_left:
            if interp.lanes:
                positions = np.broadcast_to(positions, (interp.lanes, *shape))
            tile = memref.format.wrap(tile)
            access.store_at(interp, op, memref, positions, tile, inner=_RANK)
    return ()


@OPERATIONS.impl(mma.SubgroupMmaComputeOp)
def run_compute(
    interp: SimulatorInterpreter, op: mma.SubgroupMmaComputeOp, args: Values
) -> Values:
    format_ = number_format(op.res.type)
    # As `xegpu.dpas`: floats in at least single precision, rounded once.
    wide: Any = np.int64
    if format_.is_float:
        wide = np.float64 if format_.dtype == np.float64 else np.float32

    def compute(a: Array, b: Array, c: Array, active: Array) -> tuple[Array, ...]:
        a, b, c = (_whole(tiles, active).astype(wide) for tiles in (a, b, c))
        total = np.matmul(a, b) + c
        if format_.is_float:
            total = convert_float(total, format_)
        return (_for_all(format_.wrap(total), active),)

    return _together(interp, op, args, compute)


@OPERATIONS.impl(mma.SubgroupMmaConstantMatrixOp)
def run_constant(
    interp: SimulatorInterpreter, op: mma.SubgroupMmaConstantMatrixOp, args: Values
) -> Values:
    value = spread(np.asarray(args[0]), 0, _RANK)
    lanes = value.shape[:1] if value.ndim > _RANK else ()
    return (np.broadcast_to(value, lanes + value_shape(op.res.type)),)


@OPERATIONS.impl(mma.SubgroupMmaElementwiseOp)
def run_elementwise(
    interp: SimulatorInterpreter, op: mma.SubgroupMmaElementwiseOp, args: Values
) -> Values:
    name, format_ = op.opType.data.value, number_format(op.res.type)
    if name == "extf":
        return (convert_float(args[0], format_),)
    if name in ("divs", "divu"):
        check_divisor(interp, op, args[1], _RANK)
    if name == "divu":
        args = tuple(map(format_.to_unsigned, args))
    return (format_.wrap(np.asarray(_ELEMENTWISE[name](*args))),)


@OPERATIONS.impl(mma.SubgroupMmaExtractThreadLocalOp)
def run_extract(
    interp: SimulatorInterpreter, op: mma.SubgroupMmaExtractThreadLocalOp, args: Values
) -> Values:
    tile, *indices = args
    element = _owned(interp, op, op.matrix, indices)
    flat = np.reshape(tile, (*np.shape(tile)[:-_RANK], -1))
    if not np.ndim(element):
        return (flat[..., int(element)],)
    flat = np.broadcast_to(flat, (interp.lanes, flat.shape[-1]))
    return (np.take_along_axis(flat, element[:, None], 1)[:, 0],)


@OPERATIONS.impl(mma.SubgroupMmaInsertThreadLocalOp)
def run_insert(
    interp: SimulatorInterpreter, op: mma.SubgroupMmaInsertThreadLocalOp, args: Values
) -> Values:
    value, tile, *indices = args
    element = _owned(interp, op, op.matrix, indices)
    lanes = (interp.lanes,) if interp.lanes else ()
    shape = value_shape(op.res.type)
    flat = np.array(np.broadcast_to(tile, lanes + shape)).reshape(*lanes, -1)
    if lanes:
        flat[np.arange(interp.lanes), element] = value
    else:
        flat[int(element)] = value
    return (flat.reshape(lanes + shape),)


def _owned(
    interp: SimulatorInterpreter,
    op: Operation,
    matrix: SSAValue,
    indices: list[Any],
) -> Any:
    """The number, in row-major order, of one of the elements that the thread owns."""
    if len(indices) != 1:
        interp.fail(op, Fault.UNSUPPORTED, f"{op.name} with {len(indices)} indices")
    assert rank(matrix.type) == _RANK
    team = team_of(interp, op)
    size = int(np.prod(value_shape(matrix.type)))
    lane = team.linear_thread_id % team.subgroup_size
    element = lane + indices[0] * team.subgroup_size
    outside = (indices[0] < 0) | (element >= size)
    if interp.mask is not None:
        outside = outside & interp.mask
    if np.any(outside):
        interp.fail(
            op,
            Fault.OUT_OF_BOUNDS,
            f"the thread does not hold so many of the {size} elements",
            lanes=outside,
        )
    return np.clip(element, 0, size - 1)
