"""
The `gpu` dialect of LLVM 22.1.

One file a topic; `GPU` is the dialect with everything in it. Definitions:
`mlir/Dialect/GPU/IR/*.td`.
"""

from __future__ import annotations

from xdsl.dialects.gpu import GPU as XDSL_GPU
from xdsl.dialects.gpu import AsyncTokenType, LoopDimMapAttr, ProcessorAttr

from xdsl_gpu_ext.dialects.gpu.async_interface import (
    AsyncDependencies,
    AsyncOpInterface,
)
from xdsl_gpu_ext.dialects.gpu.attributes import (
    AddressSpace,
    AddressSpaceAttr,
    DimensionAttr,
    DimensionEnum,
)
from xdsl_gpu_ext.dialects.gpu.ids import (
    BlockDimOp,
    BlockIdOp,
    ClusterBlockIdOp,
    ClusterDimBlocksOp,
    ClusterDimOp,
    ClusterIdOp,
    GlobalIdOp,
    GridDimOp,
    LaneIdOp,
    NumSubgroupsOp,
    SubgroupIdOp,
    SubgroupSizeOp,
    ThreadIdOp,
)
from xdsl_gpu_ext.dialects.gpu.kernels import (
    FuncOp,
    ModuleOp,
    PrintfOp,
    ReturnOp,
    YieldOp,
)
from xdsl_gpu_ext.dialects.gpu.launch import (
    Dim3,
    LaunchFuncOp,
    LaunchOp,
    TerminatorOp,
)
from xdsl_gpu_ext.dialects.gpu.memory import (
    AllocOp,
    DeallocOp,
    DynamicSharedMemoryOp,
    HostRegisterOp,
    HostUnregisterOp,
    MemcpyOp,
    MemsetOp,
    SetDefaultDeviceOp,
)
from xdsl_gpu_ext.dialects.gpu.synchronization import BarrierOp, WaitOp
from xdsl_gpu_ext.dialects.utils.refinement import extend_dialect

__all__ = [
    "GPU",
    "AddressSpace",
    "AddressSpaceAttr",
    "AllocOp",
    "AsyncDependencies",
    "AsyncOpInterface",
    "AsyncTokenType",
    "BarrierOp",
    "BlockDimOp",
    "BlockIdOp",
    "ClusterBlockIdOp",
    "ClusterDimBlocksOp",
    "ClusterDimOp",
    "ClusterIdOp",
    "DeallocOp",
    "Dim3",
    "DimensionAttr",
    "DimensionEnum",
    "DynamicSharedMemoryOp",
    "FuncOp",
    "GlobalIdOp",
    "GridDimOp",
    "HostRegisterOp",
    "HostUnregisterOp",
    "LaneIdOp",
    "LaunchFuncOp",
    "LaunchOp",
    "LoopDimMapAttr",
    "MemcpyOp",
    "MemsetOp",
    "ModuleOp",
    "NumSubgroupsOp",
    "PrintfOp",
    "ProcessorAttr",
    "ReturnOp",
    "SetDefaultDeviceOp",
    "SubgroupIdOp",
    "SubgroupSizeOp",
    "TerminatorOp",
    "ThreadIdOp",
    "WaitOp",
    "YieldOp",
]

GPU = extend_dialect(
    XDSL_GPU,
    [
        AllocOp,
        BarrierOp,
        BlockDimOp,
        BlockIdOp,
        ClusterBlockIdOp,
        ClusterDimBlocksOp,
        ClusterDimOp,
        ClusterIdOp,
        DeallocOp,
        DynamicSharedMemoryOp,
        FuncOp,
        GlobalIdOp,
        GridDimOp,
        HostRegisterOp,
        HostUnregisterOp,
        LaneIdOp,
        LaunchFuncOp,
        LaunchOp,
        MemcpyOp,
        MemsetOp,
        ModuleOp,
        NumSubgroupsOp,
        PrintfOp,
        ReturnOp,
        SetDefaultDeviceOp,
        SubgroupIdOp,
        SubgroupSizeOp,
        TerminatorOp,
        ThreadIdOp,
        WaitOp,
        YieldOp,
    ],
    [AddressSpaceAttr, DimensionAttr],
)
