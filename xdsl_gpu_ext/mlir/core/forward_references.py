"""
What is wrong with a module as a whole: its depth, values that are never defined.
"""

# pyright: reportPrivateUsage=false

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.parser.core import ForwardDeclaredValue
from xdsl.utils.exceptions import ParseError

from xdsl_gpu_ext.mlir.core.registry import Limit

report_values_never_defined = Limit(
    """
    Refuse an operation with an operand that its own region defines:

        affine.parallel (%i) = (0) to (%i) {

    xDSL takes the operand for defined, and ends in a `ValueError` when it is verified.
    Say of text that is nested too deeply for Python that it is: xDSL ends in a
    `RecursionError`.
    """,
    still="test_xdsl_still_takes_them_for_defined",
)


@report_values_never_defined.replaces(Parser, "parse_module")
def parse_module(self: Parser, allow_implicit_module: bool = True) -> ModuleOp:
    try:
        module = parse_module.original(self, allow_implicit_module)
    except RecursionError:
        span = self._current_token.span
        raise ParseError(span, "nested too deeply to be read") from None
    for op in module.walk():
        for operand in op.operands:
            if isinstance(operand, ForwardDeclaredValue):
                self.raise_error(f"'{op.name}' op uses a value before its definition")
    return module
