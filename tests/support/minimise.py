"""The smallest program that still fails, found by leaving lines out."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def minimise(text: str, fails: Callable[[str], bool]) -> str:
    """
    `text` without all lines that it can do without and still fail.

    Lines are left out alone, and together with the region that they open. What then is
    no program any more must not count as failing.
    """
    lines = text.splitlines()
    while (smaller := _smaller(lines, fails)) is not None:
        lines = smaller
    return "\n".join(lines) + "\n"


def _smaller(lines: list[str], fails: Callable[[str], bool]) -> list[str] | None:
    for start, end in _parts(lines):
        rest = lines[:start] + lines[end:]
        if fails("\n".join(rest) + "\n"):
            return rest
    return None


def _parts(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Ranges of lines, the largest first: what stands in braces, and single lines."""
    parts = [(number, number + 1) for number in range(len(lines))]
    opened: list[int] = []
    for number, line in enumerate(lines):
        # A line like `} else {` closes one region and opens another.
        closes, opens = line.lstrip().startswith("}"), line.rstrip().endswith("{")
        if closes and opened and not opens:
            start = opened.pop()
            parts += [(start, number + 1), (start + 1, number)]
        elif opens and not closes:
            opened.append(number)
    yield from sorted(set(parts), key=lambda part: part[0] - part[1])
