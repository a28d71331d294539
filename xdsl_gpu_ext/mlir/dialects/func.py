"""
The `func` dialect: xDSL's, with what it lacks of LLVM 22.1.

From `mlir/Dialect/Func/IR/FuncOps.td`.
"""

from __future__ import annotations

from xdsl.dialects import func as xdsl_func
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FlatSymbolRefAttrConstr,
    FunctionType,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure, SymbolUserOpInterface
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.traits import Calls
from xdsl_gpu_ext.mlir.irdl.refinement import (
    extend_dialect,
    irdl_op_refinement,
)
from xdsl_gpu_ext.mlir.irdl.symbols import nearest_symbol


@irdl_op_refinement
class CallOp(xdsl_func.CallOp):
    """
    Call a function by its name: `%1 = func.call @f(%0) {no_inline} : (i32) -> f32`.
    """

    traits = traits_def(Calls("callee", "arguments"))

    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    no_inline = opt_prop_def(UnitAttr)

    irdl_options = (ParsePropInAttrDict(),)

    assembly_format = (
        "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, $res)"
    )


class _FunctionOfItsType(SymbolUserOpInterface):
    """The value of a constant is a function of the type of the result."""

    def verify(self, op: Operation) -> None:
        assert isinstance(op, ConstantOp)
        function = nearest_symbol(op, op.value)
        if not isinstance(function, xdsl_func.FuncOp):
            raise VerifyException(
                f"'func.constant' op reference to undefined function '{op.value}'"
            )
        if function.function_type != op.result.type:
            raise VerifyException(
                "'func.constant' op reference to function with mismatched type"
            )


@irdl_op_definition
class ConstantOp(IRDLOperation):
    """A function as a value: `%0 = func.constant @f : (i32) -> f32`."""

    name = "func.constant"

    value = prop_def(FlatSymbolRefAttrConstr)
    result = result_def()

    traits = traits_def(Pure(), ConstantLike(), _FunctionOfItsType())

    assembly_format = "attr-dict $value `:` type($result)"

    def __init__(self, value: str | StringAttr | SymbolRefAttr, type: FunctionType):
        super().__init__(
            properties={"value": SymbolRefAttr.get(value)}, result_types=[type]
        )


@irdl_op_definition
class CallIndirectOp(IRDLOperation):
    """Call a value: `%1 = func.call_indirect %f(%0) : (i32) -> f32`."""

    traits = traits_def(Calls(None, "callee_operands"))

    name = "func.call_indirect"

    callee = operand_def(FunctionType)
    callee_operands = var_operand_def()
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    results_ = var_result_def()

    @classmethod
    def parse(cls, parser: Parser) -> CallIndirectOp:
        callee = parser.parse_unresolved_operand()
        pos = parser.pos
        operands = parser.parse_op_args_list()
        attributes = parser.parse_optional_attr_dict()
        properties: dict[str, Attribute] = {
            name: attributes.pop(name)
            for name in ("arg_attrs", "res_attrs")
            if name in attributes
        }
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        return cls.create(
            operands=[
                parser.resolve_operand(callee, type),
                *parser.resolve_operands(operands, type.inputs.data, pos),
            ],
            result_types=type.outputs.data,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.callee)
        with printer.in_parens():
            printer.print_list(self.callee_operands, printer.print_ssa_value)
        printer.print_op_attributes(self.properties | self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.callee.type)

    def verify_(self) -> None:
        type = self.callee.type
        assert isinstance(type, FunctionType)
        for kind, found, expected in (
            ("input", self.callee_operands.types, type.inputs.data),
            ("result", self.results_.types, type.outputs.data),
        ):
            if tuple(found) != tuple(expected):
                raise VerifyException(
                    "'func.call_indirect' op failed to verify that callee "
                    f"{kind} types match {'argument' if kind == 'input' else kind} "
                    "types"
                )


Func = extend_dialect(xdsl_func.Func, [CallOp, CallIndirectOp, ConstantOp])
