"""
The `async` dialect of LLVM 22.1: work whose completion is a value of the program.

From `mlir/Dialect/Async/IR/AsyncOps.td` and `AsyncTypes.td`. The package is called
`async_` because `async` is a keyword of Python.
"""

from __future__ import annotations

from xdsl.ir import Dialect

from xdsl_gpu_ext.dialects.async_.execute import (
    AddToGroupOp,
    AwaitAllOp,
    AwaitOp,
    CreateGroupOp,
    ExecuteOp,
    YieldOp,
)
from xdsl_gpu_ext.dialects.async_.types import (
    CoroHandleType,
    CoroIdType,
    CoroStateType,
    GroupType,
    TokenType,
    ValueType,
)

Async = Dialect(
    "async",
    [AddToGroupOp, AwaitAllOp, AwaitOp, CreateGroupOp, ExecuteOp, YieldOp],
    [CoroHandleType, CoroIdType, CoroStateType, GroupType, TokenType, ValueType],
)
