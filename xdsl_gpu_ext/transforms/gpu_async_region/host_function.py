"""What the pass looks at in a function before it changes anything."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects import func
from xdsl.dialects import gpu as xdsl_gpu
from xdsl.ir import Block, Operation

from xdsl_gpu_ext.dialects.async_ import ExecuteOp
from xdsl_gpu_ext.transforms.gpu_async_region.async_ops import (
    async_token,
    is_async_op,
)
from xdsl_gpu_ext.transforms.gpu_async_region.use_order import UseOrder
from xdsl_gpu_ext.transforms.refusal import refuse


@dataclass
class HostFunction:
    """A function to be rewritten."""

    op: func.FuncOp
    blocks: list[Block] = field(default_factory=list[Block])
    """All its blocks, those inside a block before it."""
    executes: list[ExecuteOp] = field(default_factory=list[ExecuteOp])
    """All its `async.execute`, those inside one before it."""
    use_order: UseOrder = field(init=False)

    def __post_init__(self) -> None:
        self.use_order = UseOrder(self.op)

    @classmethod
    def of(cls, op: func.FuncOp, *, strict: bool) -> HostFunction:
        """
        Check and collect what `op` holds.

        Raises `PassFailedException` at an operation that the pass cannot deal with.
        """
        function = cls(op)
        function._collect(op, strict)
        return function

    def _collect(self, op: Operation, strict: bool) -> None:
        for region in op.regions:
            for block in region.blocks:
                for child in block.ops:
                    if child.regions:
                        self._collect(child, strict)
                    if isinstance(child, xdsl_gpu.LaunchOp):
                        refuse(child, "replace with gpu.launch_func first")
                    if strict:
                        _check_synchronous(child)
                    if isinstance(child, ExecuteOp):
                        self.executes.append(child)
                        self.use_order.remember(child.results)
                self.blocks.append(block)


def _check_synchronous(op: Operation) -> None:
    if isinstance(op, xdsl_gpu.WaitOp):
        refuse(op, "unexpected pre-existing gpu.wait")
    if is_async_op(op) and async_token(op) is not None:
        refuse(op, "is already async")
