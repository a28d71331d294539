"""The implementations of all operations that the simulator knows."""

from __future__ import annotations

from xdsl.interpreter import InterpreterFunctions
from xdsl.interpreters.cf import CfFunctions as XDSLCfFunctions

from xdsl_gpu_ext.simulator.functions.affine import AffineFunctions
from xdsl_gpu_ext.simulator.functions.arith import ArithFunctions
from xdsl_gpu_ext.simulator.functions.async_ import AsyncFunctions
from xdsl_gpu_ext.simulator.functions.cf import CfFunctions, UbFunctions
from xdsl_gpu_ext.simulator.functions.control import FuncFunctions, ScfFunctions
from xdsl_gpu_ext.simulator.functions.gpu_collective import GPUCollectiveFunctions
from xdsl_gpu_ext.simulator.functions.gpu_device import GPUDeviceFunctions
from xdsl_gpu_ext.simulator.functions.gpu_host import GPUHostFunctions
from xdsl_gpu_ext.simulator.functions.gpu_mma import GPUMatrixFunctions
from xdsl_gpu_ext.simulator.functions.gpu_warp import GPUWarpFunctions
from xdsl_gpu_ext.simulator.functions.index import IndexFunctions
from xdsl_gpu_ext.simulator.functions.math import MathFunctions
from xdsl_gpu_ext.simulator.functions.memref import MEMREF_FUNCTIONS
from xdsl_gpu_ext.simulator.functions.region import BuiltinFunctions, RegionFunctions
from xdsl_gpu_ext.simulator.functions.vector import VECTOR_FUNCTIONS
from xdsl_gpu_ext.simulator.functions.xegpu import XEGPU_FUNCTIONS

ALL_FUNCTIONS: tuple[type[InterpreterFunctions], ...] = (
    AffineFunctions,
    ArithFunctions,
    AsyncFunctions,
    BuiltinFunctions,
    CfFunctions,
    FuncFunctions,
    GPUCollectiveFunctions,
    GPUDeviceFunctions,
    GPUHostFunctions,
    GPUMatrixFunctions,
    GPUWarpFunctions,
    IndexFunctions,
    MathFunctions,
    RegionFunctions,
    ScfFunctions,
    UbFunctions,
    XDSLCfFunctions,
    *MEMREF_FUNCTIONS,
    *VECTOR_FUNCTIONS,
    *XEGPU_FUNCTIONS,
)
