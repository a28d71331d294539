"""
Constants and global variables.
"""

from __future__ import annotations

from math import prod
from typing import Any

from xdsl.dialects import llvm as xdsl_llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    ShapedType,
    StringAttr,
    VectorType,
    i8,
    i64,
)
from xdsl.dialects.llvm import LLVMArrayType, LLVMStructType
from xdsl.ir import Attribute
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement


@irdl_op_refinement
class ConstantOp(xdsl_llvm.ConstantOp):
    """
    A value known when compiling:

        %0 = llvm.mlir.constant(42 : i32) : i32
        %1 = llvm.mlir.constant(32 : index) : i64
        %2 = llvm.mlir.constant(dense<0> : tensor<4xi8>) : !llvm.array<4 x i8>
        %3 = llvm.mlir.constant("text") : !llvm.array<4 x i8>
        %4 = llvm.mlir.constant([1 : i32, 2.0 : f32]) : !llvm.struct<(i32, f32)>
    """

    value = prop_def()

    traits = traits_def(Pure(), ConstantLike())

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        with parser.in_parens():
            value = parser.parse_attribute()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(
            properties={"value": value},
            attributes=attributes,
            result_types=[parser.parse_type()],
        )

    def print(self, printer: Printer) -> None:
        with printer.in_parens():
            if isa(self.value, IntegerAttr) and self.value.type == i64:
                # A number without a type is read as one of 64 bits.
                self.value.print_without_type(printer)
            else:
                printer.print_attribute(self.value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        fault = _fault_of_constant(self.value, self.result.type)
        if fault is not None:
            raise VerifyException(f"'llvm.mlir.constant' op {fault}")


def _fault_of_constant(value: Attribute, type_: Attribute) -> str | None:
    """What is wrong with a constant of this value and type."""
    match value:
        case StringAttr():
            # Text is stored as UTF-8, or byte by byte where it is none.
            size = len(value.data.encode("utf-8", "surrogateescape"))
            if type_ != LLVMArrayType(size, i8):
                return (
                    f"Unexpected attribute {value}: expected array type of {size} i8 "
                    "elements for the string constant"
                )
        case ArrayAttr():
            return _fault_of_struct(value, type_)
        case IntegerAttr():
            if not isinstance(type_, IntegerType):
                return "expected integer type"
        case FloatAttr():
            return _fault_of_float(value, type_)
        case DenseIntOrFPElementsAttr() | DenseResourceAttr():
            return _fault_of_elements(value.get_type(), type_)
        case _:
            return "only supports integer, float, string or elements attributes"
    return None


def _fault_of_float(value: FloatAttr[Any], type_: Attribute) -> str | None:
    width = value.type.bitwidth
    if isa(type_, IntegerType):
        # A float that LLVM IR has no type for is an integer of its bits.
        if type_.width.data != width:
            return f"expected integer type of width {width}"
    elif isinstance(type_, AnyFloat) and type_ != value.type:
        return "attribute and type have different float semantics"
    return None


def _fault_of_struct(value: ArrayAttr[Any], type_: Attribute) -> str | None:
    if isinstance(type_, LLVMArrayType):
        return "for array with an array attribute must have a struct element type"
    if not isinstance(type_, LLVMStructType):
        return "expected struct type for an array attribute"
    if len(value) != len(type_.types):
        return f"expected array attribute of size {len(type_.types)}"
    for i, (element, expected) in enumerate(zip(value, type_.types)):
        if not isinstance(expected, IntegerType | AnyFloat):
            return (
                "expected struct element types to be floating point type or integer "
                "type"
            )
        if not isinstance(element, IntegerAttr | FloatAttr):
            return "expected struct element attribute to be a number"
        if element.get_type() != expected:
            return f"struct element at index {i} is of wrong type"
    return None


def _fault_of_elements(value: Attribute, type_: Attribute) -> str | None:
    shape: list[int] = []
    inner = type_
    while isinstance(inner, LLVMArrayType):
        shape.append(inner.size.data)
        inner = inner.type
    if isa(inner, VectorType):
        shape += inner.get_shape()
    if not shape:
        return "expected vector or array type"
    assert isinstance(value, ShapedType)
    found, stated = prod(value.get_shape()), prod(shape)
    if found != stated:
        return (
            f"type and attribute have a different number of elements: {stated} vs. "
            f"{found}"
        )
    return None


@irdl_op_definition
class PoisonOp(IRDLOperation):
    """The value of an operation that has no defined one: `llvm.mlir.poison : f32`."""

    name = "llvm.mlir.poison"

    res = result_def()

    traits = traits_def(Pure(), ConstantLike())
    assembly_format = "attr-dict `:` type($res)"

    def __init__(self, type_: Attribute):
        super().__init__(result_types=[type_])


@irdl_op_refinement
class GlobalOp(xdsl_llvm.GlobalOp):
    """
    A global variable:

        llvm.mlir.global internal constant @text("abc") : !llvm.array<3 x i8>
    """

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        pos = parser.pos
        try:
            op = super().parse(parser)
        except AssertionError:
            # What xDSL asserts of them is what the text says.
            parser.raise_error(
                "'llvm.mlir.global' op expected integers for 'addr_space' and "
                "'alignment' and a string for 'section'",
                pos,
                parser.pos,
            )
        # The text states whether the address matters by a word or by none; xDSL takes
        # no word for no statement.
        if op.unnamed_addr is None:
            op.unnamed_addr = IntegerAttr(0, i64)
        return op
