"""
The reference `mlir-opt`, asked by the tests.

Where the tool is missing a test is *skipped: mlir-opt not found*; with
`REQUIRE_MLIR_OPT=1` in the environment, as in CI, it fails instead.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial

VERSION = 22
"""Major version of LLVM whose `mlir-opt` is the reference."""

SEPARATOR = "// -----"
"""The line between modules of a split file, in the input as in the output."""


def required() -> bool:
    """Whether a missing tool is a failure."""
    return os.environ.get("REQUIRE_MLIR_OPT", "") not in ("", "0")


@cache
def find_tool(name: str) -> str | None:
    """
    The path of the LLVM tool `name` (`mlir-opt`, `mlir-runner`, ...), if installed.

    A tool without the version in its name counts when it says that it is of `VERSION`.
    """
    if path := shutil.which(f"{name}-{VERSION}"):
        return path
    if path := shutil.which(name):
        text = subprocess.run(
            [path, "--version"], capture_output=True, text=True, check=False
        ).stdout
        if f"version {VERSION}." in text:
            return path
    return None


def require_tool(name: str) -> str:
    """The path of the LLVM tool `name`; skips (or fails) the test that lacks it."""
    if path := find_tool(name):
        return path
    # The rest of the module serves scripts too, which need no test framework.
    import pytest

    if required():
        pytest.fail(f"{name} {VERSION} not found, and REQUIRE_MLIR_OPT is set")
    pytest.skip(f"{name} not found")


@dataclass(frozen=True)
class Answer:
    """What `mlir-opt` said of one input."""

    accepted: bool
    stdout: str
    stderr: str


def mlir_opt(text: str, *options: str, tool: str = "mlir-opt") -> Answer:
    """
    Run `mlir-opt` with `options` on `text`.

    A process that the system kills, as it does where memory is short, has said nothing
    of the text and runs again.
    """
    command = [require_tool(tool), *options]
    for _ in range(3):
        process = subprocess.run(
            command, input=text, capture_output=True, text=True, check=False
        )
        if process.returncode != -signal.SIGKILL:
            break
    else:
        raise RuntimeError(f"{tool} was killed again and again")
    return Answer(process.returncode == 0, process.stdout, process.stderr)


def _ask(options: tuple[str, ...], text: str) -> Answer:
    return mlir_opt(text, *options)


def mlir_opt_each(texts: Iterable[str], *options: str) -> list[Answer]:
    """Run `mlir-opt` with `options` on every text by itself, two at a time."""
    require_tool("mlir-opt")
    with ThreadPoolExecutor(2) as executor:
        return list(executor.map(partial(_ask, options), texts))


def split_output(text: str, *options: str) -> list[str] | None:
    """
    What `mlir-opt` prints of every module of a split file; `None` if it rejects one.
    """
    answer = mlir_opt(text, *options, "--split-input-file")
    if not answer.accepted:
        return None
    return [module.strip() for module in answer.stdout.split(SEPARATOR)]


def generic_modules(texts: Sequence[str], *options: str) -> list[str | None]:
    """
    What `mlir-opt --mlir-print-op-generic` makes of every text; `None` for a text that
    it rejects. One process does it all, unless a text makes it crash.
    """
    options = (*options, "--mlir-print-op-generic")
    text = f"\n{SEPARATOR}\n".join(texts)
    # After a text that it rejects, it goes on with the next.
    modules = mlir_opt(text, *options, "--split-input-file").stdout.split(SEPARATOR)
    if len(modules) == len(texts):
        return [module.strip() or None for module in modules]
    return [
        answer.stdout.strip() if answer.accepted else None
        for answer in mlir_opt_each(texts, *options)
    ]
