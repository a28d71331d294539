"""
The `memref` dialect as LLVM 22.1 defines it (`MemRefOps.td`).

Operations that xDSL has are refinements of its classes, so that what matches
`xdsl.dialects.memref` matches these; only `memref.dma_start` is defined anew.
"""

from xdsl.dialects import memref as xdsl_memref

from xdsl_gpu_ext.dialects.memref.access import CopyOp, LoadOp, PrefetchOp, StoreOp
from xdsl_gpu_ext.dialects.memref.allocation import (
    AllocaOp,
    AllocaScopeOp,
    AllocaScopeReturnOp,
    AllocOp,
    DeallocOp,
    ReallocOp,
)
from xdsl_gpu_ext.dialects.memref.atomics import (
    AtomicRMWKind,
    AtomicRMWOp,
    AtomicYieldOp,
    GenericAtomicRMWOp,
)
from xdsl_gpu_ext.dialects.memref.dma import DmaStartOp, DmaWaitOp
from xdsl_gpu_ext.dialects.memref.globals import GetGlobalOp, GlobalOp
from xdsl_gpu_ext.dialects.memref.metadata import (
    DimOp,
    ExtractAlignedPointerAsIndexOp,
    ExtractStridedMetaDataOp,
    RankOp,
)
from xdsl_gpu_ext.dialects.memref.reshapes import (
    CollapseShapeOp,
    ExpandShapeOp,
    ReshapeOp,
)
from xdsl_gpu_ext.dialects.memref.subview import SubviewOp
from xdsl_gpu_ext.dialects.memref.views import (
    AssumeAlignmentOp,
    CastOp,
    DistinctObjectsOp,
    MemorySpaceCastOp,
    ReinterpretCastOp,
    TransposeOp,
    ViewOp,
)
from xdsl_gpu_ext.mlir.irdl.refinement import extend_dialect

MemRef = extend_dialect(
    xdsl_memref.MemRef,
    [
        AllocaOp,
        AllocaScopeOp,
        AllocaScopeReturnOp,
        AllocOp,
        AssumeAlignmentOp,
        AtomicRMWOp,
        AtomicYieldOp,
        CastOp,
        CollapseShapeOp,
        CopyOp,
        DeallocOp,
        DimOp,
        DistinctObjectsOp,
        DmaStartOp,
        DmaWaitOp,
        ExpandShapeOp,
        ExtractAlignedPointerAsIndexOp,
        ExtractStridedMetaDataOp,
        GenericAtomicRMWOp,
        GetGlobalOp,
        GlobalOp,
        LoadOp,
        MemorySpaceCastOp,
        PrefetchOp,
        RankOp,
        ReallocOp,
        ReinterpretCastOp,
        ReshapeOp,
        StoreOp,
        SubviewOp,
        TransposeOp,
        ViewOp,
    ],
)

__all__ = [
    "AllocOp",
    "AllocaOp",
    "AllocaScopeOp",
    "AllocaScopeReturnOp",
    "AssumeAlignmentOp",
    "AtomicRMWKind",
    "AtomicRMWOp",
    "AtomicYieldOp",
    "CastOp",
    "CollapseShapeOp",
    "CopyOp",
    "DeallocOp",
    "DimOp",
    "DistinctObjectsOp",
    "DmaStartOp",
    "DmaWaitOp",
    "ExpandShapeOp",
    "ExtractAlignedPointerAsIndexOp",
    "ExtractStridedMetaDataOp",
    "GenericAtomicRMWOp",
    "GetGlobalOp",
    "GlobalOp",
    "LoadOp",
    "MemRef",
    "MemorySpaceCastOp",
    "PrefetchOp",
    "RankOp",
    "ReallocOp",
    "ReinterpretCastOp",
    "ReshapeOp",
    "StoreOp",
    "SubviewOp",
    "TransposeOp",
    "ViewOp",
]
