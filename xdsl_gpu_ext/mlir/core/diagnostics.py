"""
Diagnostics: which operations and which text an exception is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn, cast

from xdsl.ir import IRNode, Operation
from xdsl.utils.diagnostic import Diagnostic
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Span

from xdsl_gpu_ext.mlir.core.registry import Limit

name_operations_in_errors = Limit(
    """
    Let an exception know the operations that it is about, and what it says of each.

    xDSL prints both, among all others of the module, into a note of the exception. Met
    by whoever shows the place in the file.
    """,
    still="test_xdsl_still_keeps_no_operations",
)


@name_operations_in_errors.replaces(Diagnostic, "raise_exception")
def raise_exception(
    self: Diagnostic, ir: IRNode, underlying_error: Exception
) -> NoReturn:
    vars(underlying_error).setdefault("op_messages", self.op_messages)
    raise_exception.original(self, ir, underlying_error)


def messages_of(error: BaseException) -> Mapping[Operation, list[str]]:
    """What an exception says of which operations."""
    return cast("dict[Operation, list[str]]", vars(error).get("op_messages", {}))


class VerifyExceptionAt(VerifyException):
    """A fault of an operation that is found while its text is read."""

    def __init__(self, span: Span[str] | Span[bytes], message: str):
        super().__init__(str(ParseError(span, message)))
        self.span = span
        self.message = message
