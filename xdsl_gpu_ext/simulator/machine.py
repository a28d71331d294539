"""
The state of one run: memories, clocks, counters, and what went wrong.
"""

from __future__ import annotations

import random
import sys
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from time import perf_counter
from typing import IO, Any, Literal, NoReturn

import numpy as np
import numpy.typing as npt
from xdsl.ir import Operation, SSAValue

from xdsl_gpu_ext.simulator.counters import Counters
from xdsl_gpu_ext.simulator.diagnostics import Diagnostic, Fault, SimulationError
from xdsl_gpu_ext.simulator.happens_before import Order
from xdsl_gpu_ext.simulator.memory import Buffer, ByteSet, Space, new_data, padded
from xdsl_gpu_ext.simulator.trace import Lane, Trace


class Place(Enum):
    """Who executes an operation."""

    HOST = "host"
    DEVICE = "device"


@dataclass
class Options:
    """What may be chosen about a run; `RunOptions` says what each means."""

    seed: int = 0
    check: bool = True
    mode: Literal["auto", "threads"] = "auto"
    races: bool = True
    thread_races: Literal["none", "workgroup", "all"] = "workgroup"
    subgroup_size: int = 32
    unified_memory: bool = False
    shared_arguments: bool = False
    externals: Mapping[str, Callable[..., Any]] = field(
        default_factory=dict[str, Callable[..., Any]]
    )
    out: IO[str] | None = None
    progress: bool = False
    max_steps: int | None = None
    timeout: float | None = None
    max_block_threads: int = 1024
    empty_launches: bool = False


_PAGE = 1 << 12

_LOOK_EVERY = 1 << 10
"""Steps between two looks at the clock."""


class Machine:
    """A host and a device with separate memories."""

    def __init__(self, options: Options):
        self.options = options
        self.random = random.Random(options.seed)
        self.numbers = np.random.default_rng(0)
        """Draws numbers for the program's data, the same in each run."""
        self.order = Order()
        self.counters = Counters()
        self.trace = Trace()
        self.device_buffers: dict[Buffer, None] = {}
        """What the host allocated on the device and did not free, in order."""
        self.globals: dict[Operation, Buffer] = {}
        self.diagnostics: list[Diagnostic] = []
        self.steps = 0
        """How many blocks of operations ran."""
        self._started = perf_counter()
        self.look_at = 0
        """After how many steps to look at the limits of the run again."""
        self._next_address = _PAGE
        self._addresses: list[int] = []
        self._addressed: list[Buffer] = []
        self._device_bytes = 0

    @property
    def out(self) -> IO[str]:
        """Where the program prints."""
        return self.options.out or sys.stdout

    def report(self, diagnostic: Diagnostic) -> NoReturn:
        """Note a fault and end the run."""
        self.diagnostics.append(diagnostic)
        raise SimulationError(diagnostic)

    def limit_reached(self) -> str | None:
        """Which limit of the run, if any, is reached."""
        limit, timeout = self.options.max_steps, self.options.timeout
        if limit is not None and self.steps > limit:
            return f"the run took more than {limit} steps"
        if timeout is not None and perf_counter() - self._started > timeout:
            return f"the run took more than {timeout} seconds"
        self.look_at = self.steps + _LOOK_EVERY
        if limit is not None:
            self.look_at = min(self.look_at, limit)
        return None

    def address_of(self, buffer: Buffer) -> int:
        """The address of the first byte of `buffer`, of a range that no other has."""
        if not buffer.address:
            buffer.address = self._next_address
            size = max(buffer.data.size, 1)
            # A gap, so that an address past the end belongs to nobody.
            self._next_address += -(-size // _PAGE) * _PAGE + _PAGE
            self._addresses.append(buffer.address)
            self._addressed.append(buffer)
        return buffer.address

    def buffer_at(self, address: int) -> Buffer | None:
        """The buffer, freed or not, that holds the byte at `address`."""
        position = bisect_right(self._addresses, address) - 1
        if position < 0:
            return None
        buffer = self._addressed[position]
        return buffer if address < buffer.address + buffer.data.size else None

    def allocate(
        self,
        space: Space,
        size: int,
        *,
        value: SSAValue | None,
        op: Operation,
        copies: int = 1,
    ) -> Buffer:
        """A new buffer of undefined contents, the value of `value`."""
        if size < 0:
            self.report(Diagnostic(Fault.INVALID, f"negative size {size}", op))
        hint = value.name_hint if value is not None else None
        # Each copy starts at a multiple of the size of any number.
        total = size if copies == 1 else padded(size) * copies
        return Buffer(
            name=f"%{hint}" if hint else "unnamed",
            space=space,
            size=size,
            data=new_data(total),
            written=ByteSet(total),
            op=op,
            copies=copies,
        )

    def count_allocation(self, buffer: Buffer) -> None:
        """Note that `buffer` now takes its place."""
        if not buffer.space.is_device:
            self.counters.host_allocations += 1
            return
        self.device_buffers[buffer] = None
        self.counters.device_allocations += 1
        self.counters.device_bytes_allocated += buffer.size
        self._device_bytes += buffer.size
        self.counters.peak_device_bytes = max(
            self.counters.peak_device_bytes, self._device_bytes
        )

    def count_free(self, buffer: Buffer) -> None:
        """Note that the place of `buffer` is free again."""
        if buffer.space.is_device:
            self.device_buffers.pop(buffer, None)
            self._device_bytes -= buffer.size

    def count_copy(
        self, op: Operation, now: int, source: Buffer, target: Buffer, size: int
    ) -> None:
        """Note that `op` copied `size` bytes from one buffer to the other."""
        counters = self.counters
        match source.space.is_device, target.space.is_device:
            case False, True:
                counters.bytes_host_to_device += size
                lane = Lane.HOST_TO_DEVICE
            case True, False:
                counters.bytes_device_to_host += size
                lane = Lane.DEVICE_TO_HOST
            case True, True:
                counters.bytes_device_to_device += size
                lane = Lane.WITHIN_DEVICE
            case _:
                return
        counters.copies += 1
        self.trace.copy(op, now, lane, size, f"{source.name} to {target.name}")

    def external_buffer(
        self, data: npt.NDArray[np.uint8], space: Space, name: str
    ) -> Buffer:
        """A buffer whose contents are the caller's."""
        return Buffer(
            name=name,
            space=space,
            size=data.size,
            data=data,
            written=None,
            is_external=True,
        )
