"""
Declarative assembly formats: what xDSL reads otherwise than MLIR.
"""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import DenseArrayBase, IntegerType
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttrDictDirective,
    AttributeVariable,
    DenseArrayAttributeVariable,
    FormatProgram,
    OptionalGroupDirective,
    ParsingState,
    UniqueBaseAttributeVariable,
)
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.lexer import Span

from xdsl_gpu_ext.mlir.core.attribute_parameters import diagnosing_values
from xdsl_gpu_ext.mlir.core.diagnostics import VerifyExceptionAt
from xdsl_gpu_ext.mlir.core.number_literals import (
    parse_float_element,
    parse_integer_element,
)
from xdsl_gpu_ext.mlir.core.registry import Limit

read_properties_in_attribute_dictionaries = Limit(
    """
    Take an entry of the attribute dictionary for the property of its name, also where
    the format has another place for it: `gpu.module @m attributes {targets = [...]}`.
    It is the dictionary's value that stands.

    xDSL makes it a discardable attribute, which nothing verifies or reads.
    """,
    still="test_xdsl_still_needs_this",
)


@read_properties_in_attribute_dictionaries.replaces(AttrDictDirective, "parse")
def parse(self: AttrDictDirective, parser: Parser, state: ParsingState) -> None:
    parse.original(self, parser, state)
    properties = state.op_type.get_irdl_definition().properties
    for name in [name for name in state.attributes if name in properties]:
        state.properties[name] = state.attributes.pop(name)


read_attributes_in_full = Limit(
    """
    Read `vector.reduction #vector.kind<add>, ...` as `vector.reduction <add>, ...`.

    Where a format leaves only one kind of attribute, its name need not be written; xDSL
    does not allow it to be, nor an alias.
    """,
    still="test_xdsl_still_wants_the_rest_alone",
)


@read_attributes_in_full.replaces(UniqueBaseAttributeVariable, "parse_attr")
def parse_attr(self: UniqueBaseAttributeVariable, parser: Parser) -> Attribute | None:
    pos = parser.pos
    if parser.lexer.input.at(pos) != "#":
        with diagnosing_values(parser, self.unique_base.name):
            return parse_attr.original(self, parser)
    attr = parser.parse_attribute()
    if not isinstance(attr, self.unique_base):
        parser.raise_error(
            f"expected an attribute of kind '{self.unique_base.name}'", pos, parser.pos
        )
    return attr


require_attributes_that_groups_announce = Limit(
    """
    Refuse `gpu.module @m <> {}`: what begins an optional group says that the attributes
    of the group follow. xDSL lets optional ones be missing.
    """,
    still="test_xdsl_still_lets_it_be_missing",
)


@require_attributes_that_groups_announce.replaces(OptionalGroupDirective, "parse")
def parse_group(
    self: OptionalGroupDirective, parser: Parser, state: ParsingState
) -> None:
    pos = parser.pos
    parse_group.original(self, parser, state)
    # With an alternative, what was parsed may be that.
    if parser.pos == pos or self.else_elements:
        return
    for element in self.then_elements:
        if isinstance(element, AttributeVariable) and element.is_optional:
            found = state.properties if element.is_property else state.attributes
            if element.name not in found:
                parser.raise_error("expected attribute value")


say_where_constraints_fail = Limit(
    """
    Name the operation and its place when operands or results have types that it cannot
    have: `memref.dealloc %t : tensor<4xf32>`.

    xDSL says which type is wrong, and of which operation only in generic syntax.
    """,
    still="test_xdsl_still_names_the_type_alone",
)


@say_where_constraints_fail.replaces(FormatProgram, "parse")
def parse_operation(
    self: FormatProgram, parser: Parser, op_type: type[IRDLOperation]
) -> IRDLOperation:
    start = parser.pos
    try:
        return parse_operation.original(self, parser, op_type)
    except VerifyException as fault:
        span = Span(start, parser.pos, parser.lexer.input)
        message = f"'{op_type.name}' op {fault}"
        # A fault of the operation, not of the syntax: xDSL's tools tell these apart.
        raise VerifyExceptionAt(span, message) from fault


read_bare_arrays = Limit(
    """
    Read the elements of a dense array that a format has alone, `[1, 2]`, as those of
    any other array. xDSL ends in a Python error on one that is too large.
    """,
    still="test_xdsl_still_ends_in_a_python_error",
)


@read_bare_arrays.replaces(DenseArrayAttributeVariable, "parse_attr")
def parse_bare_array(
    self: DenseArrayAttributeVariable, parser: Parser
) -> DenseArrayBase | None:
    type: Any = self.elt_type
    parse_element = parse_float_element
    if isa(type, IntegerType):
        parse_element = parse_integer_element
    delimiter = parser.Delimiter.SQUARE
    elements: Any = parser.parse_optional_comma_separated_list(
        delimiter, lambda: parse_element(parser, type)
    )
    if elements is None:
        if self.is_optional:
            return None
        parser.raise_error("'[' expected")
    array: DenseArrayBase = DenseArrayBase.from_list(type, elements)
    return array
