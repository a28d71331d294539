"""
`xdsl-opt -t gpu-token-graph`: which work happens after which, and why.

A node is work of the device, or a point where the host waits. A line is a token; a
dashed line says that the host waited before it issued the next work. Loops are frames,
and what leads to the next round is drawn back. Work without a path between it may
overlap; the critical path is how many steps the device needs at least.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import (
    MemRefType,
    ModuleOp,
    SymbolRefAttr,
    UnrankedMemRefType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import CallableOpInterface
from xdsl.utils.target import Target

from xdsl_gpu_ext.analysis.token_flow import (
    LOOPS,
    Kind,
    Link,
    Point,
    TokenFlow,
    known_rounds,
)
from xdsl_gpu_ext.mlir.options import CheckedOptions
from xdsl_gpu_ext.views.graph import Edge, Format, Graph, Group, Node, Role
from xdsl_gpu_ext.views.names import symbol_of, value_names

_MANY_ROUNDS = 5
"""How often loops are followed to see what goes round."""

_MOST_NODES = 60
"""Above that, nodes are drawn together."""

_LEGEND = "line: token    dashed: the host waited in between"
_NO_TOKENS = "no tokens: run gpu-async-region to have some"


def token_graph(module: ModuleOp) -> Graph:
    """The token graph of every function in `module` that has tokens."""
    names = value_names(module)
    graph = Graph("tokens", legend=_LEGEND)
    for function in module.walk():
        is_host = function.has_trait(CallableOpInterface) and function.name != (
            "gpu.func"
        )
        if not is_host or not function.regions or not function.regions[0].blocks:
            continue
        flow = TokenFlow(function, lambda loop: _MANY_ROUNDS)
        if flow.uses_tokens and flow.points:
            prefix = f"f{len(graph.groups)}"
            graph.groups.append(_Builder(names, prefix, function, flow).build())
    if not graph.groups:
        graph.legend = _NO_TOKENS
    return graph


def critical_path(function: Operation) -> str:
    """How long `function` takes at least, in steps of the device, in words."""
    once = TokenFlow(function)
    text = f"critical path {once.critical_path}"
    loops = len(once.unknown_rounds)
    if loops:
        text += " with one round of " + ("the loop" if loops == 1 else "each loop")
    return text


@dataclass
class _Builder:
    names: dict[SSAValue, str]
    prefix: str
    function: Operation
    flow: TokenFlow

    def build(self) -> Group:
        points = self.flow.points
        group = Group(f"{symbol_of(self.function)}: {critical_path(self.function)}")
        if len(points) > _MOST_NODES:
            group.title += f" (overview of {len(points)} operations)"
            shown = self.overview()
        else:
            shown = {point: self.node((point,)) for point in points}
        frames: dict[Operation, Group] = {self.function: group}
        for point, node in shown.items():
            frame = self.frame(point.op.parent_op(), frames)
            if node not in frame.nodes:
                frame.nodes.append(node)
        edges: dict[Edge, None] = {}
        links = sorted(
            self.flow.links.items(),
            key=lambda link: (link[0][1].number, link[0][0].number),
        )
        for (source, target), link in links:
            if source is target or shown[source] is not shown[target]:
                edges[self.edge(source, target, link, shown)] = None
        group.edges = list(edges)
        return group

    def edge(
        self, source: Point, target: Point, link: Link, shown: dict[Point, Node]
    ) -> Edge:
        is_backward = source.number >= target.number
        return Edge(
            shown[source].key,
            shown[target].key,
            "next round" if is_backward else "",
            is_dashed=link is Link.HOST,
            is_backward=is_backward,
        )

    def frame(self, op: Operation | None, frames: dict[Operation, Group]) -> Group:
        """The frame of `op`: its own, or that of an operation around."""
        assert op is not None
        known = frames.get(op)
        if known is not None:
            return known
        outer = self.frame(op.parent_op(), frames)
        if op.name in LOOPS or op.name == "async.execute":
            frames[op] = inner = Group(self.frame_title(op))
            outer.nodes.append(inner)
            return inner
        frames[op] = outer
        return outer

    def frame_title(self, op: Operation) -> str:
        rounds, growth = known_rounds(op), self.flow.growth.get(op)
        if rounds is not None:
            return f"{op.name}: {rounds} rounds"
        return op.name if growth is None else f"{op.name}: each round adds {growth}"

    def node(self, points: Sequence[Point]) -> Node:
        """One node for `points`, which are of one name."""
        first = points[0]
        key = f"{self.prefix}n{first.number}"
        role = Role.DEVICE if first.kind is Kind.WORK else Role.WAIT
        if first.kind is Kind.CALL:
            role = Role.HOST
        if len(points) == 1:
            return Node(key, tuple(self.lines(first.op)), role)
        symbols = dict.fromkeys(s for point in points for s in _symbols(point.op))
        return Node(key, (f"{len(points)} x {first.op.name}", *list(symbols)[:3]), role)

    def lines(self, op: Operation) -> Iterator[str]:
        """What to say of `op`: its name, the symbols and the buffers that it names."""
        is_join = op.name == "gpu.wait" and op.results
        yield f"{op.name} async" if is_join else op.name
        yield from _symbols(op)
        buffers = [v for v in (*op.results, *op.operands) if _is_buffer(v.type)]
        if buffers:
            yield ", ".join(self.names.get(value, "?") for value in buffers)

    def overview(self) -> dict[Point, Node]:
        """
        What to draw for each point when there are too many: one node for those of one
        name that come about as late, in the same loop.
        """
        rank: dict[Point, int] = {}
        sources: dict[Point, list[Point]] = {}
        for source, target in self.flow.links:
            sources.setdefault(target, []).append(source)
        for point in self.flow.points:
            before = (rank[s] for s in sources.get(point, ()) if s in rank)
            rank[point] = 1 + max(before, default=0)
        highest, kinds = max(rank.values()), len({p.op.name for p in rank})
        bands = max(1, _MOST_NODES // kinds)
        width = -(-highest // bands)
        together: dict[Any, list[Point]] = {}
        for point in self.flow.points:
            band = (rank[point] - 1) // width
            key = (band, point.op.name, point.kind, point.op.parent_op())
            together.setdefault(key, []).append(point)
        if len(together) > 2 * _MOST_NODES:
            # Too many loops: what happens in them is shown as if in one.
            merged: dict[Any, list[Point]] = {}
            for (*kind, _), points in together.items():
                merged.setdefault(tuple(kind), []).extend(points)
            together = merged
        return {
            point: node
            for points in together.values()
            for node in (self.node(points),)
            for point in points
        }


def _symbols(op: Operation) -> Iterator[str]:
    for attr in op.properties.values():
        if isinstance(attr, SymbolRefAttr):
            yield str(attr)


def _is_buffer(attr: Attribute) -> bool:
    return isinstance(attr, MemRefType | UnrankedMemRefType)


@dataclass(frozen=True)
class GpuTokenGraphTarget(CheckedOptions, Target):
    """
    The token graph of a module, as `format`: `dot`, `mermaid` or `text`.

    `xdsl-opt -t gpu-token-graph file.mlir | dot -Tsvg`
    """

    name: ClassVar[str] = "gpu-token-graph"

    format: Format = "dot"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(token_graph(module).render(self.format))
