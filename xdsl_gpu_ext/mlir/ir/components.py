"""Strongly connected components of graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

_T = TypeVar("_T")


def components(
    starts: Iterable[_T], successors: Callable[[_T], Iterable[_T]]
) -> Iterator[list[_T]]:
    """
    The strongly connected components of what can be reached from `starts`, each after
    those that it leads to (Tarjan). The cost is linear, and no depth is too great.
    """
    index: dict[_T, int] = {}
    low: dict[_T, int] = {}
    done: set[_T] = set()
    open_nodes: list[_T] = []
    work: list[tuple[_T, Iterator[_T]]] = []

    def enter(node: _T) -> None:
        index[node] = low[node] = len(index)
        open_nodes.append(node)
        work.append((node, iter(successors(node))))

    for start in starts:
        if start in index:
            continue
        enter(start)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in index:
                    enter(other)
                    break
                if other not in done:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == index[node]:
                    component: list[_T] = []
                    while not component or component[-1] is not node:
                        component.append(open_nodes.pop())
                    done.update(component)
                    yield component[::-1]
