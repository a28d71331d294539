"""
The `memref` dialect as LLVM 22.1 defines it (`MemRefOps.td`).

Operations that xDSL has are refinements of its classes, so that what matches
`xdsl.dialects.memref` matches these; only `memref.dma_start` is defined anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect

MemRef = LazyDialect(
    "memref",
    __name__,
    {
        "xdsl_gpu_ext.mlir.dialects.arith.atomics": "AtomicRMWKind",
        "access": "CopyOp LoadOp PrefetchOp StoreOp",
        "allocation": (
            "AllocaOp AllocaScopeOp AllocaScopeReturnOp AllocOp DeallocOp ReallocOp"
        ),
        "atomics": "AtomicRMWOp AtomicYieldOp GenericAtomicRMWOp",
        "dma": "DmaStartOp DmaWaitOp",
        "globals": "GetGlobalOp GlobalOp",
        "metadata": (
            "DimOp ExtractAlignedPointerAsIndexOp ExtractStridedMetaDataOp RankOp"
        ),
        "reshapes": "CollapseShapeOp ExpandShapeOp ReshapeOp",
        "subview": "SubviewOp",
        "views": (
            "AssumeAlignmentOp CastOp DistinctObjectsOp MemorySpaceCastOp "
            "ReinterpretCastOp TransposeOp ViewOp"
        ),
    },
    base="xdsl.dialects.memref.MemRef",
)

if TYPE_CHECKING:
    from xdsl_gpu_ext.dialects.memref.access import *
    from xdsl_gpu_ext.dialects.memref.allocation import *
    from xdsl_gpu_ext.dialects.memref.atomics import *
    from xdsl_gpu_ext.dialects.memref.dma import *
    from xdsl_gpu_ext.dialects.memref.globals import *
    from xdsl_gpu_ext.dialects.memref.metadata import *
    from xdsl_gpu_ext.dialects.memref.reshapes import *
    from xdsl_gpu_ext.dialects.memref.subview import *
    from xdsl_gpu_ext.dialects.memref.views import *
    from xdsl_gpu_ext.mlir.dialects.arith.atomics import AtomicRMWKind as AtomicRMWKind
else:
    __getattr__, __all__ = MemRef.exports()
