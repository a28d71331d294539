"""
Where values come from, and where they go.

    for source in incoming(value): ...

Regions and branches pass values on as their traits say, views and selections are among
their operands, and all else may hand on what it computes of any operand. What is not
known is overestimated. Calls are not followed, nor is memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    FixedBitwidthType,
    FunctionType,
    IndexType,
    IntegerType,
    NoneType,
    TensorType,
    UnrankedTensorType,
    UnregisteredAttr,
    UnregisteredOp,
    VectorType,
)
from xdsl.ir import Attribute, BlockArgument, Operation, Region, SSAValue
from xdsl.traits import CallableOpInterface, IsTerminator
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.interfaces.attributes import DataType
from xdsl_gpu_ext.mlir.interfaces.branches import branch_operands
from xdsl_gpu_ext.mlir.interfaces.control_flow import (
    PARENT,
    REGIONS,
    Forwards,
    Point,
    RegionFlow,
)
from xdsl_gpu_ext.mlir.interfaces.definitions import named_values
from xdsl_gpu_ext.mlir.interfaces.external import DATA_TYPES
from xdsl_gpu_ext.mlir.interfaces.models import trait_of
from xdsl_gpu_ext.mlir.interfaces.registry import type_named
from xdsl_gpu_ext.mlir.interfaces.traits import Function, ViewLike

# References

_NUMBERS: tuple[type[Attribute], ...] = (
    ComplexType,
    FixedBitwidthType,
    IndexType,
    IntegerType,
    VectorType,
)
_TENSORS = (TensorType, UnrankedTensorType)


@cache
def _is_data(type_class: type[Attribute]) -> bool:
    return (
        issubclass(type_class, (DataType, FunctionType, NoneType, *_NUMBERS, *_TENSORS))
        or type_class.name in DATA_TYPES
    )


@cache
def _is_data_by_name(name: str) -> bool:
    defined = type_named(name)
    return name in DATA_TYPES or (defined is not None and _is_data(defined))


def is_reference(value: SSAValue) -> bool:
    """
    Whether memory can be reached through values of the type of `value`. Types that
    nothing is known about count. Numbers do not, though they may hold addresses.
    """
    type = value.type
    if isinstance(type, UnregisteredAttr):
        return not _is_data_by_name(type.attr_name.data)
    return not _is_data(type.__class__)


def can_carry(value: SSAValue) -> bool:
    """
    Whether `value` is a reference, or may say where memory is: integers of more than a
    bit, which may be addresses or parts of them, and tensors, which may be buffers.
    Addresses that become floating-point numbers are followed no further.
    """
    return is_reference(value) or is_tensor(value) or _is_integral(value.type)


def is_tensor(value: SSAValue) -> bool:
    """Whether `value` is a tensor, which may stand for a buffer."""
    return isinstance(value.type, _TENSORS)


def can_be_address(value: SSAValue) -> bool:
    """Whether an address fits in `value`."""
    type = value.type
    if isa(type, VectorType):
        type = type.element_type
    if isinstance(type, IntegerType):
        return type.bitwidth >= _ADDRESS_BITS
    return can_carry(value)


_ADDRESS_BITS = 64


def is_float(value: SSAValue) -> bool:
    """Whether `value` holds floating-point numbers."""
    type = value.type
    if isa(type, VectorType) or isa(type, ComplexType):
        type = type.element_type
    return isinstance(type, AnyFloat)


def _is_integral(type: Attribute) -> bool:
    if isa(type, VectorType):
        return _is_integral(type.element_type)
    return isinstance(type, IndexType) or (
        isinstance(type, IntegerType) and type.bitwidth > 1
    )


# Kinds of operations


def is_function(op: Operation) -> bool:
    """Whether control enters the region of `op` by calls, and leaves it to callers."""
    return (
        trait_of(op, CallableOpInterface) is not None
        or trait_of(op, Function) is not None
    )


def is_terminator(op: Operation) -> bool:
    """Whether control leaves the block at `op`. Unregistered operations may be."""
    return op.next_op is None and (
        isinstance(op, UnregisteredOp) or trait_of(op, IsTerminator) is not None
    )


def has_known_flow(op: Operation) -> bool:
    """Whether what goes into the regions of `op`, and out of them, is known."""
    return trait_of(op, RegionFlow) is not None


def passes_unchanged(op: Operation) -> bool:
    """Whether each result of `op` is one of the values that come to it, as it is."""
    return has_known_flow(op) or trait_of(op, Forwards) is not None


# Branches


def _into_block(argument: BlockArgument) -> list[SSAValue]:
    """What branches give to an argument of a block that is not the first."""
    found: list[SSAValue] = []
    for use in argument.block.uses:
        branch = use.operation
        starts = branch_operands(branch)
        if starts is None:
            found += branch.operands
        else:
            first, _ = starts[use.index]
            found += branch.operands[first + argument.index :][:1]
    return found


# Regions


def region_arguments(op: Operation, region: int) -> Sequence[BlockArgument]:
    """The arguments of the first block of a region."""
    first = op.regions[region].blocks.first
    return () if first is None else first.args


def terminators(op: Operation, region: int) -> Sequence[Operation]:
    """The operations at which control leaves a region."""
    return [
        block.last_op
        for block in op.regions[region].blocks
        if block.last_op is not None and not block.last_op.successors
    ]


def passed_values(op: Operation, flow: RegionFlow, to: Point) -> Sequence[SSAValue]:
    """The arguments of a region, or the results, that are among the values passed."""
    if to == PARENT:
        return op.results[flow.own_results :]
    assert isinstance(to, int)
    arguments = region_arguments(op, to)
    if flow.own_arguments is not None:
        return arguments[flow.own_arguments :]
    return arguments[len(arguments) - len(op.results) :]


def passing_operations(op: Operation, point: Point) -> Sequence[Operation]:
    """The operations whose last operands are what `point` passes."""
    if point == PARENT:
        return (op,)
    regions = range(len(op.regions)) if point == REGIONS else (point,)
    return [last for region in regions for last in terminators(op, region)]


def operands_passed(
    op: Operation, flow: RegionFlow, to: Point, position: int
) -> list[tuple[Operation, int]]:
    """
    The operands that may become the value at `position` of those that are passed to a
    region, or to the results: each as an operation and an index.
    """
    count = len(passed_values(op, flow, to))
    found: list[tuple[Operation, int]] = []
    for start, end in flow.edges:
        if end != to:
            continue
        for passing in passing_operations(op, start):
            index = len(passing.operands) - count + position
            if 0 <= index < len(passing.operands):
                found.append((passing, index))
    return found


def _is_passed_by(op: Operation, flow: RegionFlow) -> int:
    """How many of the last operands of `op` it passes on."""
    counts = (
        len(passed_values(op, flow, to)) for start, to in flow.edges if start == PARENT
    )
    return max(counts, default=0)


def _through_regions(op: Operation, to: Point, index: int) -> Sequence[SSAValue] | None:
    """What may become a result of `op`, or an argument of a region of it."""
    flow = trait_of(op, RegionFlow)
    if flow is None:
        inside = (t for r in range(len(op.regions)) for t in terminators(op, r))
        return [*op.operands, *(value for t in inside for value in t.operands)]
    values = op.results if to == PARENT else region_arguments(op, _number(to))
    own = len(values) - len(passed_values(op, flow, to))
    if index >= own and any(end == to for _, end in flow.edges):
        return [o.operands[i] for o, i in operands_passed(op, flow, to, index - own)]
    if to == PARENT:
        return ()
    if flow.counter is not None:
        return (op.operands[flow.counter],)
    # Made of the other operands.
    return op.operands[: len(op.operands) - _is_passed_by(op, flow)]


def _number(point: Point) -> int:
    assert isinstance(point, int)
    return point


# Values


def incoming(value: SSAValue) -> Sequence[SSAValue]:
    """
    The values that `value` may be, or be made of, in one step. None for an argument of
    a function.
    """
    if isinstance(value, BlockArgument):
        return _into_argument(value)
    op = value.owner
    assert isinstance(op, Operation)
    if op.regions:
        return _through_regions(op, PARENT, op.results.index(value)) or ()
    forwards = trait_of(op, Forwards)
    if forwards is not None:
        among = [v for name in forwards.names for v in named_values(op, name)]
        if not forwards.in_order:
            return among
        index = op.results.index(value)
        return among[index : index + 1]
    view = trait_of(op, ViewLike)
    if view is None:
        return op.operands
    if value is not op.results[0]:
        # Offsets, sizes and strides.
        return ()
    source = view.get_view_source(op)
    # An address may be split between a number and the offsets from there.
    return (source,) if is_reference(source) else op.operands


def _into_argument(argument: BlockArgument) -> Sequence[SSAValue]:
    block = argument.block
    if block.prev_block is not None:
        return _into_block(argument)
    op = block.parent_op()
    if op is None or is_function(op):
        return ()
    region = _index_of_region(op, block.parent)
    return _through_regions(op, region, argument.index) or ()


def _index_of_region(op: Operation, region: Region | None) -> int:
    return next(index for index, other in enumerate(op.regions) if other is region)


def outgoing(op: Operation, index: int) -> Sequence[SSAValue]:
    """The results and arguments that operand `index` of `op` may become part of."""
    if is_terminator(op):
        return _from_terminator(op, index)
    if not op.regions:
        return [r for r in op.results if op.operands[index] in incoming(r)]
    flow = trait_of(op, RegionFlow)
    if flow is None:
        return _everything_of(op)
    passed = len(op.operands) - _is_passed_by(op, flow) <= index
    if passed:
        return _along_edges(op, flow, op, index, (PARENT,))
    if flow.counter is not None and flow.counter != index:
        return ()
    targets = {to for _, to in flow.edges}
    return [
        argument
        for region in range(len(op.regions))
        for argument in region_arguments(op, region)
        if region not in targets or argument not in passed_values(op, flow, region)
    ]


def _everything_of(op: Operation) -> Sequence[SSAValue]:
    arguments = (region_arguments(op, r) for r in range(len(op.regions)))
    return [*op.results, *(a for region in arguments for a in region)]


def _along_edges(
    op: Operation,
    flow: RegionFlow,
    passing: Operation,
    index: int,
    starts: Sequence[Point],
) -> Sequence[SSAValue]:
    found: list[SSAValue] = []
    for start, to in flow.edges:
        if start in starts:
            values = passed_values(op, flow, to)
            position = index - (len(passing.operands) - len(values))
            if position >= 0:
                found.append(values[position])
    return found


def _from_terminator(op: Operation, index: int) -> Sequence[SSAValue]:
    if op.successors:
        starts = branch_operands(op)
        if starts is None:
            return [arg for successor in op.successors for arg in successor.args]
        return [
            block.args[index - first]
            for first, block in starts
            if first <= index < first + len(block.args)
        ]
    parent = op.parent_op()
    if parent is None or is_function(parent):
        return ()
    flow = trait_of(parent, RegionFlow)
    if flow is None:
        return _everything_of(parent)
    here = _index_of_region(parent, op.parent_region())
    return _along_edges(parent, flow, op, index, (here, REGIONS))
