"""
Looking at modules and runs in a notebook.

Every function returns an object that Jupyter shows as HTML and a terminal as plain
text; `print` gives the text anywhere. What is shown can be read on light and dark
themes, and in a notebook that is not trusted.

    from xdsl_gpu_ext.api import parse, run_passes
    from xdsl_gpu_ext.notebook import diff, show, token_graph

    before = parse(Path("kernel.mlir"))
    after = run_passes(before, "gpu-async-region")
    diff(before, after)

Needs the `notebook` extra (`pip install 'xdsl-gpu-ext[notebook]'`); the graphs also
need the program `dot` of Graphviz, without which their text is shown.
"""

from __future__ import annotations

import difflib
import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from xdsl.ir import Operation

from xdsl_gpu_ext.api import Source, parse, to_text

try:
    import graphviz

    from xdsl_gpu_ext.simulator import RunResult
    from xdsl_gpu_ext.views import markup
    from xdsl_gpu_ext.views.timeline import timeline_svg, timeline_text
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"xdsl_gpu_ext.notebook: {error.name} is missing: "
        "pip install 'xdsl-gpu-ext[notebook]'",
        name=error.name,
    ) from None

from xdsl_gpu_ext.views.graph import Graph
from xdsl_gpu_ext.views.memory_map import memory_map as _memory_map
from xdsl_gpu_ext.views.token_graph import token_graph as _token_graph


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
    return Rich(text, {"text/html": markup.highlighted(text)})


def diff(
    before: Source | Operation, after: Source | Operation, *, context: int = 3
) -> Rich:
    """
    What changed from `before` to `after`, side by side; as text, a unified diff.

    Lines that belong together stand side by side, and what changed within them is
    marked. `context` is the number of lines that are shown around each change.
    """
    old, new = _text_of(before).splitlines(), _text_of(after).splitlines()
    if old == new:
        text = f"nothing changed in {len(old)} lines"
        return Rich(text, {"text/html": markup.note(text)})
    unified = difflib.unified_diff(old, new, "before", "after", lineterm="", n=context)
    table = markup.difference(old, new, context)
    return Rich("\n".join(unified), {"text/html": table})


def picture(graph: Graph) -> Rich:
    """A graph as a picture where `dot` is installed, and as text."""
    text = graph.render("text")
    if not graph.groups:
        return Rich(text, {"text/html": markup.note(text)})
    try:
        svg = graphviz.Source(graph.render("dot")).pipe(format="svg", encoding="utf-8")
    except graphviz.ExecutableNotFound:
        return Rich(text)
    return _drawn(svg[svg.index("<svg") :], text)


def _drawn(svg: str, text: str) -> Rich:
    """
    A picture as an image within HTML. Jupyter shows it so in a notebook that is not
    trusted, where it shows no SVG as such.
    """
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    if "'" not in svg:
        # They need no escape where they stand.
        svg = svg.replace('"', "'")
    data = quote(" ".join(svg.split()), safe=" =:/;,()!?@{}[]'")
    image = (
        f'<img src="data:image/svg+xml;utf8,{data}" alt="{html.escape(text)}" '
        'style="max-width: 100%; background-color: #ffffff">'
    )
    return Rich(text, {"text/html": image})


def token_graph(source: Source) -> Rich:
    """Which work of a module happens after which, and how long that takes at least."""
    return picture(_token_graph(parse(source)))


def memory_map(source: Source) -> Rich:
    """Where the buffers of a module live, who touches them and what is copied."""
    return picture(_memory_map(parse(source)))


def timeline(results: RunResult | Mapping[str, RunResult]) -> Rich:
    """
    Who worked when in a run of the simulator, or in several, by name:

        timeline({"chain": run(chain, ...), "memory": run(memory, ...)})
    """
    if isinstance(results, RunResult):
        results = {"run": results}
    traces = {name: result.trace for name, result in results.items()}
    return _drawn(timeline_svg(traces), timeline_text(traces))
