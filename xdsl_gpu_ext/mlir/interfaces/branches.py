"""
Branches: which operands a terminator hands to which block (`BranchOpInterface`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import cast

from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.traits import named_values
from xdsl_gpu_ext.mlir.irdl.slices import integers

Operands = Sequence[SSAValue]


def _groups(*names: str) -> Callable[[Operation], list[Operands]]:
    return lambda op: [named_values(op, name) for name in names]


def _of_switch(op: Operation) -> list[Operands]:
    cases = named_values(op, "case_operands")
    sizes: list[int] = []
    segments = op.properties["case_operand_segments"]
    if isinstance(segments, DenseArrayBase):
        sizes += integers(cast(DenseArrayBase, segments))
    ends = list(accumulate(sizes))
    if ends[-1:] != [len(cases)] and (ends or cases):
        raise VerifyException(
            f"'{op.name}' op has {len(cases)} case operands, but its segments have "
            f"{sum(sizes)}"
        )
    return [
        named_values(op, "default_operands"),
        *(cases[end - size : end] for size, end in zip(sizes, ends)),
    ]


_SUCCESSOR_OPERANDS: dict[str, Callable[[Operation], list[Operands]]] = {
    "cf.br": _groups("arguments"),
    "cf.cond_br": _groups("then_arguments", "else_arguments"),
    "cf.switch": _of_switch,
    "llvm.br": _groups("arguments"),
    "llvm.cond_br": _groups("then_arguments", "else_arguments"),
}
"""What xDSL's branches hand to each of their successors."""


def successor_operands(op: Operation) -> list[Operands] | None:
    """
    What `op` hands to each of its successors; `None` if it is not a known branch.
    """
    of = _SUCCESSOR_OPERANDS.get(op.name)
    return None if of is None else of(op)


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
