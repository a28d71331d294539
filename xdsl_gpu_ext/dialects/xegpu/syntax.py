"""
What the textual forms of xegpu's attributes and operations share.

- *Dictionaries of operations*: LLVM's `prop-dict attr-dict` and `attr-dict`.
- *Index lists*: `[%i, 8]`, dynamic values and constants that mark their places.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from operator import index
from typing import SupportsIndex

from xdsl.dialects.builtin import DYNAMIC_INDEX, I64, DenseArrayBase, i64
from xdsl.dialects.utils.dynamic_index_list import (
    parse_dynamic_index_without_type,
    print_dynamic_index_list,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    IRDLOperationInvT,
    OptionalDef,
    irdl_op_definition,
)
from xdsl.irdl.declarative_assembly_format import (
    AttrDictDirective,
    AttributeVariable,
    CustomDirective,
    FormatDirective,
    FormatProgram,
    ParsingState,
    PrintingState,
    VariadicOperandVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

################################################################################
# Mixed static and dynamic indices
################################################################################


def indices(static: DenseArrayBase[I64] | None) -> tuple[int, ...]:
    """The constants of an index list, with `DYNAMIC_INDEX` where a value is dynamic."""
    return () if static is None else static.get_values()


def join_indices(
    static: DenseArrayBase[I64] | None, dynamic: Sequence[SSAValue]
) -> tuple[SSAValue | int, ...]:
    """The elements of an index list, in order."""
    values = iter(dynamic)
    return tuple(
        next(values) if index == DYNAMIC_INDEX else index for index in indices(static)
    )


def split_indices(
    elements: Sequence[SSAValue | Operation | int],
) -> tuple[list[SSAValue], DenseArrayBase[I64]]:
    """The dynamic values of an index list, and its constants that mark their places."""
    if isinstance(elements, str) or not isinstance(elements, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(f"expected a list of values and integers, not {elements!r}")
    dynamic: list[SSAValue] = []
    static: list[int] = []
    for element in elements:
        if isinstance(element, SupportsIndex):
            static.append(index(element))
        else:
            dynamic.append(SSAValue.get(element))
            static.append(DYNAMIC_INDEX)
    return dynamic, DenseArrayBase.from_list(i64, static)


def verify_indices(
    name: str, static: DenseArrayBase[I64] | None, dynamic: Sequence[SSAValue]
) -> None:
    """
    Check that the constants mark a place for each dynamic value.

    Where they do not, LLVM's printer loses values or reads past their end.
    """
    places = indices(static).count(DYNAMIC_INDEX)
    if places != len(dynamic):
        raise VerifyException(
            f"{name} hold {len(dynamic)} dynamic values, but their constants mark "
            f"{places} places"
        )


def _parse_index_list(
    parser: Parser,
    state: ParsingState,
    dynamic: VariadicOperandVariable,
    static: AttributeVariable,
) -> None:
    elements = parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: parse_dynamic_index_without_type(parser)
    )
    _set_index_list(state, dynamic, static, elements)


def _set_index_list(
    state: ParsingState,
    dynamic: VariadicOperandVariable,
    static: AttributeVariable,
    elements: Sequence[int | UnresolvedOperand],
) -> None:
    constants = [e if isinstance(e, int) else DYNAMIC_INDEX for e in elements]
    dynamic.set(state, [e for e in elements if not isinstance(e, int)])
    static.set(state, DenseArrayBase.from_list(i64, constants))


def _print_index_list(
    printer: Printer,
    op: IRDLOperation,
    dynamic: VariadicOperandVariable,
    static: AttributeVariable,
) -> None:
    print_dynamic_index_list(
        printer, DYNAMIC_INDEX, dynamic.get(op), _constants(op, static)
    )


def _constants(op: IRDLOperation, static: AttributeVariable) -> tuple[int, ...]:
    attr = static.get(op)
    return attr.get_values() if isa(attr, DenseArrayBase[I64]) else ()


def _request_space(state: PrintingState) -> None:
    """Have the next directive print a space, as LLVM does after a custom one."""
    state.last_was_punctuation = False
    state.should_emit_space = True


class OptionalIndices(CustomDirective, ABC):
    """A part of the syntax that shows constants of index lists, or nothing."""

    @property
    @abstractmethod
    def shown_properties(self) -> frozenset[str]:
        """The properties that it shows if it is present."""

    def can_parse_empty(self) -> bool:
        return True


@irdl_custom_directive
class OptionalDynamicIndexList(OptionalIndices):
    """`custom<OptionalDynamicIndexList>`: `[%i, 8]`, or nothing for an empty list."""

    dynamic: VariadicOperandVariable
    static: AttributeVariable

    @property
    def shown_properties(self) -> frozenset[str]:
        return frozenset((self.static.name,))

    def parse(self, parser: Parser, state: ParsingState) -> None:
        start = parser.pos
        elements = parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parse_dynamic_index_without_type(parser)
        )
        if elements is None:
            self.dynamic.set(state, ())
        elif elements:
            _set_index_list(state, self.dynamic, self.static, elements)
        else:
            parser.raise_error("expected a list of SSA values or integers", start)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        if self.is_present(op):
            state.print_whitespace(printer)
            _print_index_list(printer, op, self.dynamic, self.static)
        _request_space(state)

    def is_present(self, op: IRDLOperation) -> bool:
        return bool(_constants(op, self.static))


@irdl_custom_directive
class OptionalShapeAndStrides(OptionalIndices):
    """`, shape : [%h, 16], strides : [16, 1]`, or nothing."""

    shape: VariadicOperandVariable
    const_shape: AttributeVariable
    strides: VariadicOperandVariable
    const_strides: AttributeVariable

    @property
    def shown_properties(self) -> frozenset[str]:
        return frozenset((self.const_shape.name, self.const_strides.name))

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_punctuation(",") is None:
            self.shape.set(state, ())
            self.strides.set(state, ())
            return
        parser.parse_keyword("shape")
        parser.parse_punctuation(":")
        _parse_index_list(parser, state, self.shape, self.const_shape)
        parser.parse_punctuation(",")
        parser.parse_keyword("strides")
        parser.parse_punctuation(":")
        _parse_index_list(parser, state, self.strides, self.const_strides)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        if self.is_present(op):
            printer.print_string(", shape : ")
            _print_index_list(printer, op, self.shape, self.const_shape)
            printer.print_string(", strides : ")
            _print_index_list(printer, op, self.strides, self.const_strides)
        _request_space(state)

    def is_present(self, op: IRDLOperation) -> bool:
        return (
            self.const_shape.get(op) is not None
            and self.const_strides.get(op) is not None
        )


################################################################################
# Dictionaries of operations
################################################################################


class _PropertiesSyntax(Enum):
    """How properties are written that no other part of an operation's syntax gives."""

    ATTR_DICT = auto()
    """`{layout = ..}`, LLVM's `attr-dict` alone."""
    PROP_DICT = auto()
    """
    `<{layout = ..}> {..}`, LLVM's `prop-dict attr-dict`.

    The first dictionary holds what the rest of the syntax does not give: all that is
    required, and nothing that is unknown.
    """
    LENIENT_PROP_DICT = auto()
    """
    `<{layout = ..}> {..}` where the first dictionary may hold anything. What is unknown
    is dropped.

    LLVM writes the reader of these operations by hand; it checks nothing.
    """


@dataclass(frozen=True)
class _Dictionaries(FormatDirective):
    """
    The dictionaries of an operation.

    Properties are read from both, also those that other parts of the syntax give: what
    comes later stands.
    """

    syntax: _PropertiesSyntax
    properties: frozenset[str]
    """All properties of the operation."""
    unshown: frozenset[str]
    """The properties that no other part of the syntax shows."""
    required: frozenset[str]
    """Those of `unshown` that the operation needs."""
    optional: frozenset[OptionalIndices]
    """What shows further properties if it is present."""

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if self.syntax is not _PropertiesSyntax.ATTR_DICT:
            self._parse_prop_dict(parser, state)
        for name, attr in parser.parse_optional_attr_dict().items():
            known = name in self.properties
            (state.properties if known else state.attributes)[name] = attr
        # LLVM prints the properties of the generic form by name.
        state.properties = dict(sorted(state.properties.items()))

    def _parse_prop_dict(self, parser: Parser, state: ParsingState) -> None:
        start = parser.pos
        entries: dict[str, Attribute] = {}
        if parser.parse_optional_punctuation("<") is not None:
            dictionary = parser.pos
            entries = parser.parse_optional_dictionary_attr_dict()
            if parser.pos == dictionary:
                parser.raise_error("expected a dictionary of properties")
            parser.parse_punctuation(">")
        if self.syntax is _PropertiesSyntax.PROP_DICT:
            for name in sorted(self.required - entries.keys()):
                parser.raise_error(
                    f"expected key entry for {name} in DictionaryAttr to set "
                    "Properties",
                    start,
                )
            for name in sorted(entries.keys() - self.unshown):
                parser.raise_error(
                    f"unknown key '{name}' when parsing properties dictionary", start
                )
        state.properties |= {
            name: attr for name, attr in entries.items() if name in self.properties
        }

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        absent = (part for part in self.optional if not part.is_present(op))
        names = self.unshown.union(*(part.shown_properties for part in absent))
        properties = {
            name: op.properties[name] for name in sorted(names & op.properties.keys())
        }
        if self.syntax is _PropertiesSyntax.ATTR_DICT:
            if not printer.print_op_attributes(properties | op.attributes):
                return
        else:
            # LLVM's `prop-dict` prints this space, and the next directive its own.
            printer.print_string(" ")
            if properties:
                with printer.in_angle_brackets():
                    printer.print_attr_dict(properties)
            printer.print_op_attributes(op.attributes)
        _request_space(state)


def _program(
    op: type[IRDLOperation], assembly_format: str, syntax: _PropertiesSyntax
) -> FormatProgram:
    definition = op.get_irdl_definition()
    statements = FormatProgram.from_str(assembly_format, definition).stmts
    optional = frozenset(s for s in statements if isinstance(s, OptionalIndices))

    def replace(statement: FormatDirective) -> FormatDirective:
        if not isinstance(statement, AttrDictDirective):
            return statement
        unshown = frozenset(statement.expected_properties)
        return _Dictionaries(
            syntax,
            frozenset(definition.properties) - {"operandSegmentSizes"},
            unshown,
            frozenset(
                name
                for name in unshown
                if not isinstance(definition.properties[name], OptionalDef)
            ),
            optional,
        )

    return FormatProgram(tuple(map(replace, statements)))


def _decorator(
    syntax: _PropertiesSyntax,
) -> Callable[[type[IRDLOperationInvT]], type[IRDLOperationInvT]]:
    def decorate(cls: type[IRDLOperationInvT]) -> type[IRDLOperationInvT]:
        cls = irdl_op_definition(cls)
        assert cls.assembly_format is not None
        program = _program(cls, cls.assembly_format, syntax)

        @classmethod
        def parse(cls: type[IRDLOperationInvT], parser: Parser) -> IRDLOperationInvT:
            return program.parse(parser, cls)

        def print(self: IRDLOperation, printer: Printer) -> None:
            program.print(printer, self)

        cls.parse = parse
        cls.print = print
        return cls

    return decorate


op_with_attr_dict = _decorator(_PropertiesSyntax.ATTR_DICT)
"""
`irdl_op_definition` for LLVM's `attr-dict`, in which properties may be set that other
parts of the syntax give.
"""

op_with_prop_dict = _decorator(_PropertiesSyntax.PROP_DICT)
"""`irdl_op_definition` where `attr-dict` stands for LLVM's `prop-dict attr-dict`."""

op_with_lenient_prop_dict = _decorator(_PropertiesSyntax.LENIENT_PROP_DICT)
"""`op_with_prop_dict` for operations whose `prop-dict` may hold anything."""
