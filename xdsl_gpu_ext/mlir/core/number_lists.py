# pyright: reportPrivateUsage=false
"""Long lists of numbers in dense elements and arrays, read all at once."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import chain
from math import copysign, inf
from typing import Any, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    IndexType,
    IntegerType,
    Signedness,
)
from xdsl.parser import AttrParser
from xdsl.utils.hints import isa

INDEX_RANGE = range(-(2**63), 2**63)
"""Values of type `index`."""

MAX_FLOAT_WIDTH = 64
"""Wider floats are no values of Python's type."""

LEAST_OVERFLOW = 2.0**8
"""Smaller numbers are in the range of every type of float."""

_LONG = 64
"""In characters; shorter lists take no time."""

_NUMBERS = re.compile(r"[0-9.eE+\-,\[\] \t\n]*+(?=>)")

_EXPONENT_OF_INTEGER = re.compile(r"(?<![0-9.])[0-9]++[eE]")
"""`1e5` is a number for JSON, and two tokens for MLIR."""


def rounded(value: float, type: AnyFloat) -> float:
    """`value`, or an infinity if it is too large for `type`."""
    if abs(value) >= LEAST_OVERFLOW:
        try:
            type.pack((value,))
        except OverflowError:
            return copysign(inf, value)
    return value


def read_numbers(parser: AttrParser, brackets: str) -> list[Any] | None:
    """
    The list, or lists of lists, of numbers up to a `>`, the current token then; `None`
    if it is short, or of anything else. `brackets` are put around the text.
    """
    state = parser._parser_state
    match = _NUMBERS.match(state.lexer.input.content, parser.pos)
    if match is None or len(match[0]) < _LONG or _EXPONENT_OF_INTEGER.search(match[0]):
        return None
    try:
        # Decimal numbers and brackets mean the same there.
        numbers: Any = json.loads(brackets[:1] + match[0] + brackets[1:])
    except (ValueError, RecursionError):
        return None
    if _class_of(numbers) is not list:
        return None
    state.lexer.pos = match.end()
    state.current_token = state.lexer.lex()
    return numbers


def values_of_type(numbers: Sequence[Any], type: Any) -> Sequence[Any] | None:
    """The numbers as values of a type; `None` if one is not."""
    kinds = {_class_of(number) for number in numbers}
    if isinstance(type, AnyFloat):
        if kinds != {float} or type.bitwidth > MAX_FLOAT_WIDTH:
            return None
        if max(abs(number) for number in numbers) >= LEAST_OVERFLOW:
            return [rounded(number, type) for number in numbers]
        return numbers
    if kinds != {int}:
        return None
    least, greatest = min(numbers), max(numbers)
    if isinstance(type, IndexType):
        return numbers if least in INDEX_RANGE and greatest in INDEX_RANGE else None
    if not isa(type, IntegerType):
        return None
    if least < 0 and type.signedness.data == Signedness.UNSIGNED:
        return None
    lower, upper = type.value_range()
    return numbers if lower <= least and greatest < upper else None


def _class_of(value: Any) -> type:
    return value.__class__


def flattened(numbers: list[Any]) -> tuple[list[int], list[Any]] | None:
    """The shape and the elements of lists of lists; `None` if they are not alike."""
    shape = [len(numbers)]
    while numbers and isinstance(numbers[0], list):
        if {_class_of(part) for part in numbers} != {list}:
            return None
        parts = cast(list[list[Any]], numbers)
        if len({len(part) for part in parts}) != 1:
            return None
        shape.append(len(parts[0]))
        numbers = list(chain.from_iterable(parts))
    return shape, numbers
