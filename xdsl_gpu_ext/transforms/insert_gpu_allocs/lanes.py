"""
Carrying a second value beside one that goes through loops, branches or regions.

A *lane* is one position of what a loop carries, a region yields or a block takes: the
argument or result that merges what comes in, and the operands that come in. `widen`
doubles lanes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from xdsl.dialects.builtin import DenseArrayBase, IntegerType, i32
from xdsl.ir import (
    Attribute,
    Block,
    BlockArgument,
    Operation,
    OpResult,
    Region,
    SSAValue,
)
from xdsl.irdl import AttrSizedOperandSegments
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.interfaces.branches import branch_operands
from xdsl_gpu_ext.mlir.interfaces.definitions import op_name


class LaneKind(Enum):
    """What a lane belongs to."""

    BLOCK = auto()
    """An argument of a block that branches go to."""
    LOOP = auto()
    """What an `scf.for` carries and yields at last."""
    BEFORE = auto()
    """What comes into the first region of an `scf.while`."""
    AFTER = auto()
    """What comes out of it, into the second region and out of the loop."""
    YIELD = auto()
    """What regions yield as a result."""


@dataclass(frozen=True)
class Lane:
    """One position of what an operation or block takes in and merges."""

    kind: LaneKind
    owner: Operation | Block
    index: int


@dataclass(frozen=True)
class Slot:
    """An operand that comes into a lane."""

    op: Operation
    index: int

    @property
    def value(self) -> SSAValue:
        """The value that comes in."""
        return self.op.operands[self.index]


_BRANCHES = frozenset({"cf.br", "cf.cond_br", "cf.switch"})
_YIELDING = frozenset(
    {
        "memref.alloca_scope",
        "region.env_region",
        "scf.execute_region",
        "scf.if",
        "scf.index_switch",
    }
)


def lane_of(value: SSAValue) -> Lane | None:
    """The lane that `value` is the outcome of, if it is one that can be doubled."""
    if isinstance(value, OpResult):
        match op_name(value.op):
            case "scf.for":
                return Lane(LaneKind.LOOP, value.op, value.index)
            case "scf.while":
                return Lane(LaneKind.AFTER, value.op, value.index)
            case name if name in _YIELDING:
                return Lane(LaneKind.YIELD, value.op, value.index)
            case _:
                return None
    assert isinstance(value, BlockArgument)
    block, index = value.block, value.index
    if block.prev_block is not None:
        branches = (use.operation for use in block.uses)
        known = all(op_name(branch) in _BRANCHES for branch in branches)
        return Lane(LaneKind.BLOCK, block, index) if known else None
    parent = block.parent_op()
    if parent is None or len(_region(block).blocks) != 1:
        return None
    if op_name(parent) == "scf.for" and index:
        return Lane(LaneKind.LOOP, parent, index - 1)
    if op_name(parent) == "scf.while":
        is_first = _region(block) is parent.regions[0]
        kind = LaneKind.BEFORE if is_first else LaneKind.AFTER
        return Lane(kind, parent, index)
    return None


def slots_of(lane: Lane) -> Sequence[Slot]:
    """The operands that come into a lane."""
    owner, index = lane.owner, lane.index
    if isinstance(owner, Block):
        return [
            Slot(use.operation, _first_passed(use.operation, use.index) + index)
            for use in owner.uses
        ]
    match lane.kind:
        case LaneKind.LOOP:
            return [Slot(owner, index + 3), Slot(_end(owner, 0), index)]
        case LaneKind.BEFORE:
            return [Slot(owner, index), Slot(_end(owner, 1), index)]
        case LaneKind.AFTER:
            return [Slot(_end(owner, 0), index + 1)]
        case _:
            return [Slot(op, index) for op in _yields(owner)]


def outcomes_of(lane: Lane) -> Sequence[SSAValue]:
    """The values that a lane merges its operands to."""
    owner, index = lane.owner, lane.index
    if isinstance(owner, Block):
        return [owner.args[index]]
    match lane.kind:
        case LaneKind.LOOP:
            return [owner.regions[0].blocks[0].args[index + 1], owner.results[index]]
        case LaneKind.BEFORE:
            return [owner.regions[0].blocks[0].args[index]]
        case LaneKind.AFTER:
            return [owner.regions[1].blocks[0].args[index], owner.results[index]]
        case _:
            return [owner.results[index]]


def _region(block: Block) -> Region:
    assert block.parent is not None
    return block.parent


def _end(op: Operation, region: int) -> Operation:
    last = op.regions[region].blocks[0].last_op
    assert last is not None
    return last


def _yields(op: Operation) -> list[Operation]:
    return [
        block.last_op
        for region in op.regions
        for block in region.blocks
        if block.last_op is not None and not block.last_op.successors
    ]


def _first_passed(branch: Operation, successor: int) -> int:
    branches = branch_operands(branch)
    assert branches is not None
    return branches[successor][0]


# Doubling


class Widener:
    """Doubles lanes, and says what has become of values that had to be replaced."""

    def __init__(self, rewriter: PatternRewriter):
        self._rewriter = rewriter
        self.replaced: dict[SSAValue, SSAValue] = {}
        """Results of operations that had to be made anew."""

    def widen(self, lanes: Iterable[Lane]) -> dict[Lane, Lane]:
        """
        Double each of the lanes. The new lanes, which for now take in what the old ones
        do, by the old ones; these are given with the owners that they have now.
        """
        by_owner: dict[Operation | Block, list[Lane]] = {}
        for lane in lanes:
            by_owner.setdefault(lane.owner, []).append(lane)
        new: dict[Lane, Lane] = {}
        for owner, owned in by_owner.items():
            if isinstance(owner, Block):
                new |= self._widen_block(owner, owned)
            else:
                new |= self._widen_operation(owner, owned)
        return new

    def _widen_block(self, block: Block, lanes: list[Lane]) -> dict[Lane, Lane]:
        new: dict[Lane, Lane] = {}
        for lane in lanes:
            incoming = [slot.value for slot in slots_of(lane)]
            for use, value in zip(block.uses, incoming, strict=True):
                _pass_also(use.operation, use.index, value)
            block.insert_arg(block.args[lane.index].type, len(block.args))
            new[lane] = Lane(LaneKind.BLOCK, block, len(block.args) - 1)
        return new

    def _widen_operation(self, op: Operation, lanes: list[Lane]) -> dict[Lane, Lane]:
        new: list[tuple[Lane, LaneKind, int]] = []
        operands = list(op.operands)
        types = list(op.result_types)
        for lane in lanes:
            slots = slots_of(lane)
            for slot in slots:
                if slot.op is op:
                    operands.append(slot.value)
                else:
                    slot.op.operands = [*slot.op.operands, slot.value]
            for outcome in outcomes_of(lane):
                if isinstance(outcome, BlockArgument):
                    block = outcome.block
                    block.insert_arg(outcome.type, len(block.args))
                else:
                    types.append(outcome.type)
            is_first = lane.kind is LaneKind.BEFORE
            position = len(operands if is_first else types) - 1
            new.append((lane, lane.kind, position))
        made = self._make_anew(op, operands, types)
        return {lane: Lane(kind, made, index) for lane, kind, index in new}

    def _make_anew(
        self, op: Operation, operands: Sequence[SSAValue], types: Sequence[Attribute]
    ) -> Operation:
        """The same operation with more operands and results."""
        regions = [op.detach_region(region) for region in tuple(op.regions)]
        made = type(op).create(
            operands=operands,
            result_types=types,
            properties=op.properties,
            attributes=op.attributes,
            regions=regions,
            location=op.location,
        )
        self._rewriter.insert(made, InsertPoint.before(op))
        for old, result in zip(op.results, made.results):
            result.name_hint = old.name_hint
            self._rewriter.replace_all_uses_with(old, result)
            self.replaced[old] = result
        self._rewriter.erase(op)
        return made


def _pass_also(branch: Operation, successor: int, value: SSAValue) -> None:
    """Pass one more value to a successor of `branch`, after what is passed already."""
    name = op_name(branch)
    if name == "cf.br":
        branch.operands = [*branch.operands, value]
        return
    sizes = _sizes(branch, AttrSizedOperandSegments.attribute_name)
    # The condition, then what the successors are passed.
    passed = sizes[1:]
    if name == "cf.switch":
        cases = _sizes(branch, "case_operand_segments")
        passed = [sizes[1], *cases]
    end = sizes[0] + sum(passed[: successor + 1])
    branch.operands = [*branch.operands[:end], value, *branch.operands[end:]]
    passed[successor] += 1
    if name == "cf.switch":
        _set_sizes(branch, "case_operand_segments", passed[1:])
        passed = [passed[0], sum(passed[1:])]
    _set_sizes(branch, AttrSizedOperandSegments.attribute_name, [sizes[0], *passed])


def _sizes(op: Operation, name: str) -> list[int]:
    sizes = op.properties[name]
    assert isa(sizes, DenseArrayBase[IntegerType])
    return list(sizes.get_values())


def _set_sizes(op: Operation, name: str, sizes: Sequence[int]) -> None:
    op.properties[name] = DenseArrayBase.from_list(i32, sizes)
