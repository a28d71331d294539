"""
Where a thread is: ids and sizes of grids, clusters, blocks and subgroups.

All yield `index` values and are pure. `upper_bound`, where given, is a promise: running
with a larger size (or an id that reaches it) is undefined behaviour.
"""

from __future__ import annotations

from abc import ABC
from typing import TypeAlias

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure

from xdsl_gpu_ext.dialects.gpu.attributes import DimensionAttr, DimensionEnum
from xdsl_gpu_ext.mlir.irdl.arguments import enum_case
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

_UpperBound = IntegerAttr.constr(IndexType())

_Dimension: TypeAlias = DimensionAttr | DimensionEnum | str
"""What a constructor takes for a dimension: `"x"` is enough."""


class _Bounded(IRDLOperation, ABC):
    """What all have in common."""

    upper_bound = opt_prop_def(_UpperBound)

    traits = traits_def(Pure())

    def __init__(
        self, upper_bound: int | None = None, dimension: DimensionAttr | None = None
    ):
        bound = (
            IntegerAttr.from_index_int_value(upper_bound)
            if upper_bound is not None
            else None
        )
        IRDLOperation.__init__(
            self,
            properties={"dimension": dimension, "upper_bound": bound},
            result_types=[IndexType()],
        )


class _AlongDimension(_Bounded, ABC):
    """An index along one dimension."""

    assembly_format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"

    def __init__(self, dim: _Dimension, upper_bound: int | None = None):
        if not isinstance(dim, DimensionAttr):
            dim = DimensionAttr(enum_case("dimension", DimensionEnum, dim))
        super().__init__(upper_bound, dim)


class _OfSubgroups(_Bounded, ABC):
    """A number that belongs to the subgroups of a block."""

    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"


class _OfClusters(_AlongDimension, ABC):
    """An index along one dimension that xDSL has no operation for."""

    dimension = prop_def(DimensionAttr)
    result = result_def(IndexType)


@irdl_op_definition
class ClusterDimOp(_OfClusters):
    """Number of clusters in the grid: `gpu.cluster_dim x`."""

    name = "gpu.cluster_dim"


@irdl_op_definition
class ClusterDimBlocksOp(_OfClusters):
    """Number of blocks in a cluster: `gpu.cluster_dim_blocks x`."""

    name = "gpu.cluster_dim_blocks"


@irdl_op_definition
class ClusterIdOp(_OfClusters):
    """Index of this cluster in the grid: `gpu.cluster_id x`."""

    name = "gpu.cluster_id"


@irdl_op_definition
class ClusterBlockIdOp(_OfClusters):
    """Index of this block in its cluster: `gpu.cluster_block_id x`."""

    name = "gpu.cluster_block_id"


@irdl_op_refinement
class BlockDimOp(_AlongDimension, xdsl_gpu.BlockDimOp):
    """Number of threads in a block: `gpu.block_dim x upper_bound 256`."""


@irdl_op_refinement
class BlockIdOp(_AlongDimension, xdsl_gpu.BlockIdOp):
    """Index of this block in the grid: `gpu.block_id x`."""


@irdl_op_refinement
class GridDimOp(_AlongDimension, xdsl_gpu.GridDimOp):
    """Number of blocks in the grid: `gpu.grid_dim x`."""


@irdl_op_refinement
class ThreadIdOp(_AlongDimension, xdsl_gpu.ThreadIdOp):
    """Index of this thread in its block: `gpu.thread_id x`."""


@irdl_op_refinement
class GlobalIdOp(_AlongDimension, xdsl_gpu.GlobalIdOp):
    """Index of this thread in the whole grid: `gpu.global_id x`."""


@irdl_op_refinement
class LaneIdOp(_Bounded, xdsl_gpu.LaneIdOp):
    """Index of this thread in its subgroup: `gpu.lane_id upper_bound 32`."""

    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict"


@irdl_op_refinement
class SubgroupIdOp(_OfSubgroups, xdsl_gpu.SubgroupIdOp):
    """Index of this subgroup in its block: `gpu.subgroup_id : index`."""


@irdl_op_refinement
class NumSubgroupsOp(_OfSubgroups, xdsl_gpu.NumSubgroupsOp):
    """Number of subgroups in a block: `gpu.num_subgroups upper_bound 8 : index`."""


@irdl_op_refinement
class SubgroupSizeOp(_OfSubgroups, xdsl_gpu.SubgroupSizeOp):
    """Number of threads in a subgroup: `gpu.subgroup_size : index`."""
