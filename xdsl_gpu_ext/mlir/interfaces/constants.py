"""Which operations are constants, and what integers they stand for."""

from __future__ import annotations

from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType
from xdsl.ir import Operation, SSAValue
from xdsl.traits import ConstantLike

from xdsl_gpu_ext.mlir.interfaces.definitions import op_name

CONSTANTS = frozenset(
    (
        "arith.constant",
        "complex.constant",
        "emitc.constant",
        "func.constant",
        "index.bool.constant",
        "index.constant",
        "llvm.blockaddress",
        "llvm.dso_local_equivalent",
        "llvm.mlir.addressof",
        "llvm.mlir.constant",
        "llvm.mlir.poison",
        "llvm.mlir.undef",
        "llvm.mlir.zero",
        "ptr.constant",
        "shape.const_shape",
        "shape.const_size",
        "shape.const_witness",
        "smt.bv.constant",
        "smt.constant",
        "smt.int.constant",
        "spirv.Constant",
        "tosa.const",
        "tosa.const_shape",
        "ub.poison",
    )
)
"""Operations that LLVM declares `ConstantLike`. Of some, xDSL has no such trait."""


def is_constant(op: Operation) -> bool:
    """Whether the results of `op` are the same wherever it stands."""
    if op_name(op) in CONSTANTS:
        return True
    return op.has_trait(ConstantLike, value_if_unregistered=False)


def constant_integer(value: SSAValue) -> int | None:
    """
    The integer or index that `value` is known to be. An integer type of N bits holds
    it as a signed one.
    """
    op = value.owner
    if not isinstance(op, Operation) or not is_constant(op):
        return None
    if not isinstance(value.type, IndexType | IntegerType):
        return None
    attribute = op.get_attr_or_prop("value")
    return attribute.value.data if isinstance(attribute, IntegerAttr) else None
