"""
Where a thread is: ids and sizes of grids, clusters, blocks and subgroups.

All yield `index` values and are pure. `upper_bound`, where given, is a promise: running
with a larger size (or an id that reaches it) is undefined behaviour.
"""

from __future__ import annotations

from abc import ABC

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.dialects.gpu import DimensionAttr, DimensionEnum
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure

from xdsl_gpu_ext.dialects.utils.refinement import irdl_op_refinement

_DIMENSION_FORMAT = "$dimension (`upper_bound` $upper_bound^)? attr-dict"
_SUBGROUP_FORMAT = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"

_UpperBound = IntegerAttr.constr(IndexType())


class _DimensionOp(IRDLOperation, ABC):
    """An index along one dimension that xDSL has no operation for."""

    dimension = prop_def(DimensionAttr)
    upper_bound = opt_prop_def(_UpperBound)
    result = result_def(IndexType)

    traits = traits_def(Pure())

    assembly_format = _DIMENSION_FORMAT

    def __init__(
        self, dimension: DimensionAttr | DimensionEnum, upper_bound: int | None = None
    ):
        if isinstance(dimension, DimensionEnum):
            dimension = DimensionAttr(dimension)
        bound = (
            None
            if upper_bound is None
            else IntegerAttr.from_index_int_value(upper_bound)
        )
        super().__init__(
            properties={"dimension": dimension, "upper_bound": bound},
            result_types=[IndexType()],
        )


@irdl_op_definition
class ClusterDimOp(_DimensionOp):
    """Number of clusters in the grid: `gpu.cluster_dim x`."""

    name = "gpu.cluster_dim"


@irdl_op_definition
class ClusterDimBlocksOp(_DimensionOp):
    """Number of blocks in a cluster: `gpu.cluster_dim_blocks x`."""

    name = "gpu.cluster_dim_blocks"


@irdl_op_definition
class ClusterIdOp(_DimensionOp):
    """Index of this cluster in the grid: `gpu.cluster_id x`."""

    name = "gpu.cluster_id"


@irdl_op_definition
class ClusterBlockIdOp(_DimensionOp):
    """Index of this block in its cluster: `gpu.cluster_block_id x`."""

    name = "gpu.cluster_block_id"


@irdl_op_refinement
class BlockDimOp(xdsl_gpu.BlockDimOp):
    """Number of threads in a block: `gpu.block_dim x`."""

    upper_bound = opt_prop_def(_UpperBound)
    traits = traits_def(Pure())
    assembly_format = _DIMENSION_FORMAT

    def verify_(self) -> None:
        pass
