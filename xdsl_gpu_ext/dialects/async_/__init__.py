"""
The `async` dialect of LLVM 22.1: work whose completion is a value of the program.

From `mlir/Dialect/Async/IR/AsyncOps.td` and `AsyncTypes.td`. The package is called
`async_` because `async` is a keyword of Python.
"""

from __future__ import annotations

from xdsl.ir import Dialect

from xdsl_gpu_ext.dialects.async_.coro import (
    CoroBeginOp,
    CoroEndOp,
    CoroFreeOp,
    CoroIdOp,
    CoroSaveOp,
    CoroSuspendOp,
)
from xdsl_gpu_ext.dialects.async_.execute import (
    AddToGroupOp,
    AwaitAllOp,
    AwaitOp,
    CreateGroupOp,
    ExecuteOp,
    YieldOp,
)
from xdsl_gpu_ext.dialects.async_.functions import (
    CallOp,
    FuncOp,
    ReturnOp,
)
from xdsl_gpu_ext.dialects.async_.runtime import (
    RuntimeAddRefOp,
    RuntimeAddToGroupOp,
    RuntimeAwaitAndResumeOp,
    RuntimeAwaitOp,
    RuntimeCreateGroupOp,
    RuntimeCreateOp,
    RuntimeDropRefOp,
    RuntimeIsErrorOp,
    RuntimeLoadOp,
    RuntimeNumWorkerThreadsOp,
    RuntimeResumeOp,
    RuntimeSetAvailableOp,
    RuntimeSetErrorOp,
    RuntimeStoreOp,
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
    [
        AddToGroupOp,
        AwaitAllOp,
        AwaitOp,
        CallOp,
        CoroBeginOp,
        CoroEndOp,
        CoroFreeOp,
        CoroIdOp,
        CoroSaveOp,
        CoroSuspendOp,
        CreateGroupOp,
        ExecuteOp,
        FuncOp,
        ReturnOp,
        RuntimeAddRefOp,
        RuntimeAddToGroupOp,
        RuntimeAwaitAndResumeOp,
        RuntimeAwaitOp,
        RuntimeCreateGroupOp,
        RuntimeCreateOp,
        RuntimeDropRefOp,
        RuntimeIsErrorOp,
        RuntimeLoadOp,
        RuntimeNumWorkerThreadsOp,
        RuntimeResumeOp,
        RuntimeSetAvailableOp,
        RuntimeSetErrorOp,
        RuntimeStoreOp,
        YieldOp,
    ],
    [CoroHandleType, CoroIdType, CoroStateType, GroupType, TokenType, ValueType],
)
