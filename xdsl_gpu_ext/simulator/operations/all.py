"""The implementations of all operations that the simulator knows, by dialect."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from xdsl_gpu_ext.simulator.implementations import Implementation, Operations

MODULES: Mapping[str, tuple[str, ...]] = {
    "affine": ("affine",),
    "arith": ("arith",),
    "async": ("async_",),
    "builtin": ("region",),
    "cf": ("cf",),
    "func": ("control",),
    "gpu": ("gpu_collective", "gpu_device", "gpu_host", "gpu_mma", "gpu_warp"),
    "index": ("index",),
    "math": ("math",),
    "memref": (
        "memref.access",
        "memref.allocation",
        "memref.atomic",
        "memref.dma",
        "memref.views",
    ),
    "region": ("region",),
    "scf": ("control",),
    "ub": ("cf",),
    "vector": ("vector.mask", "vector.memory", "vector.reduce", "vector.shape"),
    "xegpu": (
        "xegpu.barriers",
        "xegpu.block",
        "xegpu.compute",
        "xegpu.matrix",
        "xegpu.scatter",
    ),
}
"""The files here that implement each dialect; those of others are not imported."""


@cache
def implementations(dialect: str) -> Mapping[str, Implementation]:
    """The implementations of the operations of `dialect`, by their names."""
    table: dict[str, Implementation] = {}
    for name in MODULES.get(dialect, ()):
        module = import_module(f"{__package__}.{name}")
        operations: Operations = module.OPERATIONS
        table.update(operations.table)
    return table
