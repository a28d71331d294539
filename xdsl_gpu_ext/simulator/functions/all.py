"""The implementations of all operations that the simulator knows."""

from __future__ import annotations

from xdsl.interpreter import InterpreterFunctions
from xdsl.interpreters.cf import CfFunctions

from xdsl_gpu_ext.simulator.functions.affine import AffineFunctions
from xdsl_gpu_ext.simulator.functions.arith import ArithFunctions
from xdsl_gpu_ext.simulator.functions.async_ import AsyncFunctions
from xdsl_gpu_ext.simulator.functions.atomic import AtomicFunctions
from xdsl_gpu_ext.simulator.functions.control import FuncFunctions, ScfFunctions
from xdsl_gpu_ext.simulator.functions.gpu_collective import GPUCollectiveFunctions
from xdsl_gpu_ext.simulator.functions.gpu_device import GPUDeviceFunctions
from xdsl_gpu_ext.simulator.functions.gpu_host import GPUHostFunctions
from xdsl_gpu_ext.simulator.functions.index import IndexFunctions
from xdsl_gpu_ext.simulator.functions.math import MathFunctions
from xdsl_gpu_ext.simulator.functions.memref import MemRefFunctions
from xdsl_gpu_ext.simulator.functions.vector import VECTOR_FUNCTIONS
from xdsl_gpu_ext.simulator.functions.xegpu import XEGPU_FUNCTIONS

ALL_FUNCTIONS: tuple[type[InterpreterFunctions], ...] = (
    AffineFunctions,
    ArithFunctions,
    AsyncFunctions,
    AtomicFunctions,
    CfFunctions,
    FuncFunctions,
    GPUCollectiveFunctions,
    GPUDeviceFunctions,
    GPUHostFunctions,
    IndexFunctions,
    MathFunctions,
    MemRefFunctions,
    ScfFunctions,
    *VECTOR_FUNCTIONS,
    *XEGPU_FUNCTIONS,
)
