"""
Numbers in attributes: which of them stand for a value of their type.
"""

# Lifting a limit of the parser means to write, or to wrap, its private functions.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    i1,
)
from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.utils.hints import isa
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xdsl_gpu_ext.mlir.core.number_lists import (
    INDEX_RANGE,
    MAX_FLOAT_WIDTH,
    read_numbers,
    rounded,
    values_of_type,
)
from xdsl_gpu_ext.mlir.core.registry import Limit

refuse_giant_indices_and_negative_bits = Limit(
    """
    Refuse a value of type `index` that does not fit into 64 bits, and
    `-0x7F800000 : f32`: hexadecimal digits are the bits of a float, which have no sign
    of their own.

    MLIR refuses `1 : f32` and `dense<1> : tensor<f32>` too. Programs for xDSL's
    backends are written so, and what they mean is plain, so that they may be.
    """,
    still="test_xdsl_still_needs_this",
)


read_dense_arrays_as_mlir = Limit(
    """
    Read `array<f32: 0x7F800000>`, as MLIR prints an infinity, and refuse what is no
    dense array for MLIR: `array<i1: 2>`, `array<i7>`.
    """,
    still="test_xdsl_still_needs_this",
)


def refuse_wide_float(parser: AttrParser, type: AnyFloat, span: Span) -> None:
    """Say of elements that they cannot be stored."""
    if type.bitwidth > MAX_FLOAT_WIDTH:
        parser.raise_error(f"elements of type {type} are too wide", span)


def is_hexadecimal(text: str) -> bool:
    """Whether an integer literal states bits."""
    return text.lstrip("-").lstrip().startswith(("0x", "0X"))


def refuse_decimal_integer(parser: AttrParser, span: Span) -> None:
    """Say of an integer that it is no float, unless it states the bits of one."""
    if not is_hexadecimal(span.text):
        parser.raise_error(
            "unexpected decimal integer literal for a floating point value", span
        )
    if span.text.startswith("-"):
        parser.raise_error(
            "hexadecimal float literal should not have a leading minus", span
        )


def float_of_bits(parser: AttrParser, bits: int, type: AnyFloat, span: Span) -> float:
    """The float of `type` with these bits."""
    if bits.bit_length() > type.bitwidth:
        parser.raise_error("hexadecimal float constant out of range for type", span)
    return next(type.iter_unpack(bits.to_bytes(type.compile_time_size, "little")))


@refuse_giant_indices_and_negative_bits.replaces(
    AttrParser, "parse_optional_builtin_int_or_float_attr"
)
def parse_number(self: AttrParser) -> Attribute | None:
    start = self._current_token.span
    is_negative = self._current_token.kind == MLIRTokenKind.MINUS
    attr: Attribute | None = parse_number.original(self)
    if is_negative and isa(attr, FloatAttr):
        content = start.input.content
        text = content[start.start : self.pos].split(":", 1)[0].rstrip()
        if is_hexadecimal(text):
            span = Span(start.start, start.start + len(text), start.input)
            refuse_decimal_integer(self, span)
    if (
        isa(attr, IntegerAttr)
        and isinstance(attr.type, IndexType)
        and attr.value.data not in INDEX_RANGE
    ):
        self.raise_error(
            "integer constant out of range for attribute", start.start, self.pos
        )
    return attr


@read_dense_arrays_as_mlir.replaces(AttrParser, "_parse_builtin_densearray_attr")
def parse_dense_array(self: AttrParser) -> DenseArrayBase:
    self.parse_punctuation("<", " in dense array")
    pos = self.pos
    type = self.parse_type()
    if not (isa(type, IntegerType) or isinstance(type, AnyFloat)):
        self.raise_error(
            "dense array element type must be an integer or floating point type",
            pos,
            self.pos,
        )
    if type != i1 and (not type.bitwidth or type.bitwidth % 8):
        self.raise_error("element type bitwidth must be a multiple of 8", pos, self.pos)
    parse_element = parse_float_element
    if isa(type, IntegerType):
        parse_element = parse_integer_element
    values: Sequence[Any] = ()
    if not self.parse_optional_punctuation(">"):
        self.parse_punctuation(":", " in dense array")
        pos = self.pos
        numbers = read_numbers(self, "[]")
        found = None if numbers is None else values_of_type(numbers, type)
        if found is None:
            if numbers is not None:
                # One of them is no such value: which?
                self._resume_from(pos)
            found = self.parse_comma_separated_list(
                self.Delimiter.NONE, lambda: parse_element(self, type)
            )
        values = found
        self.parse_punctuation(">", " in dense array")
    array: DenseArrayBase = DenseArrayBase.from_list(type, values)
    return array


def parse_integer_element(self: AttrParser, type: Any) -> int:
    """An element of a dense array of this type of integer."""
    if type == i1:
        return int(self.parse_boolean(" values for i1 type"))
    if self._current_token.text in ("true", "false"):
        self.raise_error("expected i1 type for 'true' or 'false' values")
    return self._parse_typed_integer(type, allow_boolean=False)


def parse_float_element(self: AttrParser, type: Any) -> float:
    """An element of a dense array of this type of float."""
    found = self._parse_optional_bool_int_or_float()
    if found is None or isinstance(found[0], bool):
        self.raise_error("Expected float literal")
    value, span = found
    refuse_wide_float(self, type, span)
    if isinstance(value, float):
        return rounded(value, type)
    refuse_decimal_integer(self, span)
    return float_of_bits(self, value, type, span)
