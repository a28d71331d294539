"""
Graphs as DOT, Mermaid and text.

A `Graph` holds nodes in groups (one a function, say) and edges between nodes; how it
looks is decided here, once for every picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

Format = Literal["dot", "mermaid", "text"]
"""How a graph can be written."""


class Role(Enum):
    """What a node stands for; every role has its own look."""

    DEVICE = "device"
    """Work of the device."""
    HOST = "host"
    """Work of the host."""
    WAIT = "wait"
    """A point of synchronisation."""
    MEMORY = "memory"
    """A buffer."""


@dataclass(frozen=True)
class Look:
    """How a node is drawn: Graphviz shape, Mermaid brackets, fill colour."""

    shape: str
    brackets: tuple[str, str]
    fill: str


LOOKS = {
    Role.DEVICE: Look("box", ("[", "]"), "#d6e8fa"),
    Role.HOST: Look("box", ("(", ")"), "#f3e6cf"),
    Role.WAIT: Look("diamond", ("{{", "}}"), "#e6e6e6"),
    Role.MEMORY: Look("cylinder", ("[(", ")]"), "#dcefdc"),
}


@dataclass(frozen=True)
class Node:
    """A node; `lines` are the lines of its label."""

    key: str
    lines: tuple[str, ...]
    role: Role


@dataclass(frozen=True)
class Edge:
    """An edge from the node `source` to the node `target`, by their keys."""

    source: str
    target: str
    label: str = ""


@dataclass
class Group:
    """Nodes drawn together under a title."""

    title: str
    nodes: list[Node] = field(default_factory=list[Node])
    edges: list[Edge] = field(default_factory=list[Edge])


@dataclass
class Graph:
    """A picture: groups of nodes and the edges within them."""

    title: str
    groups: list[Group] = field(default_factory=list[Group])
    arrow: str = "after"
    """What an edge says of its target, in text: `#2 after #1`."""

    def render(self, format: Format) -> str:
        """The graph in `format`."""
        match format:
            case "dot":
                return self.to_dot()
            case "mermaid":
                return self.to_mermaid()
            case "text":
                return self.to_text()

    def to_dot(self) -> str:
        """The graph in Graphviz's DOT."""
        return "\n".join(self._dot_lines()) + "\n"

    def _dot_lines(self) -> Iterator[str]:
        yield f"digraph {_dot_text(self.title)} {{"
        yield "  rankdir=TB; fontname=sans;"
        yield "  node [fontname=monospace, fontsize=10, style=filled];"
        yield "  edge [fontname=monospace, fontsize=9];"
        for index, group in enumerate(self.groups):
            yield f"  subgraph cluster_{index} {{"
            yield f'    label={_dot_text(group.title)}; color="#999999";'
            for node in group.nodes:
                look = LOOKS[node.role]
                yield (
                    f"    {node.key} [label={_dot_text(*node.lines)}, "
                    f'shape={look.shape}, fillcolor="{look.fill}"];'
                )
            for edge in group.edges:
                label = f" [label={_dot_text(edge.label)}]" if edge.label else ""
                yield f"    {edge.source} -> {edge.target}{label};"
            yield "  }"
        yield "}"

    def to_mermaid(self) -> str:
        """The graph as a Mermaid flowchart."""
        return "\n".join(self._mermaid_lines()) + "\n"

    def _mermaid_lines(self) -> Iterator[str]:
        yield "flowchart TB"
        for role, look in LOOKS.items():
            yield f"  classDef {role.value} fill:{look.fill},stroke:#666,color:#000"
        for index, group in enumerate(self.groups):
            yield f'  subgraph group{index}["{_mermaid_text(group.title)}"]'
            for node in group.nodes:
                opening, closing = LOOKS[node.role].brackets
                label = "<br/>".join(map(_mermaid_text, node.lines))
                yield (f'    {node.key}{opening}"{label}"{closing}:::{node.role.value}')
            for edge in group.edges:
                label = f'|"{_mermaid_text(edge.label)}"|' if edge.label else ""
                yield f"    {edge.source} -->{label} {edge.target}"
            yield "  end"

    def to_text(self) -> str:
        """The graph in plain text: every node with those that have an edge to it."""
        return "\n".join(self._text_lines()) + "\n"

    def _text_lines(self) -> Iterator[str]:
        for group in self.groups:
            yield group.title
            numbers = {node.key: i for i, node in enumerate(group.nodes)}
            before: dict[str, list[str]] = {}
            for edge in group.edges:
                label = f" ({edge.label})" if edge.label else ""
                before.setdefault(edge.target, []).append(
                    f"#{numbers[edge.source]}{label}"
                )
            for node in group.nodes:
                sources = ", ".join(before.get(node.key, ()))
                suffix = f"  {self.arrow} {sources}" if sources else ""
                yield f"  #{numbers[node.key]} {' '.join(node.lines)}{suffix}"


def _dot_text(*lines: str) -> str:
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'


def _mermaid_text(text: str) -> str:
    # Mermaid knows HTML entities, and nothing else inside quotes is special.
    return (
        text.replace("&", "&amp;")
        .replace('"', "&quot;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
    )
