"""The sizes of grids, blocks and clusters, as constructors take them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue


def _three_sizes(
    what: str, values: Sequence[SSAValue | Operation]
) -> Sequence[SSAValue | Operation]:
    """Check that `values` are sizes along x, y and z, for constructors."""
    if not isinstance(values, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(f"expected 3 {what} sizes, got {values!r}")
    if len(values) != 3:
        raise ValueError(f"expected 3 {what} sizes, got {len(values)}")
    return values


def size_operands(
    grid: Sequence[SSAValue | Operation],
    block: Sequence[SSAValue | Operation],
    cluster: Sequence[SSAValue | Operation] | None,
) -> list[SSAValue | Operation | list[SSAValue | Operation]]:
    """The groups of operands that give the sizes of a launch, for constructors."""
    clusters = [[size] for size in _three_sizes("cluster", cluster)] if cluster else []
    return [
        *_three_sizes("grid", grid),
        *_three_sizes("block", block),
        *(clusters or ([], [], [])),
    ]
