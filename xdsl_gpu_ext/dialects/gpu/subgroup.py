"""How the threads of a subgroup pass values to one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import (
    Attribute,
    Block,
    Operation,
    Region,
    SpacedOpaqueSyntaxAttribute,
    SSAValue,
)
from xdsl.irdl import (
    AnyAttr,
    AtLeast,
    IRDLOperation,
    VarConstraint,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    ConditionallySpeculatable,
    NoMemoryEffect,
    Pure,
    RecursiveMemoryEffect,
    SingleBlockImplicitTerminator,
    ensure_terminator,
)
from xdsl.utils.bitwise_casts import is_power_of_two
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.dialects.gpu.constraints import IntegerOrFloat
from xdsl_gpu_ext.dialects.gpu.kernels import YieldOp
from xdsl_gpu_ext.mlir.interfaces.control_flow import PARENT, RegionFlow
from xdsl_gpu_ext.mlir.irdl.arguments import enum_case
from xdsl_gpu_ext.mlir.irdl.enums import KeywordOrString

_ScalarOrVector = IntegerOrFloat(vectors=True)


class ShuffleMode(StrEnum):
    """From which thread `gpu.shuffle` reads, given its `offset`."""

    XOR = "xor"
    """The own index, exclusive or `offset`."""

    DOWN = "down"
    """`offset` further up in index."""

    UP = "up"
    """`offset` lower in index."""

    IDX = "idx"
    """The thread number `offset`."""


@irdl_attr_definition
class ShuffleModeAttr(
    KeywordOrString, EnumAttribute[ShuffleMode], SpacedOpaqueSyntaxAttribute
):
    """The mode of a shuffle: `#gpu<shuffle_mode xor>`."""

    name = "gpu.shuffle_mode"


@irdl_op_definition
class ShuffleOp(IRDLOperation):
    """
    Reads the value of another thread of the subgroup.

    ```mlir
    %y, %valid = gpu.shuffle down %x, %offset, %width : f32
    ```

    The first `width` threads take part. `valid` is false where there is no such thread.
    """

    name = "gpu.shuffle"

    T: ClassVar = VarConstraint("T", _ScalarOrVector)

    value = operand_def(T)
    offset = operand_def(i32)
    width = operand_def(i32)
    mode = prop_def(ShuffleModeAttr)
    shuffleResult = result_def(T)
    valid = result_def(i1)

    traits = traits_def(Pure())
    assembly_format = "$mode $value `,` $offset `,` $width attr-dict `:` type($value)"

    def __init__(
        self,
        value: SSAValue | Operation,
        offset: SSAValue | Operation,
        width: SSAValue | Operation,
        mode: ShuffleMode | str,
    ):
        super().__init__(
            operands=[value, offset, width],
            result_types=[SSAValue.get(value).type, i1],
            properties={"mode": ShuffleModeAttr(enum_case("mode", ShuffleMode, mode))},
        )


@irdl_op_definition
class RotateOp(IRDLOperation):
    """
    Reads the value of the thread `offset` further, around a circle of `width` threads.

    ```mlir
    %y, %valid = gpu.rotate %x, 1, 16 : f32
    ```

    `width` is a power of two, `offset` less than it. `valid` is false for the threads
    beyond the first `width`.
    """

    name = "gpu.rotate"

    T: ClassVar = VarConstraint("T", _ScalarOrVector)

    value = operand_def(T)
    offset = prop_def(IntegerAttr.constr(i32, value=AtLeast(0)))
    width = prop_def(IntegerAttr.constr(i32))
    rotateResult = result_def(T)
    valid = result_def(i1)

    traits = traits_def(Pure())
    assembly_format = "$value `,` $offset `,` $width attr-dict `:` type($value)"

    def __init__(self, value: SSAValue | Operation, offset: int, width: int):
        super().__init__(
            operands=[value],
            result_types=[SSAValue.get(value).type, i1],
            properties={
                "offset": IntegerAttr(offset, i32),
                "width": IntegerAttr(width, i32),
            },
        )

    def verify_(self) -> None:
        width = self.width.value.data % 2**32  # A number without sign.
        if not width or not is_power_of_two(width):
            raise VerifyException(
                f"'{self.name}' op attribute 'width' failed to satisfy constraint: "
                "32-bit signless integer attribute whose value is a power of two > 0"
            )
        if self.offset.value.data >= width:
            raise VerifyException(
                f"'{self.name}' op offset must be in the range [0, {width})"
            )


class BroadcastType(StrEnum):
    """Whose value `gpu.subgroup_broadcast` spreads."""

    first_active_lane = "first_active_lane"
    specific_lane = "specific_lane"


@irdl_attr_definition
class BroadcastTypeAttr(
    KeywordOrString, EnumAttribute[BroadcastType], SpacedOpaqueSyntaxAttribute
):
    """Whose value is spread: `#gpu<broadcast first_active_lane>`."""

    name = "gpu.broadcast"


class _SpeculatableFromSpecificLane(ConditionallySpeculatable):
    """Elsewhere than in place, other lanes may be active, and another one the first."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        assert isinstance(op, SubgroupBroadcastOp)
        return op.broadcast_type.data == BroadcastType.specific_lane


@irdl_op_definition
class SubgroupBroadcastOp(IRDLOperation):
    """
    Gives every active thread of the subgroup the value of one.

    ```mlir
    %y = gpu.subgroup_broadcast %x, first_active_lane : f32
    %y = gpu.subgroup_broadcast %x, specific_lane %lane : f32
    ```
    """

    name = "gpu.subgroup_broadcast"

    T: ClassVar = VarConstraint("T", AnyAttr())

    src = operand_def(T)
    lane = opt_operand_def(i32)
    broadcast_type = prop_def(BroadcastTypeAttr)
    result = result_def(T)

    traits = traits_def(NoMemoryEffect(), _SpeculatableFromSpecificLane())
    assembly_format = "$src `,` $broadcast_type ($lane^)? attr-dict `:` type($result)"

    def __init__(
        self, src: SSAValue | Operation, lane: SSAValue | Operation | None = None
    ):
        """Without a `lane`, the first active one."""
        kind = (
            BroadcastType.first_active_lane
            if lane is None
            else BroadcastType.specific_lane
        )
        super().__init__(
            operands=[src, lane],
            result_types=[SSAValue.get(src).type],
            properties={"broadcast_type": BroadcastTypeAttr(kind)},
        )

    def verify_(self) -> None:
        specific = self.broadcast_type.data == BroadcastType.specific_lane
        if specific and self.lane is None:
            raise VerifyException(
                f"'{self.name}' op lane must be specified for `specific_lane` broadcast"
            )
        if not specific and self.lane is not None:
            raise VerifyException(
                f"'{self.name}' op lane can only be specified for `specific_lane` "
                "broadcast"
            )


@irdl_op_definition
class WarpExecuteOnLane0Op(IRDLOperation):
    """
    One thread of a warp computes for all.

    ```mlir
    %r = gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<4xi32>)
        -> (vector<1xf32>) {
    ^bb0(%all: vector<128xi32>):
      %w = "some.op"(%all) : (vector<128xi32>) -> vector<32xf32>
      gpu.yield %w : vector<32xf32>
    }
    ```

    The region sees the operands of all threads put together and yields the results of
    all; a value of the same type inside and outside is the same for all threads.
    """

    name = "gpu.warp_execute_on_lane_0"

    laneid = operand_def(IndexType)
    args = var_operand_def()
    warp_size = prop_def(IntegerAttr.constr(i64))
    # LLVM's name, `results`, belongs to every xDSL operation.
    results_ = var_result_def()
    warpRegion = region_def("single_block")

    traits = traits_def(
        SingleBlockImplicitTerminator(YieldOp),
        RecursiveMemoryEffect(),
        RegionFlow((PARENT, 0), (0, PARENT)),
    )

    def __init__(
        self,
        laneid: SSAValue | Operation,
        warp_size: int,
        body: Region | None = None,
        args: Sequence[SSAValue | Operation] = (),
        result_types: Sequence[Attribute] = (),
    ):
        super().__init__(
            operands=[laneid, args],
            result_types=[result_types],
            properties={"warp_size": IntegerAttr(warp_size, i64)},
            regions=[Region(Block()) if body is None else body],
        )
        if not result_types:
            ensure_terminator(self, SingleBlockImplicitTerminator(YieldOp))

    def verify_(self) -> None:
        block = self.warpRegion.block
        if len(self.args) != len(block.args):
            raise VerifyException(
                f"'{self.name}' op expected same number op arguments and block "
                "arguments."
            )
        end = block.last_op
        if not isinstance(end, YieldOp) or len(end.values) != len(self.results):
            raise VerifyException(
                f"'{self.name}' op expected same number of yield operands and return "
                "values."
            )
        for inside, outside in (
            *zip(block.args, self.args, strict=True),
            *zip(end.values, self.results, strict=True),
        ):
            self._verify_distribution(inside.type, outside.type)

    def _verify_distribution(self, expanded: Attribute, distributed: Attribute) -> None:
        """Check that all threads' values of type `distributed` make up `expanded`."""
        if expanded == distributed:
            return
        if not isa(expanded, VectorType) or not isa(distributed, VectorType):
            raise VerifyException(
                f"'{self.name}' op expected vector type for distributed operands."
            )
        if (
            expanded.get_num_dims() != distributed.get_num_dims()
            or expanded.element_type != distributed.element_type
        ):
            raise VerifyException(
                f"'{self.name}' op expected distributed vectors to have same rank and "
                "element type."
            )
        parts = 1
        for i, (whole, part) in enumerate(
            zip(expanded.get_shape(), distributed.get_shape(), strict=True)
        ):
            if whole % part:
                raise VerifyException(
                    f"'{self.name}' op expected expanded vector dimension #{i} "
                    f"({whole}) to be a multipler of the distributed vector dimension "
                    f"({part})"
                )
            parts *= whole // part
        if parts != self.warp_size.value.data:
            raise VerifyException(
                f"'{self.name}' op incompatible distribution dimensions from "
                f"{expanded} to {distributed} with warp size = "
                f"{self.warp_size.value.data}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> WarpExecuteOnLane0Op:
        with parser.in_parens():
            laneid = parser.parse_unresolved_operand()
        with parser.in_square_brackets():
            warp_size = parser.parse_integer()
        args: Sequence[SSAValue] = ()
        if parser.parse_optional_keyword("args"):
            pos = parser.pos
            with parser.in_parens():
                unresolved = parser.parse_comma_separated_list(
                    parser.Delimiter.NONE, parser.parse_unresolved_operand
                )
                parser.parse_punctuation(":")
                types = parser.parse_comma_separated_list(
                    parser.Delimiter.NONE, parser.parse_type
                )
            args = parser.resolve_operands(unresolved, types, pos)
        result_types: Sequence[Attribute] = ()
        if parser.parse_optional_punctuation("->"):
            result_types = parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_type
            ) or (parser.parse_type(),)
        body = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        op = cls.build(
            operands=[parser.resolve_operand(laneid, IndexType()), args],
            result_types=[result_types],
            properties={"warp_size": IntegerAttr(warp_size, i64)},
            attributes=attributes,
            regions=[body],
        )
        ensure_terminator(op, SingleBlockImplicitTerminator(YieldOp))
        return op

    def print(self, printer: Printer) -> None:
        with printer.in_parens():
            printer.print_ssa_value(self.laneid)
        with printer.in_square_brackets():
            printer.print_int(self.warp_size.value.data)
        if self.args:
            printer.print_string(" args")
            with printer.in_parens():
                printer.print_list(self.args, printer.print_ssa_value)
                printer.print_string(" : ")
                printer.print_list(self.args.types, printer.print_attribute)
        if self.results:
            printer.print_string(" -> ")
            with printer.in_parens():
                printer.print_list(self.result_types, printer.print_attribute)
        printer.print_string(" ")
        printer.print_region(
            self.warpRegion,
            print_empty_block=False,
            print_block_terminators=bool(self.results),
        )
        printer.print_op_attributes(self.attributes)
