"""
Work that may run at the same time as what follows it, and waiting for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    lazy_traits_def,
    operand_def,
    opt_result_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import (
    HasParent,
    IsTerminator,
    Pure,
    RecursiveMemoryEffect,
    ReturnLike,
    SingleBlockImplicitTerminator,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.async_.types import (
    GroupType,
    TokenType,
    ValueOrTokenConstr,
    ValueType,
)
from xdsl_gpu_ext.mlir.interfaces.control_flow import PARENT, Forwards, RegionFlow
from xdsl_gpu_ext.mlir.interfaces.traits import (
    AutomaticAllocationScope,
    RunsConcurrently,
)


@irdl_op_definition
class ExecuteOp(IRDLOperation):
    """
    Work that starts when its dependencies and operands are ready.

    The body sees the operands unwrapped. Its yielded values come out wrapped, beside a
    token for the work as a whole:

        %token, %result = async.execute [%dep] (%v as %x: !async.value<f32>)
            -> !async.value<f32> {
          async.yield %x : f32
        }

    Order and memory: what the body shares with the operations that follow, other than
    through tokens and values, is not ordered.
    """

    name = "async.execute"

    dependencies = var_operand_def(TokenType)
    bodyOperands = var_operand_def(ValueOrTokenConstr)
    token = result_def(TokenType)
    bodyResults = var_result_def(ValueType)
    bodyRegion = region_def("single_block")

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    traits = lazy_traits_def(
        lambda: (
            RunsConcurrently(with_itself=False),
            RegionFlow((PARENT, 0), (0, PARENT), own_results=1),
            SingleBlockImplicitTerminator(YieldOp),
            AutomaticAllocationScope(),
            RecursiveMemoryEffect(),
        )
    )

    def __init__(
        self,
        dependencies: Sequence[SSAValue | Operation],
        body_operands: Sequence[SSAValue | Operation],
        result_types: Sequence[Attribute],
        body: Region | None = None,
    ):
        """
        `result_types` are those of the yielded values, not wrapped. Without `body` the
        region holds an empty block with the arguments it needs.
        """
        if body is None:
            types = (SSAValue.get(operand).type for operand in body_operands)
            body = Region(
                Block(
                    arg_types=[
                        t.valueType if isinstance(t, ValueType) else t for t in types
                    ]
                )
            )
        super().__init__(
            operands=[dependencies, body_operands],
            result_types=[TokenType(), [ValueType(t) for t in result_types]],
            regions=[body],
        )

    def verify_(self) -> None:
        for operand in self.bodyOperands:
            if not isinstance(operand.type, ValueType):
                raise VerifyException(
                    "'async.execute' op expects body operands to be async values, but "
                    f"got '{operand.type}'"
                )
        block = self.bodyRegion.block
        _verify_edge(
            "async body region argument types do not match the execute operation "
            "arguments types",
            block.arg_types,
            self.bodyOperands.types,
        )
        terminator = block.last_op
        assert isinstance(terminator, YieldOp)
        _verify_edge(
            "types yielded by the async body region do not match the result types",
            terminator.operand_types,
            self.bodyResults.types,
        )

    @classmethod
    def parse(cls, parser: Parser) -> ExecuteOp:
        dependencies = (
            parser.parse_optional_comma_separated_list(
                parser.Delimiter.SQUARE, parser.parse_unresolved_operand
            )
            or ()
        )
        operands_pos = parser.pos
        bound = (
            parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, lambda: _parse_body_operand(parser)
            )
            or ()
        )
        result_types: Sequence[ValueType] = ()
        if parser.parse_optional_punctuation("->"):
            listed = parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, lambda: _parse_value_type(parser)
            )
            result_types = (_parse_value_type(parser),) if listed is None else listed
        attributes = parser.parse_optional_attr_dict_with_keyword()
        op = ExecuteOp(
            [parser.resolve_operand(o, TokenType()) for o in dependencies],
            parser.resolve_operands(
                [operand for operand, _, _ in bound],
                [type_ for _, _, type_ in bound],
                operands_pos,
            ),
            [type_.valueType for type_ in result_types],
            parser.parse_region([argument for _, argument, _ in bound]),
        )
        if attributes is not None:
            op.attributes = dict(attributes.data)
        return op

    def print(self, printer: Printer) -> None:
        if self.dependencies:
            printer.print_string(" ")
            with printer.in_square_brackets():
                printer.print_list(self.dependencies, printer.print_ssa_value)
        if self.bodyOperands:
            printer.print_string(" ")
            with printer.in_parens():
                printer.print_list(
                    zip(self.bodyOperands, self.bodyRegion.block.args),
                    lambda bound: _print_body_operand(printer, *bound),
                )
        if len(self.bodyResults) == 1:
            printer.print_string(" -> ")
            printer.print_attribute(self.bodyResults[0].type)
        elif self.bodyResults:
            printer.print_string(" -> ")
            with printer.in_parens():
                printer.print_list(self.bodyResults.types, printer.print_attribute)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.bodyRegion, print_entry_block_args=False)


def _verify_edge(
    message: str, plain: Sequence[Attribute], wrapped: Sequence[Attribute]
) -> None:
    """Check that `wrapped` are `plain` as async values, one by one."""
    if tuple(ValueType(t) for t in plain) != tuple(wrapped):
        raise VerifyException(f"'async.execute' op {message}")


def _parse_value_type(parser: Parser) -> ValueType:
    pos = parser.pos
    type_ = parser.parse_type()
    if not isinstance(type_, ValueType):
        parser.raise_error("expected an async value type", pos, parser.pos)
    return type_


def _parse_body_operand(
    parser: Parser,
) -> tuple[UnresolvedOperand, Parser.Argument, Attribute]:
    """`%value as %unwrapped: !async.value<f32>`"""
    operand = parser.parse_unresolved_operand()
    parser.parse_keyword("as")
    argument = parser.parse_argument(expect_type=False)
    parser.parse_punctuation(":")
    type_ = _parse_value_type(parser)
    return operand, argument.resolve(type_.valueType), type_


def _print_body_operand(
    printer: Printer, operand: SSAValue, argument: SSAValue
) -> None:
    printer.print_ssa_value(operand)
    printer.print_string(" as ")
    printer.print_ssa_value(argument)
    printer.print_string(": ")
    printer.print_attribute(operand.type)


@irdl_op_definition
class YieldOp(IRDLOperation):
    """What the body of `async.execute` hands out: `async.yield %0 : f32`."""

    name = "async.yield"

    operands_ = var_operand_def()

    assembly_format = "($operands_^ `:` type($operands_))? attr-dict"

    traits = traits_def(HasParent(ExecuteOp), Pure(), IsTerminator(), ReturnLike())

    def __init__(self, *operands: SSAValue | Operation):
        super().__init__(operands=[operands])


@irdl_custom_directive
class AwaitResultType(CustomDirective):
    """The operand type; awaiting a value gives what it wraps, a token nothing."""

    operand_type: TypeDirective
    result_type: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        type_ = parser.parse_type()
        self.operand_type.set(state, (type_,))
        self.result_type.set(
            state, (type_.valueType,) if isinstance(type_, ValueType) else ()
        )

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        self.operand_type.print(printer, state, op)


@irdl_op_definition
class AwaitOp(IRDLOperation):
    """
    Wait until a token or value is ready; a value is unwrapped:

        async.await %token : !async.token
        %0 = async.await %value : !async.value<f32>
    """

    traits = traits_def(Forwards("operand"))

    name = "async.await"

    operand = operand_def(ValueOrTokenConstr)
    result = opt_result_def(AnyAttr())

    custom_directives = (AwaitResultType,)
    assembly_format = (
        "$operand `:` custom<AwaitResultType>(type($operand), type($result)) attr-dict"
    )

    def __init__(self, operand: SSAValue | Operation):
        type_ = SSAValue.get(operand).type
        super().__init__(
            operands=[operand],
            result_types=[type_.valueType if isinstance(type_, ValueType) else None],
        )

    def verify_(self) -> None:
        awaited = self.operand.type
        if not isinstance(awaited, ValueType):
            if self.result is not None:
                raise VerifyException(
                    "'async.await' op awaiting on a token must have empty result"
                )
        elif self.result is None:
            raise VerifyException(
                "'async.await' op awaiting on a value must have a result"
            )
        elif self.result.type != awaited.valueType:
            raise VerifyException(
                f"'async.await' op result type '{self.result.type}' does not match "
                f"async value type '{awaited.valueType}'"
            )


@irdl_op_definition
class CreateGroupOp(IRDLOperation):
    """
    An empty group for `size` tokens and values:

        %group = async.create_group %size : !async.group
    """

    name = "async.create_group"

    size = operand_def(IndexType)
    result = result_def(GroupType)

    assembly_format = "$size `:` type($result) attr-dict"

    traits = traits_def(Pure())

    def __init__(self, size: SSAValue | Operation):
        super().__init__(operands=[size], result_types=[GroupType()])


@irdl_op_definition
class AddToGroupOp(IRDLOperation):
    """
    Add a token or value to a group; `rank` is its place in it, for good:

        %rank = async.add_to_group %token, %group : !async.token
    """

    name = "async.add_to_group"

    operand = operand_def(ValueOrTokenConstr)
    group = operand_def(GroupType)
    rank = result_def(IndexType)

    assembly_format = "$operand `,` $group `:` type($operand) attr-dict"

    def __init__(self, operand: SSAValue | Operation, group: SSAValue | Operation):
        super().__init__(operands=[operand, group], result_types=[IndexType()])


@irdl_op_definition
class AwaitAllOp(IRDLOperation):
    """
    Wait until a group is full and all that is in it is ready: `async.await_all %group`.
    """

    name = "async.await_all"

    operand = operand_def(GroupType)

    assembly_format = "$operand attr-dict"

    def __init__(self, group: SSAValue | Operation):
        super().__init__(operands=[group])
