"""The reference `mlir-opt`; what there is of it is part of the package."""

from xdsl_gpu_ext.testing.mlir_opt import *  # noqa: F403
