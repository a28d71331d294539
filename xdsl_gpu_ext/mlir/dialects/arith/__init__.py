"""
The `arith` dialect: xDSL's, with what it lacks of LLVM 22.1.

From `mlir/Dialect/Arith/IR/ArithOps.td`. Refined are the operations that kernels have
on vectors and xDSL reads on scalars only, and those that lack properties.
"""

from __future__ import annotations

from xdsl.dialects.arith import Arith as XDSL_ARITH

from xdsl_gpu_ext.mlir.dialects.arith.casts import (
    ExtFOp,
    ExtSIOp,
    ExtUIOp,
    FPToSIOp,
    FPToUIOp,
    IndexCastOp,
    IndexCastUIOp,
    ScalingExtFOp,
    ScalingTruncFOp,
    SIToFPOp,
    TruncFOp,
    TruncIOp,
    UIToFPOp,
)
from xdsl_gpu_ext.mlir.dialects.arith.operations import (
    CmpfOp,
    CmpiOp,
    DivSIOp,
    DivUIOp,
    RemFOp,
    SelectOp,
    ShRSIOp,
    ShRUIOp,
)
from xdsl_gpu_ext.mlir.irdl.refinement import extend_dialect

Arith = extend_dialect(
    XDSL_ARITH,
    [
        CmpfOp,
        CmpiOp,
        DivSIOp,
        DivUIOp,
        ExtFOp,
        ExtSIOp,
        ExtUIOp,
        FPToSIOp,
        FPToUIOp,
        IndexCastOp,
        IndexCastUIOp,
        RemFOp,
        SIToFPOp,
        ScalingExtFOp,
        ScalingTruncFOp,
        SelectOp,
        ShRSIOp,
        ShRUIOp,
        TruncFOp,
        TruncIOp,
        UIToFPOp,
    ],
)
