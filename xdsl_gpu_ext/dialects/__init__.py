"""Dialect definitions: operations, types, attributes, syntax and verifiers."""

from __future__ import annotations

from xdsl_gpu_ext.mlir.dialects import DIALECTS as NEIGHBOURS
from xdsl_gpu_ext.mlir.interfaces.registry import define

DIALECTS = NEIGHBOURS | define(
    __name__,
    {
        "async": "async_.Async",
        "gpu": "gpu.GPU",
        "memref": "memref.MemRef",
        "region": "region.REGION",
        "xegpu": "xegpu.XeGPU",
    },
)
"""What loads each dialect, those around ours too."""
