"""
What asynchronous operations share: tokens, and how they are written.

An operation that implements the interface waits for its `asyncDependencies` before it
starts. With an `asyncToken` it only schedules its work, and the token says when that
work is done; without one, the host waits until it is.
"""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Sequence

from xdsl.dialects.gpu import AsyncTokenType
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    IRDLOperationInvT,
    OpDef,
    get_accessors_from_op_def,
    opt_result_def,
    traits_def,
    var_operand_def,
)
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    VariadicOperandVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import OpTrait

from xdsl_gpu_ext.mlir.interfaces.definitions import named_values


class AsyncOpInterface(OpTrait):
    """
    `GPU_AsyncOpInterface`.

    The operation has a first operand group `asyncDependencies` of tokens, and an
    optional last result `asyncToken`.
    """

    @staticmethod
    def get_async_dependencies(op: Operation) -> Sequence[SSAValue]:
        """The tokens that `op` waits for."""
        return named_values(op, "asyncDependencies")

    @staticmethod
    def get_async_token(op: Operation) -> SSAValue | None:
        """The token that `op` returns, if it is asynchronous."""
        return next(iter(named_values(op, "asyncToken")), None)


def token_types(is_async: bool) -> list[AsyncTokenType]:
    """The types of the optional token result, for constructors."""
    return [AsyncTokenType()] if is_async else []


_STRING_OR_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//.*')


def _code_before(text: str, end: int) -> tuple[str, int]:
    """The last line with code in `text[:end]`, without comment, and where it begins."""
    while True:
        start = text.rfind("\n", 0, end) + 1
        code = _STRING_OR_COMMENT.sub(r"\1", text[start:end]).rstrip()
        if code or not start:
            return code, start
        end = start - 1


def _is_result_named(text: str, pos: int, op_name: str) -> bool:
    """
    Whether the operation whose name ends before `text[pos:]` has names for its results.
    xDSL's parser does not tell an operation how many there are.
    """
    code, start = _code_before(text, pos)
    code = code.removesuffix(op_name).rstrip()
    if not code and start:
        code, _ = _code_before(text, start - 1)
    return code.endswith("=")


def parse_async_dependencies(
    parser: Parser, op_type: type[IRDLOperation]
) -> tuple[bool, Sequence[UnresolvedOperand]]:
    """
    Parse ``async`? (`[` token, ... `]`)?``, the first thing after the operation's name.
    """
    pos = parser.pos
    is_async = parser.parse_optional_keyword("async") is not None
    if is_async and not _is_result_named(parser.lexer.input.content, pos, op_type.name):
        parser.raise_error("needs to be named when marked 'async'", pos, parser.pos)
    dependencies = parser.parse_optional_comma_separated_list(
        parser.Delimiter.SQUARE, parser.parse_unresolved_operand
    )
    return is_async, dependencies or ()


def print_async_dependencies(
    printer: Printer, is_async: bool, dependencies: Sequence[SSAValue]
) -> None:
    """Print what `parse_async_dependencies` parses, each part after a space."""
    if is_async:
        printer.print_string(" async")
    if dependencies:
        printer.print_string(" ")
        with printer.in_square_brackets():
            printer.print_list(dependencies, printer.print_ssa_value)


ASYNC_FORMAT = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) "
"""What the assembly format of an asynchronous operation begins with."""


@irdl_custom_directive
class AsyncDependencies(CustomDirective):
    """``async`? (`[` token, ... `]`)?`` at the start of an assembly format."""

    token_type: TypeDirective
    dependencies: VariadicOperandVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        is_async, dependencies = parse_async_dependencies(parser, state.op_type)
        self.token_type.set(state, (AsyncTokenType(),) if is_async else ())
        self.dependencies.set(state, dependencies)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        print_async_dependencies(
            printer, self.token_type.is_present(op), self.dependencies.get(op)
        )
        state.should_emit_space = True
        state.last_was_punctuation = False


class AsyncOp(IRDLOperation, ABC):
    """What an operation with the interface begins and ends with."""

    asyncDependencies = var_operand_def(AsyncTokenType)
    asyncToken = opt_result_def(AsyncTokenType)

    traits = traits_def(AsyncOpInterface())
    custom_directives = (AsyncDependencies,)


def async_op_definition(cls: type[IRDLOperationInvT]) -> type[IRDLOperationInvT]:
    """
    Define an operation that is an `AsyncOp`.

    Its operands are those of the classes that it inherits from, then its own. xDSL's
    `irdl_op_definition` would put the tokens last.
    """
    definition = OpDef.from_pyrdl(cls)

    def depth(name: str) -> int:
        return next(i for i, base in enumerate(cls.__mro__) if name in vars(base))

    definition.operands.sort(key=lambda group: -depth(group[0]))
    for name, value in get_accessors_from_op_def(definition, cls.verify_).items():
        setattr(cls, name, value)
    return cls
