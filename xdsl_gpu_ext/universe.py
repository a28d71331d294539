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

from xdsl_gpu_ext.dialects import DIALECTS
from xdsl_gpu_ext.mlir.core import lift_limits_before_parsing

if TYPE_CHECKING:
    from xdsl.passes import ModulePass
    from xdsl.utils.target import Target


def _load(module: str, name: str) -> Callable[[], Any]:
    """A loader of `name` in `xdsl_gpu_ext.<module>`; nothing is imported until then."""
    return lambda: getattr(import_module(f"xdsl_gpu_ext.{module}"), name)


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
    "gpu-memory-map": _load("views.memory_map", "GpuMemoryMapTarget"),
    "gpu-token-graph": _load("views.token_graph", "GpuTokenGraphTarget"),
}

for _name in DIALECTS:
    XDSL_UNIVERSE.all_dialects.pop(_name, None)

lift_limits_before_parsing()

UNIVERSE = Universe(all_dialects=DIALECTS, all_passes=PASSES, all_targets=TARGETS)
