"""What is done with vectors in registers."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import FixedBitwidthType, VectorType
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.xegpu.common import Layout, verify_same_element_type
from xdsl_gpu_ext.dialects.xegpu.constraints import DpasOperand, DpasResult, Vector
from xdsl_gpu_ext.dialects.xegpu.layouts import DistributeLayoutAttr
from xdsl_gpu_ext.dialects.xegpu.syntax import op_with_attr_dict, op_with_prop_dict


@op_with_attr_dict
class DpasOp(IRDLOperation):
    """
    Multiply matrices: `lhs * rhs + acc`.

        %d = xegpu.dpas %a, %b, %c
            : vector<8x16xf16>, vector<16x16xf16>, vector<8x16xf32> -> vector<8x16xf32>

    `lhs` is MxK, `rhs` is KxN, and `acc`, zero by default, and the result are MxN.
    `rhs` may be packed to K/PxNxP, as `load_nd` with `packed` yields it. The hardware
    multiplies 8xK by Kx16, where a row of K elements has 256 bits. `layout_a`,
    `layout_b` and `layout_cd` say how a workgroup or a subgroup divides `lhs`, `rhs`
    and the result.

    At lane level all are vectors of rank 1, each the lane's part, and that of `rhs`
    fills whole multiples of 32 bits.
    """

    name = "xegpu.dpas"

    lhs = operand_def(DpasOperand)
    rhs = operand_def(DpasOperand)
    acc = opt_operand_def(DpasResult)

    layout_a = opt_prop_def(Layout)
    layout_b = opt_prop_def(Layout)
    layout_cd = opt_prop_def(Layout)

    result = result_def(DpasResult)

    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(Pure())

    assembly_format = (
        "$lhs `,` $rhs (`,` $acc^)? attr-dict `:` type($lhs) `,` type($rhs) "
        "(`,` type($acc)^)? `->` type($result)"
    )

    def __init__(
        self,
        lhs: SSAValue | Operation,
        rhs: SSAValue | Operation,
        acc: SSAValue | Operation | None = None,
        *,
        layout_a: DistributeLayoutAttr | None = None,
        layout_b: DistributeLayoutAttr | None = None,
        layout_cd: DistributeLayoutAttr | None = None,
        result_type: VectorType | None = None,
    ):
        """Without a `result_type`, the result has the type of `acc`."""
        if result_type is None:
            if acc is None:
                raise ValueError("without an accumulator, dpas needs a result type")
            result_type = SSAValue.get(acc, type=VectorType).type
        super().__init__(
            operands=[lhs, rhs, acc],
            properties={
                "layout_a": layout_a,
                "layout_b": layout_b,
                "layout_cd": layout_cd,
            },
            result_types=[result_type],
        )

    @property
    def lhs_type(self) -> VectorType:
        """The type of the left operand."""
        return SSAValue.get(self.lhs, type=VectorType).type

    @property
    def rhs_type(self) -> VectorType:
        """The type of the right operand."""
        return SSAValue.get(self.rhs, type=VectorType).type

    @property
    def is_lane_level(self) -> bool:
        """Whether the operands are one lane's parts of the matrices."""
        types = (self.lhs_type, self.rhs_type, self.result.type)
        return all(type.get_num_dims() == 1 for type in types)

    def verify_(self) -> None:
        verify_same_element_type(lhs=self.lhs_type, rhs=self.rhs_type)
        if self.acc is not None and self.acc.type != self.result.type:
            raise VerifyException("Expecting the acc type to be the same as result.")
        lhs, rhs = self.lhs_type.get_shape(), self.rhs_type.get_shape()
        result = self.result.type.get_shape()
        if self.is_lane_level:
            element_type = self.rhs_type.element_type
            assert isinstance(element_type, FixedBitwidthType)
            factor = 32 // element_type.bitwidth
            if factor and rhs[0] % factor:
                raise VerifyException(
                    "Expecting B operand to be a multiple of 32 bits."
                )
            return
        if len(lhs) != 2 or len(rhs) not in (2, 3) or len(result) != 2:
            raise VerifyException(
                "expecting lhs and result to be a 2D vector, and rhs to be either 2D "
                "or 3D (packed) vector."
            )
        rows = rhs[0] * rhs[2] if len(rhs) == 3 else rhs[0]
        if rows != lhs[1]:
            raise VerifyException("K-dimension mismatch.")
        if lhs[0] != result[0]:
            raise VerifyException("M-dimension mismatch.")
        if rhs[1] != result[1]:
            raise VerifyException("N-dimension mismatch.")


@op_with_prop_dict
class ConvertLayoutOp(IRDLOperation):
    """
    Redistribute a vector from one layout to another.

        %b = xegpu.convert_layout %a
            <{input_layout = #xegpu.layout<sg_layout = [8, 8], sg_data = [16, 128]>,
              target_layout = #xegpu.layout<sg_layout = [8, 8], sg_data = [16, 16]>}>
            : vector<128x128xf16>

    Both layouts divide the vector evenly, and both are of a workgroup or both of a
    subgroup. Lanes have no layouts, so that there is nothing to convert between them.
    """

    name = "xegpu.convert_layout"

    _T: ClassVar = VarConstraint("T", Vector)

    source = operand_def(_T)

    input_layout = prop_def(Layout)
    target_layout = prop_def(Layout)

    result = result_def(_T)

    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(Pure())

    assembly_format = "$source attr-dict `:` type($source)"

    def __init__(
        self,
        source: SSAValue | Operation,
        input_layout: DistributeLayoutAttr,
        target_layout: DistributeLayoutAttr,
    ):
        source = SSAValue.get(source)
        super().__init__(
            operands=[source],
            properties={"input_layout": input_layout, "target_layout": target_layout},
            result_types=[source.type],
        )

    def verify_(self) -> None:
        if self.input_layout.is_for_workgroup != self.target_layout.is_for_workgroup:
            raise VerifyException(
                "expected input layout and target layout be WgLayout or SgLayout at "
                "the same time."
            )
        shape = self.result.type.get_shape()
        for name in ("input", "target"):
            layout: DistributeLayoutAttr = getattr(self, f"{name}_layout")
            if not layout.is_distributable(shape):
                raise VerifyException(
                    f"invalid {name} layout, data cannot be evenly distributed."
                )
