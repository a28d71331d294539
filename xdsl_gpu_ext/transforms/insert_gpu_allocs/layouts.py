"""
The layout of a memref as numbers of the program: where its elements lie, and how much
memory they take.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.builder import Builder
from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, MemRefType
from xdsl.dialects.utils import split_dynamic_index_list
from xdsl.ir import SSAValue
from xdsl.utils.hints import isa

from xdsl_gpu_ext.dialects import memref
from xdsl_gpu_ext.mlir.ir.memref_layout import static, strides_of

Number: TypeAlias = "SSAValue | int"
"""A number that is known when the program is compiled, or when it runs."""


def constant(number: int, builder: Builder) -> SSAValue:
    """An index constant, called `%c4`."""
    value = builder.insert(
        arith.ConstantOp(IntegerAttr.from_index_int_value(number))
    ).result
    value.name_hint = f"c{number}" if number >= 0 else f"cm{-number}"
    return value


class Layout:
    """Where the elements of a strided memref lie, counted from its aligned pointer."""

    def __init__(
        self,
        type: MemRefType,
        offset: Number,
        strides: Sequence[Number],
        sizes: Sequence[Number],
        builder: Builder,
    ):
        self.type = type
        self.offset = offset
        self.strides = strides
        self.sizes = sizes
        self._builder = builder

    @classmethod
    def of(cls, buffer: SSAValue, builder: Builder, *, same_offset: bool) -> Layout:
        """
        The layout of `buffer`. Without `same_offset` it begins at zero where its type
        lets it and no elements lie before the first.
        """
        type = buffer.type
        assert isa(type, MemRefType)
        known = strides_of(type)
        assert known is not None
        offset, strides = known.offset, known.strides
        is_forward = all(stride is not None and stride >= 0 for stride in strides)
        if offset is None and is_forward and not same_offset:
            offset = 0
        numbers: list[Number | None] = [
            offset,
            *strides,
            *map(static, type.get_shape()),
        ]
        if None in numbers:
            metadata = builder.insert(memref.ExtractStridedMetaDataOp(buffer))
            values = (metadata.offset, *metadata.strides, *metadata.sizes)
            numbers = [v if n is None else n for n, v in zip(numbers, values)]
        first, *rest = (number for number in numbers if number is not None)
        rank = len(strides)
        return cls(type, first, rest[:rank], rest[rank:], builder)

    def extent(self) -> Number:
        """One more than the position of the last element."""
        if 0 in self.sizes:
            return 0
        extent = self._sum(self.offset, 1)
        for stride, size in zip(self.strides, self.sizes, strict=True):
            reach = self._product(self._sum(size, -1), stride)
            extent = self._sum(extent, self._not_negative(reach))
        return extent

    def view_of(self, flat: SSAValue) -> SSAValue:
        """`flat`, a memref of one dimension without gaps, in this layout."""
        static_offsets, offsets = split_dynamic_index_list([self.offset], DYNAMIC_INDEX)
        static_sizes, sizes = split_dynamic_index_list(self.sizes, DYNAMIC_INDEX)
        static_strides, strides = split_dynamic_index_list(self.strides, DYNAMIC_INDEX)
        view = memref.ReinterpretCastOp(
            flat,
            offsets,
            sizes,
            strides,
            static_offsets,
            static_sizes,
            static_strides,
            self.type,
        )
        return self._builder.insert(view).result

    # Arithmetic, done now where that is possible

    def value(self, number: Number) -> SSAValue:
        """`number` as a value of the program."""
        return constant(number, self._builder) if isinstance(number, int) else number

    def _not_negative(self, number: Number) -> Number:
        """Zero where there are no elements, or where they lie backwards."""
        if isinstance(number, int):
            return max(number, 0)
        return self._builder.insert(arith.MaxSIOp(number, self.value(0))).result

    def _sum(self, a: Number, b: Number) -> Number:
        if isinstance(a, int) and isinstance(b, int):
            return a + b
        if a == 0 or b == 0:
            return b if a == 0 else a
        return self._builder.insert(arith.AddiOp(self.value(a), self.value(b))).result

    def _product(self, a: Number, b: Number) -> Number:
        if isinstance(a, int) and isinstance(b, int):
            return a * b
        if a == 1 or b == 1:
            return b if a == 1 else a
        return self._builder.insert(arith.MuliOp(self.value(a), self.value(b))).result
