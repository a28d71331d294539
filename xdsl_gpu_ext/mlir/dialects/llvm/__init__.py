"""
The `llvm` dialect: xDSL's, with what it lacks of LLVM 22.1 and lowered kernels need.

From `mlir/Dialect/LLVMIR/LLVMOps.td`.
"""

from __future__ import annotations

from xdsl.dialects.llvm import LLVM as XDSL_LLVM

from xdsl_gpu_ext.mlir.dialects.llvm.address_spaces import AddressSpaceAttr
from xdsl_gpu_ext.mlir.dialects.llvm.atomics import AtomicRMWOp, FenceOp
from xdsl_gpu_ext.mlir.dialects.llvm.constants import ConstantOp, GlobalOp, PoisonOp
from xdsl_gpu_ext.mlir.dialects.llvm.inline_asm import InlineAsmOp
from xdsl_gpu_ext.mlir.dialects.llvm.memory import DereferenceableAttr, LoadOp, StoreOp
from xdsl_gpu_ext.mlir.dialects.llvm.predication import VECTOR_PREDICATION
from xdsl_gpu_ext.mlir.dialects.llvm.values import (
    AddrSpaceCastOp,
    ExtractElementOp,
    FPToSIOp,
    FPToUIOp,
    FreezeOp,
    UIToFPOp,
)
from xdsl_gpu_ext.mlir.irdl.refinement import extend_dialect

LLVM = extend_dialect(
    XDSL_LLVM,
    [
        AddrSpaceCastOp,
        AtomicRMWOp,
        ConstantOp,
        ExtractElementOp,
        FPToSIOp,
        FPToUIOp,
        FenceOp,
        FreezeOp,
        GlobalOp,
        InlineAsmOp,
        LoadOp,
        PoisonOp,
        StoreOp,
        UIToFPOp,
        *VECTOR_PREDICATION,
    ],
    [AddressSpaceAttr, DereferenceableAttr],
)
