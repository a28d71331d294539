"""What layouts of xegpu answer when they are asked."""

from __future__ import annotations

import random
from itertools import product

import pytest
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.xegpu import DistributeLayoutAttr, LayoutAttr, SliceAttr
from xdsl_gpu_ext.testing.mlir_opt import SEPARATOR, mlir_opt

WORKGROUP = LayoutAttr(
    sg_layout=[2, 4],
    sg_data=[16, 16],
    inst_data=[8, 16],
    lane_layout=[1, 16],
    lane_data=[1, 1],
)
SUBGROUP = LayoutAttr(lane_layout=[2, 8], lane_data=[1, 2])
CUBE = LayoutAttr(sg_layout=[4, 8, 12], sg_data=[1, 2, 3], lane_layout=[2, 4, 2])


def test_levels() -> None:
    assert WORKGROUP.rank == 2
    assert WORKGROUP.is_for_workgroup
    assert not WORKGROUP.is_for_subgroup
    assert WORKGROUP.num_subgroups == 8
    assert WORKGROUP.effective_sg_layout == (2, 4)
    assert WORKGROUP.effective_sg_data == (16, 16)
    assert WORKGROUP.effective_inst_data == (8, 16)
    assert WORKGROUP.effective_lane_layout == (1, 16)
    assert WORKGROUP.effective_lane_data == (1, 1)
    assert SUBGROUP.is_for_subgroup
    assert SUBGROUP.num_subgroups == 0
    assert SUBGROUP.effective_sg_layout == ()
    assert LayoutAttr(inst_data=[8, 16, 1]).rank == 3


def test_drop_levels() -> None:
    assert WORKGROUP.drop_sg_layout_and_data() == LayoutAttr(
        inst_data=[8, 16], lane_layout=[1, 16], lane_data=[1, 1]
    )
    assert WORKGROUP.drop_inst_data() == LayoutAttr(
        sg_layout=[2, 4], sg_data=[16, 16], lane_layout=[1, 16], lane_data=[1, 1]
    )
    # Nothing would be left.
    assert LayoutAttr(sg_layout=[2, 4]).drop_sg_layout_and_data() is None
    assert LayoutAttr(inst_data=[8, 16]).drop_inst_data() is None
    # An order without a grid would be invalid.
    ordered = LayoutAttr(sg_layout=[2, 4], inst_data=[8, 16], order=[0, 1])
    assert ordered.drop_sg_layout_and_data() == LayoutAttr(inst_data=[8, 16])


def test_drop_levels_of_a_slice() -> None:
    row = SliceAttr(WORKGROUP, [0])
    assert row.drop_sg_layout_and_data() == SliceAttr(
        LayoutAttr(inst_data=[8, 16], lane_layout=[1, 16], lane_data=[1, 1]), [0]
    )
    assert SliceAttr(LayoutAttr(sg_layout=[2]), [0]).drop_sg_layout_and_data() is None


def test_unit_dimensions() -> None:
    assert WORKGROUP.set_unit_dim_data([0]) == LayoutAttr(
        sg_layout=[2, 4],
        sg_data=[1, 16],
        inst_data=[1, 16],
        lane_layout=[1, 16],
        lane_data=[1, 1],
    )
    assert WORKGROUP.set_unit_dim_layout([0, 1]) == LayoutAttr(
        sg_layout=[1, 1],
        sg_data=[16, 16],
        inst_data=[8, 16],
        lane_layout=[1, 1],
        lane_data=[1, 1],
    )
    # Dimension 1 of the slice is dimension 2 of what it slices.
    assert SliceAttr(CUBE, [0]).set_unit_dim_layout([1]) == SliceAttr(
        LayoutAttr(sg_layout=[4, 8, 1], sg_data=[1, 2, 3], lane_layout=[2, 4, 1]), [0]
    )


def test_slice() -> None:
    row = SliceAttr(CUBE, [1])
    assert row.rank == 2
    assert row.is_for_workgroup
    assert row.effective_sg_layout == (4, 12)
    assert row.effective_sg_data == (1, 3)
    assert row.effective_lane_layout == (2, 2)
    assert row.effective_inst_data == ()
    assert row.num_subgroups == 48
    assert SliceAttr(SUBGROUP, [0]).is_for_subgroup


def test_nested_slice() -> None:
    # Of dimensions 0, 1 and 2, first 0 goes, then the first of what is left, which is 1.
    nested = SliceAttr(SliceAttr(CUBE, [0]), [0])
    assert nested.flatten() == SliceAttr(CUBE, [0, 1])
    assert nested.rank == 1
    assert nested.unsliced == CUBE
    assert nested.effective_sg_layout == (12,)
    # Without 1 dimensions 0 and 2 are left; the second of them is 2.
    assert SliceAttr(SliceAttr(CUBE, [1]), [1]).flatten() == SliceAttr(CUBE, [1, 2])
    assert SliceAttr(CUBE, [2, 0]).flatten() == SliceAttr(CUBE, [0, 2])


def test_slice_of() -> None:
    row = SliceAttr(CUBE, [1])
    assert row.is_slice_of(CUBE)
    assert SliceAttr(CUBE, [0, 1]).is_slice_of(row)
    assert SliceAttr(row, [0]).is_slice_of(row)
    assert not row.is_slice_of(SliceAttr(CUBE, [0, 1]))
    assert not SliceAttr(CUBE, [0]).is_slice_of(row)
    assert not row.is_slice_of(WORKGROUP)
    assert not CUBE.is_slice_of(CUBE)


def test_equal() -> None:
    assert WORKGROUP.is_equal_to(WORKGROUP)
    assert not WORKGROUP.is_equal_to(CUBE)
    assert SliceAttr(SliceAttr(CUBE, [0]), [0]).is_equal_to(SliceAttr(CUBE, [1, 0]))
    assert not SliceAttr(CUBE, [0]).is_equal_to(CUBE)
    assert not SliceAttr(CUBE, [0]).is_equal_to(SliceAttr(CUBE, [1]))


def test_transpose() -> None:
    flipped = LayoutAttr(lane_layout=[8, 2], lane_data=[2, 1])
    assert flipped.is_transpose_of(SUBGROUP, [1, 0])
    assert not flipped.is_transpose_of(SUBGROUP, [0, 1])
    assert SUBGROUP.is_transpose_of(SUBGROUP, [0, 1])
    assert not SUBGROUP.is_transpose_of(SUBGROUP, [0, 0])
    assert not SUBGROUP.is_transpose_of(CUBE, [0, 1, 2])
    # A level that only one of them has.
    assert not LayoutAttr(lane_layout=[8, 2]).is_transpose_of(SUBGROUP, [1, 0])
    # Where both state an order, it is transposed like the rest.
    ordered = LayoutAttr(lane_layout=[8, 2], order=[0, 1])
    assert ordered.is_transpose_of(LayoutAttr(lane_layout=[2, 8], order=[1, 0]), [1, 0])
    assert not ordered.is_transpose_of(
        LayoutAttr(lane_layout=[2, 8], order=[0, 1]), [1, 0]
    )
    assert ordered.is_transpose_of(LayoutAttr(lane_layout=[2, 8]), [1, 0])


def test_transpose_of_a_cube() -> None:
    # Dimension i of the one is dimension permutation[i] of the other.
    turned = LayoutAttr(sg_layout=[8, 12, 4])
    assert turned.is_transpose_of(LayoutAttr(sg_layout=[4, 8, 12]), [2, 0, 1])
    assert not turned.is_transpose_of(LayoutAttr(sg_layout=[4, 8, 12]), [1, 2, 0])


@pytest.mark.parametrize(
    ("layout", "shape", "fits"),
    [
        # Every level divides the next one.
        (WORKGROUP, [32, 64], True),
        # Each subgroup goes several rounds.
        (WORKGROUP, [128, 64], True),
        # A subgroup's part, 8x16, is smaller than what it takes: subgroups share it.
        (WORKGROUP, [16, 64], True),
        (WORKGROUP, [32, 65], False),
        (WORKGROUP, [32], False),
        # Fewer rows than subgroups, which the rows divide.
        (LayoutAttr(sg_layout=[8, 1]), [4, 16], False),
        (LayoutAttr(sg_layout=[8, 16]), [4, 16], True),
        (LayoutAttr(sg_layout=[9]), [4], False),
        # Lanes never share.
        (LayoutAttr(lane_layout=[16]), [8], False),
        (LayoutAttr(lane_layout=[16]), [48], True),
        (LayoutAttr(lane_layout=[16], lane_data=[2]), [48], False),
        (LayoutAttr(inst_data=[8]), [4], False),
        # Lanes divide the instruction, not the shape.
        (LayoutAttr(inst_data=[8], lane_layout=[16]), [32], False),
        (LayoutAttr(lane_layout=[0]), [8], False),
        (SliceAttr(LayoutAttr(lane_layout=[4, 16]), [0]), [16], True),
        (SliceAttr(LayoutAttr(lane_layout=[4, 16]), [1]), [6], False),
    ],
)
def test_distributable(
    layout: DistributeLayoutAttr, shape: list[int], fits: bool
) -> None:
    assert layout.is_distributable(shape) == fits


def test_units_lie_in_row_major_order() -> None:
    grid = LayoutAttr(lane_layout=[2, 8])
    assert [grid.delinearize_id(i) for i in (0, 1, 7, 8, 15)] == [
        (0, 0),
        (0, 1),
        (0, 7),
        (1, 0),
        (1, 7),
    ]


def test_order_names_the_fastest_dimension_first() -> None:
    grid = LayoutAttr(lane_layout=[2, 8], order=[0, 1])
    assert [grid.delinearize_id(i) for i in (0, 1, 2, 15)] == [
        (0, 0),
        (1, 0),
        (0, 1),
        (1, 7),
    ]


def test_subgroups_come_before_lanes() -> None:
    assert WORKGROUP.delinearize_id(7) == (1, 3)
    assert LayoutAttr(lane_layout=[1, 16]).delinearize_id(7) == (0, 7)


@pytest.mark.parametrize(
    ("layout", "unit"),
    [
        (WORKGROUP, 8),
        (WORKGROUP, -1),
        (LayoutAttr(inst_data=[8, 16]), 0),
        (LayoutAttr(lane_layout=[2, 8], order=[0, 0]), 0),
    ],
)
def test_no_such_unit(layout: LayoutAttr, unit: int) -> None:
    with pytest.raises(ValueError, match=r"no unit|does not permute"):
        layout.delinearize_id(unit)


def test_coordinates_without_rounds() -> None:
    layout = LayoutAttr(sg_layout=[2, 4], sg_data=[16, 16])
    assert layout.compute_distributed_coords(0, [32, 64]) == ((0, 0),)
    assert layout.compute_distributed_coords(6, [32, 64]) == ((16, 32),)
    # Without sg_data, a subgroup has its part of the shape.
    whole = LayoutAttr(sg_layout=[2, 4])
    assert whole.compute_distributed_coords(6, [32, 128]) == ((16, 64),)


def test_coordinates_in_rounds() -> None:
    layout = LayoutAttr(lane_layout=[4], lane_data=[2])
    assert layout.compute_distributed_coords(1, [24]) == ((2,), (10,), (18,))


def test_coordinates_of_shared_blocks() -> None:
    # 8 rows for two rows of subgroups that take 8 each.
    layout = LayoutAttr(sg_layout=[2, 2], sg_data=[8, 16])
    assert layout.compute_distributed_coords(0, [8, 32]) == ((0, 0),)
    assert layout.compute_distributed_coords(2, [8, 32]) == ((0, 0),)
    assert layout.compute_distributed_coords(3, [8, 32]) == ((0, 16),)


def test_coordinates_of_a_slice() -> None:
    # The subgroups of a column share their part of the row.
    row = SliceAttr(LayoutAttr(sg_layout=[8, 4], sg_data=[32, 32]), [0])
    assert row.compute_distributed_coords(1, [128]) == ((32,),)
    assert row.compute_distributed_coords(5, [128]) == ((32,),)


@pytest.mark.parametrize(
    ("layout", "shape"),
    [
        (LayoutAttr(sg_layout=[2, 2], sg_data=[8, 8]), [16]),
        (LayoutAttr(sg_layout=[3]), [16]),
        (LayoutAttr(inst_data=[16]), [16]),
    ],
)
def test_no_coordinates(layout: LayoutAttr, shape: list[int]) -> None:
    with pytest.raises(ValueError, match="does not distribute"):
        layout.compute_distributed_coords(0, shape)


@pytest.mark.parametrize(
    ("layout", "shape"),
    [
        (LayoutAttr(sg_layout=[2, 4], sg_data=[16, 8]), (64, 64)),
        (LayoutAttr(lane_layout=[2, 8], lane_data=[1, 2], order=[0, 1]), (8, 32)),
        (LayoutAttr(lane_layout=[16]), (48,)),
    ],
)
def test_blocks_of_all_units_tile_the_shape(
    layout: LayoutAttr, shape: tuple[int, ...]
) -> None:
    grid = layout.effective_sg_layout or layout.effective_lane_layout
    block = layout.effective_sg_data or layout.effective_lane_data
    block = block or tuple(size // units for size, units in zip(shape, grid))
    units = 1
    for size in grid:
        units *= size
    elements = [
        tuple(start + step for start, step in zip(coords, steps))
        for unit in range(units)
        for coords in layout.compute_distributed_coords(unit, shape)
        for steps in product(*map(range, block))
    ]
    assert sorted(elements) == sorted(product(*map(range, shape)))


def test_invalid_layouts() -> None:
    with pytest.raises(VerifyException, match="at least one of"):
        LayoutAttr()
    with pytest.raises(VerifyException, match="sg_data and sg_layout to have the same"):
        LayoutAttr(sg_layout=[2, 4], sg_data=[16])
    with pytest.raises(VerifyException, match=r"invalid dim \(2\)"):
        SliceAttr(WORKGROUP, [2])


SEED = 7
COUNT = 600


def random_layout(rng: random.Random, rank: int) -> LayoutAttr:
    def sizes() -> list[int]:
        return [rng.choice([1, 1, 2, 2, 4, 8, 16, 3]) for _ in range(rank)]

    levels = {
        name: sizes()
        for name in ("sg_layout", "sg_data", "inst_data", "lane_layout", "lane_data")
        if rng.random() < 0.5
    }
    for data, grid in (("sg_data", "sg_layout"), ("lane_data", "lane_layout")):
        if grid not in levels:
            levels.pop(data, None)
    return LayoutAttr(**(levels or {"lane_layout": sizes()}))


def random_slice(rng: random.Random, rank: int, depth: int = 0) -> DistributeLayoutAttr:
    """A layout for data of this rank, often a slice, sometimes of a slice."""
    if depth == 2 or rng.random() < 0.6:
        return random_layout(rng, rank)
    sliced = rng.choice([1, 1, 2])
    parent = random_slice(rng, rank + sliced, depth + 1)
    return SliceAttr(parent, rng.sample(range(rank + sliced), sliced))


def test_mlir_distributes_the_same_shapes() -> None:
    rng = random.Random(SEED)
    cases: list[tuple[DistributeLayoutAttr, list[int]]] = []
    for _ in range(COUNT):
        rank = rng.choice([1, 2, 2, 3])
        shape = [rng.choice([1, 2, 4, 8, 16, 32, 6, 48]) for _ in range(rank)]
        cases.append((random_slice(rng, rank), shape))
    functions: list[str] = []
    for layout, shape in cases:
        type = f"vector<{'x'.join(map(str, shape))}xf32>"
        functions.append(
            f"func.func @f(%v: {type}) {{\n"
            f"  %0 = xegpu.convert_layout %v <{{input_layout = {layout}, "
            f"target_layout = {layout}}}> : {type}\n"
            "  return\n}"
        )
    output = mlir_opt(f"\n{SEPARATOR}\n".join(functions), "--split-input-file").stdout
    verdicts = [bool(module.strip()) for module in output.split(SEPARATOR)]
    assert COUNT // 10 < sum(verdicts) < COUNT * 9 // 10, "hardly a test"
    for i, ((layout, shape), verdict) in enumerate(zip(cases, verdicts, strict=True)):
        assert layout.is_distributable(shape) == verdict, (
            f"seed {SEED}, number {i}: mlir-opt says {verdict} to {shape} with {layout}"
        )
