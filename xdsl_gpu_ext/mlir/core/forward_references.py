"""
Values that are used before they are defined.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.parser.core import ForwardDeclaredValue

from xdsl_gpu_ext.mlir.core.patching import ORIGINALS, replace_in


def lift_limits() -> None:
    """Lift all limits of this file."""
    report_values_never_defined()


def report_values_never_defined() -> None:
    """
    Refuse an operation with an operand that its own region defines:

        affine.parallel (%i) = (0) to (%i) {

    xDSL takes the operand for defined, and ends in a `ValueError` when it is verified.
    """
    replace_in(Parser, "parse_module", _parse_module)


def _parse_module(self: Parser, allow_implicit_module: bool = True) -> ModuleOp:
    module: ModuleOp = ORIGINALS[Parser, "parse_module"](self, allow_implicit_module)
    for op in module.walk():
        for operand in op.operands:
            if isinstance(operand, ForwardDeclaredValue):
                self.raise_error(f"'{op.name}' op uses a value before its definition")
    return module
