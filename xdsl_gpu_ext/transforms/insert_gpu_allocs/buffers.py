"""
Buffers for the device: what is allocated, and how it is filled, read back and freed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.builder import Builder
from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IntegerAttr,
    MemRefType,
    NoneAttr,
)
from xdsl.dialects.utils import split_dynamic_index_list
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_gpu_ext.dialects import gpu, memref
from xdsl_gpu_ext.dialects.memref.layout import (
    Strides,
    has_identity_layout,
    num_symbols,
    static,
    strides_of,
    with_layout,
)
from xdsl_gpu_ext.dialects.memref.views import are_cast_compatible
from xdsl_gpu_ext.transforms.insert_gpu_allocs.options import (
    ClientApi,
    CopyOperation,
    Options,
)


def can_be_staged(type: Attribute) -> bool:
    """
    Whether a buffer with the layout of a type can be allocated: not if nothing is known
    of its rank, or if its layout is neither strided nor known in full.
    """
    if not isa(type, MemRefType):
        return False
    return strides_of(type) is not None or not num_symbols(type)


def uses_memcpy(type: Attribute, options: Options) -> bool:
    """
    Whether data of a type is moved by `gpu.memcpy`. Lowerings of that take contiguous
    buffers only, and to copy more than the elements of a strided one would overwrite
    what lies between them.
    """
    return (
        options.copy_op is CopyOperation.GPU_MEMCPY
        and isa(type, MemRefType)
        and has_identity_layout(type)
    )


class DeviceBuffer:
    """A buffer that the device uses in the place of one of the host."""

    def __init__(self, allocated: SSAValue, view: SSAValue, options: Options):
        self.allocated = allocated
        """What was allocated, and is to be freed."""
        self.view = view
        """The buffer with the type of that of the host."""
        self._options = options

    @classmethod
    def like(
        cls,
        host: SSAValue,
        builder: Builder,
        options: Options,
        *,
        host_shared: bool,
        same_layout: bool,
    ) -> DeviceBuffer:
        """
        Allocate a buffer of the size and type of `host`.

        With `same_layout` elements also lie as far apart as in `host` where the type
        leaves that open, so that numbers taken from the layout of `host` hold for it.
        """
        return _Maker(builder, options, host_shared, host).make(same_layout)

    def copy_from(self, host: SSAValue, builder: Builder) -> None:
        """Fill the buffer with what is in `host`."""
        builder.insert(copy_operation(host, self.view, self._options))

    def copy_to(self, host: SSAValue, builder: Builder) -> None:
        """Write what is in the buffer to `host`."""
        builder.insert(copy_operation(self.view, host, self._options))

    def free(self, builder: Builder) -> None:
        """Free what was allocated."""
        if self._options.client_api is ClientApi.VULKAN:
            builder.insert(memref.DeallocOp.build(operands=[self.allocated]))
        else:
            builder.insert(gpu.DeallocOp(self.allocated))


def copy_operation(source: SSAValue, target: SSAValue, options: Options) -> Operation:
    """The operation that copies between a buffer of the host and one of the device."""
    if uses_memcpy(source.type, options) and uses_memcpy(target.type, options):
        return gpu.MemcpyOp(target, source)
    return memref.CopyOp(source, target)


def sizes_of(buffer: SSAValue, builder: Builder) -> Sequence[SSAValue]:
    """The sizes of `buffer` along its dynamic dimensions."""
    assert isa(buffer.type, MemRefType)
    sizes: list[SSAValue] = []
    for dimension, size in enumerate(buffer.type.get_shape()):
        if size == DYNAMIC_INDEX:
            index = _constant(dimension, builder)
            sizes.append(builder.insert(memref.DimOp(buffer, index)).result)
    return sizes


def _constant(number: int, builder: Builder) -> SSAValue:
    constant = builder.insert(
        arith.ConstantOp(IntegerAttr.from_index_int_value(number))
    ).result
    constant.name_hint = f"c{number}" if number >= 0 else f"cm{-number}"
    return constant


_Number: TypeAlias = "SSAValue | int"


class _Maker:
    """Allocates one buffer."""

    def __init__(
        self, builder: Builder, options: Options, host_shared: bool, host: SSAValue
    ):
        assert isa(host.type, MemRefType)
        self.builder = builder
        self.options = options
        self.host_shared = host_shared
        self.host = host
        self.type = host.type

    def make(self, same_layout: bool) -> DeviceBuffer:
        type = self.type
        strides = strides_of(type)
        if has_identity_layout(type) or strides is None:
            buffer = self._allocate(type, sizes_of(self.host, self.builder))
            return DeviceBuffer(buffer, buffer, self.options)
        compact = with_layout(type, type.get_shape(), NoneAttr())
        if not same_layout and are_cast_compatible(compact, type):
            buffer = self._allocate(compact, sizes_of(self.host, self.builder))
            cast = memref.CastOp.build(operands=[buffer], result_types=[type])
            view = self.builder.insert(cast).dest
            return DeviceBuffer(buffer, view, self.options)
        return self._make_strided(strides, same_layout)

    def _allocate(self, type: MemRefType, sizes: Sequence[SSAValue]) -> SSAValue:
        if self.options.client_api is ClientApi.VULKAN:
            buffer = self.builder.insert(memref.AllocOp(sizes, (), type)).memref
            buffer.name_hint = "alloc"
            return buffer
        alloc = gpu.AllocOp(type, sizes, host_shared=self.host_shared)
        buffer = self.builder.insert(alloc).result
        buffer.name_hint = "memref"
        return buffer

    def _make_strided(self, layout: Strides, same_layout: bool) -> DeviceBuffer:
        """A buffer with the gaps of the original: flat memory, seen in its layout."""
        shape = self.type.get_shape()
        offset, strides = layout.offset, layout.strides
        is_forward = all(stride is not None and stride >= 0 for stride in strides)
        if offset is None and is_forward and not same_layout:
            offset = 0
        known = (offset, *strides, *map(static, shape))
        if None in known:
            metadata = self.builder.insert(memref.ExtractStridedMetaDataOp(self.host))
            known = [
                value if number is None else number
                for number, value in zip(
                    known,
                    (metadata.offset, *metadata.strides, *metadata.sizes),
                    strict=True,
                )
            ]
        first, *rest = (number for number in known if number is not None)
        steps, sizes = rest[: len(strides)], rest[len(strides) :]
        extent = self._extent(first, steps, sizes)
        if isinstance(extent, int):
            flat = with_layout(self.type, [extent], NoneAttr())
            buffer = self._allocate(flat, ())
        else:
            flat = with_layout(self.type, [DYNAMIC_INDEX], NoneAttr())
            buffer = self._allocate(flat, (extent,))
        static_offsets, offsets = split_dynamic_index_list([first], DYNAMIC_INDEX)
        static_sizes, dynamic_sizes = split_dynamic_index_list(sizes, DYNAMIC_INDEX)
        static_steps, dynamic_steps = split_dynamic_index_list(steps, DYNAMIC_INDEX)
        view = memref.ReinterpretCastOp(
            buffer,
            offsets,
            dynamic_sizes,
            dynamic_steps,
            static_offsets,
            static_sizes,
            static_steps,
            self.type,
        )
        return DeviceBuffer(buffer, self.builder.insert(view).result, self.options)

    def _extent(
        self, offset: _Number, strides: Sequence[_Number], sizes: Sequence[_Number]
    ) -> _Number:
        """One more than the position of the last element."""
        if 0 in sizes:
            return 0
        extent = self._sum(offset, 1)
        for stride, size in zip(strides, sizes, strict=True):
            reach = self._product(self._sum(size, -1), stride)
            extent = self._sum(extent, self._not_negative(reach))
        return extent

    def _not_negative(self, number: _Number) -> _Number:
        """Zero where there are no elements, or where they lie backwards."""
        if isinstance(number, int):
            return max(number, 0)
        zero = _constant(0, self.builder)
        return self.builder.insert(arith.MaxSIOp(number, zero)).result

    def _value(self, number: _Number) -> SSAValue:
        return _constant(number, self.builder) if isinstance(number, int) else number

    def _sum(self, a: _Number, b: _Number) -> _Number:
        if isinstance(a, int) and isinstance(b, int):
            return a + b
        if a == 0 or b == 0:
            return b if a == 0 else a
        add = arith.AddiOp(self._value(a), self._value(b))
        return self.builder.insert(add).result

    def _product(self, a: _Number, b: _Number) -> _Number:
        if isinstance(a, int) and isinstance(b, int):
            return a * b
        if a == 1 or b == 1:
            return b if a == 1 else a
        multiply = arith.MuliOp(self._value(a), self._value(b))
        return self.builder.insert(multiply).result
