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
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

_DIMENSION_FORMAT = "$dimension (`upper_bound` $upper_bound^)? attr-dict"
_SUBGROUP_FORMAT = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"

_UpperBound = IntegerAttr.constr(IndexType())

_Dimension: TypeAlias = DimensionAttr | DimensionEnum | str
"""What a constructor takes for a dimension: `"x"` is enough."""


def _bound(upper_bound: int | None) -> IntegerAttr | None:
    if upper_bound is None:
        return None
    return IntegerAttr.from_index_int_value(upper_bound)


def _init_along_dimension(
    self: IRDLOperation, dim: _Dimension, upper_bound: int | None
) -> None:
    if not isinstance(dim, DimensionAttr):
        dim = DimensionAttr(DimensionEnum(dim))
    IRDLOperation.__init__(
        self,
        properties={"dimension": dim, "upper_bound": _bound(upper_bound)},
        result_types=[IndexType()],
    )


def _init_in_subgroup(self: IRDLOperation, upper_bound: int | None) -> None:
    IRDLOperation.__init__(
        self,
        properties={"upper_bound": _bound(upper_bound)},
        result_types=[IndexType()],
    )


class _DimensionOp(IRDLOperation, ABC):
    """An index along one dimension that xDSL has no operation for."""

    dimension = prop_def(DimensionAttr)
    upper_bound = opt_prop_def(_UpperBound)
    result = result_def(IndexType)

    traits = traits_def(Pure())

    assembly_format = _DIMENSION_FORMAT

    def __init__(self, dim: _Dimension, upper_bound: int | None = None):
        _init_along_dimension(self, dim, upper_bound)


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
    """Number of threads in a block: `gpu.block_dim x upper_bound 256`."""

    upper_bound = opt_prop_def(_UpperBound)
    traits = traits_def(Pure())
    assembly_format = _DIMENSION_FORMAT

    def __init__(self, dim: _Dimension, upper_bound: int | None = None):
        _init_along_dimension(self, dim, upper_bound)

    def verify_(self) -> None:
        pass


@irdl_op_refinement
class BlockIdOp(xdsl_gpu.BlockIdOp):
    """Index of this block in the grid: `gpu.block_id x`."""

    upper_bound = opt_prop_def(_UpperBound)
    traits = traits_def(Pure())
    assembly_format = _DIMENSION_FORMAT

    def __init__(self, dim: _Dimension, upper_bound: int | None = None):
        _init_along_dimension(self, dim, upper_bound)

    def verify_(self) -> None:
        pass


@irdl_op_refinement
class GridDimOp(xdsl_gpu.GridDimOp):
    """Number of blocks in the grid: `gpu.grid_dim x`."""

    upper_bound = opt_prop_def(_UpperBound)
    traits = traits_def(Pure())
    assembly_format = _DIMENSION_FORMAT

    def __init__(self, dim: _Dimension, upper_bound: int | None = None):
        _init_along_dimension(self, dim, upper_bound)

    def verify_(self) -> None:
        pass


@irdl_op_refinement
class ThreadIdOp(xdsl_gpu.ThreadIdOp):
    """Index of this thread in its block: `gpu.thread_id x`."""

    upper_bound = opt_prop_def(_UpperBound)
    traits = traits_def(Pure())
    assembly_format = _DIMENSION_FORMAT

    def __init__(self, dim: _Dimension, upper_bound: int | None = None):
        _init_along_dimension(self, dim, upper_bound)

    def verify_(self) -> None:
        pass


@irdl_op_refinement
class GlobalIdOp(xdsl_gpu.GlobalIdOp):
    """Index of this thread in the whole grid: `gpu.global_id x`."""

    upper_bound = opt_prop_def(_UpperBound)
    traits = traits_def(Pure())
    assembly_format = _DIMENSION_FORMAT

    def __init__(self, dim: _Dimension, upper_bound: int | None = None):
        _init_along_dimension(self, dim, upper_bound)

    def verify_(self) -> None:
        pass


@irdl_op_refinement
class LaneIdOp(xdsl_gpu.LaneIdOp):
    """Index of this thread in its subgroup: `gpu.lane_id upper_bound 32`."""

    upper_bound = opt_prop_def(_UpperBound)
    traits = traits_def(Pure())
    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict"

    def __init__(self, upper_bound: int | None = None):
        _init_in_subgroup(self, upper_bound)

    def verify_(self) -> None:
        pass


@irdl_op_refinement
class SubgroupIdOp(xdsl_gpu.SubgroupIdOp):
    """Index of this subgroup in its block: `gpu.subgroup_id : index`."""

    upper_bound = opt_prop_def(_UpperBound)
    traits = traits_def(Pure())
    assembly_format = _SUBGROUP_FORMAT

    def __init__(self, upper_bound: int | None = None):
        _init_in_subgroup(self, upper_bound)

    def verify_(self) -> None:
        pass


@irdl_op_refinement
class NumSubgroupsOp(xdsl_gpu.NumSubgroupsOp):
    """Number of subgroups in a block: `gpu.num_subgroups upper_bound 8 : index`."""

    upper_bound = opt_prop_def(_UpperBound)
    traits = traits_def(Pure())
    assembly_format = _SUBGROUP_FORMAT

    def __init__(self, upper_bound: int | None = None):
        _init_in_subgroup(self, upper_bound)

    def verify_(self) -> None:
        pass


@irdl_op_refinement
class SubgroupSizeOp(xdsl_gpu.SubgroupSizeOp):
    """Number of threads in a subgroup: `gpu.subgroup_size : index`."""

    upper_bound = opt_prop_def(_UpperBound)
    traits = traits_def(Pure())
    assembly_format = _SUBGROUP_FORMAT

    def __init__(self, upper_bound: int | None = None):
        _init_in_subgroup(self, upper_bound)

    def verify_(self) -> None:
        pass
