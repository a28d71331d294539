"""
Changes to operations that are made all at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue, SSAValues

from xdsl_gpu_ext.dialects.async_ import ExecuteOp, ValueType
from xdsl_gpu_ext.transforms.gpu_async_region.async_ops import (
    SEGMENTS,
    TOKEN_TYPE,
    add_dependencies,
    grown_segment,
)

ASYNC_GPU_TOKEN = ValueType(TOKEN_TYPE)
"""The type of a GPU token that an `async.execute` yields."""


class Additions:
    """
    Operands, results and arguments that operations are to have in the end.

    xDSL makes the whole list anew whenever one is added, so they are added at once.
    """

    def __init__(self) -> None:
        self._dependencies: dict[Operation, list[SSAValue]] = defaultdict(list)
        self._yielded: dict[ExecuteOp, list[SSAValue]] = defaultdict(list)
        self._results: dict[ExecuteOp, list[OpResult]] = defaultdict(list)
        self._operands: dict[ExecuteOp, list[SSAValue]] = defaultdict(list)
        self._arguments: dict[ExecuteOp, list[BlockArgument]] = defaultdict(list)

    def add_dependencies(self, op: Operation, tokens: Sequence[SSAValue]) -> None:
        """Let `op` wait for each of `tokens`, the last one first."""
        self._dependencies[op] += tokens

    def take_dependencies(self, wait: xdsl_gpu.WaitOp) -> list[SSAValue]:
        """All that `wait` waits for; it is not to be changed any more."""
        return [*reversed(self._dependencies.pop(wait, ())), *wait.operands]

    def add_yield(self, execute: ExecuteOp, token: SSAValue) -> OpResult:
        """Let the body of `execute` yield `token` too."""
        results = self._results[execute]
        index = len(execute.results) + len(results)
        result = OpResult(ASYNC_GPU_TOKEN, execute, index)
        results.append(result)
        self._yielded[execute].append(token)
        return result

    def add_body_operands(
        self, execute: ExecuteOp, values: Sequence[SSAValue]
    ) -> Sequence[BlockArgument]:
        """Give GPU tokens to the body of `execute`: what they are called inside."""
        block = execute.bodyRegion.block
        arguments = self._arguments[execute]
        first = len(block.args) + len(arguments)
        added = [
            BlockArgument(TOKEN_TYPE, block, first + number)
            for number in range(len(values))
        ]
        for argument in added:
            argument.location = execute.location
        self._operands[execute] += values
        arguments += added
        return added

    def apply(self) -> None:
        """Add all of it."""
        for op, tokens in self._dependencies.items():
            add_dependencies(op, tokens[::-1])
        for execute, results in self._results.items():
            execute.results = SSAValues((*execute.results, *results))
        for execute, yielded in self._yielded.items():
            yield_op = execute.bodyRegion.block.last_op
            assert yield_op is not None
            yield_op.operands = (*yield_op.operands, *yielded)
        for execute, operands in self._operands.items():
            execute.operands = (*execute.operands, *operands)
            sizes = execute.properties[SEGMENTS]
            execute.properties[SEGMENTS] = grown_segment(sizes, 1, len(operands))
        for execute, arguments in self._arguments.items():
            _add_arguments(execute.bodyRegion.block, arguments)


def _add_arguments(block: Block, arguments: Sequence[BlockArgument]) -> None:
    # xDSL can only add one at a time, at a cost that grows with their number.
    block._args = (*block._args, *arguments)  # pyright: ignore[reportPrivateUsage]
