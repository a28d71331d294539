"""Dialect definitions: operations, types, attributes, syntax and verifiers."""

from xdsl_gpu_ext.loaders import DIALECTS as DIALECTS
from xdsl_gpu_ext.mlir import activate
from xdsl_gpu_ext.mlir.core.dialect_attributes import verify_attributes_by

activate()
verify_attributes_by("gpu", f"{__name__}.gpu.discardable")
