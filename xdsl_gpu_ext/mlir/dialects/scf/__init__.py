"""
The `scf` dialect of LLVM 22.1: loops and branches as operations.

From `mlir/Dialect/SCF/IR/SCFOps.td`. Where xDSL has the operation, ours refines it.
"""

from __future__ import annotations

from xdsl.dialects.scf import Scf as XDSL_SCF

from xdsl_gpu_ext.mlir.dialects.scf.branches import ExecuteRegionOp, IfOp, IndexSwitchOp
from xdsl_gpu_ext.mlir.dialects.scf.loops import ForOp, WhileOp
from xdsl_gpu_ext.mlir.dialects.scf.parallel import ForallOp, InParallelOp, ParallelOp
from xdsl_gpu_ext.mlir.irdl.refinement import extend_dialect

Scf = extend_dialect(
    XDSL_SCF,
    [
        ExecuteRegionOp,
        ForOp,
        ForallOp,
        IfOp,
        InParallelOp,
        IndexSwitchOp,
        ParallelOp,
        WhileOp,
    ],
)
