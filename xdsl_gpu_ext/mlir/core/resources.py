"""
Resources: data that a file holds behind its modules.
"""

# Lifting a limit of the parser means to write, or to wrap, its private functions.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.parser import AttrParser, Parser

from xdsl_gpu_ext.mlir.core.registry import Limit

read_external_resources = Limit(
    """
    Read past the `external_resources` of a file, such as the pipeline that a reproducer
    states. They are for other tools.

    xDSL ends in a `NotImplementedError`.
    """,
    still="test_xdsl_still_needs_this",
)


@read_external_resources.replaces(Parser, "_parse_external_resources")
def parse_external(self: Parser) -> None:
    def parse_entry() -> None:
        key = self.parse_identifier_or_str_literal()
        self.parse_punctuation(":")
        pos = self.pos
        if (
            self.parse_optional_str_literal() is None
            and self.parse_optional_boolean() is None
        ):
            self.raise_error(f"expected a value for key '{key}'", pos, self.pos)

    def parse_group() -> None:
        self.parse_identifier_or_str_literal()
        self.parse_punctuation(":")
        self.parse_comma_separated_list(self.Delimiter.BRACES, parse_entry)

    self.parse_comma_separated_list(self.Delimiter.BRACES, parse_group)


read_keys_as_mlir = Limit(
    """
    Let equal keys of a file name one resource, also after a file with the same key.

    A key that another file has taken is given a number by xDSL, each time anew when it
    is met again, so that its data is lost.
    """,
    still="test_xdsl_still_needs_this",
)


@read_keys_as_mlir.replaces(AttrParser, "_parse_dialect_resource_handle")
def parse_handle(
    self: AttrParser, dialect_name: str, interface: OpAsmDialectInterface
) -> str:
    key = self.parse_identifier(context_msg=" for resource handle")
    # The parser keeps pairs; one that begins with the name in the text is ours.
    text = f"{dialect_name} {key}"
    for known, handle in self.dialect_resources:
        if known == text:
            return handle
    handle = interface.declare_resource(key)
    self.dialect_resources.add((text, handle))
    return handle
