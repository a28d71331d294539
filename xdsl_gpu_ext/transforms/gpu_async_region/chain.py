"""`dependencies=chain`: every GPU operation waits for the one before it."""

from __future__ import annotations

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.ir import Block, Operation, SSAValue

from xdsl_gpu_ext.mlir.interfaces.effects import has_side_effects
from xdsl_gpu_ext.mlir.interfaces.value_flow import is_terminator
from xdsl_gpu_ext.transforms.gpu_async_region.async_ops import (
    add_dependencies,
    async_dependencies,
    async_token,
    create_wait,
    is_async_op,
    make_async,
)
from xdsl_gpu_ext.transforms.gpu_async_region.host_function import HostFunction


def thread_token(function: HostFunction, block: Block) -> None:
    """
    Thread a token through the GPU operations of `block`.

    The host waits for it before an operation with side effects, and at the end. So no
    token lives across the bounds of a block, and control flow needs no thought.
    """
    # Stands for all GPU work of the block that the host has not waited for.
    token: SSAValue | None = None
    for op in block.ops:
        if isinstance(op, xdsl_gpu.WaitOp):
            if token is not None:
                _depend(function, op, token)
            token = async_token(op)
        elif is_async_op(op):
            if token is None:
                ready = create_wait(op, (), is_async=True)
                block.insert_op_before(ready, op)
                token = ready.results[0]
            _depend(function, op, token)
            token = async_token(op)
            if token is None:
                token = make_async(op)
                if function.executes:
                    function.use_order.recreated(op)
        elif token is not None and _must_follow_gpu_work(op):
            block.insert_op_before(create_wait(op, [token], is_async=False), op)
            token = None
    if token is not None:
        # Only a block without terminator ends like this.
        block.add_op(create_wait(token.owner, [token], is_async=False))


def _depend(function: HostFunction, op: Operation, token: SSAValue) -> None:
    # Most tokens are new, and known not to be there without looking.
    if token.first_use is None or token not in async_dependencies(op):
        add_dependencies(op, [token])
        if function.executes:
            function.use_order.dependency_added(op)


def _must_follow_gpu_work(op: Operation) -> bool:
    return is_terminator(op) or has_side_effects(op)
