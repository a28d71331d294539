"""
`xdsl-opt -t gpu-token-graph`: which work waits for which.

A node is an operation that takes or returns a token, an edge a token. Work without a
path between it may overlap; the most operations of the device on one path are the least
that must happen in sequence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import (
    MemRefType,
    ModuleOp,
    SymbolRefAttr,
    UnrankedMemRefType,
)
from xdsl.dialects.gpu import AsyncTokenType
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import CallableOpInterface
from xdsl.utils.target import Target

from xdsl_gpu_ext.dialects.async_ import TokenType, ValueType
from xdsl_gpu_ext.targets.graph import Edge, Format, Graph, Group, Node, Role
from xdsl_gpu_ext.targets.names import symbol_of, value_names


def token_graph(module: ModuleOp) -> Graph:
    """The token graph of every function in `module` that has tokens."""
    names = value_names(module)
    graph = Graph("tokens")
    for function in module.walk():
        if not function.has_trait(CallableOpInterface):
            continue
        group = _Builder(names, f"f{len(graph.groups)}").build(function)
        if group.nodes:
            graph.groups.append(group)
    return graph


def _is_token(attr: Attribute) -> bool:
    return isinstance(attr, AsyncTokenType | TokenType | ValueType)


def _is_buffer(attr: Attribute) -> bool:
    return isinstance(attr, MemRefType | UnrankedMemRefType)


@dataclass
class _Builder:
    names: dict[SSAValue, str]
    prefix: str

    def build(self, function: Operation) -> Group:
        keys: dict[Operation, str] = {}
        group = Group("")
        for op in function.walk():
            if any(_is_token(value.type) for value in (*op.operands, *op.results)):
                key = keys[op] = f"{self.prefix}n{len(keys)}"
                group.nodes.append(Node(key, tuple(self.lines(op)), self.role(op)))
        # How many operations of the device there are on the longest path to each node.
        depth: dict[str, int] = {}
        for op, key in keys.items():
            tokens = (value for value in op.operands if _is_token(value.type))
            before = dict.fromkeys(
                keys[source]
                for token in tokens
                for source in _sources(token)
                if source in keys
            )
            group.edges += [Edge(source, key) for source in before]
            # A source that comes later closes a loop, which counts once.
            depth[key] = max((depth.get(source, 0) for source in before), default=0)
            depth[key] += self.role(op) is Role.DEVICE
        longest = max(depth.values(), default=0)
        group.title = f"{symbol_of(function)}: longest token chain {longest}"
        return group

    def role(self, op: Operation) -> Role:
        if op.name in ("gpu.wait", "async.await", "async.await_all"):
            return Role.WAIT
        return Role.DEVICE if op.name.startswith("gpu.") else Role.HOST

    def lines(self, op: Operation) -> Iterator[str]:
        """What to say of `op`: its name, the symbols and the buffers that it names."""
        is_async = any(_is_token(result.type) for result in op.results)
        yield f"{op.name} async" if is_async and op.name == "gpu.wait" else op.name
        for attr in op.properties.values():
            if isinstance(attr, SymbolRefAttr):
                yield str(attr)
        buffers = [value for value in op.operands if _is_buffer(value.type)]
        made = [value for value in op.results if _is_buffer(value.type)]
        if made:
            yield f"{self.list_names(made)} ="
        if buffers:
            yield self.list_names(buffers)

    def list_names(self, values: Sequence[SSAValue]) -> str:
        return ", ".join(self.names.get(value, "?") for value in values)


def _sources(token: SSAValue) -> Sequence[Operation]:
    """
    The operations that hand `token` on: its maker and what leaves the maker's regions,
    or what enters the block that has the token as argument.
    """
    owner = token.owner
    if isinstance(owner, Operation):
        blocks = [block for region in owner.regions for block in region.blocks]
        return (owner, *_last_operations(blocks))
    if predecessors := owner.predecessors():
        return _last_operations(predecessors)
    parent = owner.parent_op()
    return () if parent is None else (parent,)


def _last_operations(blocks: Iterable[Block]) -> Sequence[Operation]:
    return [block.last_op for block in blocks if block.last_op is not None]


@dataclass(frozen=True)
class GpuTokenGraphTarget(Target):
    """
    The token graph of a module, as `format`: `dot`, `mermaid` or `text`.

    `xdsl-opt -t gpu-token-graph file.mlir | dot -Tsvg`
    """

    name: ClassVar[str] = "gpu-token-graph"

    format: Format = "dot"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(token_graph(module).render(self.format))
