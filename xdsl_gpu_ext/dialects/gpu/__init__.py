"""
The `gpu` dialect of LLVM 22.1.

One file a topic; `GPU` is the dialect with everything in it. Definitions:
`mlir/Dialect/GPU/IR/*.td`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect

GPU = LazyDialect(
    "gpu",
    __name__,
    {
        "xdsl.dialects.gpu": "AsyncTokenType=",
        "async_interface": "AsyncDependencies AsyncOpInterface",
        "attributes": "AddressSpace AddressSpaceAttr DimensionAttr=#dim DimensionEnum",
        "compilation": (
            "BinaryOp CompilationTarget KernelMetadataAttr KernelTableAttr ObjectAttr "
            "SelectObjectAttr"
        ),
        "ids": (
            "BlockDimOp BlockIdOp ClusterBlockIdOp ClusterDimBlocksOp ClusterDimOp "
            "ClusterIdOp GlobalIdOp GridDimOp LaneIdOp NumSubgroupsOp SubgroupIdOp "
            "SubgroupSizeOp ThreadIdOp"
        ),
        "kernels": "FuncOp ModuleOp PrintfOp ReturnOp YieldOp",
        "launch": "Dim3 LaunchOp TerminatorOp",
        "launch_func": "LaunchFuncOp",
        "mapping": (
            "GPUBlockMappingAttr=#block GPULaneMappingAttr=#lane "
            "GPUMappingMaskAttr=#mask GPUMemorySpaceMappingAttr=#memory_space "
            "GPUThreadMappingAttr=#thread GPUWarpgroupMappingAttr=#warpgroup "
            "GPUWarpMappingAttr=#warp LoopDimMapAttr= LoopDimMapSyntax=#loop_dim_map "
            "MappingId ProcessorAttr ProcessorEnum"
        ),
        "memory": (
            "AllocOp DeallocOp DynamicSharedMemoryOp HostRegisterOp HostUnregisterOp "
            "MemcpyOp MemsetOp SetDefaultDeviceOp"
        ),
        "mma": (
            "MMAElementWiseAttr MMAElementwiseOp= MMAMatrixOperand MMAMatrixType "
            "SubgroupMmaComputeOp SubgroupMmaConstantMatrixOp "
            "SubgroupMmaElementwiseOp SubgroupMmaExtractThreadLocalOp "
            "SubgroupMmaInsertThreadLocalOp SubgroupMmaLoadMatrixOp "
            "SubgroupMmaStoreMatrixOp"
        ),
        "reductions": (
            "AllReduceOp AllReduceOperation AllReduceOperationAttr=#all_reduce_op "
            "SubgroupReduceOp"
        ),
        "sparse_handles": (
            "Create2To4SpMatOp CreateBsrOp CreateCooAoSOp CreateCooOp CreateCscOp "
            "CreateCsrOp CreateDnTensorOp DestroyDnTensorOp DestroySpMatOp "
            "Prune2To4SpMatFlag Prune2To4SpMatFlagAttr SetCsrPointersOp "
            "SparseDnTensorHandleType SparseSpGEMMOpHandleType SparseSpMatHandleType "
            "SpMatGetSizeOp"
        ),
        "sparse_products": (
            "SDDMMBufferSizeOp SDDMMOp SpGEMMCopyOp SpGEMMCreateDescrOp "
            "SpGEMMDestroyDescrOp SpGEMMWorkEstimationOrComputeKind "
            "SpGEMMWorkEstimationOrComputeKindAttr SpGEMMWorkEstimationOrComputeOp "
            "SpMMBufferSizeOp SpMMOp SpMVBufferSizeOp SpMVOp TransposeMode "
            "TransposeModeAttr=#mat_transpose_mode"
        ),
        "subgroup": (
            "BroadcastType= BroadcastTypeAttr=#broadcast RotateOp ShuffleMode "
            "ShuffleModeAttr ShuffleOp SubgroupBroadcastOp WarpExecuteOnLane0Op"
        ),
        "synchronization": "BarrierOp WaitOp",
    },
    base="xdsl.dialects.gpu.GPU",
)

if TYPE_CHECKING:
    from xdsl.dialects.gpu import AsyncTokenType as AsyncTokenType

    from xdsl_gpu_ext.dialects.gpu.async_interface import *
    from xdsl_gpu_ext.dialects.gpu.attributes import *
    from xdsl_gpu_ext.dialects.gpu.compilation import *
    from xdsl_gpu_ext.dialects.gpu.ids import *
    from xdsl_gpu_ext.dialects.gpu.kernels import *
    from xdsl_gpu_ext.dialects.gpu.launch import *
    from xdsl_gpu_ext.dialects.gpu.launch_func import *
    from xdsl_gpu_ext.dialects.gpu.mapping import *
    from xdsl_gpu_ext.dialects.gpu.memory import *
    from xdsl_gpu_ext.dialects.gpu.mma import *
    from xdsl_gpu_ext.dialects.gpu.reductions import *
    from xdsl_gpu_ext.dialects.gpu.sparse_handles import *
    from xdsl_gpu_ext.dialects.gpu.sparse_products import *
    from xdsl_gpu_ext.dialects.gpu.subgroup import *
    from xdsl_gpu_ext.dialects.gpu.synchronization import *
else:
    __getattr__, __all__ = GPU.exports()
