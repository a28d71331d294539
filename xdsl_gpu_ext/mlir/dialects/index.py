"""
The `index` dialect of LLVM 22.1: arithmetic on values as wide as an address.

From `mlir/Dialect/Index/IR/IndexOps.td`. A final `s` or `u` of a name says that the
operands count as signed or unsigned numbers.
"""

from __future__ import annotations

from abc import ABC

from xdsl.dialects.builtin import (
    BoolAttr,
    IndexType,
    IndexTypeConstr,
    IntegerAttr,
    IntegerType,
    i1,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Operation, SpacedOpaqueSyntaxAttribute, SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Commutative, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.mlir.irdl.constraints import Between
from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect


class IndexCmpPredicate(StrEnum):
    """How two values are compared."""

    eq = "eq"
    ne = "ne"
    slt = "slt"
    sle = "sle"
    sgt = "sgt"
    sge = "sge"
    ult = "ult"
    ule = "ule"
    ugt = "ugt"
    uge = "uge"


@irdl_attr_definition
class IndexCmpPredicateAttr(
    EnumAttribute[IndexCmpPredicate], SpacedOpaqueSyntaxAttribute
):
    """`#index<cmp_predicate slt>`"""

    name = "index.cmp_predicate"


class BinaryOp(IRDLOperation, ABC):
    """An operation on two values: `index.add %lhs, %rhs`."""

    lhs = operand_def(IndexType)
    rhs = operand_def(IndexType)
    result = result_def(IndexType)

    traits = traits_def(Pure())

    assembly_format = "$lhs `,` $rhs attr-dict"

    def __init__(self, lhs: SSAValue | Operation, rhs: SSAValue | Operation):
        super().__init__(operands=[lhs, rhs], result_types=[IndexType()])


class CommutativeOp(BinaryOp, ABC):
    """An operation on two values that may change places."""

    traits = traits_def(Commutative())


@irdl_op_definition
class AddOp(CommutativeOp):
    """Sum."""

    name = "index.add"


@irdl_op_definition
class AndOp(CommutativeOp):
    """Bits set in both."""

    name = "index.and"


@irdl_op_definition
class CeilDivSOp(BinaryOp):
    """Signed quotient, rounded up."""

    name = "index.ceildivs"


@irdl_op_definition
class CeilDivUOp(BinaryOp):
    """Unsigned quotient, rounded up."""

    name = "index.ceildivu"


@irdl_op_definition
class DivSOp(BinaryOp):
    """Signed quotient, rounded towards zero."""

    name = "index.divs"


@irdl_op_definition
class DivUOp(BinaryOp):
    """Unsigned quotient."""

    name = "index.divu"


@irdl_op_definition
class FloorDivSOp(BinaryOp):
    """Signed quotient, rounded down."""

    name = "index.floordivs"


@irdl_op_definition
class MaxSOp(CommutativeOp):
    """The larger as signed numbers."""

    name = "index.maxs"


@irdl_op_definition
class MaxUOp(CommutativeOp):
    """The larger as unsigned numbers."""

    name = "index.maxu"


@irdl_op_definition
class MinSOp(CommutativeOp):
    """The smaller as signed numbers."""

    name = "index.mins"


@irdl_op_definition
class MinUOp(CommutativeOp):
    """The smaller as unsigned numbers."""

    name = "index.minu"


@irdl_op_definition
class MulOp(CommutativeOp):
    """Product."""

    name = "index.mul"


@irdl_op_definition
class OrOp(CommutativeOp):
    """Bits set in either."""

    name = "index.or"


@irdl_op_definition
class RemSOp(BinaryOp):
    """Rest of the signed division, with the sign of `lhs`."""

    name = "index.rems"


@irdl_op_definition
class RemUOp(BinaryOp):
    """Rest of the unsigned division."""

    name = "index.remu"


@irdl_op_definition
class ShlOp(BinaryOp):
    """`lhs` shifted left by `rhs` bits."""

    name = "index.shl"


@irdl_op_definition
class ShrSOp(BinaryOp):
    """`lhs` shifted right by `rhs` bits, keeping the sign."""

    name = "index.shrs"


@irdl_op_definition
class ShrUOp(BinaryOp):
    """`lhs` shifted right by `rhs` bits, zeros coming in."""

    name = "index.shru"


@irdl_op_definition
class SubOp(BinaryOp):
    """Difference."""

    name = "index.sub"


@irdl_op_definition
class XOrOp(CommutativeOp):
    """Bits set in one only."""

    name = "index.xor"


class CastOp(IRDLOperation, ABC):
    """A value of type `index` as an integer, or the reverse."""

    input = operand_def(BaseAttr(IntegerType) | IndexTypeConstr)
    output = result_def(BaseAttr(IntegerType) | IndexTypeConstr)

    traits = traits_def(Pure())

    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"

    def verify_(self) -> None:
        types = (self.input.type, self.output.type)
        if sum(isinstance(type_, IndexType) for type_ in types) != 1:
            raise VerifyException(
                f"'{self.name}' op operand type '{types[0]}' and result type "
                f"'{types[1]}' are cast incompatible"
            )


@irdl_op_definition
class CastSOp(CastOp):
    """Extend by the sign, or truncate: `index.casts %0 : index to i64`."""

    name = "index.casts"


@irdl_op_definition
class CastUOp(CastOp):
    """Extend by zeros, or truncate: `index.castu %0 : i32 to index`."""

    name = "index.castu"


@irdl_op_definition
class CmpOp(IRDLOperation):
    """Compare: `index.cmp slt(%lhs, %rhs)`."""

    name = "index.cmp"

    pred = prop_def(IndexCmpPredicateAttr)
    lhs = operand_def(IndexType)
    rhs = operand_def(IndexType)
    result = result_def(i1)

    traits = traits_def(Pure())

    assembly_format = "$pred `(` $lhs `,` $rhs `)` attr-dict"


@irdl_op_definition
class ConstantOp(IRDLOperation):
    """`index.constant 42`"""

    name = "index.constant"

    value = prop_def(
        IntegerAttr.constr(IndexTypeConstr, value=Between(-(2**63), 2**63 - 1))
    )
    result = result_def(IndexType)

    traits = traits_def(Pure())

    assembly_format = "attr-dict $value"

    def __init__(self, value: int):
        super().__init__(
            properties={"value": IntegerAttr.from_index_int_value(value)},
            result_types=[IndexType()],
        )


@irdl_op_definition
class BoolConstantOp(IRDLOperation):
    """`index.bool.constant true`"""

    name = "index.bool.constant"

    value = prop_def(BoolAttr)
    result = result_def(i1)

    traits = traits_def(Pure())

    assembly_format = "attr-dict $value"


@irdl_op_definition
class SizeOfOp(IRDLOperation):
    """The number of bits of a value of type `index`: `index.sizeof`."""

    name = "index.sizeof"

    result = result_def(IndexType)

    traits = traits_def(Pure())

    assembly_format = "attr-dict"


Index = LazyDialect(
    "index",
    __name__,
    {
        __name__: (
            "AddOp AndOp BoolConstantOp CastSOp CastUOp CeilDivSOp CeilDivUOp CmpOp "
            "ConstantOp DivSOp DivUOp FloorDivSOp IndexCmpPredicateAttr=#cmp_predicate "
            "MaxSOp MaxUOp MinSOp MinUOp MulOp OrOp RemSOp RemUOp ShlOp ShrSOp ShrUOp "
            "SizeOfOp SubOp XOrOp"
        ),
    },
)
