"""
Attributes of MLIR's `spirv` dialect that GPU programs carry before they are SPIR-V.

Definitions: `mlir/Dialect/SPIRV/IR/SPIRVAttributes.td`, `SPIRVBase.td`. The dialect's
operations are not defined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect

SPIRV = LazyDialect(
    "spirv",
    __name__,
    {
        "attributes": (
            "EntryPointABIAttr InterfaceVarABIAttr ResourceLimitsAttr "
            "StorageClassAttr TargetEnvAttr VerCapExtAttr=#vce"
        ),
    },
)

if TYPE_CHECKING:
    from xdsl_gpu_ext.mlir.dialects.spirv.attributes import *
else:
    __getattr__, __all__ = SPIRV.exports()
