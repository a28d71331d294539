"""
The files under `filecheck/dialects`, held against `mlir-opt`.

Every chunk of every file is asked twice: `mlir-opt` must give it the verdict that the
file's name states (`invalid*.mlir`: rejected, else accepted), and so must we; what we
print of a valid chunk, in custom and in generic syntax, must be the same module.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support import mlir_opt
from tests.support.diagnostics import DIAGNOSTICS
from xdsl_gpu_ext.api import parse, to_text

ROOT = Path(__file__).parent / "filecheck" / "dialects"
FILES = sorted(ROOT.rglob("*.mlir"))
VALID = [path for path in FILES if not path.name.startswith("invalid")]
INVALID = [path for path in FILES if path.name.startswith("invalid")]


def chunks(path: Path) -> list[tuple[int, str]]:
    """The chunks of a file that hold more than comments, with their first lines."""
    found: list[tuple[int, str]] = []
    line = 1
    for chunk in re.split(r"(?m)^// -----.*\n", path.read_text()):
        # Lit's and FileCheck's lines are comments; without them a chunk stays small.
        code = [text for text in chunk.splitlines() if not text.startswith("//")]
        if any(text.strip() for text in code):
            found.append((line, "\n".join(code) + "\n"))
        line += chunk.count("\n") + 1
    return found


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_the_files_are_found() -> None:
    assert VALID
    assert INVALID


@pytest.mark.parametrize("path", VALID, ids=name_of)
def test_valid(path: Path) -> None:
    found = chunks(path)
    assert found, "no chunk holds code"
    texts = [text for _, text in found]
    expected = mlir_opt.generic_modules(texts)
    modules = [parse(text) for text in texts]
    custom = mlir_opt.generic_modules([to_text(m) for m in modules])
    generic = mlir_opt.generic_modules([to_text(m, generic=True) for m in modules])
    for (line, _), want, in_custom, in_generic in zip(
        found, expected, custom, generic, strict=True
    ):
        assert want is not None, f"{path}:{line}: mlir-opt rejects this chunk"
        assert in_custom == want, f"{path}:{line}: custom syntax changes the module"
        assert in_generic == want, f"{path}:{line}: generic syntax changes the module"


@pytest.mark.parametrize("path", INVALID, ids=name_of)
def test_invalid(path: Path) -> None:
    found = chunks(path)
    assert found, "no chunk holds code"
    answers = mlir_opt.mlir_opt_each([text for _, text in found])
    for (line, text), answer in zip(found, answers, strict=True):
        assert not answer.accepted, f"{path}:{line}: mlir-opt accepts this chunk"
        try:
            parse(text)
        except DIAGNOSTICS:
            continue
        pytest.fail(f"{path}:{line}: accepted, mlir-opt says: {answer.stderr}")
