"""
Conversions and parts of values.
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import (
    AnyFloatConstr,
    SignlessIntegerConstraint,
    UnitAttr,
    VectorType,
)
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrConstraint,
    BaseAttr,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure

from xdsl_gpu_ext.mlir.interfaces.traits import ViewLike


def _or_vector_of(element: AttrConstraint) -> AttrConstraint:
    return element | VectorType.constr(element)


_Integer = _or_vector_of(SignlessIntegerConstraint)
_Float = _or_vector_of(AnyFloatConstr)
_Pointer = _or_vector_of(BaseAttr(LLVMPointerType))


class _CastOp(IRDLOperation, ABC):
    """A value of one type made one of another."""

    traits = traits_def(Pure())
    assembly_format = "$arg attr-dict `:` type($arg) `to` type($res)"

    def __init__(self, arg: SSAValue | Operation, type_: Attribute):
        super().__init__(operands=[arg], result_types=[type_])


@irdl_op_definition
class AddrSpaceCastOp(_CastOp):
    """The same memory by a pointer of another address space."""

    name = "llvm.addrspacecast"

    arg = operand_def(_Pointer)
    res = result_def(_Pointer)

    traits = traits_def(ViewLike("arg"))


@irdl_op_definition
class FPToSIOp(_CastOp):
    """A float cut to a signed integer."""

    name = "llvm.fptosi"

    arg = operand_def(_Float)
    res = result_def(_Integer)


@irdl_op_definition
class FPToUIOp(_CastOp):
    """A float cut to an unsigned integer."""

    name = "llvm.fptoui"

    arg = operand_def(_Float)
    res = result_def(_Integer)


@irdl_op_definition
class UIToFPOp(_CastOp):
    """An unsigned integer as a float; `nneg` promises that the sign bit is not set."""

    name = "llvm.uitofp"

    arg = operand_def(_Integer)
    res = result_def(_Float)
    nonNeg = opt_prop_def(UnitAttr)

    assembly_format = "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)"


@irdl_op_definition
class ExtractElementOp(IRDLOperation):
    """An element of a vector: `llvm.extractelement %v[%i : i32] : vector<4xf32>`."""

    name = "llvm.extractelement"

    _T: ClassVar = VarConstraint("T", AnyAttr())

    vector = operand_def(VectorType.constr(_T))
    position = operand_def(SignlessIntegerConstraint)
    res = result_def(_T)

    traits = traits_def(Pure())
    assembly_format = (
        "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"
    )

    def __init__(self, vector: SSAValue | Operation, position: SSAValue | Operation):
        vector = SSAValue.get(vector, type=VectorType)
        super().__init__(
            operands=[vector, position], result_types=[vector.type.get_element_type()]
        )


@irdl_op_definition
class FreezeOp(IRDLOperation):
    """`val`, or any one value if it is undefined: `llvm.freeze %0 : i32`."""

    name = "llvm.freeze"

    _T: ClassVar = VarConstraint("T", AnyAttr())

    val = operand_def(_T)
    res = result_def(_T)

    traits = traits_def(Pure())
    assembly_format = "$val attr-dict `:` type($val)"

    def __init__(self, val: SSAValue | Operation):
        val = SSAValue.get(val)
        super().__init__(operands=[val], result_types=[val.type])
