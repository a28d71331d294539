"""
Functions: the syntax and the rules that `FunctionOpInterface` gives to `func.func`,
`async.func` and their like.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, StringAttr
from xdsl.ir import Attribute, Operation, Region
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import CallableOpInterface
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.irdl.symbols import verify_symbol

INFERRED = frozenset({"sym_name", "function_type", "sym_visibility"})
"""Properties that the syntax states itself."""


class WithSignature(Protocol):
    """What an operation with `FunctionOpInterface` holds."""

    @property
    def body(self) -> Region: ...
    @property
    def function_type(self) -> FunctionType: ...
    @property
    def arg_attrs(self) -> ArrayAttr[DictionaryAttr] | None: ...
    @property
    def res_attrs(self) -> ArrayAttr[DictionaryAttr] | None: ...


class FunctionLike(WithSignature, Protocol):
    """What `parse_function` reads and `print_function` prints."""

    attributes: dict[str, Attribute]

    @property
    def sym_name(self) -> StringAttr: ...
    @property
    def sym_visibility(self) -> StringAttr | None: ...


class HasFunctionType(CallableOpInterface):
    """A function that calls can name: its type is its property `function_type`."""

    @classmethod
    def get_callable_region(cls, op: Operation) -> Region:
        return op.regions[0]

    @classmethod
    def get_argument_types(cls, op: Operation) -> tuple[Attribute, ...]:
        return _function_type(op).inputs.data

    @classmethod
    def get_result_types(cls, op: Operation) -> tuple[Attribute, ...]:
        return _function_type(op).outputs.data


def _function_type(op: Operation) -> FunctionType:
    function_type = op.properties["function_type"]
    assert isinstance(function_type, FunctionType)
    return function_type


@dataclass(frozen=True)
class FunctionText:
    """What the text of a function says."""

    properties: dict[str, Attribute]
    attributes: dict[str, Attribute]
    body: Region


@dataclass(frozen=True)
class _TypeWithAttributes:
    type: Attribute
    attributes: DictionaryAttr


def _attributes_property(
    entries: Sequence[_TypeWithAttributes],
) -> ArrayAttr[DictionaryAttr] | None:
    """`arg_attrs` or `res_attrs`: absent where no entry has an attribute."""
    if not any(entry.attributes.data for entry in entries):
        return None
    return ArrayAttr(entry.attributes for entry in entries)


def parse_signature(
    parser: Parser, *, named_only: bool = False
) -> tuple[list[Parser.Argument], dict[str, Attribute]]:
    """
    Parse `(%arg: i32 {a.b}, ...) -> (f32 {c.d})`: the arguments, none where the text
    gives only types, and the properties `function_type`, `arg_attrs` and `res_attrs`.
    """
    arguments: list[Parser.Argument] = []
    inputs: list[_TypeWithAttributes] = []

    def parse_input() -> None:
        pos = parser.pos
        argument = parser.parse_optional_argument()
        if argument is not None and len(arguments) < len(inputs):
            parser.raise_error("expected type instead of SSA identifier", pos)
        if argument is None:
            if named_only:
                parser.raise_error("requires named arguments")
            if arguments:
                parser.raise_error("expected SSA identifier")
            type_: Attribute = parser.parse_type()
        else:
            arguments.append(argument)
            type_ = argument.type
        attributes = DictionaryAttr(parser.parse_optional_dictionary_attr_dict())
        location = parser.parse_optional_location()
        if argument is not None:
            argument.location = location
        inputs.append(_TypeWithAttributes(type_, attributes))

    parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_input)

    def parse_output() -> _TypeWithAttributes:
        type_ = parser.parse_type()
        attributes = parser.parse_optional_dictionary_attr_dict()
        return _TypeWithAttributes(type_, DictionaryAttr(attributes))

    outputs: Sequence[_TypeWithAttributes] = ()
    if parser.parse_optional_punctuation("->"):
        listed = parser.parse_optional_comma_separated_list(
            parser.Delimiter.PAREN, parse_output
        )
        if listed is None:
            outputs = (_TypeWithAttributes(parser.parse_type(), DictionaryAttr({})),)
        else:
            outputs = listed

    properties: dict[str, Attribute] = {}
    properties["function_type"] = FunctionType.from_lists(
        [entry.type for entry in inputs], [entry.type for entry in outputs]
    )
    for name, entries in (("arg_attrs", inputs), ("res_attrs", outputs)):
        if (value := _attributes_property(entries)) is not None:
            properties[name] = value
    return arguments, properties


def parse_function(parser: Parser, own_properties: Sequence[str] = ()) -> FunctionText:
    """
    Parse what follows the name of the operation:

        private @name(%arg: i32 {a.b}, ...) -> (f32 {c.d}) attributes {...} { body }

    Entries of the attribute dictionary that `own_properties` names are properties.
    """
    properties: dict[str, Attribute] = {}
    if (visibility := parser.parse_optional_visibility_keyword()) is not None:
        properties["sym_visibility"] = visibility
    properties["sym_name"] = parser.parse_symbol_name()

    arguments, signature = parse_signature(parser)
    properties |= signature

    dict_pos = parser.pos
    dictionary = parser.parse_optional_attr_dict_with_keyword()
    attributes = {} if dictionary is None else dict(dictionary.data)
    for name in attributes.keys() & INFERRED:
        parser.raise_error(
            f"'{name}' is an inferred attribute and should not be specified in the "
            "explicit attribute dictionary",
            dict_pos,
            parser.pos,
        )
    for name in attributes.keys() & {"arg_attrs", "res_attrs", *own_properties}:
        properties[name] = attributes.pop(name)

    body_pos = parser.pos
    region = parser.parse_optional_region(arguments if arguments else None)
    if region is None:
        region = Region()
    elif not region.blocks:
        parser.raise_error("expected non-empty function body", body_pos, parser.pos)
    return FunctionText(properties, attributes, region)


def _print_with_attributes(
    printer: Printer, type_: Attribute, attributes: DictionaryAttr | None
) -> None:
    printer.print_attribute(type_)
    if attributes is not None and attributes.data:
        printer.print_string(" ")
        printer.print_attr_dict(attributes.data)


def print_function(
    printer: Printer, op: FunctionLike, own_properties: dict[str, Attribute | None]
) -> None:
    """Print what `parse_function` parses."""
    if op.sym_visibility is not None:
        printer.print_string(f" {op.sym_visibility.data}")
    printer.print_string(" ")
    printer.print_symbol_name(op.sym_name)
    print_signature(printer, op)
    printer.print_op_attributes(
        op.attributes
        | {name: value for name, value in own_properties.items() if value is not None},
        print_keyword=True,
    )
    if op.body.blocks:
        printer.print_string(" ")
        printer.print_region(
            op.body, print_entry_block_args=False, print_empty_block=False
        )


def print_signature(printer: Printer, op: WithSignature) -> None:
    """Print `(%arg: i32 {a.b}) -> (f32 {c.d})`, without names if there is no body."""
    inputs = op.function_type.inputs.data
    outputs = op.function_type.outputs.data
    arg_attrs = op.arg_attrs.data if op.arg_attrs else (None,) * len(inputs)
    res_attrs = op.res_attrs.data if op.res_attrs else (None,) * len(outputs)
    block = op.body.blocks.first
    arguments = (None,) * len(inputs) if block is None else block.args

    with printer.in_parens():
        for i, (type_, argument, attributes) in enumerate(
            zip(inputs, arguments, arg_attrs)
        ):
            if i:
                printer.print_string(", ")
            if argument is not None:
                printer.print_ssa_value(argument)
                printer.print_string(": ")
            _print_with_attributes(printer, type_, attributes)

    if not outputs:
        return
    printer.print_string(" -> ")
    # A function type by itself would read as the type of the function.
    bare = len(outputs) == 1 and not isinstance(outputs[0], FunctionType)
    if bare and not (res_attrs[0] and res_attrs[0].data):
        printer.print_attribute(outputs[0])
        return
    with printer.in_parens():
        printer.print_list(
            zip(outputs, res_attrs),
            lambda output: _print_with_attributes(printer, *output),
        )


def verify_function(op: WithSignature) -> None:
    """What `FunctionOpInterface` demands of every function."""
    assert isinstance(op, Operation)
    verify_symbol(op)
    inputs = op.function_type.inputs.data
    entry = op.body.blocks.first
    if entry is None:
        return
    if len(entry.args) != len(inputs):
        raise VerifyException(
            f"'{op.name}' op entry block must have {len(inputs)} arguments to match "
            "function signature"
        )
    for i, (argument, type_) in enumerate(zip(entry.args, inputs)):
        if argument.type != type_:
            raise VerifyException(
                f"'{op.name}' op type of entry block argument #{i}('{argument.type}') "
                "must match the type of the corresponding argument in function "
                f"signature('{type_}')"
            )


def verify_declaration_is_private(op: FunctionLike) -> None:
    """A symbol that the module only declares is defined elsewhere, for this module."""
    assert isinstance(op, Operation)
    visibility = op.sym_visibility
    if not op.body.blocks and (visibility is None or visibility.data == "public"):
        raise VerifyException(
            f"'{op.name}' op symbol declaration cannot have public visibility"
        )
