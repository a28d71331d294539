"""
Changing asynchronous operations in place.

This works on the operations of our `gpu` dialect and on those of xDSL's own classes,
whose operands may be laid out in another way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import DenseArrayBase, IntegerType, i32
from xdsl.dialects.gpu import AsyncTokenType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue, SSAValues
from xdsl.irdl import AttrSizedOperandSegments, AttrSizedResultSegments
from xdsl.utils.hints import isa

from xdsl_gpu_ext.dialects.gpu import GPU, AsyncOpInterface, WaitOp

_ASYNC_OPS = frozenset(
    op.name for op in GPU.operations if op.has_trait(AsyncOpInterface)
)

TOKEN_TYPE = AsyncTokenType()

SEGMENTS = AttrSizedOperandSegments.attribute_name


def is_async_op(op: Operation) -> bool:
    """
    Whether `op` can take tokens.

    A launch on an explicit stream cannot: it is ordered by its stream, and LLVM rejects
    one that has both.
    """
    if op.name not in _ASYNC_OPS:
        return False
    if not isinstance(op, xdsl_gpu.LaunchFuncOp):
        return True
    # The stream is the last group of operands.
    return _segments(op.properties[SEGMENTS])[-1] == 0


def async_dependencies(op: Operation) -> Sequence[SSAValue]:
    """The tokens that the asynchronous operation `op` waits for."""
    return AsyncOpInterface.get_async_dependencies(op)


def async_token(op: Operation) -> OpResult | None:
    """The token that the asynchronous operation `op` returns, if it does."""
    if op.results and isinstance(op.results[-1].type, AsyncTokenType):
        return op.results[-1]
    return None


def make_async(op: Operation) -> OpResult:
    """The token that the asynchronous operation `op` returns from now on."""
    token = async_token(op)
    if token is None:
        token = OpResult(TOKEN_TYPE, op, len(op.results))
        op.results = SSAValues((*op.results, token))
        # The token is the last group of results.
        _grow(op, AttrSizedResultSegments.attribute_name, -1, 1)
    return token


def add_dependencies(op: Operation, tokens: Sequence[SSAValue]) -> None:
    """Make `op` wait for `tokens`; they come before the tokens that it waits for."""
    op.operands = (*tokens, *op.operands)
    _grow(op, SEGMENTS, 0, len(tokens))


def _grow(op: Operation, segments: str, index: int, by: int) -> None:
    """Note that a group of operands or results has grown, if `op` keeps their sizes."""
    # xDSL's own classes have some of them as attributes.
    for container in (op.properties, op.attributes):
        if (sizes := container.get(segments)) is not None:
            container[segments] = grown_segment(sizes, index, by)


# A module holds many operations of few shapes.
@lru_cache(maxsize=1024)
def _segments(sizes: Attribute) -> Sequence[int]:
    """How many operands there are in each group."""
    assert isa(sizes, DenseArrayBase[IntegerType])
    return sizes.get_values()


@lru_cache(maxsize=1024)
def grown_segment(sizes: Attribute, index: int, by: int) -> Attribute:
    """The sizes of groups of operands or results, with that at `index` grown."""
    values = list(_segments(sizes))
    values[index] += by
    return DenseArrayBase.from_list(i32, values)


def create_wait(op: Operation, tokens: Sequence[SSAValue], *, is_async: bool) -> WaitOp:
    """A `gpu.wait` at the location of `op`."""
    return WaitOp.create(
        operands=tokens,
        result_types=(TOKEN_TYPE,) if is_async else (),
        location=op.location,
    )
