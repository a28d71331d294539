"""
Graphs as DOT, Mermaid and text.

A `Graph` holds nodes in groups (a function, a loop in it) and edges between nodes; how
it looks is decided here, once for every picture. Every picture has a background of its
own, so that it can be read on light pages and dark ones, and no two roles differ by
colour only.
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
    HOST_MEMORY = "hostMemory"
    DEVICE_MEMORY = "deviceMemory"
    SHARED_MEMORY = "sharedMemory"


@dataclass(frozen=True)
class Look:
    """How a node is drawn: Graphviz shape, Mermaid brackets, fill colour."""

    shape: str
    brackets: tuple[str, str]
    fill: str


# Tints of the colours of Okabe and Ito, which people tell apart who see few colours.
BLUE, ORANGE, GREEN, GREY = "#cfe6f7", "#f9e2b3", "#bfe8da", "#e6e6e6"

LOOKS = {
    Role.DEVICE: Look("box", ("[", "]"), BLUE),
    Role.HOST: Look("ellipse", ("([", "])"), ORANGE),
    Role.WAIT: Look("diamond", ("{{", "}}"), GREY),
    Role.HOST_MEMORY: Look("cylinder", ("[(", ")]"), ORANGE),
    Role.DEVICE_MEMORY: Look("box3d", ("[[", "]]"), BLUE),
    Role.SHARED_MEMORY: Look("octagon", ("[/", "\\]"), GREEN),
}

INK, LINE, PAPER = "#111111", "#555555", "#ffffff"


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
    is_dashed: bool = False
    is_backward: bool = False
    """Whether it leads back, to what was drawn before."""


@dataclass
class Group:
    """Nodes drawn together under a title, and groups within."""

    title: str
    nodes: list[Node | Group] = field(default_factory=list["Node | Group"])
    edges: list[Edge] = field(default_factory=list[Edge])


def nodes_in(group: Group) -> Iterator[Node]:
    """The nodes of `group` and of the groups within, in order."""
    for node in group.nodes:
        if isinstance(node, Group):
            yield from nodes_in(node)
        else:
            yield node


@dataclass
class Graph:
    """A picture: groups of nodes, and the edges of each group."""

    title: str
    groups: list[Group] = field(default_factory=list[Group])
    arrow: str = "after"
    """What an edge says of its target, in text: `#2 after #1`."""
    legend: str = ""
    """What the lines mean."""

    def render(self, format: Format) -> str:
        """The graph in `format`."""
        lines = {
            "dot": self._dot_lines,
            "mermaid": self._mermaid_lines,
            "text": self._text_lines,
        }
        return "\n".join(lines[format]()) + "\n"

    # DOT

    def _dot_lines(self) -> Iterator[str]:
        yield f"digraph {_dot_text(self.title)} {{"
        yield f'  rankdir=TB; fontname=sans; fontcolor="{INK}"; bgcolor="{PAPER}";'
        if self.legend:
            yield f"  label={_dot_text(self.legend)}; fontsize=10;"
        yield "  node [fontname=monospace, fontsize=10, style=filled,"
        yield f'        color="{LINE}", fontcolor="{INK}"];'
        yield (
            f'  edge [fontname=monospace, fontsize=9, color="{LINE}", '
            f'fontcolor="{INK}"];'
        )
        for index, group in enumerate(self.groups):
            yield from self._dot_group(group, str(index), "  ")
        yield "}"

    def _dot_group(self, group: Group, number: str, indent: str) -> Iterator[str]:
        yield f"{indent}subgraph cluster_{number} {{"
        yield f'{indent}  label={_dot_text(group.title)}; color="#999999";'
        for index, node in enumerate(group.nodes):
            if isinstance(node, Group):
                yield from self._dot_group(node, f"{number}_{index}", indent + "  ")
                continue
            look = LOOKS[node.role]
            yield (
                f"{indent}  {node.key} [label={_dot_text(*node.lines)}, "
                f'shape={look.shape}, fillcolor="{look.fill}"];'
            )
        yield f"{indent}}}"
        for edge in group.edges:
            options: list[str] = []
            if edge.label:
                options.append(f"label={_dot_text(edge.label)}")
            if edge.is_dashed:
                options.append("style=dashed")
            if edge.is_backward:
                options.append("constraint=false")
            inside = f" [{', '.join(options)}]" if options else ""
            yield f"{indent}{edge.source} -> {edge.target}{inside};"

    # Mermaid

    def _mermaid_lines(self) -> Iterator[str]:
        yield "flowchart TB"
        for role, look in LOOKS.items():
            yield (
                f"  classDef {role.value} fill:{look.fill},stroke:{LINE},color:{INK}"
            )
        for index, group in enumerate(self.groups):
            yield from self._mermaid_group(group, f"group{index}", "  ")

    def _mermaid_group(self, group: Group, name: str, indent: str) -> Iterator[str]:
        yield f'{indent}subgraph {name}["{_mermaid_text(group.title)}"]'
        for index, node in enumerate(group.nodes):
            if isinstance(node, Group):
                yield from self._mermaid_group(node, f"{name}_{index}", indent + "  ")
                continue
            opening, closing = LOOKS[node.role].brackets
            label = "<br/>".join(map(_mermaid_text, node.lines))
            yield f'{indent}  {node.key}{opening}"{label}"{closing}:::{node.role.value}'
        yield f"{indent}end"
        for edge in group.edges:
            arrow = "-.->" if edge.is_dashed else "-->"
            label = f'|"{_mermaid_text(edge.label)}"|' if edge.label else ""
            yield f"{indent}{edge.source} {arrow}{label} {edge.target}"

    # Text

    def _text_lines(self) -> Iterator[str]:
        """Every node with those that have an edge to it."""
        for group in self.groups:
            numbers = {node.key: i for i, node in enumerate(nodes_in(group))}
            before: dict[str, list[str]] = {}
            for edge in group.edges:
                said = [
                    *(["host"] if edge.is_dashed else []),
                    *filter(None, [edge.label]),
                ]
                label = f" ({', '.join(said)})" if said else ""
                before.setdefault(edge.target, []).append(
                    f"#{numbers[edge.source]}{label}"
                )
            yield from self._text_group(group, numbers, before, "")
        if not self.groups and self.legend:
            yield self.legend

    def _text_group(
        self,
        group: Group,
        numbers: dict[str, int],
        before: dict[str, list[str]],
        indent: str,
    ) -> Iterator[str]:
        yield f"{indent}{group.title}"
        for node in group.nodes:
            if isinstance(node, Group):
                yield from self._text_group(node, numbers, before, indent + "  ")
                continue
            sources = ", ".join(before.get(node.key, ()))
            suffix = f"  {self.arrow} {sources}" if sources else ""
            yield f"{indent}  #{numbers[node.key]} {' '.join(node.lines)}{suffix}"


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
