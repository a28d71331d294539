"""Asynchronous work, and whether the program itself waits for it."""

from __future__ import annotations

from xdsl.dialects.builtin import UnregisteredAttr
from xdsl.dialects.gpu import AsyncTokenType
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_gpu_ext.dialects.async_ import TokenType
from xdsl_gpu_ext.dialects.gpu.async_interface import AsyncOpInterface
from xdsl_gpu_ext.mlir.interfaces.definitions import op_name


def async_token(op: Operation) -> SSAValue | None:
    """The token that says when the work of `op` is done, if that goes on after it."""
    for result in op.results:
        if is_token(result.type):
            return result
    return None


def is_token(type: Attribute) -> bool:
    """Whether `type` is that of a token, also where `async` is not loaded."""
    if isinstance(type, UnregisteredAttr):
        return type.attr_name.data == TokenType.name
    return isinstance(type, AsyncTokenType | TokenType)


def is_awaited(token: SSAValue) -> bool:
    """
    Whether the host waits for `token` in the block where it comes from, perhaps by
    waiting for other work that comes after it.
    """
    block = token.owner
    if isinstance(block, Operation):
        block = block.parent
    pending, seen = [token], {token}
    while pending:
        for use in pending.pop().uses:
            op = use.operation
            if op.parent is not block or not _waits_for_tokens(op):
                continue
            later = async_token(op)
            if later is None:
                return True
            if later not in seen:
                seen.add(later)
                pending.append(later)
    return False


def _waits_for_tokens(op: Operation) -> bool:
    """Whether `op`, or the work that it starts, waits for the tokens it takes."""
    if op_name(op) in ("async.await", "async.execute", "gpu.wait"):
        return True
    return op.has_trait(AsyncOpInterface, value_if_unregistered=False)
