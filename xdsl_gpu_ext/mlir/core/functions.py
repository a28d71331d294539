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

from xdsl_gpu_ext.mlir.core.patching import ORIGINALS, replace_in
from xdsl_gpu_ext.mlir.irdl.functions import parse_function, print_function


def lift_limits() -> None:
    """Lift all limits of this file."""
    report_functions_without_type()
    keep_attributes_of_declarations()


def report_functions_without_type() -> None:
    """
    Let `func.func` say that its type is missing or none of a function.

    Operations in a function, and calls before it, are verified earlier. A `func.return`
    or `func.call` of xDSL ends in a Python error there.
    """
    replace_in(ReturnOp, "verify_", _verify_return)
    replace_in(CallOpSymbolUserOpInterface, "verify", _verify_call)


def _lacks_type(function: Operation | None) -> bool:
    return isinstance(function, FuncOp) and not isinstance(
        function.properties.get("function_type"), FunctionType
    )


def _verify_return(self: ReturnOp) -> None:
    if not _lacks_type(self.parent_op()):
        ORIGINALS[ReturnOp, "verify_"](self)


def _verify_call(self: CallOpSymbolUserOpInterface, op: Operation) -> None:
    assert isinstance(op, CallOp)
    if not _lacks_type(SymbolTable.lookup_symbol(op, op.callee)):
        ORIGINALS[CallOpSymbolUserOpInterface, "verify"](self, op)


def keep_attributes_of_declarations() -> None:
    """
    Read and print the attributes of arguments and results of a function that has no
    body: `func.func private @f(memref<4xf32> {llvm.noalias})`. xDSL drops them, as it
    does those that the attribute dictionary of a function holds.
    """
    replace_in(FuncOp, "parse", classmethod(_parse))
    replace_in(FuncOp, "print", _print)


def _parse(cls: type[FuncOp], parser: Parser) -> FuncOp:
    pos = parser.pos
    op: FuncOp = ORIGINALS[FuncOp, "parse"].__func__(cls, parser)
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


def _print(self: FuncOp, printer: Printer) -> None:
    if self.body.blocks or (self.arg_attrs is None and self.res_attrs is None):
        ORIGINALS[FuncOp, "print"](self, printer)
    else:
        print_function(printer, self, {})
