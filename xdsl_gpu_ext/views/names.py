"""The names that values and functions bear in printed IR."""

from __future__ import annotations

from io import StringIO

from xdsl.dialects.builtin import StringAttr
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


def symbol_of(function: Operation) -> str:
    """The symbol of a function, `@` included; without one, the operation's name."""
    name = function.properties.get("sym_name", function.attributes.get("sym_name"))
    return f"@{name.data}" if isinstance(name, StringAttr) else function.name
