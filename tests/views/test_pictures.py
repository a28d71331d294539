"""Pictures of modules and of runs: what they show, and that they can be read."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from xdsl_gpu_ext.api import parse, run_passes
from xdsl_gpu_ext.notebook import diff, show, timeline, token_graph
from xdsl_gpu_ext.simulator import Lane, RunResult, run
from xdsl_gpu_ext.simulator.trace import chrome_trace
from xdsl_gpu_ext.views import graph, markup
from xdsl_gpu_ext.views import timeline as timeline_module
from xdsl_gpu_ext.views.graph import nodes_in
from xdsl_gpu_ext.views.token_graph import token_graph as graph_of

EXAMPLES = Path(__file__).parents[2] / "examples"


def luminance(colour: str) -> float:
    """As WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


TEXTS = [*markup.COLOURS.values()]
GROUNDS = [
    markup.PAPER,
    markup.REMOVED,
    markup.REMOVED_PART,
    markup.ADDED,
    markup.ADDED_PART,
]
FILLS = [
    graph.PAPER,
    *(look.fill for look in graph.LOOKS.values()),
    *timeline_module.FILLS.values(),
]


@pytest.mark.parametrize(
    ("text", "ground"),
    [*product(TEXTS, GROUNDS), *product([graph.INK], FILLS), ("#000000", "#c4c4c4")],
)
def test_contrast(text: str, ground: str):
    assert contrast(text, ground) >= 4.5


def double_buffer(dependencies: str) -> RunResult:
    module = run_passes(
        EXAMPLES / "double_buffer.mlir",
        f"gpu-async-region{{dependencies={dependencies}}}",
    )
    rows = np.ones((5, 256), np.float32)
    return run(module, "add_rows", [rows, np.zeros(256, np.float32)])


def test_trace_shows_overlap():
    """Copying a row takes no time beside the kernel that adds the one before."""
    for dependencies, overlaps in (("chain", 0), ("memory", 4)):
        steps = double_buffer(dependencies).trace.steps
        copies = {s.start for s in steps if s.lane is Lane.HOST_TO_DEVICE}
        kernels = {s.start for s in steps if s.lane is Lane.KERNEL}
        assert (len(copies), len(kernels)) == (5, 5)
        assert len(copies & kernels) == overlaps
        copied = sum(s.bytes for s in steps if s.lane is Lane.HOST_TO_DEVICE)
        assert copied == 5 * 256 * 4


def test_chrome_trace():
    traces = {name: double_buffer(name).trace for name in ("chain", "memory")}
    events = json.loads(json.dumps(chrome_trace(traces)))["traceEvents"]
    names = [e["args"]["name"] for e in events if e["name"] == "process_name"]
    assert names == ["chain", "memory"]
    for event in events:
        if event["ph"] == "X":
            assert event["dur"] >= 0
            assert {"name", "pid", "tid", "ts"} <= event.keys()
    ends = [e["ts"] + e["dur"] for e in events if e["ph"] == "X" and e["pid"] == 0]
    assert max(ends) == 18


def test_timeline():
    shown = timeline({name: double_buffer(name) for name in ("chain", "memory")})
    assert "chain: 18 steps" in shown.text
    assert "memory: 9 steps" in shown.text
    assert "4: @add, copy" in shown.text or "4: copy, @add" in shown.text


def test_large_graphs_stay_readable():
    """Of a chain of 300 copies, as of 300 beside one another."""
    copies = "\n".join(
        f"%t{n} = gpu.memcpy async [%t{{}}] %a, %b : memref<8xf32>, memref<8xf32>"
        for n in range(1, 301)
    )
    for before in (range(300), [0] * 300):
        text = f"""func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {{
            %t0 = gpu.wait async
            {copies.format(*before)}
            gpu.wait [{", ".join(f"%t{n}" for n in range(1, 301))}]
            return
        }}"""
        (group,) = graph_of(parse(text)).groups
        nodes = list(nodes_in(group))
        assert len(nodes) <= 70
        assert "overview of 301 operations" in group.title
        counted = [re.match(r"(\d+) x", node.lines[0]) for node in nodes]
        assert sum(int(c.group(1)) if c else 1 for c in counted) == 301


def test_nothing_to_draw():
    text = "func.func @f() { return }"
    assert "no tokens" in token_graph(text).text
    assert "nothing changed" in diff(text, text).text
    assert "nothing changed" in diff(text, text).mime["text/html"]


def test_lines_that_belong_together_are_paired():
    old = [
        "%a = memref.alloc() : memref<4xf32>",
        "%x = arith.addi %p, %q : index",
        "foo",
    ]
    new = [
        "%new = gpu.wait async",
        "%a = gpu.alloc () : memref<4xf32>",
        "%y = arith.addi %p, %r : index",
    ]
    assert list(markup.paired(old, new)) == [
        (None, new[0]),
        (old[0], new[1]),
        (old[1], new[2]),
        ("foo", None),
    ]


def test_changes_within_a_line_are_marked():
    shown = diff(
        "func.func @f() { %c = arith.constant 1 : i32 return }",
        "func.func @f() { %c = arith.constant 2 : i32 return }",
    )
    marked = re.findall(r"background-color: (#\w+)\">([^<]*)<", shown.mime["text/html"])
    assert (markup.REMOVED_PART, "1") in marked
    assert (markup.ADDED_PART, "2") in marked


def test_html_needs_no_style_sheet():
    """Jupyter drops them in a notebook that is not trusted."""
    html = show("func.func @f() { return }").mime["text/html"]
    assert "<style" not in html
    assert "class=" not in html
