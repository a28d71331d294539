"""What the operations of `xegpu` share: descriptors, and pointers as memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, cast

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase
from xdsl.ir import Operation

from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.lanes import Choice
from xdsl_gpu_ext.simulator.memory import Buffer, MemRef
from xdsl_gpu_ext.simulator.numerics import INDEX, Array, Format


@dataclass(frozen=True, eq=False)
class BlockDescriptor:
    """
    The value of a `!xegpu.tensor_desc` of a block: `source`, with the shape and strides
    that the descriptor states, and where in it the block starts.
    """

    source: MemRef
    offsets: tuple[Any, ...]

    def moved(self, steps: Sequence[Any]) -> BlockDescriptor:
        """The descriptor, with `steps` in the last dimensions added to its offsets."""
        first = len(self.offsets) - len(steps)
        moved = (
            *self.offsets[:first],
            *(
                offset + step
                for offset, step in zip(self.offsets[first:], steps, strict=True)
            ),
        )
        return BlockDescriptor(self.source, moved)


@dataclass(frozen=True, eq=False)
class ScatterDescriptor:
    """
    The value of a scattered `!xegpu.tensor_desc`: `offsets`, an array of the elements
    of `source`, counted in memory, at which chunks start.
    """

    source: MemRef
    offsets: Any


def mixed(
    constants: DenseArrayBase[Any] | None, dynamic: Sequence[Any]
) -> tuple[Any, ...]:
    """Numbers of an operation, some static and some given; none if there are none."""
    if constants is None:
        return tuple(dynamic)
    rest = iter(dynamic)
    return tuple(
        next(rest) if number == DYNAMIC_INDEX else INDEX(number)
        for number in constants.get_values()
    )


def memory_at(
    interp: SimulatorInterpreter,
    op: Operation,
    address: Any,
    format_: Format,
    sizes: tuple[Any, ...] = (),
    strides: tuple[Any, ...] = (),
) -> Any:
    """
    The memory at `address` as a memref, or as a `Choice` of memrefs where lanes have
    addresses in several buffers.
    """

    def view(buffer: Buffer) -> MemRef:
        base: Any = np.asarray(address).astype(np.int64) - buffer.address
        if not np.ndim(base):
            base = int(base)
        return MemRef(buffer, base, INDEX(0), sizes, strides, format_)

    if not np.ndim(address):
        return view(_buffer_at(interp, op, int(address)))
    used = address if interp.mask is None else address[interp.mask]
    buffers: dict[Buffer, None] = {}
    rest = np.unique(used)
    while rest.size:
        buffer = _buffer_at(interp, op, int(rest[0]))
        buffers[buffer] = None
        rest = rest[rest >= buffer.address + buffer.data.size]
    if len(buffers) == 1:
        return view(next(iter(buffers)))
    starts = np.array([buffer.address for buffer in buffers])
    which = cast(Array, np.searchsorted(starts, address, "right"))
    return Choice(tuple(map(view, buffers)), np.maximum(which - 1, 0))


def _buffer_at(interp: SimulatorInterpreter, op: Operation, address: int) -> Buffer:
    buffer = interp.machine.buffer_at(address)
    if buffer is None:
        interp.fail(op, Fault.OUT_OF_BOUNDS, f"address {address:#x} is in no buffer")
    return buffer


def fail_lane_level(interp: SimulatorInterpreter, op: Operation) -> NoReturn:
    """Refuse an operation on one lane's part of a tile."""
    interp.fail(
        op,
        Fault.UNSUPPORTED,
        f"{op.name} at lane level: the simulator runs xegpu at the level of subgroups",
    )
