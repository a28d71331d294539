"""
Names of SSA values: what xDSL's printer gives twice.
"""

from __future__ import annotations

from xdsl.ir import SSAValue
from xdsl.printer import Printer

from xdsl_gpu_ext.mlir.core.registry import Limit

print_distinct_names = Limit(
    """
    Give every value a name of its own.

    The second value called `%a` is printed as `%a_1`, even where another one is called
    that: unrolled kernels, full of `%c_0_1` beside `%c_0`, do not read back.
    """,
    still="test_xdsl_still_gives_names_twice",
)


@print_distinct_names.replaces(Printer, "print_ssa_value")
def print_ssa_value(self: Printer, value: SSAValue) -> str:
    known = self._ssa_values  # pyright: ignore[reportPrivateUsage]
    name = known.get(value)
    if name is None:
        hint = value.name_hint
        if hint:
            # `ssa_names` holds how often a name was asked for; a name that was made
            # with a number is taken as well.
            names = self.ssa_names
            number = names.get(hint, 0)
            while number and f"{hint}_{number}" in names:
                number += 1
            name = f"{hint}_{number}" if number else hint
            names[hint] = number + 1
            if number:
                names[name] = 1
        else:
            name = self._get_new_valid_name_id()  # pyright: ignore[reportPrivateUsage]
        known[value] = name
    self.print_string(f"%{name}")
    return name
