"""
The `affine` dialect of LLVM 22.1: loops and accesses that can be analysed exactly.

From `mlir/Dialect/Affine/IR/AffineOps.td`. Where xDSL has the operation, ours refines
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect

Affine = LazyDialect(
    "affine",
    __name__,
    {
        "access": (
            "AffineDmaStartOp=dma_start AffineDmaWaitOp=dma_wait LoadOp PrefetchOp "
            "StoreOp VectorLoadOp VectorStoreOp"
        ),
        "arithmetic": (
            "AffineDelinearizeIndexOp=delinearize_index "
            "AffineLinearizeIndexOp=linearize_index ApplyOp MaxOp MinOp"
        ),
        "control": "ForOp IfOp ParallelOp",
    },
    base="xdsl.dialects.affine.Affine",
)

if TYPE_CHECKING:
    from xdsl_gpu_ext.mlir.dialects.affine.access import *
    from xdsl_gpu_ext.mlir.dialects.affine.arithmetic import *
    from xdsl_gpu_ext.mlir.dialects.affine.control import *
else:
    __getattr__, __all__ = Affine.exports()
