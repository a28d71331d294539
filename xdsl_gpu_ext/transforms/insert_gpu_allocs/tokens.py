"""Asynchronous work, and whether the program itself waits for it."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import UnregisteredAttr
from xdsl.dialects.gpu import AsyncTokenType
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_gpu_ext.dialects.async_ import AwaitOp, ExecuteOp, TokenType
from xdsl_gpu_ext.dialects.gpu.async_interface import AsyncOpInterface
from xdsl_gpu_ext.mlir.interfaces.definitions import is_a
from xdsl_gpu_ext.mlir.interfaces.models import trait_of


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


class AwaitedTokens:
    """
    The tokens that the host waits for in the block where they come from, perhaps by
    waiting for other work that comes after it. Each is looked at once.
    """

    def __init__(self) -> None:
        self._known: dict[SSAValue, bool] = {}

    def __contains__(self, token: SSAValue) -> bool:
        pending = [token]
        while pending:
            current = pending[-1]
            if current in self._known:
                pending.pop()
                continue
            later = list(_waits(current))
            unknown = [t for t in later if t is not None and t not in self._known]
            if unknown and None not in later:
                pending += unknown
                continue
            self._known[current] = any(t is None or self._known[t] for t in later)
        return self._known[token]


def _waits(token: SSAValue) -> Iterator[SSAValue | None]:
    """
    The tokens of what waits for `token` in its block, `None` where the host does.
    """
    block = token.owner
    if isinstance(block, Operation):
        block = block.parent
    for use in token.uses:
        op = use.operation
        if op.parent is block and _waits_for_tokens(op):
            yield async_token(op)


def _waits_for_tokens(op: Operation) -> bool:
    """Whether `op`, or the work that it starts, waits for the tokens it takes."""
    return is_a(op, AwaitOp, ExecuteOp) or trait_of(op, AsyncOpInterface) is not None
