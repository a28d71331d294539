"""
A simulated device: runs host and device code with separate memories.

    from xdsl_gpu_ext.simulator import run

    result = run(module, "main", [array, 3], seed=0)
"""

try:
    import greenlet as _greenlet
    import ml_dtypes as _ml_dtypes
    import numpy as _numpy
    import tqdm as _tqdm
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"the simulator needs {error.name}: pip install 'xdsl-gpu-ext[simulator]'",
        name=error.name,
    ) from error

from xdsl_gpu_ext.simulator.counters import Counters
from xdsl_gpu_ext.simulator.diagnostics import Diagnostic, Fault, SimulationError
from xdsl_gpu_ext.simulator.run import Program, RunResult, run
from xdsl_gpu_ext.simulator.trace import Lane, Step, Trace

del _greenlet, _ml_dtypes, _numpy, _tqdm

__all__ = [
    "Counters",
    "Diagnostic",
    "Fault",
    "Lane",
    "Program",
    "RunResult",
    "SimulationError",
    "Step",
    "Trace",
    "run",
]
