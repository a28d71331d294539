"""
A simulated device: runs host and device code with separate memories.

    from xdsl_gpu_ext.simulator import run

    result = run(module, "main", [array, 3], seed=0)
"""

from xdsl_gpu_ext.simulator.counters import Counters
from xdsl_gpu_ext.simulator.diagnostics import Diagnostic, Fault, SimulationError
from xdsl_gpu_ext.simulator.run import Program, RunResult, run

__all__ = [
    "Counters",
    "Diagnostic",
    "Fault",
    "Program",
    "RunResult",
    "SimulationError",
    "run",
]
