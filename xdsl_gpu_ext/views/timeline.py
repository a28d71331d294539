"""
The schedule of runs on the simulated device as a picture: who worked when.

    timeline_svg({"chain": one.trace, "memory": other.trace})

Lanes are copies each way, kernels, memory and the host; time is counted in steps of the
device. Where the host waits, its lane is hatched. Several runs are drawn below one
another on one scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from xdsl_gpu_ext.simulator.trace import Lane, Step, Trace
from xdsl_gpu_ext.views.graph import BLUE, GREEN, GREY, INK, LINE, ORANGE, PAPER

FILLS = {
    Lane.HOST: GREY,
    Lane.HOST_TO_DEVICE: ORANGE,
    Lane.DEVICE_TO_HOST: "#f3c9de",
    Lane.WITHIN_DEVICE: "#e3dcf5",
    Lane.KERNEL: BLUE,
    Lane.MEMORY: GREEN,
}

_LABELS, _ROW, _WIDTH = 150, 20, 760
_MOST_BARS = 400
"""Above that only the beginning of a run is drawn."""


def timeline_svg(traces: Mapping[str, Trace]) -> str:
    """The runs in `traces`, by name, as SVG."""
    shown = {name: trace.steps[:_MOST_BARS] for name, trace in traces.items()}
    end = max((s.end for steps in shown.values() for s in steps), default=0) or 1
    unit = max(4.0, min(90.0, (_WIDTH - _LABELS) / end))
    body: list[str] = []
    top = 8
    for name, steps in shown.items():
        rest = len(traces[name].steps) - len(steps)
        length = max((step.end for step in steps), default=0)
        title = f"{name}: {length} steps" + (f" and more, {rest} left out" * (rest > 0))
        body.append(_text(4, top + 13, title, "font-weight='bold'"))
        top += 20
        lines, height = _run(steps, top, unit)
        body += lines
        top += height
        body += _axis(end, top, unit)
        top += 28
    width = round(_LABELS + end * unit + 12)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top}" '
            f'viewBox="0 0 {width} {top}" font-family="sans-serif" font-size="11">',
            '<defs><pattern id="hatch" width="6" height="6" '
            'patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
            f'<rect width="6" height="6" fill="{GREY}"/>'
            '<rect width="1" height="6" fill="#c4c4c4"/></pattern></defs>',
            f'<rect width="{width}" height="{top}" fill="{PAPER}"/>',
            *body,
            "</svg>",
        )
    )


def _run(steps: Sequence[Step], top: int, unit: float) -> tuple[list[str], int]:
    """The lanes of one run, and how high they are together."""
    lines: list[str] = []
    start = top
    for lane in Lane:
        rows = _rows([step for step in steps if step.lane is lane])
        if not rows:
            continue
        lines.append(_text(4, top + 14, lane.value))
        for row in rows:
            for step in row:
                lines += _bar(step, top, unit)
            top += _ROW
        top += 4
        lines.append(_line(0, top - 2, _LABELS, top - 2))
    return lines, top - start


def _rows(steps: Sequence[Step]) -> list[list[Step]]:
    """As few rows as hold `steps` without overlap."""
    rows: list[list[Step]] = []
    for step in sorted(steps, key=lambda step: (step.start, step.end)):
        for row in rows:
            if row[-1].end <= step.start and row[-1].start < step.start:
                row.append(step)
                break
        else:
            rows.append([step])
    return rows


def label_of(step: Step) -> str:
    """What a step is, in a few words."""
    if step.is_wait:
        return "waits"
    if step.lane is Lane.KERNEL and step.detail:
        return step.detail.rpartition("::")[2]
    name = step.op.name.rpartition(".")[2]
    return _SHORT.get(name, name)


_SHORT = {"dealloc": "free", "memcpy": "copy", "memset": "fill"}


def _bar(step: Step, top: int, unit: float) -> Iterator[str]:
    x = _LABELS + step.start * unit
    width = (step.end - step.start) * unit
    size = f", {step.bytes:,} bytes" if step.bytes else ""
    said = " ".join(filter(None, (step.op.name, step.detail))) + size
    fill = "url(#hatch)" if step.is_wait else FILLS[step.lane]
    yield (
        f'<rect x="{x:g}" y="{top}" width="{max(width, 3):g}" height="{_ROW - 3}" '
        f'fill="{fill}" stroke="{LINE}"><title>{escape(said)}</title></rect>'
    )
    label = label_of(step)
    fits = int((width - 2) / 6)
    if fits >= 3:
        text = label if len(label) <= fits else label[: fits - 1] + "…"
        yield _text(x + 3, top + 13, text)


def _axis(end: int, top: int, unit: float) -> Iterator[str]:
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 10**9) if n * unit >= 20)
    for step in range(0, end + 1, every):
        x = _LABELS + step * unit
        yield _line(x, top, x, top + 4)
        yield _text(x - 3, top + 15, str(step))
    yield _line(_LABELS, top, _LABELS + end * unit, top)


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{INK}" {more}>{escape(text)}</text>'


def _line(x0: float, y0: float, x1: float, y1: float) -> str:
    return (
        f'<line x1="{x0:g}" y1="{y0:g}" x2="{x1:g}" y2="{y1:g}" stroke="{LINE}" '
        'stroke-width="0.6"/>'
    )


def timeline_text(traces: Mapping[str, Trace]) -> str:
    """The runs in `traces`, by name, as a line of text for each step of time."""
    lines: list[str] = []
    for name, trace in traces.items():
        steps = [step for step in trace.steps if step.end > step.start]
        lines.append(f"{name}: {max((s.end for s in steps), default=0)} steps")
        at: dict[int, list[str]] = {}
        for step in steps:
            if not step.is_wait:
                at.setdefault(step.start, []).append(label_of(step))
        lines += (f"  {time}: {', '.join(at[time])}" for time in sorted(at))
    return "\n".join(lines)
