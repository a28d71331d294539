"""
Dense elements: numbers that xDSL reads wrongly, or refuses by an internal error.
"""

# Lifting a limit of the parser means to write, or to wrap, its private functions.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from typing import Any, TypeAlias

from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    Signedness,
)
from xdsl.parser import AttrParser
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xdsl_gpu_ext.mlir.core.number_lists import (
    INDEX_RANGE,
    flattened,
    read_numbers,
    rounded,
    values_of_type,
)
from xdsl_gpu_ext.mlir.core.number_literals import (
    float_of_bits,
    is_hexadecimal,
    refuse_decimal_integer,
    refuse_wide_float,
)
from xdsl_gpu_ext.mlir.core.registry import Limit

Literal: TypeAlias = AttrParser._TensorLiteralElement
Scalar: TypeAlias = AnyFloat | IntegerType | IndexType


read_elements_as_mlir = Limit(
    """
    Read `dense<0x7F800000> : tensor<4xf32>` as infinities, which MLIR prints so.

    xDSL takes the digits for an integer. It also ends in a Python error where an
    integer is too large for its type, and wants both parts of a complex number to be
    written alike.
    """,
    still="test_xdsl_still_takes_bits_for_a_number",
)


@read_elements_as_mlir.replaces(Literal, "to_type")
def to_type(
    self: Literal, parser: AttrParser, type: Scalar | ComplexType
) -> int | float | tuple[int, int] | tuple[float, float]:
    if isinstance(type, ComplexType):
        if not isinstance(self.value, tuple):
            parser.raise_error("expected a complex element", self.span)
        real, imaginary = self.value
        assert isinstance(real, Literal)
        assert isinstance(imaginary, Literal)
        element = type.element_type
        return (  # pyright: ignore[reportReturnType]
            _to_scalar(real, parser, element),
            _to_scalar(imaginary, parser, element),
        )
    if isinstance(self.value, tuple):
        parser.raise_error("unexpected complex element", self.span)
    return _to_scalar(self, parser, type)


def _to_scalar(self: Literal, parser: AttrParser, type: Scalar) -> int | float:
    if isinstance(type, AnyFloat):
        refuse_wide_float(parser, type, self.span)
        return _to_float(self, parser, type)
    if isinstance(self.value, float):
        parser.raise_error(
            "expected integer elements, but parsed floating-point", self.span
        )
    assert isinstance(self.value, int)
    if isinstance(self.value, bool) and type != IntegerType(1):
        parser.raise_error("expected i1 type for 'true' or 'false' values", self.span)
    value = int(self.value)
    if isinstance(type, IndexType):
        if value not in INDEX_RANGE:
            parser.raise_error("integer constant out of range for type", self.span)
        return value
    if type.signedness.data == Signedness.UNSIGNED and self.is_negative:
        parser.raise_error(
            "expected unsigned integer elements, but parsed negative value", self.span
        )
    lower, upper = type.value_range()
    if not lower <= value < upper:
        parser.raise_error("integer constant out of range for type", self.span)
    return value


def _to_float(self: Literal, parser: AttrParser, type: AnyFloat) -> float:
    assert not isinstance(self.value, tuple)
    if isinstance(self.value, bool):
        parser.raise_error("expected floating point literal", self.span)
    if isinstance(self.value, float) or not is_hexadecimal(self.span.text):
        return rounded(float(self.value), type)
    refuse_decimal_integer(parser, self.span)
    return float_of_bits(parser, int(self.value), type, self.span)


@read_elements_as_mlir.replaces(AttrParser, "_parse_optional_complex")
def parse_optional_complex(
    self: AttrParser,
) -> tuple[tuple[Literal, Literal], Span] | None:
    """`(1.0, 0x7F800000)`; the literals are kept until the type is known."""
    if self._current_token.kind != MLIRTokenKind.L_PAREN:
        return None
    start = self._consume_token(MLIRTokenKind.L_PAREN).span
    real = self._parse_tensor_literal_element()
    self.parse_punctuation(",")
    imaginary = self._parse_tensor_literal_element()
    end = self._parse_token(MLIRTokenKind.R_PAREN, "expected ')'").span
    return (real, imaginary), Span(start.start, end.end, start.input)


read_numbers_at_once = Limit(
    """
    Read the numbers of a long literal at once.

    xDSL makes tokens, and objects with spans, of each of them: a table of 300,000
    numbers takes several seconds. What is not plain decimal numbers in brackets, or is
    wrong, is left to it.
    """,
    still="test_xdsl_still_calls_more",
)


@read_numbers_at_once.replaces(AttrParser, "parse_dense_int_or_fp_elements_attr")
def parse_dense_elements(self: AttrParser, type: Any) -> DenseIntOrFPElementsAttr:
    start = self.pos
    if self.parse_optional_punctuation("<"):
        found = _parse_dense_elements(self, type)
        if found is not None:
            return found
        self._resume_from(start)
    return parse_dense_elements.original(self, type)


def _parse_dense_elements(
    self: AttrParser, type: Any
) -> DenseIntOrFPElementsAttr | None:
    numbers = read_numbers(self, "")
    if numbers is None or (parts := flattened(numbers)) is None:
        return None
    self.parse_punctuation(">")
    if type is None:
        if self.parse_optional_punctuation(":") is None:
            return None
        type = self._parse_dense_literal_type()
    shape, numbers = parts
    values = values_of_type(numbers, type.get_element_type())
    if values is None or list(type.get_shape()) != shape:
        return None
    return DenseIntOrFPElementsAttr.from_list(type, values)
