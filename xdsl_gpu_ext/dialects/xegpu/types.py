"""
Types of xegpu, and the groups of types that its operations take.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from operator import mul

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ArrayAttr,
    ContainerType,
    IntAttr,
    IntegerType,
    NoneAttr,
    ShapedType,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.xegpu.attributes import (
    BlockTensorDescAttr,
    MemLayoutAttr,
    MemorySpace,
    MemorySpaceAttr,
    ScatterTensorDescAttr,
    signed_value,
)
from xdsl_gpu_ext.dialects.xegpu.layouts import LayoutAttr
from xdsl_gpu_ext.mlir.interfaces.attributes import DataType
from xdsl_gpu_ext.mlir.irdl.arguments import integer_list

_GATHER_SCATTER_BITS = 32
"""Scattered accesses move units of this size; smaller elements are packed into them."""


def _shape_attr(shape: Sequence[int] | ArrayAttr[IntAttr]) -> ArrayAttr[IntAttr]:
    if isinstance(shape, ArrayAttr):
        return shape
    return ArrayAttr(IntAttr(dim) for dim in integer_list("shape", shape))


def _verify_sizes(shape: Sequence[int]) -> None:
    """No text has negative sizes, but Python may."""
    for size in shape:
        if size < 0 and size != DYNAMIC_INDEX:
            raise VerifyException(f"expected sizes of 0 or more, got {size}")


def _print_shape(printer: Printer, shape: Sequence[int]) -> None:
    for dim in shape:
        printer.print_string("?x" if dim == DYNAMIC_INDEX else f"{dim}x")


class _ShapedContainerType(
    ParametrizedAttribute, TypeAttribute, ShapedType, ContainerType[Attribute]
):
    """What the shaped types of xegpu have in common."""

    shape: ArrayAttr[IntAttr]
    elementType: Attribute

    @property
    def element_type(self) -> Attribute:
        """The type of an element, under the name that xDSL's shaped types use."""
        return self.elementType

    def get_num_dims(self) -> int:
        return len(self.shape)

    def get_shape(self) -> tuple[int, ...]:
        return tuple(dim.data for dim in self.shape)

    def get_element_type(self) -> Attribute:
        return self.elementType


@irdl_attr_definition
class TensorDescType(_ShapedContainerType):
    """
    A descriptor of data in memory: where it is and how to access it, without the data.

        !xegpu.tensor_desc<8x16xf16>
        !xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<array_length = 2 : i64>>
        !xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8 : i64>>
        !xegpu.tensor_desc<32x64xf32, #xegpu.layout<sg_layout = [2, 4]>>

    - `shape`: the shape of what one access reads or writes, of rank 1 or more. With a
      scattered encoding, the last dimension is the chunk if chunks have more than one
      element.
    - `encoding`: a dense block (`BlockTensorDescAttr`, the default), or scattered
      chunks (`ScatterTensorDescAttr`). A block in shared memory has rank 1. A chunk of
      elements smaller than 32 bits fills whole multiples of 32 bits.
    - `layout`: how the data is distributed, if it is. It has the rank of the shape and
      divides it evenly.
    """

    name = "xegpu.tensor_desc"

    shape: ArrayAttr[IntAttr]
    elementType: Attribute
    encoding: BlockTensorDescAttr | ScatterTensorDescAttr
    layout: LayoutAttr | NoneAttr

    def __init__(
        self,
        shape: Sequence[int] | ArrayAttr[IntAttr],
        element_type: Attribute,
        encoding: BlockTensorDescAttr | ScatterTensorDescAttr | None = None,
        layout: LayoutAttr | NoneAttr | None = None,
        *,
        memory_space: MemorySpace | MemorySpaceAttr | str | None = None,
        array_length: int | None = None,
        boundary_check: bool | None = None,
        scattered: bool = False,
        chunk_size: int | None = None,
    ):
        """
        Either `encoding` is given, or what it consists of: `array_length` and
        `boundary_check` for a block, `chunk_size` for scattered chunks (`scattered`
        alone makes chunks of one element), and `memory_space` for either.

        Raises `ValueError` where these contradict one another.
        """
        of_block = array_length is not None or boundary_check is not None
        of_scatter = scattered or chunk_size is not None
        if encoding is not None and (
            of_block or of_scatter or memory_space is not None
        ):
            raise ValueError("give the encoding or what it consists of, not both")
        if of_block and of_scatter:
            raise ValueError("a descriptor is of a block or of scattered chunks")
        space = MemorySpace.GLOBAL if memory_space is None else memory_space
        if encoding is None and of_scatter:
            encoding = ScatterTensorDescAttr(
                space, 1 if chunk_size is None else chunk_size
            )
        elif encoding is None:
            encoding = BlockTensorDescAttr(
                space,
                1 if array_length is None else array_length,
                True if boundary_check is None else boundary_check,
            )
        super().__init__(
            _shape_attr(shape), element_type, encoding, layout or NoneAttr()
        )

    def verify(self) -> None:
        shape = self.get_shape()
        rank = len(shape)
        if rank == 0:
            raise VerifyException("expected non-zero rank tensor")
        _verify_sizes(shape)
        if not self.is_scattered and rank > 1 and self.memory_space is MemorySpace.SLM:
            raise VerifyException("SLM is only supported for 1D block tensor")
        bits = self.element_bits
        alignment = _GATHER_SCATTER_BITS // bits if bits < _GATHER_SCATTER_BITS else 1
        chunk_size = self.chunk_size
        if chunk_size > 1:
            if rank == 1:
                raise VerifyException("expected non-contiguous elements for 1D tensor")
            if shape[rank - 1] != chunk_size:
                raise VerifyException("expected last dim of tensor to match chunk size")
            if chunk_size % alignment:
                raise VerifyException(
                    f"expected last dim of tensor to be a multiple of {alignment}"
                )
        if isinstance(layout := self.layout, NoneAttr):
            return
        if layout.rank != rank:
            raise VerifyException("expected layout rank to match tensor rank")
        lane_data = layout.effective_lane_data
        if chunk_size > 1 and lane_data and lane_data[-1] % alignment:
            raise VerifyException(
                f"expected last dim of lane_data to be a multiple of: {alignment}"
            )
        if not layout.is_distributable(shape):
            sizes = ", ".join(map(str, shape))
            raise VerifyException(f"cannot distribute [{sizes}] using {layout}")

    @property
    def element_bits(self) -> int:
        """The width of an element; raises `VerifyException` if it has none."""
        element_type = self.elementType
        bits = 0
        if isinstance(element_type, IntegerType | AnyFloat):
            bits = element_type.bitwidth
        if not bits:
            raise VerifyException(
                f"expected integer or float elements, got {element_type}"
            )
        return bits

    @property
    def is_scattered(self) -> bool:
        """Whether the descriptor is of scattered chunks, not of a block."""
        return isinstance(self.encoding, ScatterTensorDescAttr)

    @property
    def memory_space(self) -> MemorySpace:
        """Where the data lies."""
        return self.encoding.memory_space.data

    @property
    def array_length(self) -> int:
        """How many blocks a load yields; 1 for scattered chunks."""
        if isinstance(self.encoding, ScatterTensorDescAttr):
            return 1
        return signed_value(self.encoding.array_length)

    @property
    def boundary_check(self) -> bool:
        """Whether accesses out of bounds are caught; they are not where scattered."""
        return isinstance(self.encoding, BlockTensorDescAttr) and bool(
            self.encoding.boundary_check
        )

    @property
    def chunk_size(self) -> int:
        """How many consecutive elements there are at each offset; 1 for a block."""
        if isinstance(self.encoding, BlockTensorDescAttr):
            return 1
        return signed_value(self.encoding.chunk_size)

    def drop_layouts(self) -> TensorDescType:
        """The type without a layout."""
        return TensorDescType(self.shape, self.elementType, self.encoding)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        encoding: Attribute = BlockTensorDescAttr()
        layout: Attribute = NoneAttr()
        with parser.in_angle_brackets():
            shape, element_type = parser.parse_ranked_shape()
            while parser.parse_optional_punctuation(",") is not None:
                match attr := parser.parse_attribute():
                    case LayoutAttr():
                        layout = attr
                    case BlockTensorDescAttr() | ScatterTensorDescAttr():
                        encoding = attr
                    case _:
                        parser.raise_error(
                            "expected an encoding or a layout of a tensor descriptor"
                        )
        return _shape_attr(shape), element_type, encoding, layout

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            _print_shape(printer, self.get_shape())
            printer.print_attribute(self.elementType)
            if (
                not isinstance(self.encoding, BlockTensorDescAttr)
                or not self.encoding.has_defaults_only
            ):
                printer.print_string(", ")
                printer.print_attribute(self.encoding)
            if not isinstance(self.layout, NoneAttr):
                printer.print_string(", ")
                printer.print_attribute(self.layout)


@irdl_attr_definition
class MemDescType(_ShapedContainerType):
    """
    A descriptor of a matrix in shared memory. It is row-major unless a layout says
    otherwise.

        !xegpu.mem_desc<128x128xf16>
        !xegpu.mem_desc<128x128xf16, #xegpu.mem_layout<stride = [1, 128]>>
        !xegpu.mem_desc<128x128xf16, #xegpu.mem_layout<block = [16, 16]>>

    With `block`, the elements of a block of that shape are contiguous, and the blocks
    lie as elements would without it.
    """

    name = "xegpu.mem_desc"

    shape: ArrayAttr[IntAttr]
    elementType: Attribute
    mem_layout: MemLayoutAttr | NoneAttr

    def __init__(
        self,
        shape: Sequence[int] | ArrayAttr[IntAttr],
        element_type: Attribute,
        mem_layout: MemLayoutAttr | NoneAttr | None = None,
        *,
        stride: Sequence[int] | None = None,
        block: Sequence[int] | None = None,
    ):
        """Either `mem_layout` is given, or the `stride` and `block` of one."""
        if stride is not None or block is not None:
            if mem_layout is not None:
                raise ValueError("give the layout or what it consists of, not both")
            mem_layout = MemLayoutAttr(stride=stride, block=block)
        super().__init__(_shape_attr(shape), element_type, mem_layout or NoneAttr())

    def verify(self) -> None:
        _verify_sizes(self.get_shape())

    def _get_integers(self, name: str) -> tuple[int, ...] | None:
        if isinstance(self.mem_layout, NoneAttr):
            return None
        return self.mem_layout.get_integers(name)

    @property
    def stride(self) -> tuple[int, ...]:
        """
        The distance, in elements, of neighbours in each dimension if there were no
        blocks. Without a stated stride, LLVM takes the shape without its first
        dimension, and 1: `[16, 1]` for 32x16, which is row-major for matrices.
        """
        stated = self._get_integers("stride")
        return (*self.get_shape()[1:], 1) if stated is None else stated

    @property
    def block_shape(self) -> tuple[int, ...]:
        """The shape of the blocks; the whole shape is one block if none is stated."""
        return self._get_integers("block") or self.get_shape()

    @property
    def block_strides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """
        The distance, in elements, of neighbouring blocks in each dimension, and that of
        neighbours within a block.

        Dimensions are packed in the order of `stride`, the smallest first. Raises
        `ValueError` where it does not say how large they are.
        """
        stride, block = self.stride, self.block_shape
        order = sorted(range(len(stride)), key=lambda dim: stride[dim])
        if not len(order) == len(block) == len(self.shape) or stride[order[0]] != 1:
            raise ValueError(f"the strides of {self} have no unit or another rank")
        outer, inner = [0] * len(order), [0] * len(order)
        between, within = prod(block), 1
        for dim, larger in zip(order, (*order[1:], None)):
            outer[dim], inner[dim] = between, within
            within *= block[dim]
            if larger is not None:
                between *= stride[larger] // stride[dim] // block[dim]
        return tuple(outer), tuple(inner)

    def linear_offset(self, indices: Sequence[int]) -> int:
        """Where an element lies, in elements from the start of the buffer."""
        block = self.block_shape
        if block == self.get_shape():
            return sum(map(mul, indices, self.stride))
        outer, inner = self.block_strides
        return sum(
            index // size * between + index % size * within
            for index, size, between, within in zip(indices, block, outer, inner)
        )

    @property
    def is_col_major(self) -> bool:
        """Whether it is a matrix whose columns are contiguous."""
        return len(self.shape) == 2 and self.stride[:1] == (1,)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        layout: Attribute = NoneAttr()
        with parser.in_angle_brackets():
            shape, element_type = parser.parse_ranked_shape()
            if DYNAMIC_INDEX in shape:
                parser.raise_error("expected static shape")
            if parser.parse_optional_punctuation(",") is not None:
                layout = parser.parse_attribute()
                if not isinstance(layout, MemLayoutAttr):
                    parser.raise_error("expected a memory layout")
        return _shape_attr(shape), element_type, layout

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            _print_shape(printer, self.get_shape())
            printer.print_attribute(self.elementType)
            if not isinstance(self.mem_layout, NoneAttr):
                printer.print_string(", ")
                printer.print_attribute(self.mem_layout)


@irdl_attr_definition
class NbarrierType(ParametrizedAttribute, DataType):
    """`!xegpu.nbarrier`: a named barrier to which the thread is bound."""

    name = "xegpu.nbarrier"
