"""`memref.subview`: a regular selection of the elements of a buffer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects.builtin import MemRefType, StridedLayoutAttr
from xdsl.irdl import traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.traits import Elements, ViewLike
from xdsl_gpu_ext.mlir.ir.csl import is_in_csl
from xdsl_gpu_ext.mlir.ir.memref_layout import (
    Strides,
    product,
    static,
    strides_of,
    total,
    with_layout,
)
from xdsl_gpu_ext.mlir.ir.memref_types import ranked
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.slices import (
    integers,
    is_rank_reduced,
    verify_in_bounds,
    verify_slice_lists,
)


def subview_type(
    source: MemRefType,
    offsets: Sequence[int],
    sizes: Sequence[int],
    strides: Sequence[int],
) -> MemRefType:
    """
    The type of a slice of a memref of the strided type `source`, of the same rank; what
    is dynamic is `DYNAMIC_INDEX`.
    """
    layout = strides_of(source)
    if layout is None:
        raise ValueError(f"{source} has no strided layout")
    offset = layout.offset
    for start, stride in zip(offsets, layout.strides):
        offset = total(offset, product(static(start), stride))
    steps = [product(a, static(b)) for a, b in zip(layout.strides, strides)]
    return with_layout(source, sizes, StridedLayoutAttr(steps, offset))


def dropped_dims(
    full: Strides, sizes: Sequence[int], reduced: Strides
) -> frozenset[int] | None:
    """
    Which dimensions of a slice with the strides `full` are missing in a result with the
    strides `reduced`. Only dimensions of static size 1 can be; where there are more
    than are missing, the strides that are left tell. `None` if no choice fits.
    """
    missing = len(full.strides) - len(reduced.strides)
    units = [dim for dim, size in enumerate(sizes) if size == 1]
    if missing == 0:
        return frozenset()
    if len(units) == missing:
        return frozenset(units)
    unaccounted = Counter(full.strides)
    kept = Counter(reduced.strides)
    dropped: set[int] = set()
    for dim in units:
        stride = full.strides[dim]
        if unaccounted[stride] > kept[stride]:
            unaccounted[stride] -= 1
            dropped.add(dim)
        elif unaccounted[stride] < kept[stride]:
            return None
    return frozenset(dropped) if len(dropped) == missing else None


@irdl_op_refinement
class SubviewOp(xdsl_memref.SubviewOp):
    """
    Every `stride`-th element from an offset on, along each dimension:

        %s = memref.subview %m[%o, 2] [4, %n] [1, 2]
            : memref<8x?xf32, strided<[64, 1]>>
            to memref<4x?xf32, strided<[64, 2], offset: ?>>

    Offsets, sizes and strides are in elements of `source`, each static or an `index`
    value. The result type follows from them, but may leave out dimensions of size 1; in
    xDSL's `csl` it is free.
    """

    traits = traits_def(Pure(), ViewLike("source", Elements.SOME))
    assembly_format = xdsl_memref.SubviewOp.assembly_format
    custom_directives = xdsl_memref.SubviewOp.custom_directives

    def verify_(self) -> None:
        source, result = ranked(self.source), ranked(self.result)
        rank = source.get_num_dims()
        verify_slice_lists(self, ranks=(rank, rank, rank))
        if is_in_csl(self):
            return
        if source.memory_space != result.memory_space:
            raise VerifyException(
                f"different memory spaces specified for base memref type {source} and "
                f"subview memref type {result}"
            )
        if strides_of(source) is None:
            raise VerifyException(f"base type {source} is not strided")
        lists = (
            integers(self.static_offsets),
            integers(self.static_sizes),
            integers(self.static_strides),
        )
        expected = subview_type(source, *lists)
        _verify_result(expected, result)
        verify_in_bounds(source.get_shape(), *lists)


def _verify_result(expected: MemRefType, result: MemRefType) -> None:
    if result.get_num_dims() > expected.get_num_dims():
        raise VerifyException(
            "expected result rank to be smaller or equal to the source rank, but got "
            f"{result}"
        )

    def mismatch(of: str) -> VerifyException:
        return VerifyException(
            f"expected result type to be {expected} or a rank-reduced version. "
            f"(mismatch of result {of}), but got {result}"
        )

    if not is_rank_reduced(expected.get_shape(), result.get_shape()):
        raise mismatch("sizes")
    if result.element_type != expected.element_type:
        raise VerifyException(
            f"expected result element type to be {expected.element_type}, but got "
            f"{result}"
        )
    full, reduced = strides_of(expected), strides_of(result)
    assert full is not None
    if reduced is None or full.offset != reduced.offset:
        raise mismatch("layout")
    dropped = dropped_dims(full, expected.get_shape(), reduced)
    if dropped is None:
        raise mismatch("layout")
    left = tuple(s for dim, s in enumerate(full.strides) if dim not in dropped)
    if left != reduced.strides:
        raise mismatch("layout")
