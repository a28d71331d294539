"""
Attributes of MLIR's `spirv` dialect that GPU programs carry before they are SPIR-V.

Definitions: `mlir/Dialect/SPIRV/IR/SPIRVAttributes.td`, `SPIRVBase.td`. The dialect's
operations are not defined.
"""

from __future__ import annotations

from xdsl.ir import Dialect

from xdsl_gpu_ext.mlir.dialects.spirv.attributes import (
    EntryPointABIAttr,
    InterfaceVarABIAttr,
    ResourceLimitsAttr,
    StorageClassAttr,
    TargetEnvAttr,
    VerCapExtAttr,
)

SPIRV = Dialect(
    "spirv",
    [],
    [
        EntryPointABIAttr,
        InterfaceVarABIAttr,
        ResourceLimitsAttr,
        StorageClassAttr,
        TargetEnvAttr,
        VerCapExtAttr,
    ],
)
