"""
Parameters of attributes: what xDSL builds an attribute of without
counting, or without a look at its words.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.parser import AttrParser
from xdsl.utils.exceptions import DiagnosticException
from xdsl.utils.lexer import Position

from xdsl_gpu_ext.mlir.core.registry import Limit

count_parameters = Limit(
    """
    Refuse `#dlti.dl_entry<i32>`, which lacks a parameter.

    Where an attribute has no syntax of its own, xDSL reads any number of parameters and
    ends in a `ValueError` if it is not the right one.
    """,
    still="test_xdsl_still_ends_in_a_python_error",
)


@count_parameters.replaces(ParametrizedAttribute, "parse_parameters")
def parse(cls: type[ParametrizedAttribute], parser: AttrParser) -> Sequence[Attribute]:
    pos = parser.pos
    parameters = parse.original(cls, parser)
    expected = len(cls.get_irdl_definition().parameters)
    if len(parameters) != expected:
        parser.raise_error(
            f"'{cls.name}' has {expected} parameters, but {len(parameters)} are given",
            pos,
            parser.pos,
        )
    return parameters


diagnose_words_of_enumerations = Limit(
    """
    Refuse `#vector.kind<sum>` by a diagnostic.

    Many attributes of xDSL's end in a `ValueError` on a word that they do not know.
    """,
    still="test_xdsl_still_ends_in_a_value_error",
)


@contextmanager
def diagnosing_values(parser: AttrParser, name: str) -> Generator[None]:
    """Let a `ValueError` be a fault of the text of the attribute `name`."""
    pos = parser.pos
    try:
        yield
    except ValueError as error:
        # Some of our diagnostics are both.
        if isinstance(error, DiagnosticException):
            raise
        parser.raise_error(f"no value of '{name}': {error}", pos, parser.pos)


@diagnose_words_of_enumerations.replaces(
    AttrParser, "_parse_dialect_type_or_attribute_body"
)
def parse_body(
    self: AttrParser,
    attr_name: str,
    is_type: bool,
    is_opaque: bool,
    starting_opaque_pos: Position | None,
) -> Attribute:
    with diagnosing_values(self, attr_name):
        return parse_body.original(
            self, attr_name, is_type, is_opaque, starting_opaque_pos
        )
