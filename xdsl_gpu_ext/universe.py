"""
What `xdsl-opt` finds: our dialects, passes and targets, each loaded when it is used.

xDSL refuses two dialects of one name. Those that we define whole take the place of
xDSL's entries when the plug-in is loaded, which is before xDSL reads its own.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from xdsl.universe import XDSL_UNIVERSE, Universe

from xdsl_gpu_ext.mlir.core import lift_limits_before_parsing

if TYPE_CHECKING:
    from xdsl.ir import Dialect
    from xdsl.passes import ModulePass
    from xdsl.utils.target import Target


def _load(module: str, name: str) -> Callable[[], Any]:
    """A loader of `name` in `xdsl_gpu_ext.<module>`; nothing is imported until then."""
    return lambda: getattr(import_module(f"xdsl_gpu_ext.{module}"), name)


DIALECTS: dict[str, Callable[[], Dialect]] = {
    "affine": _load("mlir.dialects.affine", "Affine"),
    "amdgpu": _load("mlir.dialects.amdgpu", "AMDGPU"),
    "arith": _load("mlir.dialects.arith", "Arith"),
    "async": _load("dialects.async_", "Async"),
    "bufferization": _load("mlir.dialects.bufferization", "Bufferization"),
    "cf": _load("mlir.dialects.cf", "CF"),
    "func": _load("mlir.dialects.func", "Func"),
    "gpu": _load("dialects.gpu", "GPU"),
    "index": _load("mlir.dialects.index", "Index"),
    "llvm": _load("mlir.dialects.llvm", "LLVM"),
    "math": _load("mlir.dialects.math", "Math"),
    "memref": _load("dialects.memref", "MemRef"),
    "nvvm": _load("mlir.dialects.nvvm", "NVVM"),
    "ptr": _load("mlir.dialects.ptr", "PTR"),
    "region": _load("dialects.region", "REGION"),
    "rocdl": _load("mlir.dialects.rocdl", "ROCDL"),
    "scf": _load("mlir.dialects.scf", "Scf"),
    "spirv": _load("mlir.dialects.spirv", "SPIRV"),
    "tensor": _load("mlir.dialects.tensor", "Tensor"),
    "vector": _load("mlir.dialects.vector", "Vector"),
    "xegpu": _load("dialects.xegpu", "XeGPU"),
    "xevm": _load("mlir.dialects.xevm", "XeVM"),
}

PASSES: dict[str, Callable[[], type[ModulePass]]] = {
    "gpu-async-region": _load("transforms.gpu_async_region", "GpuAsyncRegionPass"),
    "gpu-kernel-outlining": _load(
        "transforms.gpu_kernel_outlining", "GpuKernelOutliningPass"
    ),
    "gpu-launch-sink-index-computations": _load(
        "transforms.gpu_launch_sink_index_computations",
        "GpuLaunchSinkIndexComputationsPass",
    ),
    "gpu-offload-pipeline": _load(
        "transforms.gpu_offload_pipeline", "GpuOffloadPipelinePass"
    ),
    "insert-gpu-allocs": _load("transforms.insert_gpu_allocs", "InsertGpuAllocsPass"),
}

TARGETS: dict[str, Callable[[], type[Target]]] = {
    "gpu-memory-map": _load("targets.memory_map", "GpuMemoryMapTarget"),
    "gpu-token-graph": _load("targets.token_graph", "GpuTokenGraphTarget"),
}

for _name in DIALECTS:
    XDSL_UNIVERSE.all_dialects.pop(_name, None)

lift_limits_before_parsing()

UNIVERSE = Universe(all_dialects=DIALECTS, all_passes=PASSES, all_targets=TARGETS)
