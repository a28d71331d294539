"""Assembly formats that are taken apart when they are first used."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import cached_property

from xdsl.irdl import OpDef
from xdsl.irdl.declarative_assembly_format import FormatDirective, FormatProgram

_is_postponed = False


@contextmanager
def postponed_formats() -> Generator[None]:
    """
    Formats of operations that are defined meanwhile are taken apart when they are used.

    What is wrong with one shows only then, so this is for definitions that are tested.
    """
    global _is_postponed
    before, _is_postponed = _is_postponed, True
    try:
        yield
    finally:
        _is_postponed = before


def are_formats_postponed() -> bool:
    """Whether formats are to be taken apart when they are used."""
    return _is_postponed


class PostponedFormat(FormatProgram):
    """A format of which the directives are found when they are asked for."""

    def __init__(self, text: str, definition: OpDef):
        # The base is frozen.
        vars(self).update(text=text, definition=definition)

    @cached_property
    def stmts(self) -> tuple[FormatDirective, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]
        from xdsl.irdl.declarative_assembly_format_parser import FormatParser

        own = vars(self)
        return FormatParser(own["text"], own["definition"]).parse_format().stmts
