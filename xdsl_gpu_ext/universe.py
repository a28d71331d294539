"""
What `xdsl-opt` finds: our dialects, passes and targets, each loaded when it is used.

xDSL refuses two dialects of one name. Those that we define whole take the place of
xDSL's entries when the plug-in is loaded, which is before xDSL reads its own. So does
our reader of MLIR: it is xDSL's, after xDSL was made to agree with MLIR, since a file
may hold what xDSL cannot read before it names one of our dialects.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from xdsl.universe import XDSL_UNIVERSE, Universe

from xdsl_gpu_ext.loaders import DIALECTS
from xdsl_gpu_ext.mlir import activate, activate_command_line

if TYPE_CHECKING:
    from xdsl.passes import ModulePass
    from xdsl.utils.frontend import Frontend
    from xdsl.utils.target import Target


def _load(module: str, name: str) -> Callable[[], Any]:
    """A loader of `name` in `xdsl_gpu_ext.<module>`; nothing is imported until then."""

    def load() -> Any:
        activate()
        return getattr(import_module(f"xdsl_gpu_ext.{module}"), name)

    return load


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

_load_mlir = XDSL_UNIVERSE.all_frontends.pop("mlir")


def _mlir() -> type[Frontend]:
    """xDSL's reader of MLIR, which agrees with MLIR."""
    import_module("xdsl_gpu_ext.dialects")
    return _load_mlir()


activate_command_line()

UNIVERSE = Universe(
    all_dialects=DIALECTS,
    all_passes=PASSES,
    all_targets=TARGETS,
    all_frontends={"mlir": _mlir},
)
