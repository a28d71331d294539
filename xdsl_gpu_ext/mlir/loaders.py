"""Where the dialects around ours are. Imports none of them."""

from __future__ import annotations

from xdsl_gpu_ext.mlir.interfaces.registry import define

DIALECTS = define(
    "xdsl_gpu_ext.mlir.dialects",
    {
        "affine": "affine.Affine",
        "amdgpu": "amdgpu.AMDGPU",
        "arith": "arith.Arith",
        "bufferization": "bufferization.Bufferization",
        "cf": "cf.CF",
        "func": "func.Func",
        "index": "index.Index",
        "llvm": "llvm.LLVM",
        "math": "math.Math",
        "nvvm": "nvvm.NVVM",
        "ptr": "ptr.PTR",
        "rocdl": "rocdl.ROCDL",
        "scf": "scf.Scf",
        "spirv": "spirv.SPIRV",
        "linalg": "linalg.Linalg",
        "tensor": "tensor.Tensor",
        "vector": "vector.Vector",
        "xevm": "xevm.XeVM",
    },
)
"""What loads each dialect."""
