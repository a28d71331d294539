"""
Looking at modules in a notebook.

Every function returns an object that Jupyter shows as HTML or SVG and a terminal as
plain text; `print` gives the text anywhere.

    from xdsl_gpu_ext.api import parse, run_passes
    from xdsl_gpu_ext.notebook import diff, show, token_graph

    before = parse(Path("kernel.mlir"))
    after = run_passes(before, "gpu-async-region")
    diff(before, after)

Needs the `notebook` extra (`pip install xdsl-gpu-ext[notebook]`); pictures also need
the program `dot` of Graphviz, without which their text is shown.
"""

from __future__ import annotations

import difflib
import html
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

import graphviz
from pygments import highlight
from pygments.formatters import HtmlFormatter
from xdsl.ir import Operation

from xdsl_gpu_ext.api import Source, parse, to_text
from xdsl_gpu_ext.mlir_lexer import MLIRLexer
from xdsl_gpu_ext.targets.graph import Graph
from xdsl_gpu_ext.targets.memory_map import memory_map as _memory_map
from xdsl_gpu_ext.targets.token_graph import token_graph as _token_graph


@dataclass(frozen=True)
class Rich:
    """Something to look at: `text` anywhere, `mime` where more can be shown."""

    text: str
    mime: dict[str, str] = field(default_factory=dict[str, str], repr=False)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        return {"text/plain": self.text} | self.mime


def _text_of(source: Source | Operation) -> str:
    if isinstance(source, Operation):
        return to_text(source)
    return to_text(parse(source))


def show(source: Source | Operation) -> Rich:
    """IR with highlighted syntax: an operation, a module, MLIR text or a file."""
    text = _text_of(source)
    formatter: HtmlFormatter[str] = HtmlFormatter(
        noclasses=True, nobackground=True, prestyles="font-family: monospace"
    )
    return Rich(text, {"text/html": highlight(text, MLIRLexer(), formatter)})


_DIFF_STYLE = """<style>
.xdsl-diff {width: 100%; table-layout: fixed; border-collapse: collapse;
  font-family: monospace; font-size: 85%}
.xdsl-diff tr {background: none !important}
.xdsl-diff td {text-align: left !important; vertical-align: top; padding: 0 .5em;
  border: none !important; white-space: pre-wrap; overflow-wrap: anywhere}
.xdsl-diff td.del {background: #ffd7d5; color: #000}
.xdsl-diff td.add {background: #d1f4d9; color: #000}
.xdsl-diff td.gap {text-align: center !important; color: #888}
</style>"""

_GAP = '<tr><td class="gap" colspan="2">&#8943;</td></tr>'


def diff(
    before: Source | Operation, after: Source | Operation, *, context: int = 3
) -> Rich:
    """
    What changed from `before` to `after`, side by side; as text, a unified diff.

    `context` is the number of lines that are shown around each change.
    """
    old, new = _text_of(before).splitlines(), _text_of(after).splitlines()
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    hunks = ["".join(_rows(old, new, h)) for h in matcher.get_grouped_opcodes(context)]
    table = f'{_DIFF_STYLE}<table class="xdsl-diff">{_GAP.join(hunks)}</table>'
    unified = difflib.unified_diff(old, new, "before", "after", lineterm="", n=context)
    return Rich("\n".join(unified), {"text/html": table})


def _rows(
    old: list[str], new: list[str], hunk: list[tuple[str, int, int, int, int]]
) -> Iterator[str]:
    for tag, i0, i1, j0, j1 in hunk:
        for left, right in zip_longest(old[i0:i1], new[j0:j1]):
            yield f"<tr>{_cell(left, tag, 'del')}{_cell(right, tag, 'add')}</tr>"


def _cell(line: str | None, tag: str, changed: str) -> str:
    if line is None:
        return "<td></td>"
    style = "" if tag == "equal" else f' class="{changed}"'
    return f"<td{style}>{html.escape(line)}</td>"


def picture(graph: Graph) -> Rich:
    """A graph as SVG where `dot` is installed, and as text."""
    text = graph.to_text()
    try:
        svg = graphviz.Source(graph.to_dot()).pipe(format="svg", encoding="utf-8")
    except graphviz.ExecutableNotFound:
        return Rich(text)
    return Rich(text, {"image/svg+xml": svg[svg.index("<svg") :]})


def token_graph(source: Source) -> Rich:
    """Which asynchronous work of a module waits for which."""
    return picture(_token_graph(parse(source)))


def memory_map(source: Source) -> Rich:
    """Where the buffers of a module live, who touches them and what is copied."""
    return picture(_memory_map(parse(source)))
