"""
The `region` dialect of IMEX: parts of a function that are meant for some environment.

From `imex/Dialect/Region/IR/RegionOps.td`. `mlir-opt` does not know it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Block, Dialect, Operation, Region, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    lazy_traits_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import (
    HasParent,
    IsTerminator,
    Pure,
    RecursiveMemoryEffect,
    ReturnLike,
    SingleBlockImplicitTerminator,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.control_flow import YIELDING
from xdsl_gpu_ext.mlir.irdl.regions import ImplicitTerminatorRegion
from xdsl_gpu_ext.mlir.irdl.structs import StructAttribute, string


@irdl_attr_definition
class GPUEnvAttr(StructAttribute):
    """A GPU, by the name of its kind: `#region.gpu_env<device = "XeGPU">`."""

    name = "region.gpu_env"

    device: StringAttr

    PARAMETER_SYNTAX: ClassVar = {"device": string()}


@irdl_op_definition
class EnvironmentRegionOp(IRDLOperation):
    """
    Run the body once, in the environment that an attribute describes:

        %1 = region.env_region #region.gpu_env<device = "XeGPU"> %0 : i32 -> f32 {
          region.env_region_yield %x : f32
        }

    What the environment and the operands mean is for the passes to say.
    """

    name = "region.env_region"

    environment = prop_def(AnyAttr())
    args = var_operand_def()
    results_ = var_result_def()
    region = region_def("single_block")

    traits = lazy_traits_def(
        lambda: (
            YIELDING,
            SingleBlockImplicitTerminator(EnvironmentRegionYieldOp),
            RecursiveMemoryEffect(),
        )
    )

    custom_directives = (ImplicitTerminatorRegion,)
    assembly_format = (
        "attr-dict $environment ($args^ `:` type($args))? "
        "(`->` type($results_)^)? custom<ImplicitTerminatorRegion>($region)"
    )

    def __init__(
        self,
        environment: Attribute,
        args: Sequence[SSAValue | Operation] = (),
        result_types: Sequence[Attribute] = (),
        body: Region | None = None,
    ):
        super().__init__(
            operands=[args],
            result_types=[result_types],
            properties={"environment": environment},
            regions=[Region(Block()) if body is None else body],
        )

    def verify_(self) -> None:
        terminator = self.region.block.last_op
        assert isinstance(terminator, EnvironmentRegionYieldOp)
        if self.region.block.args:
            raise VerifyException("'region.env_region' op expects no region arguments")
        if terminator.operand_types != self.results_.types:
            raise VerifyException(
                "'region.env_region' op yields other types than those of its results"
            )


@irdl_op_definition
class EnvironmentRegionYieldOp(IRDLOperation):
    """The results of a `region.env_region`: `region.env_region_yield %x : f32`."""

    name = "region.env_region_yield"

    results_ = var_operand_def()

    traits = traits_def(
        HasParent(EnvironmentRegionOp), Pure(), IsTerminator(), ReturnLike()
    )

    assembly_format = "attr-dict ($results_^ `:` type($results_))?"

    def __init__(self, *results: SSAValue | Operation):
        super().__init__(operands=[results])


REGION = Dialect(
    "region", [EnvironmentRegionOp, EnvironmentRegionYieldOp], [GPUEnvAttr]
)
