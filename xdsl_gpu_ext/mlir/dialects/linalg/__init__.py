"""
The `linalg` dialect of LLVM 22.1: xDSL's operations refined, and all others that have a
name (`mlir/Dialect/Linalg/IR`).
"""

from __future__ import annotations

from xdsl.dialects.linalg import Linalg as XDSL_LINALG

from xdsl_gpu_ext.mlir.dialects.linalg.attributes import (
    ElementwiseKindAttr,
    TypeFnAttr,
)
from xdsl_gpu_ext.mlir.dialects.linalg.index import IndexOp
from xdsl_gpu_ext.mlir.dialects.linalg.named import named_operations
from xdsl_gpu_ext.mlir.dialects.linalg.structured import (
    BroadcastOp,
    GenericOp,
    MapOp,
    ReduceOp,
    TransposeOp,
)
from xdsl_gpu_ext.mlir.irdl.refinement import extend_dialect

Linalg = extend_dialect(
    XDSL_LINALG,
    [
        *named_operations(),
        BroadcastOp,
        GenericOp,
        IndexOp,
        MapOp,
        ReduceOp,
        TransposeOp,
    ],
    [ElementwiseKindAttr, TypeFnAttr],
)
