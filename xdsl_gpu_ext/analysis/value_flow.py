"""
Where references to memory go: from an operand of an operation to the values that may
refer to the same memory because of it.

    for target in flow_targets(use.operation, use.index): ...

A *reference* is a value through which memory can be reached: a memref, an XeGPU
descriptor, a pointer. Views pass theirs to their results, branches to block arguments,
loops to their iteration arguments and results, and so on. What an operation that is
not known here does with its operands is overestimated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import (
    ComplexType,
    FixedBitwidthType,
    FunctionType,
    IndexType,
    IntegerType,
    NoneType,
    TensorType,
    UnrankedTensorType,
    UnregisteredOp,
    VectorType,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.traits import CallableOpInterface, IsTerminator

from xdsl_gpu_ext.mlir.interfaces.branches import branch_operands
from xdsl_gpu_ext.mlir.interfaces.definitions import op_name
from xdsl_gpu_ext.mlir.interfaces.traits import ViewLike

# References

_DATA_TYPES: tuple[type[Attribute], ...] = (
    ComplexType,
    FixedBitwidthType,
    FunctionType,
    IndexType,
    NoneType,
    TensorType,
    UnrankedTensorType,
    VectorType,
)

_DATA_TYPE_NAMES = frozenset(
    {
        "async.coro.handle",
        "async.coro.id",
        "async.coro.state",
        "async.group",
        "async.token",
        "gpu.async.token",
        "gpu.mma_matrix",
        "gpu.named_barrier",
        "xegpu.nbarrier",
    }
)

_is_reference_type: dict[type[Attribute], bool] = {}


def is_reference(value: SSAValue) -> bool:
    """
    Whether memory can be reached through values of the type of `value`. Types that
    nothing is known about count. Integers do not, though one may hold an address.
    """
    type_class = type(value.type)
    known = _is_reference_type.get(type_class)
    if known is None:
        known = _is_reference_type[type_class] = not (
            issubclass(type_class, _DATA_TYPES) or type_class.name in _DATA_TYPE_NAMES
        )
    return known


def can_hold_address(value: SSAValue) -> bool:
    """Whether `value` is an integer that is wide enough for an address."""
    type = value.type
    return isinstance(type, IndexType) or (
        isinstance(type, IntegerType) and type.bitwidth >= 32
    )


# Kinds of operations

ADDRESS_OF = frozenset({"memref.extract_aligned_pointer_as_index", "llvm.ptrtoint"})
"""Operations whose result is the address that their operand refers to."""

LOADS = frozenset(
    {
        "affine.load",
        "llvm.load",
        "memref.load",
        "ptr.load",
        "ptr_xdsl.load",
        "vector.load",
    }
)
"""
Operations that yield what is stored in memory. If that is a reference, it need not
refer to the memory that it was read from.
"""

_FUNCTIONS = frozenset({"emitc.func", "func.func", "gpu.func", "llvm.func"})


def is_function(op: Operation) -> bool:
    """Whether control enters the region of `op` by calls, and leaves it to callers."""
    return op.name in _FUNCTIONS or (
        not isinstance(op, UnregisteredOp) and op.has_trait(CallableOpInterface)
    )


def is_terminator(op: Operation) -> bool:
    """Whether control leaves the block at `op`. Unregistered operations may be."""
    return op.next_op is None and op.has_trait(IsTerminator)


# Flow

Targets = Sequence[SSAValue]

OperandFlow = Callable[[Operation, int], Targets]
"""The values that the operand with some index of an operation flows to."""


def has_known_flow(op: Operation) -> bool:
    """Whether `flow_targets` knows `op`, and does not overestimate what it does."""
    return op_name(op) in _FLOW or op_name(op) in _LEAVE


def flow_targets(op: Operation, index: int) -> Targets:
    """
    The values that operand `index` of `op` flows to, by name of the operation. They are
    of any type: an index that steers a loop flows to the loop's counter.

    Calls and returns are not followed here.
    """
    if is_terminator(op):
        return _from_terminator(op, index)
    flow = _FLOW.get(op_name(op))
    if flow is not None:
        return flow(op, index)
    if op.regions:
        return _to_everything(op, index)
    return _to_results(op, index)


def _nowhere(op: Operation, index: int) -> Targets:
    return ()


def _to_results(op: Operation, index: int) -> Targets:
    view = op.get_trait(ViewLike) if not isinstance(op, UnregisteredOp) else None
    if view is not None and op.operands[index] is not view.get_view_source(op):
        # Sizes and offsets of a view may be numbers that came from addresses.
        return ()
    return op.results


def _arguments(region: Region) -> Targets:
    return region.blocks[0].args if region.blocks else ()


def _to_everything(op: Operation, index: int) -> Targets:
    """What an operation with regions does that is not known."""
    return [*op.results, *(arg for region in op.regions for arg in _arguments(region))]


def _nth(values: Targets, index: int) -> Targets:
    return values[index : index + 1] if index >= 0 else ()


def _to_result_of_same_index(op: Operation, index: int) -> Targets:
    return _nth(op.results, index)


def _to_loop(op: Operation, index: int) -> Targets:
    return (*_nth(_arguments(op.regions[0]), index + 1), *_nth(op.results, index))


def _into_scf_for(op: Operation, index: int) -> Targets:
    # The first operand is the lower bound, where the loop's counter starts.
    return _to_loop(op, index - 3) if index else _nth(_arguments(op.regions[0]), 0)


def _into_affine_for(op: Operation, index: int) -> Targets:
    return _to_loop(op, index - (len(op.operands) - len(op.results)))


def _into_scf_while(op: Operation, index: int) -> Targets:
    return _nth(_arguments(op.regions[0]), index)


def _into_async_execute(op: Operation, index: int) -> Targets:
    arguments = _arguments(op.regions[0])
    return _nth(arguments, index - (len(op.operands) - len(arguments)))


def _into_warp(op: Operation, index: int) -> Targets:
    # The first operand is the lane.
    return _nth(_arguments(op.regions[0]), index - 1)


_FLOW: dict[str, OperandFlow] = {
    "affine.for": _into_affine_for,
    "affine.if": _nowhere,
    "affine.parallel": _nowhere,
    "async.execute": _into_async_execute,
    "gpu.launch": _nowhere,
    "gpu.warp_execute_on_lane_0": _into_warp,
    "memref.dim": _nowhere,
    "memref.distinct_objects": _to_result_of_same_index,
    "memref.generic_atomic_rmw": _nowhere,
    "memref.rank": _nowhere,
    # What was reallocated is another buffer from there on.
    "memref.realloc": _nowhere,
    "scf.for": _into_scf_for,
    "scf.forall": _nowhere,
    "scf.if": _nowhere,
    "scf.index_switch": _nowhere,
    "scf.while": _into_scf_while,
} | dict.fromkeys(LOADS, _nowhere)


def _from_terminator(op: Operation, index: int) -> Targets:
    if op.successors:
        return _from_branch(op, index)
    parent = op.parent_op()
    if parent is None or is_function(parent):
        return ()
    leave = _LEAVE.get(op_name(parent))
    return leave(op, index) if leave else _to_everything(parent, index)


# Each of these is given a terminator of a region.


def _from_loop(op: Operation, index: int) -> Targets:
    parent = op.parent_op()
    assert parent is not None
    return _to_loop(parent, index)


def _from_scf_while(op: Operation, index: int) -> Targets:
    parent = op.parent_op()
    assert parent is not None
    before, after = parent.regions
    if op.parent_region() is after:
        return _nth(_arguments(before), index)
    # The first operand of the condition says whether to go on.
    return (*_nth(_arguments(after), index - 1), *_nth(parent.results, index - 1))


def _to_parent_results(op: Operation, index: int) -> Targets:
    parent = op.parent_op()
    assert parent is not None
    # A token, if there is one, comes before what is yielded.
    yielded = len(op.operands)
    return _nth(parent.results, index + len(parent.results) - yielded)


_LEAVE: dict[str, OperandFlow] = {
    "affine.for": _from_loop,
    "affine.if": _to_parent_results,
    "async.execute": _to_parent_results,
    "gpu.launch": _nowhere,
    "gpu.warp_execute_on_lane_0": _to_parent_results,
    "memref.alloca_scope": _to_parent_results,
    "memref.generic_atomic_rmw": _nowhere,
    "region.env_region": _to_parent_results,
    "scf.execute_region": _to_parent_results,
    "scf.for": _from_loop,
    "scf.if": _to_parent_results,
    "scf.index_switch": _to_parent_results,
    "scf.while": _from_scf_while,
}


def _from_branch(op: Operation, index: int) -> Targets:
    branches = branch_operands(op)
    if branches is None:
        return [arg for successor in op.successors for arg in successor.args]
    return [
        argument
        for start, successor in branches
        for argument in _nth(successor.args, index - start)
    ]
