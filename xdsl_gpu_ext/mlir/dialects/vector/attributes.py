"""
Enumerations of the vector dialect.
"""

from __future__ import annotations

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    IndexType,
    IntegerType,
    VectorType,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.dialects.vector import (
    CombiningKindAttr,
    CombiningKindFlag,
    ShuffleResultConstraint,
)
from xdsl.ir import Attribute
from xdsl.irdl import InferenceContext, irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.str_enum import StrEnum


class IteratorType(StrEnum):
    """What a dimension of a contraction is for."""

    parallel = "parallel"
    reduction = "reduction"


@irdl_attr_definition
class IteratorTypeAttr(EnumAttribute[IteratorType]):
    """`#vector.iterator_type<parallel>`"""

    name = "vector.iterator_type"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> IteratorType:
        with parser.in_angle_brackets():
            return parser.parse_str_enum(IteratorType)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data.value)


class ShuffledVector(ShuffleResultConstraint):
    """
    The type of `vector.shuffle`: xDSL infers it of a vector without dimensions and one
    with some too, where it asserts that both are alike.
    """

    def infer(self, context: InferenceContext) -> VectorType:
        shapes = [
            context.get_variable(shape.name)
            for shape in (self.v1_shape_constr, self.v2_shape_constr)
        ]
        ranks = {len(shape) for shape in shapes if isa(shape, ArrayAttr)}
        if len(ranks) > 1:
            raise VerifyException("'vector.shuffle' op rank mismatch")
        return super().infer(context)


_FLOAT_KINDS = frozenset(
    {
        CombiningKindFlag.MINNUMF,
        CombiningKindFlag.MAXNUMF,
        CombiningKindFlag.MINIMUMF,
        CombiningKindFlag.MAXIMUMF,
    }
)
_ANY_KINDS = frozenset({CombiningKindFlag.ADD, CombiningKindFlag.MUL})


def combines(kind: CombiningKindAttr, type_: Attribute) -> bool:
    """Whether values of `type_` can be combined by `kind`."""
    if isinstance(type_, AnyFloat):
        return kind.data in _ANY_KINDS | _FLOAT_KINDS
    return isinstance(type_, IntegerType | IndexType) and kind.data not in _FLOAT_KINDS
