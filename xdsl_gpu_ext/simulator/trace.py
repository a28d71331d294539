"""
What happened when, in one run: the schedule as its tokens and waits allow it.

Every operation of the device takes one step of time, and starts as soon as what it
depends on has ended: the trace is the best that a device could do that has room for
everything at once. Its last step ends at the critical path of the counters.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation


class Lane(Enum):
    """Who works, or on what."""

    HOST = "host"
    HOST_TO_DEVICE = "copies to the device"
    DEVICE_TO_HOST = "copies to the host"
    WITHIN_DEVICE = "copies on the device"
    KERNEL = "kernels"
    MEMORY = "memory of the device"


@dataclass(slots=True)
class Step:
    """Something that took from `start` to `end`. Copies of the host take no time."""

    op: Operation
    lane: Lane
    start: int
    end: int
    detail: str = ""
    """The kernel, or what is copied where."""
    bytes: int = 0
    """How many are copied."""

    @property
    def is_wait(self) -> bool:
        """Whether the host waits for the device."""
        return self.lane is Lane.HOST and self.end > self.start


class Trace:
    """The steps of a run, in the order in which they happened."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def work(self, op: Operation, start: int) -> None:
        """The device does `op` in one step."""
        kernel = next(
            (str(a) for a in op.properties.values() if isinstance(a, SymbolRefAttr)), ""
        )
        is_launch = op.name.startswith("gpu.launch")
        lane = Lane.KERNEL if is_launch else Lane.MEMORY
        self.steps.append(Step(op, lane, start, start + 1, kernel))

    def wait(self, op: Operation, start: int, end: int) -> None:
        """The host waits at `op`."""
        if end > start:
            self.steps.append(Step(op, Lane.HOST, start, end))

    def copy(self, op: Operation, now: int, lane: Lane, size: int, detail: str) -> None:
        """What the copy `op` does, which may be the last step."""
        if not self.steps or self.steps[-1].op is not op:
            # A `memref.copy`, which the host does.
            self.steps.append(Step(op, Lane.HOST, now, now))
        step = self.steps[-1]
        if step.end > step.start:
            step.lane = lane
        step.detail, step.bytes = detail, size


def chrome_trace(traces: dict[str, Trace]) -> dict[str, Any]:
    """
    `traces`, by name, in the format that Chrome's `about:tracing` and Perfetto read: a
    process each, a thread a lane, and a step a microsecond.
    """
    events: list[dict[str, Any]] = []
    for process, (name, trace) in enumerate(traces.items()):
        events.append(_metadata("process_name", process, 0, name))
        for thread, lane in enumerate(Lane):
            events.append(_metadata("thread_name", process, thread, lane.value))
        threads = {lane: thread for thread, lane in enumerate(Lane)}
        events += (
            {
                "name": f"{step.op.name} {step.detail}".strip(),
                "ph": "X",
                "pid": process,
                "tid": threads[step.lane],
                "ts": step.start,
                "dur": step.end - step.start,
                "args": {"bytes": step.bytes} if step.bytes else {},
            }
            for step in trace.steps
        )
    return {"traceEvents": events, "displayTimeUnit": "ns"}


def _metadata(kind: str, process: int, thread: int, name: str) -> dict[str, Any]:
    return {
        "name": kind,
        "ph": "M",
        "pid": process,
        "tid": thread,
        "args": {"name": name},
    }
