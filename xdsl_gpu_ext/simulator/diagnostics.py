"""
What the simulated device finds wrong with a program, and how it says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from io import StringIO

from xdsl.ir import Operation
from xdsl.printer import Printer
from xdsl.utils.exceptions import DiagnosticException

from xdsl_gpu_ext.simulator.memory import Buffer


class Fault(Enum):
    """The kinds of faults that are told apart."""

    DEVICE_ACCESS_TO_HOST = "device access to host memory"
    HOST_ACCESS_TO_DEVICE = "host access to device-only memory"
    USE_AFTER_FREE = "use after free"
    USE_BEFORE_ALLOC = "use before allocation"
    DOUBLE_FREE = "double free"
    BAD_FREE = "free of memory that cannot be freed here"
    OUT_OF_BOUNDS = "out of bounds"
    MISALIGNED = "misaligned access"
    UNINITIALIZED = "read of uninitialised memory"
    CONSTANT = "write to constant memory"
    LEAK = "leak of device memory"
    RACE = "race"
    BARRIER = "barrier not reached by all"
    DEADLOCK = "deadlock"
    NO_PROGRESS = "no end in sight"
    LAUNCH = "invalid launch"
    ASSERTION = "assertion failed"
    INVALID = "invalid operation"
    UNSUPPORTED = "unsupported operation"


@dataclass(frozen=True, eq=False)
class Diagnostic:
    """
    One fault of a program.

    - `fault`: its kind;
    - `reason`: what exactly is wrong, in words, with the values at fault;
    - `op`: the operation that did it, none for a fault of the whole run;
    - `other`: the second operation where it takes two, as in a race;
    - `buffer`: the memory concerned;
    - `where`: the thread that did it, if it was a device thread.
    """

    fault: Fault
    reason: str
    op: Operation | None = None
    buffer: Buffer | None = None
    other: Operation | None = None
    where: str | None = None

    def __str__(self) -> str:
        lines = [f"{self.fault.value}: {self.reason}"]
        if self.op is not None:
            lines.append(f"  at: {describe(self.op)}")
        if self.where is not None:
            lines.append(f"  in: {self.where}")
        if self.other is not None:
            lines.append(f"  and: {describe(self.other)}")
        if self.buffer is not None:
            lines += [f"  {line}" for line in _describe_buffer(self.buffer)]
        return "\n".join(lines)


class SimulationError(DiagnosticException):
    """A program did what it must not; `diagnostics` says what."""

    def __init__(self, *diagnostics: Diagnostic):
        super().__init__("\n".join(str(diagnostic) for diagnostic in diagnostics))
        self.diagnostics = diagnostics


class _HeadPrinter(Printer):
    """Prints a module and keeps the first line of each operation."""

    def __init__(self) -> None:
        self._text = StringIO()
        super().__init__(stream=self._text)
        self.starts: dict[Operation, int] = {}

    def print_op(self, op: Operation) -> None:
        self.starts[op] = self._text.tell()
        super().print_op(op)

    def head(self, op: Operation) -> str | None:
        start = self.starts.get(op)
        if start is None:
            return None
        return self._text.getvalue()[start:].split("\n", 1)[0].removesuffix("{").strip()


def describe(op: Operation) -> str:
    """
    The first line of `op` as it is printed with the whole module, which gives values
    the names that the reader sees there, and the function that holds it.
    """
    top = op.get_toplevel_object()
    printer = _HeadPrinter()
    if isinstance(top, Operation):
        printer.print_op(top)
    head = printer.head(op)
    if head is None:
        # The printers of some operations print parts of their bodies themselves.
        head = str(op).split("\n", 1)[0]
    parent = op.parent_op()
    while parent is not None:
        name = parent.properties.get("sym_name") or parent.attributes.get("sym_name")
        if name is not None:
            return f"{head}  (in {name})".replace('"', "")
        parent = parent.parent_op()
    return head


def _describe_buffer(buffer: Buffer) -> Iterator[str]:
    """Lines that tell a reader which buffer this is."""
    where = f" allocated by {describe(buffer.op)}" if buffer.op is not None else ""
    yield f"buffer: {buffer.name}, {buffer.size} bytes of {buffer.space.value}{where}"
    if buffer.freed_by is not None:
        yield f"freed by: {describe(buffer.freed_by)}"
