"""
`xdsl-opt -t gpu-memory-map`: where buffers live, who touches them, what is copied.

A cylinder is a buffer of the host, a block one of the device, an octagon one that both
see. Arrows from buffer to buffer are copies, numbered in program order; the others say
who reads and writes: kernels and other work of the device, and the code of the host.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import IO, ClassVar, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FixedBitwidthType,
    MemRefType,
    ModuleOp,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import MemoryEffectKind
from xdsl.utils.target import Target

from xdsl_gpu_ext.analysis.accesses import Access, MemoryAccesses
from xdsl_gpu_ext.analysis.aliases import Root, RootKind
from xdsl_gpu_ext.analysis.memory import MemoryAnalysis
from xdsl_gpu_ext.analysis.summaries import Place
from xdsl_gpu_ext.dialects.gpu import AddressSpaceAttr
from xdsl_gpu_ext.mlir.options import CheckedOptions
from xdsl_gpu_ext.views.graph import Edge, Format, Graph, Group, Node, Role
from xdsl_gpu_ext.views.names import symbol_of, value_names

_COPIES = frozenset({"memref.copy", "gpu.memcpy"})
_LAUNCHES = frozenset({"gpu.launch", "gpu.launch_func"})

_LEGEND = "cylinder: host    block: device    octagon: both"

_ROLES = {
    "host": Role.HOST_MEMORY,
    "device": Role.DEVICE_MEMORY,
    "host-shared": Role.SHARED_MEMORY,
}


def memory_map(module: ModuleOp) -> Graph:
    """The memory map of every function of `module` that launches kernels or copies."""
    names = value_names(module)
    memory = MemoryAnalysis()
    graph = Graph("memory", arrow="from", legend=_LEGEND)
    for function in module.walk():
        if function.name != "func.func" or not function.regions[0].blocks:
            continue
        builder = _Builder(
            names, f"f{len(graph.groups)}", memory.accesses(function), function
        )
        group = builder.build()
        if group.nodes:
            graph.groups.append(group)
    if not graph.groups:
        graph.legend = "no work of the device, and no copies"
    return graph


@dataclass
class _Builder:
    names: dict[SSAValue, str]
    prefix: str
    accesses: MemoryAccesses
    function: Operation
    keys: dict[Root, str] = field(default_factory=dict[Root, str])
    group: Group = field(default_factory=lambda: Group(""))

    def build(self) -> Group:
        """The map of the function, empty if no device has a part in it."""
        self.group.title = symbol_of(self.function)
        host: list[Access] = []
        counts: dict[str, int] = {}

        def number(of: str) -> int:
            counts[of] = counts.get(of, 0) + 1
            return counts[of]

        for op in self.function.walk():
            if self.accesses.aliases.is_device_code(op):
                continue
            own = self.accesses.own(op)
            if op.name in _LAUNCHES:
                self.add_work(op, number("work"), self.accesses.of(op))
            elif op.name in _COPIES:
                self.add_copy(op, number("copy"))
            elif any(access.on_device and _is_access(access) for access in own):
                self.add_work(op, number("work"), own)
            else:
                host += (a for a in own if a.place is Place.HOST and _is_access(a))
        if self.group.nodes and host:
            key = f"{self.prefix}h"
            self.add_accesses(key, host)
            self.group.nodes.append(Node(key, ("host code",), Role.HOST))
        return self.group

    def add_work(self, op: Operation, number: int, accesses: Sequence[Access]) -> None:
        key = f"{self.prefix}k{number}"
        symbols = [str(a) for a in op.properties.values() if _is_symbol(a)]
        label = (f"{op.name} {number}", *symbols)
        self.group.nodes.append(Node(key, label, Role.DEVICE))
        self.add_accesses(
            key, [a for a in accesses if a.on_device and not _is_own(a.root, op)]
        )

    def add_accesses(self, key: str, accesses: Sequence[Access]) -> None:
        """Edges between the buffers that are accessed and who does it."""
        touched: dict[Root, set[MemoryEffectKind]] = {}
        for access in accesses:
            touched.setdefault(access.root, set()).add(access.kind)
        for root, kinds in touched.items():
            if MemoryEffectKind.READ in kinds:
                self.group.edges.append(Edge(self.key_of(root), key, "read"))
            if MemoryEffectKind.WRITE in kinds:
                self.group.edges.append(Edge(key, self.key_of(root), "write"))

    def add_copy(self, copy: Operation, number: int) -> None:
        ends: dict[MemoryEffectKind, list[Root]] = {}
        for access in self.accesses.own(copy):
            ends.setdefault(access.kind, []).append(access.root)
        for source in ends.get(MemoryEffectKind.READ, ()):
            for target in ends.get(MemoryEffectKind.WRITE, ()):
                way = _direction(place_of(source), place_of(target))
                label = f"copy {number}: {way}{_size(copy)}"
                self.group.edges.append(
                    Edge(self.key_of(source), self.key_of(target), label)
                )

    def key_of(self, root: Root) -> str:
        key = self.keys.get(root)
        if key is None:
            key = self.keys[root] = f"{self.prefix}b{len(self.keys)}"
            lines = tuple(self.describe(root))
            role = _ROLES.get(place_of(root), Role.DEVICE_MEMORY)
            self.group.nodes.append(Node(key, lines, role))
        return key

    def describe(self, root: Root) -> Iterator[str]:
        yield f"@{root.symbol}" if root.symbol else self.names.get(root.value, "?")
        yield f"{root.kind.name.lower()}, {place_of(root)}"
        yield str(root.value.type)


def _is_access(access: Access) -> bool:
    return access.kind in (MemoryEffectKind.READ, MemoryEffectKind.WRITE)


def _direction(source: str, target: str) -> str:
    match source == "host", target == "host":
        case True, False:
            return "to the device"
        case False, True:
            return "to the host"
        case True, True:
            return "on the host"
        case _:
            return "on the device"


def _size(copy: Operation) -> str:
    """How many bytes are copied, as far as the types tell."""
    for value in copy.operands:
        type = value.type
        if not isinstance(type, MemRefType):
            continue
        element = cast("MemRefType[Attribute]", type).element_type
        if not isinstance(element, FixedBitwidthType):
            continue
        sizes = type.get_shape()
        known = prod(size for size in sizes if size != DYNAMIC_INDEX) * element.size
        unknown = "? x " * sum(size == DYNAMIC_INDEX for size in sizes)
        return f", {unknown}{known:,} bytes"
    return ""


def _is_symbol(attr: object) -> bool:
    return isinstance(attr, SymbolRefAttr)


def _is_own(root: Root, launch: Operation) -> bool:
    """Whether the buffer exists only inside the launch."""
    if root.kind is RootKind.ATTRIBUTION:
        return True
    operation = root.operation
    return operation is not None and launch.is_ancestor(operation)


def place_of(root: Root) -> str:
    """Where the memory of `root` is: on the host, the device, or visible to both."""
    operation = root.operation
    if operation is not None and operation.name == "gpu.alloc":
        return "host-shared" if "hostShared" in operation.properties else "device"
    value_type = root.value.type
    if isinstance(value_type, MemRefType) and isinstance(
        value_type.memory_space, AddressSpaceAttr
    ):
        return str(value_type.memory_space.data)
    return "host"


@dataclass(frozen=True)
class GpuMemoryMapTarget(CheckedOptions, Target):
    """
    The memory map of a module, as `format`: `dot`, `mermaid` or `text`.

    `xdsl-opt -p insert-gpu-allocs -t gpu-memory-map file.mlir | dot -Tsvg`
    """

    name: ClassVar[str] = "gpu-memory-map"

    format: Format = "dot"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(memory_map(module).render(self.format))
