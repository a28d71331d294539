"""
The `xegpu` dialect: programs for Intel GPUs, in terms of what their hardware does.

A program works on tiles of memory through descriptors and on vectors in registers, at
one of three levels. At *workgroup* level a vector is the data of all subgroups
together, and layouts say how they divide it. At *subgroup* level a vector is the data
of one subgroup, and layouts say how its lanes divide it. At *lane* level a vector is
the data of one lane, and there are no layouts.
"""

from xdsl.ir import Dialect

from xdsl_gpu_ext.dialects.memref.atomics import AtomicRMWKind
from xdsl_gpu_ext.dialects.xegpu.attributes import (
    BlockTensorDescAttr,
    CachePolicy,
    CachePolicyAttr,
    FenceScope,
    FenceScopeAttr,
    MemLayoutAttr,
    MemorySpace,
    MemorySpaceAttr,
    RangeAttr,
    ScatterTensorDescAttr,
)
from xdsl_gpu_ext.dialects.xegpu.barriers import (
    AllocNbarrierOp,
    FenceOp,
    InitNbarrierOp,
    NbarrierArriveOp,
    NbarrierWaitOp,
)
from xdsl_gpu_ext.dialects.xegpu.block import (
    CreateNdDescOp,
    LoadNdOp,
    PrefetchNdOp,
    StoreNdOp,
    UpdateNdOffsetOp,
)
from xdsl_gpu_ext.dialects.xegpu.compute import ConvertLayoutOp, DpasOp
from xdsl_gpu_ext.dialects.xegpu.layouts import (
    DistributeLayoutAttr,
    LayoutAttr,
    SliceAttr,
)
from xdsl_gpu_ext.dialects.xegpu.matrix import (
    CreateMemDescOp,
    LoadMatrixOp,
    StoreMatrixOp,
)
from xdsl_gpu_ext.dialects.xegpu.scatter import (
    AtomicRMWOp,
    CreateDescOp,
    LoadGatherOp,
    PrefetchOp,
    StoreScatterOp,
    UpdateOffsetOp,
)
from xdsl_gpu_ext.dialects.xegpu.traits import CacheResource, Prefetches
from xdsl_gpu_ext.dialects.xegpu.types import MemDescType, NbarrierType, TensorDescType

XeGPU = Dialect(
    "xegpu",
    [
        AllocNbarrierOp,
        AtomicRMWOp,
        ConvertLayoutOp,
        CreateDescOp,
        CreateMemDescOp,
        CreateNdDescOp,
        DpasOp,
        FenceOp,
        InitNbarrierOp,
        LoadGatherOp,
        LoadMatrixOp,
        LoadNdOp,
        NbarrierArriveOp,
        NbarrierWaitOp,
        PrefetchNdOp,
        PrefetchOp,
        StoreMatrixOp,
        StoreNdOp,
        StoreScatterOp,
        UpdateNdOffsetOp,
        UpdateOffsetOp,
    ],
    [
        BlockTensorDescAttr,
        CachePolicyAttr,
        FenceScopeAttr,
        LayoutAttr,
        MemDescType,
        MemLayoutAttr,
        MemorySpaceAttr,
        NbarrierType,
        RangeAttr,
        ScatterTensorDescAttr,
        SliceAttr,
        TensorDescType,
    ],
)

__all__ = [
    "AllocNbarrierOp",
    "AtomicRMWKind",
    "AtomicRMWOp",
    "BlockTensorDescAttr",
    "CachePolicy",
    "CachePolicyAttr",
    "CacheResource",
    "ConvertLayoutOp",
    "CreateDescOp",
    "CreateMemDescOp",
    "CreateNdDescOp",
    "DistributeLayoutAttr",
    "DpasOp",
    "FenceOp",
    "FenceScope",
    "FenceScopeAttr",
    "InitNbarrierOp",
    "LayoutAttr",
    "LoadGatherOp",
    "LoadMatrixOp",
    "LoadNdOp",
    "MemDescType",
    "MemLayoutAttr",
    "MemorySpace",
    "MemorySpaceAttr",
    "NbarrierArriveOp",
    "NbarrierType",
    "NbarrierWaitOp",
    "PrefetchNdOp",
    "PrefetchOp",
    "Prefetches",
    "RangeAttr",
    "ScatterTensorDescAttr",
    "SliceAttr",
    "StoreMatrixOp",
    "StoreNdOp",
    "StoreScatterOp",
    "TensorDescType",
    "UpdateNdOffsetOp",
    "UpdateOffsetOp",
    "XeGPU",
]
