"""
`xegpu`, at the level of subgroups: each thread of a launch is a subgroup, which loads,
multiplies and stores whole tiles. A tile is a vector.
"""

from __future__ import annotations

from xdsl.interpreter import InterpreterFunctions

from xdsl_gpu_ext.simulator.functions.xegpu.barriers import XeGPUBarrierFunctions
from xdsl_gpu_ext.simulator.functions.xegpu.block import XeGPUBlockFunctions
from xdsl_gpu_ext.simulator.functions.xegpu.compute import XeGPUComputeFunctions
from xdsl_gpu_ext.simulator.functions.xegpu.matrix import XeGPUMatrixFunctions
from xdsl_gpu_ext.simulator.functions.xegpu.scatter import XeGPUScatterFunctions

XEGPU_FUNCTIONS: tuple[type[InterpreterFunctions], ...] = (
    XeGPUBarrierFunctions,
    XeGPUBlockFunctions,
    XeGPUComputeFunctions,
    XeGPUMatrixFunctions,
    XeGPUScatterFunctions,
)
