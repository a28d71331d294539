"""
Files as `mlir-opt` shows them: which text an operation came from, and a diagnostic with
its file, line and column, the line itself and a caret.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import AttributeInvT, Operation, SSAValue
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xdsl_gpu_ext.mlir.core.diagnostics import VerifyExceptionAt, messages_of

SPLIT_MARKER = b"// -----"


@dataclass(frozen=True)
class Chunk:
    """A part of a file that is a module of its own."""

    file: str
    text: str
    """What is before it in the file is empty lines here, so that lines count alike."""
    fault: Fault | None = None
    """Why it cannot be read."""


def read_chunks(file: str, *, split: bool) -> Iterator[Chunk]:
    """The parts of a file, or of the standard input for `-`."""
    name = "<stdin>" if file == "-" else file
    text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    lines = 0
    for part in text.split(SPLIT_MARKER) if split else [text]:
        # As in MLIR, nothing between two markers is no module.
        if part or not split:
            yield _decoded(name, b"\n" * lines + part)
        lines += part.count(b"\n")


def _decoded(file: str, text: bytes) -> Chunk:
    try:
        return Chunk(file, text.decode())
    except UnicodeDecodeError as error:
        chunk = Chunk(file, text.decode(errors="replace"))
        fault = Fault(chunk, "invalid UTF-8", len(text[: error.start].decode()))
        return replace(chunk, fault=fault)


class Reader(Parser):
    """xDSL's parser, which notes in `places` where each operation begins."""

    def __init__(self, ctx: Context, chunk: Chunk, places: dict[Operation, int]):
        super().__init__(ctx, chunk.text, chunk.file)
        self.places = places
        self._used_first: dict[str, Span] = {}
        """Where the first use is of each value that is not defined there yet."""

    def parse_operation(self) -> Operation:
        pos = self._current_token.span.start
        op = super().parse_operation()
        self.places[op] = pos
        return op

    def resolve_operand(
        self, operand: UnresolvedOperand, type: AttributeInvT
    ) -> SSAValue[AttributeInvT]:
        if operand.operand_name not in self.ssa_values:
            self._used_first.setdefault(operand.operand_name, operand.span)
        return super().resolve_operand(operand, type)

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        if allow_implicit_module and self._current_token.kind is MLIRTokenKind.EOF:
            return ModuleOp([])  # As in MLIR; xDSL wants something to be there.
        try:
            return super().parse_module(allow_implicit_module)
        except ParseError as error:
            # xDSL says so at the end of the file.
            if not error.msg.startswith("values used but not defined"):
                raise
            name = next(iter(self.forward_ssa_references))
            span = self._used_first[name]
            raise ParseError(span, "use of undeclared SSA value name") from error


@dataclass(frozen=True)
class Fault:
    """A diagnostic: what is wrong, and where in which chunk, if that is known."""

    chunk: Chunk
    message: str
    pos: int | None = None
    length: int = 1

    @property
    def line(self) -> int:
        """The number of its line, from 1; 0 if it has none."""
        if self.pos is None:
            return 0
        return self.chunk.text.count("\n", 0, self.pos) + 1

    def __str__(self) -> str:
        if self.pos is None:
            return f"{self.chunk.file}: error: {self.message}"
        source = Input(self.chunk.text, self.chunk.file)
        start = source.get_start_of_line(self.pos)
        before = source.content[start : self.pos]
        line = source.content[start : source.get_end_of_line(self.pos)].rstrip("\r")
        room = max(len(line) - len(before), 1)
        caret = " " * len(before.expandtabs())
        caret += "^" + "~" * (min(self.length, room) - 1)
        return (
            # Columns are counted in bytes, as MLIR does.
            f"{self.chunk.file}:{self.line}:{len(before.encode()) + 1}: "
            f"error: {self.message}\n{line.expandtabs()}\n{caret}"
        )


_PREFIXES = ("Operation does not verify: ", "error: ")


def faults_of(
    error: BaseException, chunk: Chunk, places: dict[Operation, int]
) -> list[Fault]:
    """What an exception says of a chunk, at most one fault a line of the text."""
    if isinstance(error, ParseError):
        return [_fault_at(chunk, error.msg, error.span)]
    if isinstance(error, VerifyExceptionAt):
        return [_fault_at(chunk, error.message, error.span)]
    faults = [
        Fault(chunk, _plain(message), _place_of(op, chunk, places))
        for op, messages in messages_of(error).items()
        for message in messages
    ]
    return faults or [Fault(chunk, _plain(str(error)))]


def _fault_at(chunk: Chunk, message: str, span: Span[str] | Span[bytes]) -> Fault:
    if "expected" in message.lower():
        start = _end_of_text_before(chunk.text, span.start)
        if chunk.text.count("\n", start, span.start):
            return Fault(chunk, _plain(message), start)
    return Fault(chunk, _plain(message), span.start, max(span.end - span.start, 1))


def _end_of_text_before(text: str, pos: int) -> int:
    """
    Where the text ends that comes before `pos`, without blanks and comments: that is
    where MLIR misses what is expected.
    """
    end = pos
    while end > 0:
        start = text.rfind("\n", 0, end) + 1
        line = text[start:end].partition("//")[0].rstrip()
        if line:
            return start + len(line)
        end = start - 1
    return pos


def _plain(message: str) -> str:
    """A message without what xDSL begins it with."""
    for prefix in _PREFIXES:
        message = message.removeprefix(prefix)
    return message.strip()


def _place_of(op: Operation, chunk: Chunk, places: dict[Operation, int]) -> int | None:
    """Where `op` is in the text, or what a pass put it into."""
    above: Operation | None = op
    while above is not None and above not in places:
        above = above.parent_op()
    return None if above is None else _after_results(chunk, places[above])


def _after_results(chunk: Chunk, pos: int) -> int:
    """Where the name of the operation stands that begins at `pos`."""
    if chunk.text[pos : pos + 1] != "%":
        return pos
    pos = chunk.text.index("=", pos) + 1
    return pos + len(chunk.text[pos:]) - len(chunk.text[pos:].lstrip())
