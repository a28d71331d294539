"""
Attributes that the dialect gives to operations of any dialect.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation


def verify_attribute(
    op: Operation, name: str, attribute: Attribute
) -> Iterator[tuple[Operation, str]]:
    """What is wrong with an attribute of the dialect on `op`."""
    if name == "llvm.data_layout" and not isinstance(attribute, StringAttr):
        yield op, f"'{op.name}' op expected '{name}' to be a string attributes"
