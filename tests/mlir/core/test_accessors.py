"""Named groups of operands and results."""

from __future__ import annotations

from xdsl.dialects import test
from xdsl.dialects.builtin import DenseArrayBase, IndexType, i32
from xdsl.dialects.cf import ConditionalBranchOp
from xdsl.ir import Block

from tests.support.work import lines_run
from xdsl_gpu_ext.mlir import activate
from xdsl_gpu_ext.mlir.core.accessors import get_group

activate()


def branch() -> ConditionalBranchOp:
    condition, *values = test.TestOp(result_types=[IndexType()] * 4).results
    return ConditionalBranchOp(condition, Block(), values[:1], Block(), values[1:])


def test_groups_are_found_by_their_sizes() -> None:
    op = branch()
    assert op.cond is op.operands[0]
    assert op.then_arguments == op.operands[1:2]
    assert op.else_arguments == op.operands[2:]
    op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [1, 3, 0])
    assert op.then_arguments == op.operands[1:]
    assert op.else_arguments == ()


def test_groups_follow_the_operands() -> None:
    op = branch()
    op.operands[1] = op.cond
    assert op.then_arguments == (op.cond,)


def test_xdsl_still_does_more_work() -> None:
    op = branch()
    accessor = vars(ConditionalBranchOp)["else_arguments"]
    ours = lines_run(lambda: op.else_arguments)
    assert lines_run(lambda: get_group.original(accessor, op)) > 1.5 * ours
