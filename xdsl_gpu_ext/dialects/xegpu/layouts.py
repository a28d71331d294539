"""
How data is distributed: over the subgroups of a workgroup, and over the lanes of a
subgroup.

Every layout has up to three levels, outermost first.

- *Subgroups*: `sg_layout` arranges the subgroups of the workgroup in a grid, `sg_data`
  is the shape that each of them takes at a time.
- *Instructions*: `inst_data` is the shape that one instruction takes.
- *Lanes*: `lane_layout` arranges the lanes of the subgroup in a grid, `lane_data` is
  the shape that each of them takes at a time.

Where the units of a level, each with its data, do not cover the shape, they go round
robin: unit 0 takes the next block after the last unit's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from typing import ClassVar, TypeAlias, TypeVar

from xdsl.dialects.builtin import I32, I64, DenseArrayBase, NoneAttr, i32, i64
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.irdl.arguments import integer_list
from xdsl_gpu_ext.mlir.irdl.structs import (
    StructAttribute,
    i32_list,
    parse_integers,
    print_integers,
)

_T = TypeVar("_T")

Shape: TypeAlias = tuple[int, ...]

I32Array: TypeAlias = DenseArrayBase[I32]


def _without(values: Sequence[_T], dims: Iterable[int]) -> tuple[_T, ...]:
    """`values` without those at the positions `dims`."""
    left_out = frozenset(dims)
    return tuple(value for dim, value in enumerate(values) if dim not in left_out)


def _ratio(shape: Sequence[int], unit: Sequence[int]) -> Shape | None:
    """How many `unit`s make up `shape` in each dimension, none if they do not."""
    if len(shape) != len(unit) or any(u == 0 or s % u for s, u in zip(shape, unit)):
        return None
    return tuple(s // u for s, u in zip(shape, unit))


def _values(array: I32Array | NoneAttr) -> Shape:
    return () if isinstance(array, NoneAttr) else array.get_values()


class DistributeLayoutAttr(ParametrizedAttribute, ABC):
    """
    What `LayoutAttr` and `SliceAttr` have in common: the questions that any layout
    answers.

    An *effective* value is the one that holds for the data itself: that of a slice is
    its parent's without the sliced dimensions. It is empty where the layout states
    none.
    """

    @property
    @abstractmethod
    def rank(self) -> int:
        """The rank of the data that the layout distributes."""

    @property
    @abstractmethod
    def is_for_workgroup(self) -> bool:
        """Whether the layout distributes over subgroups: it has an `sg_layout`."""

    @property
    def is_for_subgroup(self) -> bool:
        """Whether the layout distributes within one subgroup: it has no `sg_layout`."""
        return not self.is_for_workgroup

    @property
    @abstractmethod
    def unsliced(self) -> LayoutAttr:
        """The layout itself, or what a slice slices."""

    @property
    @abstractmethod
    def sliced_dims(self) -> Shape:
        """The dimensions of `unsliced` that the data lacks, in ascending order."""

    @property
    @abstractmethod
    def effective_sg_layout(self) -> Shape:
        """The grid of subgroups."""

    @property
    @abstractmethod
    def effective_sg_data(self) -> Shape:
        """The shape that a subgroup takes at a time."""

    @property
    @abstractmethod
    def effective_inst_data(self) -> Shape:
        """The shape that an instruction takes."""

    @property
    @abstractmethod
    def effective_lane_layout(self) -> Shape:
        """The grid of lanes."""

    @property
    @abstractmethod
    def effective_lane_data(self) -> Shape:
        """The shape that a lane takes at a time."""

    @property
    def num_subgroups(self) -> int:
        """The number of subgroups that differ in their data; 0 if there is no grid."""
        grid = self.effective_sg_layout
        return prod(grid) if grid else 0

    @abstractmethod
    def drop_sg_layout_and_data(self) -> DistributeLayoutAttr | None:
        """The layout within a subgroup, none if nothing is left of it."""

    @abstractmethod
    def drop_inst_data(self) -> DistributeLayoutAttr | None:
        """The layout without its instruction level, none if nothing is left of it."""

    @abstractmethod
    def set_unit_dim_data(self, unit_dims: Iterable[int]) -> DistributeLayoutAttr:
        """
        The layout with `sg_data`, `inst_data` and `lane_data` set to 1 in dimensions of
        the data that have size 1.
        """

    @abstractmethod
    def set_unit_dim_layout(self, unit_dims: Iterable[int]) -> DistributeLayoutAttr:
        """
        The layout with `sg_layout` and `lane_layout` set to 1 in dimensions of the data
        that have size 1.
        """

    @abstractmethod
    def is_slice_of(self, other: DistributeLayoutAttr) -> bool:
        """
        Whether the layout is `other` with some dimensions sliced away, so that data in
        this layout broadcasts to `other` without moving between units.
        """

    @abstractmethod
    def is_equal_to(self, other: DistributeLayoutAttr) -> bool:
        """Whether both are the same layout, nested slices flattened."""

    def is_transpose_of(
        self, other: DistributeLayoutAttr, permutation: Sequence[int]
    ) -> bool:
        """
        Whether transposing data in the layout `other` by `permutation` gives data in
        this layout: dimension `i` here is dimension `permutation[i]` there, at all
        levels. A level that neither layout states does not matter.
        """
        rank = self.rank
        if rank != other.rank or sorted(permutation) != list(range(rank)):
            return False

        def permutes(ours: Shape, theirs: Shape) -> bool:
            if not ours and not theirs:
                return True
            return len(ours) == len(theirs) == rank and all(
                theirs[i] == ours[dim] for i, dim in enumerate(permutation)
            )

        return (
            permutes(self.effective_sg_layout, other.effective_sg_layout)
            and permutes(self.effective_sg_data, other.effective_sg_data)
            and permutes(self.effective_inst_data, other.effective_inst_data)
            and permutes(self.effective_lane_layout, other.effective_lane_layout)
            and permutes(self.effective_lane_data, other.effective_lane_data)
            and (
                isinstance(self.unsliced.order, NoneAttr)
                or isinstance(other.unsliced.order, NoneAttr)
                or permutes(_values(self.unsliced.order), _values(other.unsliced.order))
            )
        )

    def is_distributable(self, shape: Sequence[int]) -> bool:
        """
        Whether the levels divide `shape` evenly.

        1. `sg_layout` divides the shape, or else the shape divides `sg_layout` and
           subgroups share data.
        2. `sg_data` divides the part of a subgroup, or else the part divides `sg_data`
           and subgroups share data. A subgroup has `sg_data`, if it is given.
        3. `inst_data` divides that, and an instruction has `inst_data`, if it is given.
        4. `lane_layout` divides that, and `lane_data` divides the part of a lane.

        "Divides" means in every dimension, and each level has the rank of `shape`.
        """
        part: Shape | None = tuple(shape)
        if grid := self.effective_sg_layout:
            part = _ratio(part, grid) or (_ratio(grid, part) and part)
        if part is not None and (data := self.effective_sg_data):
            part = (_ratio(part, data) or _ratio(data, part)) and data
        if part is not None and (data := self.effective_inst_data):
            part = _ratio(part, data) and data
        if part is not None and (grid := self.effective_lane_layout):
            part = _ratio(part, grid)
        if part is not None and (data := self.effective_lane_data):
            part = _ratio(part, data)
        return part is not None

    def delinearize_id(self, linear_id: int) -> Shape:
        """
        Where a unit lies in the grid of the unsliced layout, of subgroups if it has
        such a grid, else of lanes.

        `order` names the dimensions from the fastest changing to the slowest; without
        it, a grid is row-major. Raises `ValueError` where there is no such unit.
        """
        layout = self.unsliced
        grid = layout.effective_sg_layout or layout.effective_lane_layout
        rank = len(grid)
        order = _values(layout.order) or tuple(reversed(range(rank)))
        if sorted(order) != list(range(rank)):
            raise ValueError(f"order {list(order)} does not permute {rank} dimensions")
        if not 0 <= linear_id < prod(grid) or not grid:
            raise ValueError(f"no unit {linear_id} in the grid {list(grid)}")
        position = [0] * rank
        for dim in order:
            linear_id, position[dim] = divmod(linear_id, grid[dim])
        return tuple(position)

    def compute_distributed_coords(
        self, linear_id: int, shape: Sequence[int]
    ) -> tuple[Shape, ...]:
        """
        Where each block starts that a unit takes of data of `shape`.

        The units are the subgroups if the layout has a grid of them, else the lanes. A
        block has the shape `sg_data` or `lane_data`, or the unit's part of the shape if
        there is no such data. Blocks beyond the first round are further rounds; where
        the data is too small for all units, several units have the same block.
        Raises `ValueError` where there is no such unit, or the shape does not fit.
        """
        grid, data = self.effective_sg_layout, self.effective_sg_data
        if not self.is_for_workgroup:
            grid, data = self.effective_lane_layout, self.effective_lane_data
        if not data:
            data = _ratio(shape, grid) or ()
        if not len(shape) == len(grid) == len(data):
            raise ValueError(f"{self} does not distribute {list(shape)}")
        position = _without(self.delinearize_id(linear_id), self.sliced_dims)
        rounds = (
            range(0, size, min(size, units * part) or 1)
            for size, units, part in zip(shape, grid, data)
        )
        return tuple(
            tuple(
                (base + unit * part) % size
                for base, unit, part, size in zip(bases, position, data, shape)
            )
            for bases in product(*rounds)
        )


_PARAMETERS = (
    "sg_layout",
    "sg_data",
    "inst_data",
    "lane_layout",
    "lane_data",
    "order",
)


@irdl_attr_definition
class LayoutAttr(StructAttribute, DistributeLayoutAttr):
    """
    How data of the same rank is distributed; the module says what the levels mean.

    `order` lists the dimensions of the grids from the fastest changing to the slowest,
    `[1, 0]` (row-major) by default.

        #xegpu.layout<sg_layout = [2, 4], sg_data = [16, 16], inst_data = [8, 16],
                      lane_layout = [1, 16], lane_data = [1, 1], order = [1, 0]>

    Here 8 subgroups lie in two rows. Each takes 16x16 elements at a time, with two
    instructions of 8x16, in which each of 16 lanes has a column.

    At least one of `sg_layout`, `inst_data` and `lane_layout` is given, and all have
    the same rank. `sg_data` needs `sg_layout`, `lane_data` needs `lane_layout`, and
    `order` needs one of the grids.
    """

    name = "xegpu.layout"

    PARAMETER_SYNTAX: ClassVar = dict.fromkeys(_PARAMETERS, i32_list())

    sg_layout: I32Array | NoneAttr
    sg_data: I32Array | NoneAttr
    inst_data: I32Array | NoneAttr
    lane_layout: I32Array | NoneAttr
    lane_data: I32Array | NoneAttr
    order: I32Array | NoneAttr

    def __init__(
        self,
        sg_layout: Sequence[int] | I32Array | NoneAttr | None = None,
        sg_data: Sequence[int] | I32Array | NoneAttr | None = None,
        inst_data: Sequence[int] | I32Array | NoneAttr | None = None,
        lane_layout: Sequence[int] | I32Array | NoneAttr | None = None,
        lane_data: Sequence[int] | I32Array | NoneAttr | None = None,
        order: Sequence[int] | I32Array | NoneAttr | None = None,
    ):
        def array(
            what: str, values: Sequence[int] | I32Array | NoneAttr | None
        ) -> I32Array | NoneAttr:
            if values is None:
                return NoneAttr()
            if isinstance(values, Attribute):
                return values
            return DenseArrayBase.from_list(i32, integer_list(what, values))

        super().__init__(
            array("sg_layout", sg_layout),
            array("sg_data", sg_data),
            array("inst_data", inst_data),
            array("lane_layout", lane_layout),
            array("lane_data", lane_data),
            array("order", order),
        )

    def verify(self) -> None:
        ranks = {
            name: len(array)
            for name in _PARAMETERS
            if not isinstance(array := getattr(self, name), NoneAttr)
        }

        def same_rank(first: str, second: str, details: str = "") -> None:
            if first in ranks and second in ranks and ranks[first] != ranks[second]:
                raise VerifyException(
                    f"expected {first} and {second} to have the same rank{details}"
                )

        if not ranks.keys() & {"sg_layout", "inst_data", "lane_layout"}:
            raise VerifyException(
                "expected at least one of sg_layout, inst_data or lane_layout"
            )
        same_rank("sg_layout", "inst_data")
        same_rank("sg_layout", "lane_layout")
        same_rank(
            "inst_data",
            "lane_layout",
            f", got inst_data {ranks.get('inst_data')}, "
            f"lane_layout {ranks.get('lane_layout')}",
        )
        for data, grid in (("sg_data", "sg_layout"), ("lane_data", "lane_layout")):
            if data in ranks and grid not in ranks:
                raise VerifyException(f"expected {grid} being used with {data}")
            same_rank(data, grid)
        if "order" in ranks and not ranks.keys() & {"sg_layout", "lane_layout"}:
            raise VerifyException(
                "expected sg_layout/lane_layout being used with order"
            )
        same_rank("order", "sg_layout")
        same_rank("order", "lane_layout")

    @property
    def rank(self) -> int:
        for array in (self.sg_layout, self.inst_data, self.lane_layout):
            if not isinstance(array, NoneAttr):
                return len(array)
        return 0

    @property
    def is_for_workgroup(self) -> bool:
        return not isinstance(self.sg_layout, NoneAttr)

    @property
    def unsliced(self) -> LayoutAttr:
        return self

    @property
    def sliced_dims(self) -> Shape:
        return ()

    @property
    def effective_sg_layout(self) -> Shape:
        return _values(self.sg_layout)

    @property
    def effective_sg_data(self) -> Shape:
        return _values(self.sg_data)

    @property
    def effective_inst_data(self) -> Shape:
        return _values(self.inst_data)

    @property
    def effective_lane_layout(self) -> Shape:
        return _values(self.lane_layout)

    @property
    def effective_lane_data(self) -> Shape:
        return _values(self.lane_data)

    def drop_sg_layout_and_data(self) -> LayoutAttr | None:
        if isinstance(self.inst_data, NoneAttr) and isinstance(
            self.lane_layout, NoneAttr
        ):
            return None
        order = self.order
        if isinstance(self.lane_layout, NoneAttr):
            # Without a grid there is nothing to order.
            order = None
        return LayoutAttr(
            inst_data=self.inst_data,
            lane_layout=self.lane_layout,
            lane_data=self.lane_data,
            order=order,
        )

    def drop_inst_data(self) -> LayoutAttr | None:
        if isinstance(self.sg_layout, NoneAttr) and isinstance(
            self.lane_layout, NoneAttr
        ):
            return None
        return self._with(inst_data=NoneAttr())

    def set_unit_dim_data(self, unit_dims: Iterable[int]) -> LayoutAttr:
        return self._with_ones(unit_dims, ("sg_data", "inst_data", "lane_data"))

    def set_unit_dim_layout(self, unit_dims: Iterable[int]) -> LayoutAttr:
        return self._with_ones(unit_dims, ("sg_layout", "lane_layout"))

    def _with_ones(self, dims: Iterable[int], names: Iterable[str]) -> LayoutAttr:
        dims = frozenset(dims)
        changed: dict[str, I32Array | NoneAttr] = {}
        for name in names:
            array: I32Array | NoneAttr = getattr(self, name)
            if not isinstance(array, NoneAttr):
                changed[name] = DenseArrayBase.from_list(
                    i32,
                    [1 if i in dims else v for i, v in enumerate(array.get_values())],
                )
        return self._with(**changed)

    def _with(self, **changed: I32Array | NoneAttr) -> LayoutAttr:
        return LayoutAttr(
            **{name: changed.get(name, getattr(self, name)) for name in _PARAMETERS}
        )

    def is_slice_of(self, other: DistributeLayoutAttr) -> bool:
        return False

    def is_equal_to(self, other: DistributeLayoutAttr) -> bool:
        return self == other


@irdl_attr_definition
class SliceAttr(DistributeLayoutAttr):
    """
    The layout of data that lacks some dimensions of another layout, as the result of a
    reduction does, or the operand of a broadcast.

    `#xegpu.slice<#xegpu.layout<sg_layout = [8, 4], sg_data = [32, 32]>, dims = [0]>`
    distributes 128 elements over 4 groups of subgroups; the 8 subgroups of a group, a
    column of the grid, share the same 32 elements.

    `dims` are different dimensions of the parent. A parent that is a slice itself
    counts only the dimensions that it leaves; `flatten` gives the same layout with one
    slice.
    """

    name = "xegpu.slice"

    parent: DistributeLayoutAttr
    dims: DenseArrayBase[I64]

    def __init__(
        self,
        parent: DistributeLayoutAttr,
        dims: Sequence[int] | DenseArrayBase[I64],
    ):
        if not isinstance(dims, DenseArrayBase):
            dims = DenseArrayBase.from_list(i64, integer_list("dims", dims))
        super().__init__(parent, dims)

    def verify(self) -> None:
        rank = self.parent.rank
        seen: set[int] = set()
        for dim in self.dims.get_values():
            if not 0 <= dim < rank:
                raise VerifyException(f"invalid dim ({dim}) in slice attribute.")
            if dim in seen:
                raise VerifyException(f"repeated dim ({dim}) in slice attribute.")
            seen.add(dim)

    @property
    def unsliced(self) -> LayoutAttr:
        return self.parent.unsliced

    @property
    def sliced_dims(self) -> Shape:
        parent = self.parent
        left = _without(range(parent.unsliced.rank), parent.sliced_dims)
        own = (left[dim] for dim in self.dims.get_values())
        return tuple(sorted((*parent.sliced_dims, *own)))

    def flatten(self) -> SliceAttr:
        """The same layout as one slice of a `LayoutAttr`, its dimensions ascending."""
        return SliceAttr(self.unsliced, self.sliced_dims)

    def _slice(self, values: Shape) -> Shape:
        return _without(values, self.sliced_dims)

    @property
    def rank(self) -> int:
        return self.parent.rank - len(self.dims)

    @property
    def is_for_workgroup(self) -> bool:
        return self.unsliced.is_for_workgroup

    @property
    def effective_sg_layout(self) -> Shape:
        return self._slice(self.unsliced.effective_sg_layout)

    @property
    def effective_sg_data(self) -> Shape:
        return self._slice(self.unsliced.effective_sg_data)

    @property
    def effective_inst_data(self) -> Shape:
        return self._slice(self.unsliced.effective_inst_data)

    @property
    def effective_lane_layout(self) -> Shape:
        return self._slice(self.unsliced.effective_lane_layout)

    @property
    def effective_lane_data(self) -> Shape:
        return self._slice(self.unsliced.effective_lane_data)

    def _of(self, layout: LayoutAttr | None) -> SliceAttr | None:
        return None if layout is None else SliceAttr(layout, self.sliced_dims)

    def drop_sg_layout_and_data(self) -> SliceAttr | None:
        return self._of(self.unsliced.drop_sg_layout_and_data())

    def drop_inst_data(self) -> SliceAttr | None:
        return self._of(self.unsliced.drop_inst_data())

    def _unsliced_dims(self, dims: Iterable[int]) -> list[int]:
        """The dimensions of `unsliced` that are the dimensions `dims` of the data."""
        left = _without(range(self.unsliced.rank), self.sliced_dims)
        return [left[dim] for dim in dims]

    def set_unit_dim_data(self, unit_dims: Iterable[int]) -> SliceAttr:
        layout = self.unsliced.set_unit_dim_data(self._unsliced_dims(unit_dims))
        return SliceAttr(layout, self.sliced_dims)

    def set_unit_dim_layout(self, unit_dims: Iterable[int]) -> SliceAttr:
        layout = self.unsliced.set_unit_dim_layout(self._unsliced_dims(unit_dims))
        return SliceAttr(layout, self.sliced_dims)

    def is_slice_of(self, other: DistributeLayoutAttr) -> bool:
        return self.unsliced == other.unsliced and set(other.sliced_dims) <= set(
            self.sliced_dims
        )

    def is_equal_to(self, other: DistributeLayoutAttr) -> bool:
        return isinstance(other, SliceAttr) and self.flatten() == other.flatten()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            parent = parser.parse_attribute()
            if not isinstance(parent, DistributeLayoutAttr):
                parser.raise_error("expected a layout")
            parser.parse_punctuation(",")
            parser.parse_keyword("dims")
            parser.parse_punctuation("=")
            dims = DenseArrayBase.from_list(i64, parse_integers(parser))
        return parent, dims

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.parent)
            printer.print_string(", dims = ")
            print_integers(printer, self.dims.get_values())
