"""
Verifying operations: what MLIR's verifier demands of every operation and block, and
xDSL's does not.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NoReturn

from xdsl.ir import Block, ErasedSSAValue, Operation, Region
from xdsl.traits import IsolatedFromAbove, IsTerminator, NoTerminator
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.core.dialect_attributes import verify_attributes
from xdsl_gpu_ext.mlir.core.parameter_attributes import (
    verify_parameter_attributes,
)
from xdsl_gpu_ext.mlir.core.registry import Limit
from xdsl_gpu_ext.mlir.ir.uses import operands_of, successors_of, undominated_use

verify_dominance = Limit(
    """
    Verify, beside what xDSL does, that every value is defined before it is used, that
    branches hand to blocks what these take, that nothing branches to the entry of a
    region, and what dialects say of the attributes that they give to operations, and
    to arguments and results of functions.

    The messages of xDSL are kept. No recursion: nested regions are no deeper than
    memory.
    """,
    still="test_xdsl_still_does_not_verify_dominance",
)


@verify_dominance.replaces(Operation, "verify")
def verify(self: Operation, verify_nested_ops: bool = True) -> None:
    _verify_place(self)
    if not verify_nested_ops or not self.regions:
        _verify_self(self)
        return
    pending = [(self, _nested(self.regions))]
    while pending:
        op, nested = pending[-1]
        for child in nested:
            if type(child).verify is not verify.function:
                # Some of xDSL's classes have one of their own.
                child.verify()
                continue
            _verify_place(child)
            if child.regions:
                pending.append((child, _nested(child.regions)))
                break
            _verify_self(child)
        else:
            pending.pop()
            _verify_self(op)
    if (use := undominated_use(self)) is not None:
        op, index = use
        _fail(op, f"operand #{index} does not dominate this use")


@verify_dominance.replaces(Block, "verify")
def verify_block(self: Block) -> None:
    for op in self.ops:
        if op.parent is not self:
            raise ValueError(
                "Parent pointer of operation does not refer to containing region"
            )
        op.verify()
    _verify_block_is_closed(self)


@verify_dominance.replaces(Region, "verify")
def verify_region(self: Region) -> None:
    _verify_entry(self)
    for block in self.blocks:
        block.verify()
        if block.parent is not self:
            raise ValueError(
                "Parent pointer of block does not refer to containing region"
            )


def _nested(regions: tuple[Region, ...]) -> Generator[Operation]:
    """The operations directly in `regions`; each block is verified after its own."""
    for region in regions:
        _verify_entry(region)
        block = region.first_block
        while block is not None:
            if block.parent is not region:
                raise ValueError(
                    "Parent pointer of block does not refer to containing region"
                )
            op = block.first_op
            while op is not None:
                if op.parent is not block:
                    raise ValueError(
                        "Parent pointer of operation does not refer to containing "
                        "region"
                    )
                yield op
                op = op.next_op
            _verify_block_is_closed(block)
            block = block.next_block


def _verify_self(op: Operation) -> None:
    """What the definition of `op` says, and its interfaces."""
    try:
        op.verify_()
        if successors_of(op):
            # Most files have no branches, and need nothing of what all branches do.
            from xdsl_gpu_ext.mlir.interfaces.branches import verify_branch

            verify_branch(op)
        if "function_type" in op.properties:
            verify_parameter_attributes(op)
    except VerifyException as error:
        op.emit_error(f"Operation does not verify: {error}", error)
    if op.attributes:
        verify_attributes(op)


def _verify_place(op: Operation) -> None:
    """What does not depend on the definition of `op`."""
    for operand in operands_of(op):
        if operand.__class__ is ErasedSSAValue:
            raise ValueError("Erased SSA value is used by the operation")
    block = op.parent
    region = None if block is None else block.parent
    if successors_of(op):
        _verify_successors(op, block)
    if block is None or region is None or block.last_op is not op:
        return
    single = region.first_block is region.last_block
    if single and ((parent := region.parent) is None or parent.has_trait(NoTerminator)):
        return
    if not op.has_trait(IsTerminator):
        raise VerifyException(
            f"Operation {op.name} terminates block in "
            f"{'single-block' if single else 'multi-block'} region but is not a "
            "terminator"
        )


def _verify_successors(op: Operation, block: Block | None) -> None:
    if block is None or block.parent is None:
        raise VerifyException(
            f"Operation {op.name} with block successors does not belong to a block "
            "or a region"
        )
    if block.last_op is not op:
        raise VerifyException(
            f"Operation {op.name} with block successors must terminate its parent block"
        )
    for successor in op.successors:
        if successor.parent is not block.parent:
            raise VerifyException(
                f"Operation {op.name} is branching to a block of a different region"
            )


def _verify_entry(region: Region) -> None:
    entry = region.first_block
    if entry is not None and (use := entry.first_use) is not None:
        _fail(use.operation, "entry block of region may not have predecessors")


def _verify_block_is_closed(block: Block) -> None:
    if block.first_op is not None or (region := block.parent) is None:
        return
    if (parent := region.parent) is None:
        return
    if region.first_block is not region.last_block:
        # If several blocks are wrong at all, the operation says so.
        _verify_self(parent)
        _fail(parent, "empty block: expect at least a terminator")
    if not parent.has_trait(NoTerminator):
        raise VerifyException(
            f"Operation {parent.name} contains empty block in "
            "single-block region that expects at least a terminator"
        )


def _fail(op: Operation, message: str) -> NoReturn:
    op.emit_error(message, VerifyException(message))


verify_isolation_in_linear_time = Limit(
    """
    See what an isolated operation uses from outside without going up from every use to
    the operation, which is quadratic in the depth of regions.
    """,
    still="test_xdsl_still_goes_up_from_every_use",
)


@verify_isolation_in_linear_time.replaces(IsolatedFromAbove, "verify")
def verify_isolation(self: IsolatedFromAbove, op: Operation) -> None:
    blocks: list[Block] = []
    regions = list(op.regions)
    while regions:
        for block in regions.pop().blocks:
            blocks.append(block)
            for child in block.ops:
                if child.regions and not child.has_trait(IsolatedFromAbove):
                    regions.extend(child.regions)
    inside = set(map(id, blocks))
    for block in blocks:
        for child in block.ops:
            for operand in operands_of(child):
                owner = operand.owner
                if id(owner if isinstance(owner, Block) else owner.parent) in inside:
                    continue
                raise VerifyException(
                    "Operation using value defined out of its "
                    f"IsolatedFromAbove parent: {child}"
                )
