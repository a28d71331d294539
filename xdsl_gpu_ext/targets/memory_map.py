"""
`xdsl-opt -t gpu-memory-map`: where buffers live, who touches them, what is copied.

A cylinder is a buffer, a box a kernel launch. Arrows from buffer to buffer are copies,
numbered in program order; arrows between buffers and launches are device accesses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import MemRefType, ModuleOp, SymbolRefAttr
from xdsl.ir import Operation, SSAValue
from xdsl.traits import MemoryEffectKind
from xdsl.utils.target import Target

from xdsl_gpu_ext.analysis.accesses import MemoryAccesses, Place
from xdsl_gpu_ext.analysis.aliases import Root, RootKind
from xdsl_gpu_ext.analysis.memory import MemoryAnalysis
from xdsl_gpu_ext.dialects.gpu import AddressSpaceAttr
from xdsl_gpu_ext.targets.graph import Edge, Format, Graph, Group, Node, Role
from xdsl_gpu_ext.targets.names import symbol_of, value_names

_COPIES = ("memref.copy", "gpu.memcpy")
_LAUNCHES = ("gpu.launch", "gpu.launch_func")


def memory_map(module: ModuleOp) -> Graph:
    """The memory map of every function of `module` that launches kernels or copies."""
    names = value_names(module)
    memory = MemoryAnalysis()
    graph = Graph("memory", arrow="from")
    for function in module.walk():
        if function.name != "func.func" or not function.regions[0].blocks:
            continue
        builder = _Builder(
            names, f"f{len(graph.groups)}", memory.accesses(function), function
        )
        group = builder.build()
        if group.nodes:
            graph.groups.append(group)
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
        self.group.title = symbol_of(self.function)
        launches = copies = 0
        for op in self.function.walk():
            if op.name in _LAUNCHES:
                launches += 1
                self.add_launch(op, launches)
            elif op.name in _COPIES and not self.accesses.aliases.is_device_code(op):
                copies += 1
                self.add_copy(op, copies)
        return self.group

    def add_launch(self, launch: Operation, number: int) -> None:
        key = f"{self.prefix}k{number}"
        symbols = [str(a) for a in launch.properties.values() if _is_symbol(a)]
        node = Node(key, (f"{launch.name} {number}", *symbols), Role.DEVICE)
        touched: dict[Root, set[MemoryEffectKind]] = {}
        for access in self.accesses.of(launch):
            if access.place is Place.DEVICE and not _is_own(access.root, launch):
                touched.setdefault(access.root, set()).add(access.kind)
        sources = [(self.key_of(root), kinds) for root, kinds in touched.items()]
        self.group.nodes.append(node)
        for source, kinds in sources:
            if MemoryEffectKind.READ in kinds:
                self.group.edges.append(Edge(source, key, "read"))
            if MemoryEffectKind.WRITE in kinds:
                self.group.edges.append(Edge(key, source, "write"))

    def add_copy(self, copy: Operation, number: int) -> None:
        ends: dict[MemoryEffectKind, list[Root]] = {}
        for access in self.accesses.own(copy):
            ends.setdefault(access.kind, []).append(access.root)
        for source in ends.get(MemoryEffectKind.READ, ()):
            for target in ends.get(MemoryEffectKind.WRITE, ()):
                edge = Edge(self.key_of(source), self.key_of(target), f"copy {number}")
                self.group.edges.append(edge)

    def key_of(self, root: Root) -> str:
        key = self.keys.get(root)
        if key is None:
            key = self.keys[root] = f"{self.prefix}b{len(self.keys)}"
            lines = tuple(self.describe(root))
            self.group.nodes.append(Node(key, lines, Role.MEMORY))
        return key

    def describe(self, root: Root) -> Iterator[str]:
        yield f"@{root.symbol}" if root.symbol else self.names.get(root.value, "?")
        yield f"{root.kind.name.lower()}, {place_of(root)}"
        yield str(root.value.type)


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
class GpuMemoryMapTarget(Target):
    """
    The memory map of a module, as `format`: `dot`, `mermaid` or `text`.

    `xdsl-opt -p insert-gpu-allocs -t gpu-memory-map file.mlir | dot -Tsvg`
    """

    name: ClassVar[str] = "gpu-memory-map"

    format: Format = "dot"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(memory_map(module).render(self.format))
