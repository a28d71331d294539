"""
The `llvm` dialect: xDSL's, with what it lacks of LLVM 22.1 and lowered kernels need.

From `mlir/Dialect/LLVMIR/LLVMOps.td`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect

LLVM = LazyDialect(
    "llvm",
    __name__,
    {
        "address_spaces": "AddressSpaceAttr",
        "atomics": "AtomicRMWOp=atomicrmw FenceOp",
        "constants": (
            "ConstantOp=mlir.constant GlobalOp=mlir.global PoisonOp=mlir.poison"
        ),
        "inline_asm": "InlineAsmOp",
        "memory": "DereferenceableAttr LoadOp StoreOp",
        "predication": (
            "VECTOR_PREDICATION=intr.vp.* VECTOR_PREDICATION=intr.experimental.vp.*"
        ),
        "values": (
            "AddrSpaceCastOp ExtractElementOp FPToSIOp FPToUIOp FreezeOp UIToFPOp"
        ),
    },
    base="xdsl.dialects.llvm.LLVM",
)

if TYPE_CHECKING:
    from xdsl_gpu_ext.mlir.dialects.llvm.address_spaces import *
    from xdsl_gpu_ext.mlir.dialects.llvm.atomics import *
    from xdsl_gpu_ext.mlir.dialects.llvm.constants import *
    from xdsl_gpu_ext.mlir.dialects.llvm.inline_asm import *
    from xdsl_gpu_ext.mlir.dialects.llvm.memory import *
    from xdsl_gpu_ext.mlir.dialects.llvm.predication import *
    from xdsl_gpu_ext.mlir.dialects.llvm.values import *
else:
    __getattr__, __all__ = LLVM.exports()
