"""
The `async` dialect of LLVM 22.1: work whose completion is a value of the program.

From `mlir/Dialect/Async/IR/AsyncOps.td` and `AsyncTypes.td`. The package is called
`async_` because `async` is a keyword of Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect

Async = LazyDialect(
    "async",
    __name__,
    {
        "coro": "CoroBeginOp CoroEndOp CoroFreeOp CoroIdOp CoroSaveOp CoroSuspendOp",
        "execute": "AddToGroupOp AwaitAllOp AwaitOp CreateGroupOp ExecuteOp YieldOp",
        "functions": "CallOp FuncOp ReturnOp",
        "runtime": (
            "RuntimeAddRefOp RuntimeAddToGroupOp RuntimeAwaitAndResumeOp "
            "RuntimeAwaitOp RuntimeCreateGroupOp RuntimeCreateOp RuntimeDropRefOp "
            "RuntimeIsErrorOp RuntimeLoadOp RuntimeNumWorkerThreadsOp RuntimeResumeOp "
            "RuntimeSetAvailableOp RuntimeSetErrorOp RuntimeStoreOp"
        ),
        "types": (
            "CoroHandleType CoroIdType CoroStateType GroupType TokenType ValueType"
        ),
    },
)

if TYPE_CHECKING:
    from xdsl_gpu_ext.dialects.async_.coro import *
    from xdsl_gpu_ext.dialects.async_.execute import *
    from xdsl_gpu_ext.dialects.async_.functions import *
    from xdsl_gpu_ext.dialects.async_.runtime import *
    from xdsl_gpu_ext.dialects.async_.types import *
else:
    __getattr__, __all__ = Async.exports()
