"""
The `arith` dialect: xDSL's, with what it lacks of LLVM 22.1.

From `mlir/Dialect/Arith/IR/ArithOps.td`. Refined are the operations that kernels have
on vectors and xDSL reads on scalars only, and those that lack properties.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect

Arith = LazyDialect(
    "arith",
    __name__,
    {
        "casts": (
            "ExtFOp ExtSIOp ExtUIOp FPToSIOp FPToUIOp IndexCastOp IndexCastUIOp "
            "ScalingExtFOp ScalingTruncFOp SIToFPOp TruncFOp TruncIOp UIToFPOp"
        ),
        "operations": "CmpfOp CmpiOp DivSIOp DivUIOp RemFOp SelectOp ShRSIOp ShRUIOp",
    },
    base="xdsl.dialects.arith.Arith",
)

if TYPE_CHECKING:
    from xdsl_gpu_ext.mlir.dialects.arith.casts import *
    from xdsl_gpu_ext.mlir.dialects.arith.operations import *
else:
    __getattr__, __all__ = Arith.exports()
