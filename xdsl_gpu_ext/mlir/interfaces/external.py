"""
External models: what operations do that we do not define, and types hold.

One entry an operation of xDSL or LLVM, with the traits that a class of ours would have.
The effects that LLVM's `.td` files declare are in `llvm_effects.py`.
"""

from __future__ import annotations

from xdsl.traits import MemoryWriteEffect, NoMemoryEffect, OpTrait

from xdsl_gpu_ext.mlir.interfaces.control_flow import (
    BranchFlow,
    Forwards,
)
from xdsl_gpu_ext.mlir.interfaces.traits import (
    Calls,
    Function,
    NamesGlobal,
    Reads,
    ViewLike,
    WritesMemory,
)

MODELS: dict[str, tuple[OpTrait, ...]] = {
    "bufferization.materialize_in_destination": (WritesMemory("dest"),),
    # A tensor may stand for a buffer, and xDSL's passes remove what only reads: so the
    # classes declare nothing.
    "bufferization.to_buffer": (NoMemoryEffect(), ViewLike("tensor")),
    "bufferization.to_tensor": (Reads("memref"), ViewLike("memref")),
    "cf.assert": (MemoryWriteEffect(),),
    "cf.br": (NoMemoryEffect(), BranchFlow()),
    "cf.switch": (NoMemoryEffect(), BranchFlow(first=1)),
    "llvm.br": (NoMemoryEffect(), BranchFlow()),
    "llvm.call": (Calls("callee", "args"),),
    "llvm.cond_br": (NoMemoryEffect(), BranchFlow(first=1)),
    "emitc.func": (Function(),),
    "llvm.func": (Function(),),
    "llvm.mlir.addressof": (NamesGlobal("global_name"),),
    "llvm.select": (Forwards("lhs", "rhs"),),
}
"""By the names of operations."""

DATA_TYPES = frozenset({"gpu.async.token"})
"""The names of types, beside those of numbers, by which no memory can be reached."""
