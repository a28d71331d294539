"""
Reductions over the threads of a block or subgroup.

`uniform` says that either no thread or every thread of the block (subgroup) comes to
the operation.
"""

from __future__ import annotations

from typing import ClassVar, cast

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import (
    IntegerAttr,
    IntegerType,
    UnitAttr,
    VectorType,
    i32,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import (
    Attribute,
    Operation,
    Region,
    SpacedOpaqueSyntaxAttribute,
    SSAValue,
)
from xdsl.irdl import (
    IRDLOperation,
    VarConstraint,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
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
from xdsl.traits import IsolatedFromAbove, SameOperandsAndResultType
from xdsl.utils.bitwise_casts import is_power_of_two
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.dialects.gpu.constraints import IntegerOrFloat
from xdsl_gpu_ext.mlir.interfaces.traits import Synchronizes
from xdsl_gpu_ext.mlir.irdl.arguments import enum_case
from xdsl_gpu_ext.mlir.irdl.enums import KeywordOrString

_Scalar = IntegerOrFloat()
_ScalarOrVector = IntegerOrFloat(vectors=True)


class AllReduceOperation(StrEnum):
    """How two values are combined. A value of an `f` operation is a float."""

    ADD = "add"
    MUL = "mul"
    MINUI = "minui"
    MINSI = "minsi"
    MINNUMF = "minnumf"
    MAXUI = "maxui"
    MAXSI = "maxsi"
    MAXNUMF = "maxnumf"
    AND = "and"
    OR = "or"
    XOR = "xor"
    MINIMUMF = "minimumf"
    MAXIMUMF = "maximumf"


_FLOAT_OPERATIONS = (
    AllReduceOperation.MINNUMF,
    AllReduceOperation.MAXNUMF,
    AllReduceOperation.MINIMUMF,
    AllReduceOperation.MAXIMUMF,
)
_ANY_OPERATIONS = (AllReduceOperation.ADD, AllReduceOperation.MUL)


@irdl_attr_definition
class AllReduceOperationAttr(
    KeywordOrString, EnumAttribute[AllReduceOperation], SpacedOpaqueSyntaxAttribute
):
    """
    The operation of a reduction: `#gpu<all_reduce_op add>`.

    xDSL's attribute of this name has other cases than LLVM's.
    """

    name = "gpu.all_reduce_op"


def _verify_reduction(operation: AllReduceOperation, type: Attribute) -> None:
    """Check that `operation` can combine values (or vectors of values) of `type`."""
    element = type
    if isinstance(type, VectorType):
        element = cast(VectorType[Attribute], type).element_type
    if operation in _ANY_OPERATIONS:
        return
    if isinstance(element, IntegerType) == (operation in _FLOAT_OPERATIONS):
        raise VerifyException(
            f"`{operation}` reduction operation is not compatible with type {type}"
        )


def _operation_attr(
    operation: AllReduceOperation | str | None,
) -> AllReduceOperationAttr | None:
    if operation is None:
        return None
    return AllReduceOperationAttr(enum_case("op", AllReduceOperation, operation))


@irdl_custom_directive
class ReductionOperation(CustomDirective):
    """The keyword of a reduction operation, where it is not in a region."""

    operation: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        pos = parser.pos
        keyword = parser.parse_optional_identifier()
        if keyword is None:
            return
        if keyword not in {case.value for case in AllReduceOperation}:
            parser.raise_error("invalid op kind", pos, parser.pos)
        self.operation.set(state, AllReduceOperationAttr(AllReduceOperation(keyword)))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        attr = self.operation.get(op)
        if not isinstance(attr, AllReduceOperationAttr):
            return
        state.print_whitespace(printer)
        printer.print_string(attr.data.value)


@irdl_op_definition
class AllReduceOp(IRDLOperation):
    """
    Reduces the value of every thread of the block; all get the result.

    ```mlir
    %sum = gpu.all_reduce add %x uniform {} : (f32) -> f32
    %sum = gpu.all_reduce %x {
    ^bb0(%l: f32, %r: f32):
      %lr = arith.addf %l, %r : f32
      gpu.yield %lr : f32
    } : (f32) -> f32
    ```

    Either an operation or a region combines two values.
    """

    name = "gpu.all_reduce"

    T: ClassVar = VarConstraint("T", _Scalar)

    value = operand_def(T)
    op = opt_prop_def(AllReduceOperationAttr)
    uniform = opt_prop_def(UnitAttr)
    result = result_def(T)
    body = region_def()

    traits = traits_def(
        IsolatedFromAbove(), SameOperandsAndResultType(), Synchronizes()
    )
    assembly_format = (
        "custom<ReductionOperation>($op) $value (`uniform` $uniform^)? $body attr-dict "
        "`:` functional-type(operands, results)"
    )
    custom_directives = (ReductionOperation,)

    def __init__(
        self,
        value: SSAValue | Operation,
        op: AllReduceOperation | str | None = None,
        body: Region | None = None,
        uniform: bool = False,
    ):
        """Pass `op="add"`, or a `body` that combines two values."""
        super().__init__(
            operands=[value],
            result_types=[SSAValue.get(value).type],
            properties={
                "op": _operation_attr(op),
                "uniform": UnitAttr() if uniform else None,
            },
            regions=[Region() if body is None else body],
        )

    def verify_(self) -> None:
        if self.op is not None and not self.body.blocks:
            _verify_reduction(self.op.data, self.result.type)
            return
        if self.op is not None or not self.body.blocks:
            raise VerifyException("expected either an op attribute or a non-empty body")
        arguments = self.body.blocks[0].args
        if len(arguments) != 2:
            raise VerifyException("expected two region arguments")
        if any(argument.type != self.result.type for argument in arguments):
            raise VerifyException("incorrect region argument type")
        yields = [
            block.last_op
            for block in self.body.blocks
            if isinstance(block.last_op, xdsl_gpu.YieldOp)
        ]
        for op in yields:
            if len(op.values) != 1:
                raise VerifyException("expected one gpu.yield operand")
            if op.values[0].type != self.result.type:
                raise VerifyException("incorrect gpu.yield type")
        if not yields:
            raise VerifyException("expected gpu.yield op in region")


@irdl_op_definition
class SubgroupReduceOp(IRDLOperation):
    """
    Reduces the value of every thread of the subgroup; all get the result.

    ```mlir
    %sum = gpu.subgroup_reduce add %x uniform : (f32) -> f32
    %sum = gpu.subgroup_reduce add %v cluster(size = 4, stride = 2)
        : (vector<4xf16>) -> vector<4xf16>
    ```

    With a cluster, groups of `size` threads that are `stride` apart each reduce their
    values. Vectors reduce element by element.
    """

    name = "gpu.subgroup_reduce"

    T: ClassVar = VarConstraint("T", _ScalarOrVector)

    value = operand_def(T)
    op = prop_def(AllReduceOperationAttr)
    uniform = opt_prop_def(UnitAttr)
    cluster_size = opt_prop_def(IntegerAttr.constr(i32))
    cluster_stride = prop_def(
        IntegerAttr.constr(i32), default_value=IntegerAttr(1, i32)
    )
    result = result_def(T)

    traits = traits_def(SameOperandsAndResultType(), Synchronizes())
    assembly_format = (
        "custom<ReductionOperation>($op) $value (`uniform` $uniform^)? "
        "(`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? "
        "`)`)? attr-dict `:` functional-type(operands, results)"
    )
    custom_directives = (ReductionOperation,)

    def __init__(
        self,
        value: SSAValue | Operation,
        op: AllReduceOperation | str,
        uniform: bool = False,
        cluster_size: int | None = None,
        cluster_stride: int = 1,
    ):
        super().__init__(
            operands=[value],
            result_types=[SSAValue.get(value).type],
            properties={
                "op": _operation_attr(op),
                "uniform": UnitAttr() if uniform else None,
                "cluster_size": (
                    None if cluster_size is None else IntegerAttr(cluster_size, i32)
                ),
                "cluster_stride": IntegerAttr(cluster_stride, i32),
            },
        )

    def verify_(self) -> None:
        _verify_reduction(self.op.data, self.result.type)
        # Both are numbers without sign.
        stride = self.cluster_stride.value.data % 2**32
        if self.cluster_size is not None:
            size = self.cluster_size.value.data % 2**32
            if not size or not is_power_of_two(size):
                raise VerifyException(
                    f"'{self.name}' op cluster size {size} is not a power of two"
                )
        elif stride != 1:
            raise VerifyException(
                f"'{self.name}' op cluster stride can only be specified if cluster "
                "size is specified"
            )
        if not stride or not is_power_of_two(stride):
            raise VerifyException(
                f"'{self.name}' op cluster stride {stride} is not a power of two"
            )
