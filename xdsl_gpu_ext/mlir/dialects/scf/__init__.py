"""
The `scf` dialect of LLVM 22.1: loops and branches as operations.

From `mlir/Dialect/SCF/IR/SCFOps.td`. Where xDSL has the operation, ours refines it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect

Scf = LazyDialect(
    "scf",
    __name__,
    {
        "branches": "ExecuteRegionOp IfOp IndexSwitchOp",
        "loops": "ForOp WhileOp",
        "parallel": "ForallOp InParallelOp=forall.in_parallel ParallelOp",
    },
    base="xdsl.dialects.scf.Scf",
)

if TYPE_CHECKING:
    from xdsl_gpu_ext.mlir.dialects.scf.branches import *
    from xdsl_gpu_ext.mlir.dialects.scf.loops import *
    from xdsl_gpu_ext.mlir.dialects.scf.parallel import *
else:
    __getattr__, __all__ = Scf.exports()
