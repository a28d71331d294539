"""
Vector predication: operations on the first `evl` elements where `mask` holds.

From `mlir/Dialect/LLVMIR/LLVMIntrinsicOps.td`. They have no custom syntax:

    %0 = "llvm.intr.vp.add"(%a, %b, %mask, %evl)
        : (vector<8xi32>, vector<8xi32>, vector<8xi1>, i32) -> vector<8xi32>

That the shapes agree is left to LLVM's own verifier, and of loads and stores no effects
are declared. The classes are made from tables,
since they differ only in names and types of operands.
"""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import (
    AnyFloatConstr,
    SignlessIntegerConstraint,
    VectorType,
    i1,
    i32,
)
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.irdl import (
    AttrConstraint,
    BaseAttr,
    EqAttrConstraint,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import OpTrait, Pure

_Operands = dict[str, AttrConstraint]

_INTEGER: AttrConstraint = SignlessIntegerConstraint
_FLOAT: AttrConstraint = AnyFloatConstr
_POINTER: AttrConstraint = BaseAttr(LLVMPointerType)
_VECTOR: AttrConstraint = BaseAttr(VectorType)
_BITS: AttrConstraint = VectorType.constr(EqAttrConstraint(i1))
_EVL: _Operands = {"evl": EqAttrConstraint(i32)}
_MASKED: _Operands = {"mask": _BITS} | _EVL


def _define(
    mnemonic: str, operands: _Operands, *traits: OpTrait, has_result: bool = True
) -> type[IRDLOperation]:
    members: dict[str, Any] = {
        name: operand_def(constraint) for name, constraint in operands.items()
    }
    members["name"] = f"llvm.intr.{mnemonic}"
    members["traits"] = traits_def(*traits)
    members["__module__"] = __name__
    if has_result:
        members["res"] = result_def()
    words = mnemonic.replace(".", "_").split("_")
    class_name = "".join(map(str.capitalize, words)) + "Op"
    return irdl_op_definition(type(class_name, (IRDLOperation,), members))


def _arithmetic(mnemonics: str, element: AttrConstraint, *operands: str):
    vectors = dict.fromkeys(operands, VectorType.constr(element))
    return [
        _define(f"vp.{mnemonic}", vectors | _MASKED, Pure())
        for mnemonic in mnemonics.split()
    ]


def _reductions(mnemonics: str, element: AttrConstraint):
    # The first operand is named as LLVM names it.
    operands = {"satrt_value": element, "val": VectorType.constr(element)}
    return [
        _define(f"vp.reduce.{mnemonic}", operands | _MASKED, Pure())
        for mnemonic in mnemonics.split()
    ]


_SELECT: _Operands = {"cond": _BITS, "true_val": _VECTOR, "false_val": _VECTOR} | _EVL
_FROM: _Operands = {"ptr": _POINTER}
_TO: _Operands = {"val": _VECTOR, "ptr": _POINTER}
_STRIDE: _Operands = {"stride": _INTEGER}
_STRIDED = "experimental.vp.strided"

VECTOR_PREDICATION: tuple[type[IRDLOperation], ...] = (
    *_arithmetic("add and ashr lshr mul or sdiv shl smax", _INTEGER, "lhs", "rhs"),
    *_arithmetic("smin srem sub udiv umax umin urem xor", _INTEGER, "lhs", "rhs"),
    *_arithmetic("fadd fdiv fmul frem fsub", _FLOAT, "lhs", "rhs"),
    *_arithmetic("fneg", _FLOAT, "op"),
    *_arithmetic("fma fmuladd", _FLOAT, "op1", "op2", "op3"),
    *_arithmetic("inttoptr sext sitofp trunc uitofp zext", _INTEGER, "src"),
    *_arithmetic("fpext fptosi fptoui fptrunc", _FLOAT, "src"),
    *_arithmetic("ptrtoint", _POINTER, "src"),
    *_reductions("add and mul or smax smin umax umin xor", _INTEGER),
    *_reductions("fadd fmax fmin fmul", _FLOAT),
    _define("vp.merge", _SELECT, Pure()),
    _define("vp.select", _SELECT, Pure()),
    _define("vp.load", _FROM | _MASKED),
    _define("vp.store", _TO | _MASKED, has_result=False),
    _define(f"{_STRIDED}.load", _FROM | _STRIDE | _MASKED),
    _define(f"{_STRIDED}.store", _TO | _STRIDE | _MASKED, has_result=False),
)
"""Every operation of the family."""
