"""The enumerations of `linalg` (`mlir/Dialect/Linalg/IR/LinalgEnums.td`)."""

from __future__ import annotations

from xdsl.dialects.utils import EnumAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.mlir.irdl.enums import InAngleBrackets


class TypeFn(StrEnum):
    """Whether the integers that a body casts have a sign."""

    cast_signed = "cast_signed"
    cast_unsigned = "cast_unsigned"


@irdl_attr_definition
class TypeFnAttr(InAngleBrackets, EnumAttribute[TypeFn]):
    """`#linalg.type_fn<cast_signed>`."""

    name = "linalg.type_fn"


class ElementwiseKind(StrEnum):
    """The function that `linalg.elementwise` computes."""

    exp = "exp"
    log = "log"
    abs = "abs"
    ceil = "ceil"
    floor = "floor"
    negf = "negf"
    reciprocal = "reciprocal"
    round = "round"
    sqrt = "sqrt"
    rsqrt = "rsqrt"
    square = "square"
    tanh = "tanh"
    erf = "erf"
    add = "add"
    sub = "sub"
    mul = "mul"
    div = "div"
    div_unsigned = "div_unsigned"
    max_signed = "max_signed"
    min_signed = "min_signed"
    max_unsigned = "max_unsigned"
    min_unsigned = "min_unsigned"
    powf = "powf"
    select = "select"

    @property
    def arity(self) -> int:
        """How many operands it has."""
        kinds = list(ElementwiseKind)
        if self is ElementwiseKind.select:
            return 3
        return 1 if kinds.index(self) < kinds.index(ElementwiseKind.add) else 2


@irdl_attr_definition
class ElementwiseKindAttr(InAngleBrackets, EnumAttribute[ElementwiseKind]):
    """`#linalg.elementwise_kind<exp>`."""

    name = "linalg.elementwise_kind"
