"""
A pass that refuses a module says why, and leaves it as it was: for each diagnostic that
a pass can give.
"""

from __future__ import annotations

import ast
import re
import shlex
import traceback
from collections.abc import Iterator
from pathlib import Path

from xdsl.passes import PassPipeline
from xdsl.universe import Universe
from xdsl.utils.exceptions import DiagnosticException

import xdsl_gpu_ext.transforms
from xdsl_gpu_ext.api import context, parse, to_text

SOURCES = Path(xdsl_gpu_ext.transforms.__path__[0])
FILES = Path(__file__).parents[2] / "filecheck" / "transforms"

Site = tuple[Path, int]
"""A file and a line."""


def programs() -> Iterator[tuple[str, str]]:
    """Each program of the FileCheck tests that expect a refusal, with each pipeline."""
    for path in sorted(FILES.glob("*/*.mlir")):
        text = path.read_text()
        commands = re.findall(r"// RUN: (.*)", text)
        refusing = [c for c in commands if re.match("not |.*--verify-diagnostics", c)]
        chunks = re.split(r"(?m)^// -----.*\n", text) if refusing else []
        for command in refusing:
            words = shlex.split(command)
            pipeline = words[words.index("-p") + 1]
            yield from ((chunk, pipeline) for chunk in chunks)


def refusals_in(path: Path) -> Iterator[range]:
    """The lines of each statement that refuses something."""
    tree = ast.parse(path.read_text())
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or function.name in (
            "refuse",
            "_refuse",
        ):
            continue
        for node in ast.walk(function):
            match node:
                case (
                    ast.Raise(exc=ast.Call(func=ast.Name("PassFailedException")))
                    | ast.Call(func=ast.Name("refuse"))
                    | ast.Call(func=ast.Attribute(attr="_refuse"))
                ):
                    assert node.end_lineno is not None
                    yield range(node.lineno, node.end_lineno + 1)
                case _:
                    pass


def refuse(program: str, pipeline: str) -> set[Site]:
    """
    Where in our passes `program` is refused, if it is. It must be as it was then.
    """
    ctx = context(allow_unregistered=True)
    module = parse(program, ctx=ctx)
    before = to_text(module)
    try:
        passes = Universe.get_multiverse().all_passes
        PassPipeline.parse_spec(passes, pipeline).apply(ctx, module)
    except DiagnosticException as error:
        module.verify()
        assert to_text(module) == before, f"{pipeline} changed\n{before}"
        met: set[Site] = set()
        cause: BaseException | None = error
        while cause is not None:
            frames = traceback.extract_tb(cause.__traceback__)
            met |= {(Path(f.filename), f.lineno) for f in frames if f.lineno}
            cause = cause.__cause__
        return met
    return set()


def test_every_refusal_leaves_the_module_as_it_was() -> None:
    met: set[Site] = set()
    for program, pipeline in programs():
        met |= refuse(program, pipeline)
    found = {
        (path, lines) for path in SOURCES.rglob("*.py") for lines in refusals_in(path)
    }
    assert len(found) > 10
    unmet = {
        f"{path.relative_to(SOURCES)}:{lines.start}"
        for path, lines in found
        if not any((path, line) in met for line in lines)
    }
    assert not unmet, "no FileCheck test is refused there"
