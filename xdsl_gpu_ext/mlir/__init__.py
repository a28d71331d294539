"""xDSL made to agree with MLIR. Nothing in here knows a GPU."""

from xdsl_gpu_ext.mlir.activation import activate as activate
from xdsl_gpu_ext.mlir.activation import activate_command_line as activate_command_line
