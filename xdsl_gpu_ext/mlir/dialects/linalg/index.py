"""The index of a loop (`mlir/Dialect/Linalg/IR/LinalgOps.td`)."""

from __future__ import annotations

from xdsl.dialects.linalg import ops as xdsl_linalg
from xdsl.ir import Operation
from xdsl.irdl import traits_def
from xdsl.traits import HasParent, Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.dialects.linalg.effects import StructuredEffects
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement


class HasStructuredParent(HasParent):
    """The operation is in the body of a structured one."""

    def verify(self, op: Operation) -> None:
        parent = op.parent_op()
        # A detached operation has no parent yet; xDSL's classes have no such effects.
        if parent is None or isinstance(parent, self.op_types):
            return
        if not parent.has_trait(StructuredEffects, value_if_unregistered=False):
            raise VerifyException(
                f"'{op.name}' op expected parent op with LinalgOp interface"
            )


@irdl_op_refinement
class IndexOp(xdsl_linalg.IndexOp):
    """The index of a loop, in a body: `linalg.index 1 : index`."""

    assembly_format = "$dim attr-dict `:` type($result)"
    traits = traits_def(HasStructuredParent(xdsl_linalg.GenericOp), Pure())
