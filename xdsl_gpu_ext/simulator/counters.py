"""What a run did, in numbers."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass
class Counters:
    """
    What the host asked of the device in one run, and what that took.

    A copy counts by the two memories it goes between; host-shared memory counts as the
    device's. The longest chain of tokens tells how far the device could have
    overlapped its work: it equals the number of operations where each waits for the one
    before, and is smaller by what may run at the same time.
    """

    launches: int = 0
    """Kernels that ran."""
    threads: int = 0
    """Threads that ran, over all launches."""
    threads_one_by_one: int = 0
    """Those of them that ran one by one, not as lanes: many times as slow."""
    copies: int = 0
    """Copies with the device's memory on a side, by `gpu.memcpy` or `memref.copy`."""
    bytes_host_to_device: int = 0
    """Bytes copied from host memory to the device's."""
    bytes_device_to_host: int = 0
    """Bytes copied from the device's memory to the host's."""
    bytes_device_to_device: int = 0
    """Bytes copied within the device's memory."""
    device_allocations: int = 0
    """Buffers allocated on the device, host-shared ones included."""
    device_bytes_allocated: int = 0
    """Bytes of all those buffers."""
    peak_device_bytes: int = 0
    """Most bytes that were allocated on the device at one time."""
    host_allocations: int = 0
    """Buffers that the host allocated in its own memory."""
    async_operations: int = 0
    """Operations that the host did not wait for when it issued them."""
    schedule_choices: int = 0
    """How often several tasks could have come next that the host waited for."""
    longest_token_chain: int = 0
    """Most device operations of which each depends, by tokens, on the one before."""
    critical_path: int = 0
    """
    The same with what the host's waits order counted too: how many steps the device
    needs at least, if every operation takes one.
    """

    def table(self) -> str:
        """The counters as a table of two columns, for people."""
        rows = [(f.name.replace("_", " "), getattr(self, f.name)) for f in fields(self)]
        width = max(len(name) for name, _ in rows)
        values = [f"{value:,}" for _, value in rows]
        value_width = max(len(value) for value in values)
        return "\n".join(
            f"{name:<{width}}  {value:>{value_width}}"
            for (name, _), value in zip(rows, values, strict=True)
        )
