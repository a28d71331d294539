"""
The `gpu` dialect of LLVM 22.1.

One file a topic; `GPU` is the dialect with everything in it. Definitions:
`mlir/Dialect/GPU/IR/*.td`.
"""

from __future__ import annotations

from xdsl.dialects.gpu import GPU as XDSL_GPU

from xdsl_gpu_ext.dialects.gpu.ids import BlockDimOp, ClusterIdOp
from xdsl_gpu_ext.dialects.utils.refinement import extend_dialect

GPU = extend_dialect(XDSL_GPU, [BlockDimOp, ClusterIdOp])
