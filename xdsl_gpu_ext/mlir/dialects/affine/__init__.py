"""
The `affine` dialect of LLVM 22.1: loops and accesses that can be analysed exactly.

From `mlir/Dialect/Affine/IR/AffineOps.td`. Where xDSL has the operation, ours refines
it.
"""

from __future__ import annotations

from xdsl.dialects.affine import Affine as XDSL_AFFINE

from xdsl_gpu_ext.mlir.dialects.affine.access import (
    AffineDmaStartOp,
    AffineDmaWaitOp,
    LoadOp,
    PrefetchOp,
    StoreOp,
    VectorLoadOp,
    VectorStoreOp,
)
from xdsl_gpu_ext.mlir.dialects.affine.arithmetic import (
    AffineDelinearizeIndexOp,
    AffineLinearizeIndexOp,
    ApplyOp,
    MaxOp,
    MinOp,
)
from xdsl_gpu_ext.mlir.dialects.affine.control import ForOp, IfOp, ParallelOp
from xdsl_gpu_ext.mlir.irdl.refinement import extend_dialect

Affine = extend_dialect(
    XDSL_AFFINE,
    [
        AffineDelinearizeIndexOp,
        AffineDmaStartOp,
        AffineDmaWaitOp,
        AffineLinearizeIndexOp,
        ApplyOp,
        ForOp,
        IfOp,
        LoadOp,
        MaxOp,
        MinOp,
        ParallelOp,
        PrefetchOp,
        StoreOp,
        VectorLoadOp,
        VectorStoreOp,
    ],
)
