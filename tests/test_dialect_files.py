"""
The files under `filecheck/dialects`, held against `mlir-opt`.

Every chunk of every file is asked twice: `mlir-opt` must give it the verdict that the
file's name states (`invalid*.mlir`: rejected, else accepted), and so must we. What we
print of a valid chunk, in custom and in generic syntax, must be the same module, and so
must what we read of `mlir-opt`'s own custom print.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.diagnostics import DIAGNOSTICS
from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.testing import mlir_opt
from xdsl_gpu_ext.universe import UNIVERSE

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
    for (line, _), want in zip(found, expected, strict=True):
        assert want is not None, f"{path}:{line}: mlir-opt rejects this chunk"
    modules = [parse(text) for text in texts]
    theirs = mlir_opt.split_output(f"\n{mlir_opt.SEPARATOR}\n".join(texts))
    assert theirs is not None
    reread = [parse(text) for text in theirs]
    printed = {
        "our custom syntax": [to_text(module) for module in modules],
        "our generic syntax": [to_text(module, generic=True) for module in modules],
        "mlir-opt's custom syntax": [
            to_text(module, generic=True) for module in reread
        ],
    }
    for syntax, outputs in printed.items():
        for (line, _), want, got in zip(
            found, expected, mlir_opt.generic_modules(outputs), strict=True
        ):
            assert got == want, f"{path}:{line}: {syntax} changes the module"


@pytest.mark.parametrize("path", INVALID, ids=name_of)
def test_invalid(path: Path) -> None:
    found = chunks(path)
    assert found, "no chunk holds code"
    modules = mlir_opt.generic_modules([text for _, text in found])
    for (line, text), module in zip(found, modules, strict=True):
        assert module is None, f"{path}:{line}: mlir-opt accepts this chunk"
        try:
            parse(text)
        except DIAGNOSTICS:
            continue
        pytest.fail(f"{path}:{line}: accepted, mlir-opt rejects this chunk")


@pytest.mark.parametrize("dialect", ["async", "gpu", "memref", "xegpu"])
def test_every_operation_is_used_and_misused(dialect: str) -> None:
    operations = {op.name for op in UNIVERSE.all_dialects[dialect]().operations}
    for paths in (VALID, INVALID):
        text = "\n".join(code for path in paths for _, code in chunks(path))
        assert operations <= set(re.findall(rf"\b{dialect}\.[\w.]*\w", text))
