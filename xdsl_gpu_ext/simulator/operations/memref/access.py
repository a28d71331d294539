"""`memref`: loads, stores and copies."""

from __future__ import annotations

from xdsl.dialects import memref

from xdsl_gpu_ext.dialects import memref as our_memref
from xdsl_gpu_ext.simulator import access
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.machine import Place
from xdsl_gpu_ext.simulator.operations.memref.common import (
    copy_elements,
    whole_bytes,
)

OPERATIONS = Operations()


@OPERATIONS.impl(memref.LoadOp)
def run_load(interp: SimulatorInterpreter, op: memref.LoadOp, args: Values) -> Values:
    return (access.read(interp, op, args[0], args[1:]),)


@OPERATIONS.impl(memref.StoreOp)
def run_store(interp: SimulatorInterpreter, op: memref.StoreOp, args: Values) -> Values:
    value, target, *indices = args
    access.write(interp, op, target, indices, value)
    return ()


@OPERATIONS.impl(memref.CopyOp)
def run_copy(interp: SimulatorInterpreter, op: memref.CopyOp, args: Values) -> Values:
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


@OPERATIONS.impl(our_memref.PrefetchOp)
def run_prefetch(
    interp: SimulatorInterpreter, op: our_memref.PrefetchOp, args: Values
) -> Values:
    # A hint: of an address that nobody may read, it does no harm.
    return ()
