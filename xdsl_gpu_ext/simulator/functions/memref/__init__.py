"""`memref`: one file a topic."""

from __future__ import annotations

from xdsl.interpreter import InterpreterFunctions

from xdsl_gpu_ext.simulator.functions.memref.access import MemRefAccessFunctions
from xdsl_gpu_ext.simulator.functions.memref.allocation import (
    MemRefAllocationFunctions,
)
from xdsl_gpu_ext.simulator.functions.memref.atomic import AtomicFunctions
from xdsl_gpu_ext.simulator.functions.memref.dma import DmaFunctions
from xdsl_gpu_ext.simulator.functions.memref.views import MemRefViewFunctions

MEMREF_FUNCTIONS: tuple[type[InterpreterFunctions], ...] = (
    AtomicFunctions,
    DmaFunctions,
    MemRefAccessFunctions,
    MemRefAllocationFunctions,
    MemRefViewFunctions,
)
