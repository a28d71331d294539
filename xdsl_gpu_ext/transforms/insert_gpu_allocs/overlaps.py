"""
Device buffers for host buffers that may overlap.

Whether they do is not known before the program runs. Each gets a device buffer of its
own, unless it lies in the same allocation as one before it, which shows in their
aligned pointers: then they share one, in which each has its place as on the host.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.builder import Builder
from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, MemRefType, NoneAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.hints import isa

from xdsl_gpu_ext.dialects import memref
from xdsl_gpu_ext.mlir.ir.memref_layout import strides_of, with_layout
from xdsl_gpu_ext.transforms.insert_gpu_allocs.buffers import DeviceBuffer, allocate
from xdsl_gpu_ext.transforms.insert_gpu_allocs.layouts import Layout, constant
from xdsl_gpu_ext.transforms.insert_gpu_allocs.options import Options


def can_share(types: Sequence[Attribute]) -> bool:
    """Whether buffers of these types can lie in one device buffer."""
    kinds: set[tuple[Attribute, Attribute]] = set()
    for type in types:
        if not isa(type, MemRefType) or strides_of(type) is None:
            return False
        kinds.add((type.element_type, type.memory_space))
    return len(kinds) == 1


def share_buffers(
    hosts: Sequence[SSAValue], builder: Builder, options: Options, *, host_shared: bool
) -> list[DeviceBuffer]:
    """Make device buffers for `hosts`, of which some may overlap."""
    layouts = [Layout.of(host, builder, same_offset=True) for host in hosts]
    extents = [layout.value(layout.extent()) for layout in layouts]
    pointers = [_pointer_of(host, builder) for host in hosts]
    flat = with_layout(layouts[0].type, [DYNAMIC_INDEX], NoneAttr())
    zero = constant(0, builder)

    def same(i: int, j: int) -> SSAValue:
        compare = arith.CmpiOp(pointers[i], pointers[j], "eq")
        return builder.insert(compare).result

    def select(condition: SSAValue, a: SSAValue, b: SSAValue) -> SSAValue:
        return builder.insert(arith.SelectOp(condition, a, b)).result

    buffers: list[DeviceBuffer] = []
    for i, layout in enumerate(layouts):
        # Enough for all that lie in the same allocation, of which the first makes room.
        size = extents[i]
        for j in range(i + 1, len(hosts)):
            other = select(same(i, j), extents[j], zero)
            size = builder.insert(arith.MaxSIOp(size, other)).result
        earlier = [same(j, i) for j in range(i)]
        for is_same in earlier:
            size = select(is_same, zero, size)
        own = allocate(flat, (size,), builder, options, host_shared=host_shared)
        shared = own
        # The first one that it shares with is chosen last.
        for j in reversed(range(i)):
            shared = select(earlier[j], buffers[j].allocated, shared)
        buffers.append(DeviceBuffer(own, layout.view_of(shared), options))
    return buffers


def _pointer_of(host: SSAValue, builder: Builder) -> SSAValue:
    op = memref.ExtractAlignedPointerAsIndexOp.build(
        operands=[host], result_types=[IndexType()]
    )
    return builder.insert(op).aligned_pointer
