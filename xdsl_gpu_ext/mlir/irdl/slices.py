"""
Lists of numbers that are static or dynamic: offsets, sizes and strides of a slice.

An operation holds such a list as an array of integers, in which `DYNAMIC_INDEX` marks
the places of its dynamic operands: `[4, %n]` is `array<i64: 4, DYNAMIC_INDEX>` and
`%n`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, IntegerType
from xdsl.ir import SSAValue
from xdsl.utils.exceptions import VerifyException


def integers(array: DenseArrayBase) -> tuple[int, ...]:
    """The numbers of a dense array of integers."""
    # `isa` would build a constraint each time, which takes ten times as long.
    assert isinstance(array.elt_type, IntegerType)
    return tuple(cast(DenseArrayBase[IntegerType], array).get_values())


class SliceOp(Protocol):
    """`OffsetSizeAndStrideOpInterface`: an operation that states a slice."""

    @property
    def offsets(self) -> Sequence[SSAValue]: ...
    @property
    def sizes(self) -> Sequence[SSAValue]: ...
    @property
    def strides(self) -> Sequence[SSAValue]: ...
    @property
    def static_offsets(self) -> DenseArrayBase: ...
    @property
    def static_sizes(self) -> DenseArrayBase: ...
    @property
    def static_strides(self) -> DenseArrayBase: ...


def verify_mixed_list(
    name: str, numbers: Sequence[int], values: Sequence[SSAValue], length: int
) -> None:
    """There are `length` numbers, and a value for each that is dynamic."""
    if len(numbers) != length:
        raise VerifyException(f"expected {length} {name} values, got {len(numbers)}")
    dynamic = list(numbers).count(DYNAMIC_INDEX)
    if len(values) != dynamic:
        raise VerifyException(f"expected {dynamic} dynamic {name} values")


def verify_slice_lists(op: SliceOp, ranks: tuple[int, int, int]) -> None:
    """
    The lists of offsets, sizes and strides have these lengths, as many values as they
    mark as dynamic, and no negative offset or size.
    """
    offsets = integers(op.static_offsets)
    sizes = integers(op.static_sizes)
    strides = integers(op.static_strides)
    if not (len(offsets) == ranks[0] == 1) and len(offsets) != len(sizes):
        raise VerifyException(
            "expected mixed offsets rank to match mixed sizes rank "
            f"({len(offsets)} vs {len(sizes)}) so the rank of the result type is "
            "well-formed."
        )
    if len(sizes) != len(strides):
        raise VerifyException(
            "expected mixed sizes rank to match mixed strides rank "
            f"({len(sizes)} vs {len(strides)}) so the rank of the result type is "
            "well-formed."
        )
    verify_mixed_list("offset", offsets, op.offsets, ranks[0])
    verify_mixed_list("size", sizes, op.sizes, ranks[1])
    verify_mixed_list("stride", strides, op.strides, ranks[2])
    for name, numbers in (("offsets", offsets), ("sizes", sizes)):
        for number in numbers:
            if number < 0 and number != DYNAMIC_INDEX:
                raise VerifyException(
                    f"expected {name} to be non-negative, but got {number}"
                )


def is_rank_reduced(full: Sequence[int], reduced: Sequence[int]) -> bool:
    """Whether `reduced` is `full` without some of its ones."""
    rest = iter(reduced)
    wanted = next(rest, None)
    for size in full:
        if size == wanted:
            wanted = next(rest, None)
        elif size != 1:
            return False
    return wanted is None


def verify_in_bounds(
    shape: Sequence[int],
    offsets: Sequence[int],
    sizes: Sequence[int],
    strides: Sequence[int],
) -> None:
    """What is static of a slice lies within what is static of `shape`."""
    for dim, (bound, offset, size, stride) in enumerate(
        zip(shape, offsets, sizes, strides, strict=True)
    ):
        if DYNAMIC_INDEX in (bound, offset):
            continue
        if offset >= bound:
            raise VerifyException(f"offset {dim} is out-of-bounds: {offset} >= {bound}")
        if DYNAMIC_INDEX in (size, stride):
            continue
        last = offset + (size - 1) * stride
        if last >= bound:
            raise VerifyException(
                f"slice along dimension {dim} runs out-of-bounds: {last} >= {bound}"
            )
