"""
Diagnostics that a file expects, as MLIR's `--verify-diagnostics` reads them:

    // expected-error @+1 {{use of undeclared SSA value name}}
    memref.dealloc %m : memref<4xf32>
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from xdsl_gpu_ext.tools.source import Chunk, Fault

_EXPECTED = re.compile(
    r"expected-(?P<kind>error|note|remark|warning)(?P<regex>-re)? *"
    r"(@(?P<where>[+-][0-9]+|above|below|unknown))? *\{\{(?P<text>.*)\}\}$"
)


@dataclass
class Expectation:
    """A diagnostic that is to come, of a line, or of none."""

    kind: str
    line: int | None
    pattern: re.Pattern[str]
    place: Fault
    """Where it is stated."""

    def names(self, fault: Fault) -> bool:
        """Whether `fault` is what is expected, but for the kind."""
        return (
            self.line in (None, fault.line)
            and self.pattern.search(fault.message) is not None
        )


def expectations_in(chunk: Chunk) -> list[Expectation]:
    """What the comments of a chunk say."""
    found: list[Expectation] = []
    waiting: list[Expectation] = []
    last = 0
    start = 0
    for number, line in enumerate(chunk.text.split("\n"), 1):
        match = _EXPECTED.search(line.rstrip("\r"))
        if match is None:
            for expectation in waiting:
                expectation.line = number
            waiting.clear()
            last = number
        else:
            text = match["text"]
            pos = start + match.start()
            length = len(text)
            kind = match["kind"]
            expectation = Expectation(
                kind,
                _line(match["where"], number, last),
                _pattern(text, is_regex=match["regex"] is not None),
                Fault(chunk, f'expected {kind} "{text}" was not produced', pos, length),
            )
            found.append(expectation)
            if match["where"] == "below":
                waiting.append(expectation)
        start += len(line) + 1
    return found


def _line(where: str | None, number: int, last: int) -> int | None:
    match where:
        case None | "below":
            return number
        case "above":
            return last
        case "unknown":
            return None
        case offset:
            return number + int(offset)


def _pattern(text: str, *, is_regex: bool) -> re.Pattern[str]:
    """What a message is to hold; of a regular one, what is in `{{...}}` is one."""
    if not is_regex:
        return re.compile(re.escape(text))
    parts = re.split(r"\{\{(.*?)\}\}", text)
    return re.compile(
        "".join(f"(?:{p})" if i % 2 else re.escape(p) for i, p in enumerate(parts))
    )


def unmet(chunk: Chunk, faults: Iterable[Fault]) -> Iterator[Fault]:
    """Where the faults of a chunk and what it expects differ."""
    pending = expectations_in(chunk)
    for fault in faults:
        named = [expectation for expectation in pending if expectation.names(fault)]
        # All that xDSL reports is an error.
        met = next((each for each in named if each.kind == "error"), None)
        if met is not None:
            pending.remove(met)
        elif named:
            words = f"'error' diagnostic emitted when expecting a '{named[0].kind}'"
            yield replace(named[0].place, message=words)
        else:
            yield replace(fault, message=f"unexpected error: {fault.message}")
    for expectation in pending:
        yield expectation.place
