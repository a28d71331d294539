"""Where all dialects are. Imports none of them."""

from __future__ import annotations

from xdsl_gpu_ext.mlir.interfaces.registry import define
from xdsl_gpu_ext.mlir.loaders import DIALECTS as NEIGHBOURS

DIALECTS = NEIGHBOURS | define(
    "xdsl_gpu_ext.dialects",
    {
        "async": "async_.Async",
        "gpu": "gpu.GPU",
        "memref": "memref.MemRef",
        "region": "region.REGION",
        "xegpu": "xegpu.XeGPU",
    },
)
"""What loads each dialect, those around ours too."""
