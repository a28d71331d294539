"""
IR and differences of IR as HTML.

Everything has a background and a text colour of its own, in the `style` of each
element: so it can be read on light pages and dark ones, and in a notebook that is not
trusted, where Jupyter drops style sheets. Texts have a contrast of 4.5 and more.
"""

from __future__ import annotations

import difflib
import html
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from pygments.token import Comment, Keyword, Name, Number, String, Token

from xdsl_gpu_ext.views.lexer import MLIRLexer

INK, PAPER = "#1f2328", "#ffffff"
REMOVED, REMOVED_PART = "#ffebe9", "#ffc1bc"
ADDED, ADDED_PART = "#e6ffec", "#abf2bc"

COLOURS = {
    Comment: "#4b535c",
    Keyword: "#5a1e9e",
    Keyword.Type: "#0b4f44",
    Name.Attribute: "#7a3300",
    Name.Function: "#0a3d91",
    Name.Label: "#7a3300",
    Number: "#8a1f4b",
    String: "#0b4f44",
    Token: INK,
}

_BOX = (
    f"background-color: {PAPER}; color: {INK}; padding: 8px; margin: 0; "
    "border: 1px solid #d0d7de; font-family: monospace; font-size: 13px; "
    "line-height: 1.4"
)
_CELL = (
    f"color: {INK}; text-align: left; vertical-align: top; padding: 0 6px; "
    "border: none; white-space: pre-wrap; word-break: break-word; "
    "word-wrap: break-word"
)
_TABLE = (
    "width: 100%; table-layout: fixed; border-collapse: collapse; margin: 0; "
    "font-family: monospace; font-size: 12px; line-height: 1.4"
)


def highlighted(text: str) -> str:
    """`text`, which is MLIR, with colours."""
    body = "".join(_spans(_colours(text), text))
    return f'<pre style="{_BOX}; white-space: pre; overflow: auto">{body}</pre>'


def note(text: str) -> str:
    """A sentence, as it stands where there is nothing else to show."""
    return f'<pre style="{_BOX}">{html.escape(text)}</pre>'


def _colours(text: str) -> list[str]:
    """The colour of each character of `text`."""
    colours: list[str] = []
    for kind, part in MLIRLexer(ensurenl=False, stripnl=False).get_tokens(text):
        while kind not in COLOURS:
            kind = kind.parent or Token
        colours += [COLOURS[kind]] * len(part)
    return colours


def _spans(styles: Sequence[object], text: str) -> Iterator[str]:
    """`text` in spans of one style each: a colour, or a colour and a background."""
    position = 0
    for style, run in groupby(styles):
        end = position + len(list(run))
        part = html.escape(text[position:end])
        position = end
        match style:
            case (str(colour), str(ground)):
                yield (
                    f'<span style="color: {colour}; background-color: {ground}">'
                    f"{part}</span>"
                )
            case str(colour) if colour != INK and part.strip():
                yield f'<span style="color: {colour}">{part}</span>'
            case _:
                yield part


# Differences

Row = tuple[str | None, str | None]
"""Two lines side by side; one that is missing is `None`."""


def difference(old: Sequence[str], new: Sequence[str], context: int) -> str:
    """The lines that changed from `old` to `new`, side by side."""
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    gap = (
        f'<tr><td colspan="2" style="{_CELL}; background-color: #eaeef2; '
        'text-align: center">&#8943;</td></tr>'
    )
    hunks: list[str] = []
    for hunk in matcher.get_grouped_opcodes(context):
        rows: list[str] = []
        for tag, i0, i1, j0, j1 in hunk:
            pairs = (
                zip(old[i0:i1], new[j0:j1])
                if tag == "equal"
                else paired(old[i0:i1], new[j0:j1])
            )
            rows += (_row(left, right) for left, right in pairs)
        hunks.append("".join(rows))
    # In a `pre`, since what exports notebooks elsewhere takes several spaces for one.
    return (
        f'<pre style="{_BOX}; white-space: normal">'
        f'<table class="xdsl-diff" style="{_TABLE}">{gap.join(hunks)}</table></pre>'
    )


def paired(old: Sequence[str], new: Sequence[str]) -> Iterator[Row]:
    """
    The lines of `old` and `new` in order, those side by side that belong together: of
    one operation, or else alike.
    """
    same: list[tuple[Callable[[str], str], float]] = [(_operation, 1.0), (str, 0.6)]
    yield from _paired(old, new, same)


def _paired(
    old: Sequence[str],
    new: Sequence[str],
    ways: Sequence[tuple[Callable[[str], str], float]],
) -> Iterator[Row]:
    if not old or not new or not ways:
        yield from ((line, None) for line in old)
        yield from ((None, line) for line in new)
        return
    (key, least), *others = ways
    if least == 1:
        keys = [key(line) for line in old], [key(line) for line in new]
        matcher = difflib.SequenceMatcher(None, *keys, autojunk=False)
        found = [
            (block.a + n, block.b + n)
            for block in matcher.get_matching_blocks()
            for n in range(block.size)
        ]
    else:
        found = _alike(old, new, least)
    i = j = 0
    for a, b in (*found, (len(old), len(new))):
        yield from _paired(old[i:a], new[j:b], others)
        if a < len(old):
            yield old[a], new[b]
        i, j = a + 1, b + 1


def _operation(line: str) -> str:
    """What two lines of one kind of operation share."""
    found = re.search(r"\b[a-z_]\w*\.\w[\w.]*(?![\w.]*\")", line)
    return found.group() if found else line.strip()


_MOST_COMPARED = 2000
"""Pairs of lines that are compared letter by letter."""


def _alike(
    old: Sequence[str], new: Sequence[str], least: float
) -> list[tuple[int, int]]:
    """Pairs of lines that are alike, in order."""
    if len(old) * len(new) > _MOST_COMPARED:
        return []
    found: list[tuple[int, int]] = []
    start = 0
    for a, left in enumerate(old):
        matcher = difflib.SequenceMatcher(b=left, autojunk=False)
        best, at = least, -1
        for b in range(start, len(new)):
            matcher.set_seq1(new[b])
            if matcher.quick_ratio() > best and (ratio := matcher.ratio()) > best:
                best, at = ratio, b
        if at >= 0:
            found.append((a, at))
            start = at + 1
    return found


def _row(left: str | None, right: str | None) -> str:
    if left == right:
        marks: tuple[list[bool], list[bool]] = ([], [])
        grounds = (PAPER, PAPER)
    else:
        marks = _changed(left, right) if left and right else ([], [])
        grounds = (REMOVED, ADDED)
    return (
        f"<tr>{_cell(left, marks[0], grounds[0], REMOVED_PART)}"
        f"{_cell(right, marks[1], grounds[1], ADDED_PART)}</tr>"
    )


def _changed(left: str, right: str) -> tuple[list[bool], list[bool]]:
    """Which characters of two lines differ, word by word."""
    words = [re.findall(r"[\w.%@#!$-]+|\s+|.", line) for line in (left, right)]
    matcher = difflib.SequenceMatcher(None, *words, autojunk=False)
    marks: tuple[list[bool], list[bool]] = ([], [])
    for tag, i0, i1, j0, j1 in matcher.get_opcodes():
        for side, part in enumerate((words[0][i0:i1], words[1][j0:j1])):
            marks[side].extend([tag != "equal"] * len("".join(part)))
    return marks


def _cell(line: str | None, marks: list[bool], ground: str, part: str) -> str:
    if line is None:
        return f'<td style="{_CELL}; background-color: #f6f8fa"></td>'
    styles = [
        (colour, part) if marks and marks[n] else colour
        for n, colour in enumerate(_colours(line))
    ]
    body = "".join(_spans(styles, line))
    return f'<td style="{_CELL}; background-color: {ground}">{body}</td>'
