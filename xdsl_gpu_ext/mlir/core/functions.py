"""
Functions: faults of a function that operations in it, or calls of it, meet first.
"""

from __future__ import annotations

from xdsl.dialects.builtin import FunctionType
from xdsl.dialects.func import CallOp, CallOpSymbolUserOpInterface, FuncOp, ReturnOp
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import SymbolTable

from xdsl_gpu_ext.mlir.core.registry import Limit
from xdsl_gpu_ext.mlir.irdl.functions import (
    parse_function,
    print_function,
    verify_declaration_is_private,
)

report_functions_without_type = Limit(
    """
    Let `func.func` say that its type is missing or none of a function.

    Operations in a function, and calls before it, are verified earlier. A `func.return`
    or `func.call` of xDSL ends in a Python error there.
    """,
    still="test_xdsl_still_ends_in_a_python_error",
)


def _lacks_type(function: Operation | None) -> bool:
    return isinstance(function, FuncOp) and not isinstance(
        function.properties.get("function_type"), FunctionType
    )


@report_functions_without_type.replaces(ReturnOp, "verify_")
def verify_return(self: ReturnOp) -> None:
    if not _lacks_type(self.parent_op()):
        verify_return.original(self)


@report_functions_without_type.replaces(CallOpSymbolUserOpInterface, "verify")
def verify_call(self: CallOpSymbolUserOpInterface, op: Operation) -> None:
    assert isinstance(op, CallOp)
    if not _lacks_type(SymbolTable.lookup_symbol(op, op.callee)):
        verify_call.original(self, op)


refuse_public_declarations = Limit(
    """
    Refuse `func.func @f()` without a body: what a module declares is defined elsewhere,
    so it is `private`. xDSL accepts it.
    """,
    still="test_xdsl_still_accepts_public_declarations",
)


@refuse_public_declarations.replaces(FuncOp, "verify_")
def verify_function(self: FuncOp) -> None:
    verify_function.original(self)
    verify_declaration_is_private(self)


keep_attributes_of_declarations = Limit(
    """
    Read and print the attributes of arguments and results of a function that has no
    body: `func.func private @f(memref<4xf32> {llvm.noalias})`. xDSL drops them, as it
    does those that the attribute dictionary of a function holds.
    """,
    still="test_xdsl_still_drops_them",
)


@keep_attributes_of_declarations.replaces(FuncOp, "parse")
def parse_declaration(cls: type[FuncOp], parser: Parser) -> FuncOp:
    pos = parser.pos
    op = parse_declaration.original(cls, parser)
    if op.body.blocks:
        for name in ("arg_attrs", "res_attrs"):
            if name in op.attributes:
                op.properties[name] = op.attributes.pop(name)
        return op
    # Of a declaration little is read, so it may be read again.
    parser._resume_from(pos)  # pyright: ignore[reportPrivateUsage]
    text = parse_function(parser)
    return cls.create(
        # They are printed in the order in which they are put in.
        properties=op.properties | text.properties,
        attributes=text.attributes,
        regions=[text.body],
    )


@keep_attributes_of_declarations.replaces(FuncOp, "print")
def print_declaration(self: FuncOp, printer: Printer) -> None:
    if self.body.blocks or (self.arg_attrs is None and self.res_attrs is None):
        print_declaration.original(self, printer)
    else:
        print_function(printer, self, {})
