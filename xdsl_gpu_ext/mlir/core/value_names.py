"""
Names of SSA values: what xDSL's printer gives twice.
"""

from __future__ import annotations

from xdsl.ir import SSAValue
from xdsl.printer import Printer

from xdsl_gpu_ext.mlir.core.patching import replace_in


def lift_limits() -> None:
    """Lift all limits of this file."""
    print_distinct_names()


def print_distinct_names() -> None:
    """
    Give every value a name of its own.

    The second value called `%a` is printed as `%a_1`, even where another one is called
    that: unrolled kernels, full of `%c_0_1` beside `%c_0`, do not read back.
    """
    print_ssa_value = Printer.print_ssa_value

    def print_distinct(self: Printer, value: SSAValue) -> str:
        hint = value.name_hint
        if hint and value not in self._ssa_values:  # pyright: ignore[reportPrivateUsage]
            # `ssa_names` holds how often a name was asked for; a name that was made
            # with a number is taken as well.
            names = self.ssa_names
            number = names.get(hint, 0)
            while number and f"{hint}_{number}" in names:
                number += 1
            if number:
                names[hint] = number
                names[f"{hint}_{number}"] = 1
        return print_ssa_value(self, value)

    replace_in(Printer, "print_ssa_value", print_distinct)
