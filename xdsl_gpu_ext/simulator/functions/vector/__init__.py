"""`vector`: one file a topic."""

from __future__ import annotations

from xdsl.interpreter import InterpreterFunctions

from xdsl_gpu_ext.simulator.functions.vector.mask import VectorMaskFunctions
from xdsl_gpu_ext.simulator.functions.vector.memory import VectorMemoryFunctions
from xdsl_gpu_ext.simulator.functions.vector.reduce import VectorReduceFunctions
from xdsl_gpu_ext.simulator.functions.vector.shape import VectorShapeFunctions

VECTOR_FUNCTIONS: tuple[type[InterpreterFunctions], ...] = (
    VectorMaskFunctions,
    VectorMemoryFunctions,
    VectorReduceFunctions,
    VectorShapeFunctions,
)
