"""The names that values bear in printed IR."""

from __future__ import annotations

from io import StringIO

from xdsl.ir import Operation, SSAValue
from xdsl.printer import Printer


class _RecordingPrinter(Printer):
    """A printer that remembers how it called each value."""

    def __init__(self) -> None:
        super().__init__(StringIO())
        self.names: dict[SSAValue, str] = {}

    def print_ssa_value(self, value: SSAValue) -> str:
        name = super().print_ssa_value(value)
        self.names[value] = f"%{name}"
        return name


def value_names(op: Operation) -> dict[SSAValue, str]:
    """The name of every value in `op`, `%` included, as `xdsl-opt` prints it."""
    printer = _RecordingPrinter()
    printer.print_op(op)
    return printer.names
