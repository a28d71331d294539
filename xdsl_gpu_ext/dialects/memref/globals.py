"""Buffers that live as long as the module: `memref.global`, `memref.get_global`."""

from __future__ import annotations

from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyDenseElement,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    FlatSymbolRefAttrConstr,
    MemRefType,
    StringAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute, Operation, TypedAttribute
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure, SymbolUserOpInterface
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.interfaces.traits import NamesGlobal, UnknownEffects
from xdsl_gpu_ext.mlir.ir.csl import is_in_csl
from xdsl_gpu_ext.mlir.ir.memref_types import StaticMemRef
from xdsl_gpu_ext.mlir.irdl.constraints import Alignment
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.symbols import (
    is_in_symbol_table,
    nearest_symbol,
    verify_symbol,
)


def _parse_elements(parser: Parser, type: TensorType) -> Attribute:
    """
    An elements attribute of a type that is not written; an alias brings its own.
    """
    pos = parser.pos
    if parser.parse_optional_keyword("dense") is not None:
        if not isa(type, TensorType[AnyDenseElement]):
            parser.raise_error(
                f"no dense elements of type {type.element_type}", pos, parser.pos
            )
        return parser.parse_dense_int_or_fp_elements_attr(type)
    if parser.parse_optional_keyword("dense_resource") is not None:
        return _parse_dense_resource(parser, type)
    value = parser.parse_attribute()
    if not isa(value, DenseIntOrFPElementsAttr) and not isa(value, DenseResourceAttr):
        parser.raise_error(
            "initial value should be a unit or elements attribute", pos, parser.pos
        )
    return value


def _parse_dense_resource(parser: Parser, type: TensorType) -> DenseResourceAttr:
    """`<handle>`, without the type that xDSL's parser of the attribute wants."""
    interface = parser.ctx.get_dialect("builtin").get_interface(OpAsmDialectInterface)
    assert interface is not None
    parser.parse_punctuation("<")
    handle = parser._parse_dialect_resource_handle(  # pyright: ignore[reportPrivateUsage]
        "builtin", interface
    )
    parser.parse_punctuation(">")
    return DenseResourceAttr.from_params(handle, type)


@irdl_custom_directive
class OptionalString(CustomDirective):
    """A string literal that may be missing."""

    string: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if (text := parser.parse_optional_str_literal()) is not None:
            self.string.set(state, StringAttr(text))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        if (text := self.string.get(op)) is not None:
            state.print_whitespace(printer)
            printer.print_attribute(text)


@irdl_custom_directive
class TypeAndInitialValue(CustomDirective):
    """
    `memref<2xf32>`, `memref<2xf32> = uninitialized` or `memref<2xf32> = dense<1.0>`;
    the elements have the type of a tensor of the same shape.
    """

    type: AttributeVariable
    initial_value: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        pos = parser.pos
        type = parser.parse_type()
        if not isa(type, MemRefType) or DYNAMIC_INDEX in type.get_shape():
            parser.raise_error(
                f"type should be static shaped memref, but got {type}", pos, parser.pos
            )
        self.type.set(state, type)
        if parser.parse_optional_punctuation("=") is None:
            return
        if parser.parse_optional_keyword("uninitialized") is not None:
            self.initial_value.set(state, UnitAttr())
            return
        tensor = TensorType(type.element_type, type.get_shape())
        self.initial_value.set(state, _parse_elements(parser, tensor))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        type, value = self.type.get(op), self.initial_value.get(op)
        assert type is not None
        printer.print_attribute(type)
        match value:
            case None:
                pass
            case UnitAttr():
                printer.print_string(" = uninitialized")
            case TypedAttribute():
                printer.print_string(" = ")
                value.print_without_type(printer)
            case _:
                printer.print_string(" = ")
                printer.print_attribute(value)


@irdl_op_refinement
class GlobalOp(xdsl_memref.GlobalOp):
    """
    A buffer with a name, defined here or (without a value) elsewhere:

        memref.global "private" constant @x : memref<2xf32> = dense<[1.0, 2.0]>
        memref.global "private" @y : memref<4xi32> = uninitialized
        memref.global @z : memref<4xi32>
    """

    sym_visibility = opt_prop_def(StringAttr)
    initial_value = opt_prop_def()
    alignment = opt_prop_def(Alignment)

    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(UnknownEffects())
    custom_directives = (OptionalString, TypeAndInitialValue)
    assembly_format = (
        "custom<OptionalString>($sym_visibility) (`constant` $constant^)? $sym_name "
        "`:` custom<TypeAndInitialValue>($type, $initial_value) attr-dict"
    )

    def verify_(self) -> None:
        in_csl = is_in_csl(self)
        if not in_csl:
            verify_symbol(self)
        type = self.type
        if DYNAMIC_INDEX in type.get_shape():
            raise VerifyException(
                f"type should be static shaped memref, but got {type}"
            )
        value = self.initial_value
        if value is None or isinstance(value, UnitAttr):
            return
        if not isa(value, DenseIntOrFPElementsAttr) and not isa(
            value, DenseResourceAttr
        ):
            raise VerifyException(
                f"initial value should be a unit or elements attribute, but got {value}"
            )
        tensor = value.get_type()
        if not isa(tensor, TensorType):
            raise VerifyException(
                "initial value expected to be of a tensor type, but was of type "
                f"{tensor}"
            )
        if in_csl:
            # csl fills an array with one number, and converts it.
            return
        if tensor.element_type != type.element_type:
            raise VerifyException(
                f"initial value element expected to be of type {type.element_type}, "
                f"but was of type {tensor.element_type}"
            )
        if tensor.get_shape() != type.get_shape():
            raise VerifyException(
                f"initial value shape expected to be {list(type.get_shape())} but was "
                f"{list(tensor.get_shape())}"
            )


class _NamesGlobal(SymbolUserOpInterface):
    """The symbol is a `memref.global` of the result's type."""

    def verify(self, op: Operation) -> None:
        assert isinstance(op, GetGlobalOp)
        if not is_in_symbol_table(op) or is_in_csl(op):
            return
        found = nearest_symbol(op, op.name_)
        name = op.name_.string_value()
        if not isinstance(found, xdsl_memref.GlobalOp):
            raise VerifyException(f"'{name}' does not reference a valid global memref")
        if found.type != op.memref.type:
            raise VerifyException(
                f"result type {op.memref.type} does not match type {found.type} of the "
                f"global memref @{name}"
            )


@irdl_op_refinement
class GetGlobalOp(xdsl_memref.GetGlobalOp):
    """The buffer of a `memref.global`: `%x = memref.get_global @x : memref<2xf32>`."""

    memref = result_def(StaticMemRef)
    name_ = prop_def(FlatSymbolRefAttrConstr, prop_name="name")

    traits = traits_def(Pure(), _NamesGlobal(), NamesGlobal("name"))
    assembly_format = "$name `:` type($memref) attr-dict"
