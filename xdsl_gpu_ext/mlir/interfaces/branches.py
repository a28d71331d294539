"""
Branches: which operands a terminator hands to which block (`BranchOpInterface`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import cast

from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.control_flow import BranchFlow
from xdsl_gpu_ext.mlir.interfaces.models import trait_of
from xdsl_gpu_ext.mlir.irdl.slices import integers


def successor_operands(op: Operation) -> list[Sequence[SSAValue]] | None:
    """
    What `op` hands to each of its successors; `None` if it is not a known branch.
    """
    flow = trait_of(op, BranchFlow)
    if flow is None:
        return None
    values = tuple(op.operands)[flow.first :]
    if len(op.successors) == 1:
        return [values]
    sizes = _numbers(op, "operandSegmentSizes")[flow.first :]
    if op.get_attr_or_prop("case_operand_segments") is not None:
        # The last of the groups is one for each case.
        sizes = (*sizes[:1], *_numbers(op, "case_operand_segments"))
    if sum(sizes) != len(values) or len(sizes) != len(op.successors):
        raise VerifyException(
            f"'{op.name}' op states {sum(sizes)} operands for {len(sizes)} successors, "
            f"but has {len(values)} for {len(op.successors)}"
        )
    return [values[end - size : end] for size, end in zip(sizes, accumulate(sizes))]


def _numbers(op: Operation, name: str) -> tuple[int, ...]:
    array = op.get_attr_or_prop(name)
    if not isinstance(array, DenseArrayBase):
        return ()
    return integers(cast(DenseArrayBase, array))


def branch_operands(op: Operation) -> Sequence[tuple[int, Block]] | None:
    """
    For each successor of `op`: the index of the first operand that it is given, and the
    successor. `None` if `op` is not a branch that is known.
    """
    groups = successor_operands(op)
    if groups is None:
        return None
    sizes = [len(group) for group in groups]
    # What chooses the successor comes first.
    starts = accumulate(sizes, initial=len(op.operands) - sum(sizes))
    return list(zip(starts, op.successors))


def verify_branch(op: Operation) -> None:
    """What a branch hands to a block are values of the types of its arguments."""
    groups = successor_operands(op)
    if groups is None:
        return
    for number, (values, block) in enumerate(zip(groups, op.successors)):
        if len(values) != len(block.args):
            raise VerifyException(
                f"branch has {len(values)} operands for successor #{number}, but "
                f"target block has {len(block.args)}"
            )
        for i, (value, argument) in enumerate(zip(values, block.args)):
            if value.type != argument.type:
                raise VerifyException(
                    f"type mismatch for bb argument #{i} of successor #{number}"
                )
