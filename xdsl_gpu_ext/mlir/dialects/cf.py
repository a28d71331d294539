"""
The `cf` dialect: xDSL's, with what it lacks of LLVM 22.1.

From `mlir/Dialect/ControlFlow/IR/ControlFlowOps.td`.
"""

from __future__ import annotations

from xdsl.dialects import cf as xdsl_cf
from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.irdl import ParsePropInAttrDict, opt_prop_def, traits_def
from xdsl.traits import NoMemoryEffect
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.control_flow import BranchFlow
from xdsl_gpu_ext.mlir.irdl.refinement import (
    extend_dialect,
    irdl_op_refinement,
)
from xdsl_gpu_ext.mlir.irdl.slices import integers


@irdl_op_refinement
class ConditionalBranchOp(xdsl_cf.ConditionalBranchOp):
    """
    Go to one of two blocks; the weights say how often to each:

        cf.cond_br %0 weights([90, 10]), ^next(%1 : i32), ^end
    """

    branch_weights = opt_prop_def(DenseArrayBase.constr(i32))

    traits = traits_def(NoMemoryEffect(), BranchFlow(first=1))

    irdl_options = (ParsePropInAttrDict(),)

    assembly_format = (
        "$cond (`weights` `(` $branch_weights^ `)`)? `,` "
        "$then_block (`(` $then_arguments^ `:` type($then_arguments) `)`)? `,` "
        "$else_block (`(` $else_arguments^ `:` type($else_arguments) `)`)? attr-dict"
    )

    def verify_(self) -> None:
        if self.branch_weights is None:
            return
        weights = integers(self.branch_weights)
        if len(weights) != 2:
            raise VerifyException(
                f"'cf.cond_br' op expects number of branch weights to match number of "
                f"successors: {len(weights)} vs 2"
            )
        if not any(weights):
            raise VerifyException("'cf.cond_br' op branch weights cannot all be zero")


CF = extend_dialect(xdsl_cf.Cf, [ConditionalBranchOp])
