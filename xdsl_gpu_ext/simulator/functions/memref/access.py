"""`memref`: loads, stores and copies."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl,
    register_impls,
)

from xdsl_gpu_ext.dialects import memref as our_memref
from xdsl_gpu_ext.simulator import access
from xdsl_gpu_ext.simulator.functions.memref.common import (
    copy_elements,
    whole_bytes,
)
from xdsl_gpu_ext.simulator.interpreter import (
    simulator,
)
from xdsl_gpu_ext.simulator.machine import Place


@register_impls
class MemRefAccessFunctions(InterpreterFunctions):
    """Implementations of accesses."""

    @impl(memref.LoadOp)
    def run_load(
        self, interpreter: Interpreter, op: memref.LoadOp, args: PythonValues
    ) -> PythonValues:
        return (access.read(simulator(interpreter), op, args[0], args[1:]),)

    @impl(memref.StoreOp)
    def run_store(
        self, interpreter: Interpreter, op: memref.StoreOp, args: PythonValues
    ) -> PythonValues:
        value, target, *indices = args
        access.write(simulator(interpreter), op, target, indices, value)
        return ()

    @impl(memref.CopyOp)
    def run_copy(
        self, interpreter: Interpreter, op: memref.CopyOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        source, target = args
        copy_elements(interp, op, source, target)
        if interp.place is Place.HOST:
            interp.machine.count_copy(
                op,
                interp.strand.path,
                source.buffer,
                target.buffer,
                whole_bytes(source),
            )
        return ()

    @impl(our_memref.PrefetchOp)
    def run_prefetch(
        self, interpreter: Interpreter, op: our_memref.PrefetchOp, args: PythonValues
    ) -> PythonValues:
        # A hint: of an address that nobody may read, it does no harm.
        return ()
