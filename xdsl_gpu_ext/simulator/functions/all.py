"""The implementations of all operations that the simulator knows."""

from __future__ import annotations

from xdsl.interpreter import InterpreterFunctions
from xdsl.interpreters.cf import CfFunctions

from xdsl_gpu_ext.simulator.functions.arith import ArithFunctions
from xdsl_gpu_ext.simulator.functions.control import FuncFunctions, ScfFunctions
from xdsl_gpu_ext.simulator.functions.gpu_device import GPUDeviceFunctions
from xdsl_gpu_ext.simulator.functions.gpu_host import GPUHostFunctions
from xdsl_gpu_ext.simulator.functions.memref import MemRefFunctions

ALL_FUNCTIONS: tuple[type[InterpreterFunctions], ...] = (
    ArithFunctions,
    CfFunctions,
    FuncFunctions,
    GPUDeviceFunctions,
    GPUHostFunctions,
    MemRefFunctions,
    ScfFunctions,
)
