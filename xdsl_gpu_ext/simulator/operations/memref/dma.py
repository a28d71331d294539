"""`memref.dma_start` and `dma_wait`: transfers that run beside the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

import numpy as np
from xdsl.dialects import memref
from xdsl.ir import Operation

from xdsl_gpu_ext.dialects import memref as our_memref
from xdsl_gpu_ext.simulator import access, checks
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
)
from xdsl_gpu_ext.simulator.machine import Place
from xdsl_gpu_ext.simulator.memory import MemRef
from xdsl_gpu_ext.simulator.schedule import Strand

OPERATIONS = Operations()


@dataclass(frozen=True, eq=False)
class Element:
    """An element of a memref."""

    memref: MemRef
    indices: Sequence[Any]

    def position(self, interp: SimulatorInterpreter, op: Operation) -> Any:
        """Where it is, which must be inside."""
        checks.check_bounds(interp, op, self.memref, self.indices)
        return self.memref.positions(self.indices)


@dataclass(frozen=True, eq=False)
class Transfer:
    """
    `count` elements from `source` on go to `target` and those after it. With a
    `stride`, an element distance and a number of elements, the source is read so many
    at a time, each time that distance on.
    """

    op: Operation
    source: Element
    target: Element
    count: Any
    stride: Sequence[Any] = ()

    def run(self, interp: SimulatorInterpreter) -> None:
        """Do it now."""
        op, steps = self.op, np.arange(int(self.count))
        from_ = steps
        if self.stride:
            distance, at_a_time = map(int, self.stride)
            from_ = steps // at_a_time * distance + steps % at_a_time
        source, target = self.source, self.target
        value = access.load_at(
            interp, op, source.memref, source.position(interp, op) + from_, inner=1
        )
        positions = target.position(interp, op) + steps
        access.store_at(interp, op, target.memref, positions, value, inner=1)


def _key(interp: SimulatorInterpreter, op: Operation, tag: Element) -> tuple[Any, int]:
    checks.check_reachable(interp, op, tag.memref.buffer)
    position = int(tag.position(interp, op))
    return tag.memref.buffer, tag.memref.base + position * tag.memref.element_bytes


def start(interp: SimulatorInterpreter, transfer: Transfer, tag: Element) -> None:
    """
    Start a transfer: from the host it happens at any time until `tag` is waited for. In
    a kernel it happens when that is: as late as it may, which hurts a program that does
    not wait.
    """
    key = _key(interp, transfer.op, tag)
    if interp.place is Place.DEVICE:
        interp.transfers.setdefault(key, []).append(transfer.run)
        return
    home = interp.fork(interp.strand)

    def run(strand: Strand) -> None:
        home.strand = strand
        transfer.run(home)

    schedule = interp.schedule
    tokens = schedule.issue(interp.strand, transfer.op, (), run, is_device=False)
    schedule.transfers.setdefault(key, []).extend(tokens)


def wait(interp: SimulatorInterpreter, op: Operation, tag: Element) -> None:
    """Wait for the transfers that were started with `tag`."""
    key = _key(interp, op, tag)
    if interp.place is Place.DEVICE:
        started = interp.transfers.pop(key, [])
        for run in started:
            run(interp)
    else:
        started = interp.schedule.transfers.pop(key, [])
        interp.schedule.wait(interp.strand, started, op)
    if not started:
        interp.fail(
            op,
            Fault.DEADLOCK,
            "no transfer with this tag was started",
            buffer=tag.memref.buffer,
        )


def _take(args: Iterator[Any]) -> Element:
    """The next element of the operands: a memref, and as many indices as it has."""
    value = cast(MemRef, next(args))
    return Element(value, tuple(islice(args, value.rank)))


@OPERATIONS.impl(our_memref.DmaStartOp)
def run_dma_start(
    interp: SimulatorInterpreter, op: our_memref.DmaStartOp, args: Values
) -> Values:
    rest = iter(args)
    source, target = _take(rest), _take(rest)
    count = next(rest)
    tag = _take(rest)
    transfer = Transfer(op, source, target, count, tuple(rest))
    start(interp, transfer, tag)
    return ()


@OPERATIONS.impl(memref.DmaWaitOp)
def run_dma_wait(
    interp: SimulatorInterpreter, op: memref.DmaWaitOp, args: Values
) -> Values:
    wait(interp, op, _take(iter(args)))
    return ()
