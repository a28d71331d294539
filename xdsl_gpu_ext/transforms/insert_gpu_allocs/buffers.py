"""
Buffers for the device: what is allocated, and how it is filled, read back and freed.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.builder import Builder
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    MemRefType,
    NoneAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_gpu_ext.dialects import gpu, memref
from xdsl_gpu_ext.dialects.memref.views import are_cast_compatible
from xdsl_gpu_ext.mlir.ir.memref_layout import (
    has_identity_layout,
    num_symbols,
    strides_of,
    with_layout,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs.layouts import Layout, constant
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
            index = constant(dimension, builder)
            sizes.append(builder.insert(memref.DimOp(buffer, index)).result)
    return sizes


def allocate(
    type: MemRefType,
    sizes: Sequence[SSAValue],
    builder: Builder,
    options: Options,
    *,
    host_shared: bool,
) -> SSAValue:
    """Allocate memory for the device."""
    if options.client_api is ClientApi.VULKAN:
        buffer = builder.insert(memref.AllocOp(sizes, (), type)).memref
        buffer.name_hint = "alloc"
        return buffer
    buffer = builder.insert(gpu.AllocOp(type, sizes, host_shared=host_shared)).result
    buffer.name_hint = "memref"
    return buffer


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
        return self._make_strided(same_layout)

    def _allocate(self, type: MemRefType, sizes: Sequence[SSAValue]) -> SSAValue:
        return allocate(
            type, sizes, self.builder, self.options, host_shared=self.host_shared
        )

    def _make_strided(self, same_layout: bool) -> DeviceBuffer:
        """A buffer with the gaps of the original: flat memory, seen in its layout."""
        layout = Layout.of(self.host, self.builder, same_offset=same_layout)
        extent = layout.extent()
        is_known = isinstance(extent, int)
        size = extent if is_known else DYNAMIC_INDEX
        flat = with_layout(self.type, [size], NoneAttr())
        buffer = self._allocate(flat, () if is_known else (extent,))
        return DeviceBuffer(buffer, layout.view_of(buffer), self.options)
