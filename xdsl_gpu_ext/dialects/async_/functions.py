"""
Functions whose callers do not wait for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FlatSymbolRefAttrConstr,
    FunctionType,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    HasParent,
    IsolatedFromAbove,
    IsTerminator,
    Pure,
    ReturnLike,
    SymbolOpInterface,
    SymbolUserOpInterface,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.async_.types import (
    TokenType,
    ValueOrTokenConstr,
    ValueType,
)
from xdsl_gpu_ext.mlir.interfaces.traits import Calls
from xdsl_gpu_ext.mlir.irdl.functions import (
    HasFunctionType,
    parse_function,
    print_function,
    verify_declaration_is_private,
    verify_function,
)
from xdsl_gpu_ext.mlir.irdl.symbols import nearest_symbol


@irdl_op_definition
class FuncOp(IRDLOperation):
    """
    A function that returns at once; its results are ready when its body is through.

    All results are async values, but for a token that may come first and stands for the
    whole run. The body returns the values unwrapped and no token:

        async.func @f(%x: i32) -> (!async.token, !async.value<i32>) {
          async.return %x : i32
        }
    """

    name = "async.func"

    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(FunctionType)
    sym_visibility = opt_prop_def(StringAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    body = region_def()

    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface(), HasFunctionType())

    def __init__(
        self,
        name: str,
        function_type: FunctionType,
        body: Region | None = None,
        *,
        visibility: str | None = None,
        arg_attrs: ArrayAttr[DictionaryAttr] | None = None,
        res_attrs: ArrayAttr[DictionaryAttr] | None = None,
    ):
        if body is None:
            body = Region(Block(arg_types=function_type.inputs))
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "function_type": function_type,
                "sym_visibility": StringAttr(visibility) if visibility else None,
                "arg_attrs": arg_attrs,
                "res_attrs": res_attrs,
            },
            regions=[body],
        )

    @property
    def is_stateful(self) -> bool:
        """Whether the first result is the token of the whole run."""
        return isinstance(self.function_type.outputs.data[0], TokenType)

    def verify_(self) -> None:
        verify_function(self)
        verify_declaration_is_private(self)
        outputs = self.function_type.outputs.data
        if not outputs:
            raise VerifyException(
                "'async.func' op result is expected to be at least of size 1, but got 0"
            )
        for i, type_ in enumerate(outputs):
            if not isinstance(type_, TokenType | ValueType):
                raise VerifyException(
                    "'async.func' op result type must be async value type or async "
                    f"token type, but got '{type_}'"
                )
            if isinstance(type_, TokenType) and i != 0:
                raise VerifyException(
                    "'async.func' op results' (optional) async token type is expected "
                    f"to appear as the 1st return value, but got {i + 1}"
                )

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        text = parse_function(parser)
        return FuncOp.create(
            properties=text.properties,
            attributes=text.attributes,
            regions=[text.body],
        )

    def print(self, printer: Printer) -> None:
        print_function(printer, self, {})


class _CallSymbolUser(SymbolUserOpInterface):
    def verify(self, op: Operation) -> None:
        assert isinstance(op, CallOp)
        callee = nearest_symbol(op, op.callee)
        if not isinstance(callee, FuncOp):
            raise VerifyException(
                f"'async.call' op '{op.callee.string_value()}' does not reference a "
                "valid async function"
            )
        type_ = callee.properties.get("function_type")
        if not isinstance(type_, FunctionType):
            return  # The function says so when it is verified itself.
        inputs = type_.inputs.data
        if len(inputs) != len(op.operands_):
            raise VerifyException(
                "'async.call' op incorrect number of operands for callee"
            )
        for i, (expected, operand) in enumerate(zip(inputs, op.operands_)):
            if operand.type != expected:
                raise VerifyException(
                    "'async.call' op operand type mismatch: expected operand type "
                    f"'{expected}', but provided '{operand.type}' for operand number "
                    f"{i}"
                )
        outputs = type_.outputs.data
        if len(outputs) != len(op.res):
            raise VerifyException(
                "'async.call' op incorrect number of results for callee"
            )
        for i, (expected, result) in enumerate(zip(outputs, op.res)):
            if result.type != expected:
                raise VerifyException(
                    f"'async.call' op result type mismatch at index {i}: the function "
                    f"has '{expected}', the call '{result.type}'"
                )


@irdl_op_definition
class CallOp(IRDLOperation):
    """
    Start an async function and go on:

        %token, %value = async.call @f(%x) : (i32) -> (!async.token, !async.value<i32>)
    """

    name = "async.call"

    operands_ = var_operand_def()
    callee = prop_def(FlatSymbolRefAttrConstr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res = var_result_def(ValueOrTokenConstr)

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(_CallSymbolUser(), Calls("callee", "operands_"))

    assembly_format = (
        "$callee `(` $operands_ `)` attr-dict `:` functional-type($operands_, $res)"
    )

    def __init__(
        self,
        callee: str | SymbolRefAttr,
        operands: Sequence[SSAValue | Operation],
        result_types: Sequence[Attribute],
    ):
        super().__init__(
            operands=[operands],
            properties={"callee": SymbolRefAttr.get(callee)},
            result_types=[result_types],
        )


@irdl_op_definition
class ReturnOp(IRDLOperation):
    """The values of an async function, unwrapped: `async.return %x : i32`."""

    name = "async.return"

    operands_ = var_operand_def()

    traits = traits_def(HasParent(FuncOp), Pure(), IsTerminator(), ReturnLike())

    assembly_format = "attr-dict ($operands_^ `:` type($operands_))?"

    def __init__(self, *operands: SSAValue | Operation):
        super().__init__(operands=[operands])

    def verify_(self) -> None:
        function = self.parent_op()
        if not isinstance(function, FuncOp):
            return
        type_ = function.properties.get("function_type")
        if not isinstance(type_, FunctionType):
            return  # The function says so when it is verified itself.
        outputs = type_.outputs.data
        if outputs and function.is_stateful:
            outputs = outputs[1:]
        if tuple(ValueType(t) for t in self.operand_types) != tuple(outputs):
            raise VerifyException(
                "'async.return' op operand types do not match the types returned from "
                "the parent FuncOp"
            )
