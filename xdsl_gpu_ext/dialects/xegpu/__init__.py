"""
The `xegpu` dialect: programs for Intel GPUs, in terms of what their hardware does.

A program works on tiles of memory through descriptors and on vectors in registers, at
one of three levels. At *workgroup* level a vector is the data of all subgroups
together, and layouts say how they divide it. At *subgroup* level a vector is the data
of one subgroup, and layouts say how its lanes divide it. At *lane* level a vector is
the data of one lane, and there are no layouts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect

XeGPU = LazyDialect(
    "xegpu",
    __name__,
    {
        "xdsl_gpu_ext.mlir.dialects.arith.atomics": "AtomicRMWKind",
        "attributes": (
            "BlockTensorDescAttr=#block_tdesc_attr CachePolicy "
            "CachePolicyAttr=#cache_hint FenceScope FenceScopeAttr MemLayoutAttr "
            "MemorySpace MemorySpaceAttr RangeAttr "
            "ScatterTensorDescAttr=#scatter_tdesc_attr"
        ),
        "barriers": (
            "AllocNbarrierOp FenceOp InitNbarrierOp NbarrierArriveOp NbarrierWaitOp"
        ),
        "block": (
            "CreateNdDescOp=create_nd_tdesc LoadNdOp PrefetchNdOp StoreNdOp "
            "UpdateNdOffsetOp"
        ),
        "compute": "ConvertLayoutOp DpasOp",
        "layouts": "DistributeLayoutAttr= LayoutAttr SliceAttr",
        "matrix": "CreateMemDescOp LoadMatrixOp StoreMatrixOp",
        "scatter": (
            "AtomicRMWOp CreateDescOp=create_tdesc LoadGatherOp=load PrefetchOp "
            "StoreScatterOp=store UpdateOffsetOp"
        ),
        "traits": "CacheResource Prefetches",
        "types": "MemDescType NbarrierType TensorDescType",
    },
)

if TYPE_CHECKING:
    from xdsl_gpu_ext.dialects.xegpu.attributes import *
    from xdsl_gpu_ext.dialects.xegpu.barriers import *
    from xdsl_gpu_ext.dialects.xegpu.block import *
    from xdsl_gpu_ext.dialects.xegpu.compute import *
    from xdsl_gpu_ext.dialects.xegpu.layouts import *
    from xdsl_gpu_ext.dialects.xegpu.matrix import *
    from xdsl_gpu_ext.dialects.xegpu.scatter import *
    from xdsl_gpu_ext.dialects.xegpu.traits import *
    from xdsl_gpu_ext.dialects.xegpu.types import *
    from xdsl_gpu_ext.mlir.dialects.arith.atomics import AtomicRMWKind as AtomicRMWKind
else:
    __getattr__, __all__ = XeGPU.exports()
