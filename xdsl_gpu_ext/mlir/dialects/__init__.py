"""The dialects around ours, as MLIR has them."""

from xdsl_gpu_ext.mlir import activate
from xdsl_gpu_ext.mlir.core.dialect_attributes import verify_attributes_by
from xdsl_gpu_ext.mlir.loaders import DIALECTS as DIALECTS

activate()
for _name in ("bufferization", "dlti", "llvm.discardable", "nvvm", "rocdl"):
    verify_attributes_by(_name.partition(".")[0], f"{__name__}.{_name}")
