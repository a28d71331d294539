"""Making xDSL agree with MLIR: once, whole, by what is declared, on known releases."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from xdsl_gpu_ext.mlir.activation import TESTED_RELEASES, limits
from xdsl_gpu_ext.mlir.core import FILES
from xdsl_gpu_ext.mlir.core.registry import IncompatibleXDSL, Limit

PROJECT = Path(__file__).parents[2]
CORE = PROJECT / "xdsl_gpu_ext" / "mlir" / "core"
TESTS = PROJECT / "tests" / "mlir" / "core"
LIMITS = [(file, name, limit) for file in FILES for name, limit in limits(file).items()]
REPLACEMENTS = [r for _, _, limit in LIMITS for r in limit.replacements]


def run(program: str, *, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=check
    )


def test_every_file_with_limits_is_listed() -> None:
    declaring = {
        path.stem
        for path in CORE.glob("*.py")
        if " = Limit(" in path.read_text() and path.stem not in ("__init__", "registry")
    }
    assert sorted(declaring) == [*FILES]


def test_functions_are_replaced_once_and_fit() -> None:
    paths = [replacement.path for replacement in REPLACEMENTS]
    assert len(set(paths)) == len(paths)
    for replacement in REPLACEMENTS:
        replacement.check()


def test_every_limit_says_why_and_has_its_test() -> None:
    tests = {
        node.name
        for path in TESTS.glob("test_*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
    }
    for file, name, limit in LIMITS:
        assert limit.replacements, f"{file}.{name} replaces nothing"
        assert limit.why.split("\n\n")[0].endswith((".", ":")), f"{file}.{name}"
        assert limit.still in tests, f"{file}.{name}: no {limit.still}"


COMPARE = """
import importlib, json, pkgutil, sys
import xdsl

def state():
    found = {}
    for name, module in list(sys.modules.items()):
        if name != "xdsl" and not name.startswith("xdsl."):
            continue
        for key, value in list(vars(module).items()):
            found[f"{name}.{key}"] = value
            add_class(found, name, value)
    return found

def add_class(found, module, value):
    if not isinstance(value, type) or value.__module__ != module:
        return
    for name, member in list(vars(value).items()):
        path = f"{module}.{value.__qualname__}.{name}"
        if path not in found:
            found[path] = member
            add_class(found, module, member)

for module in pkgutil.walk_packages(xdsl.__path__, "xdsl."):
    if module.name.startswith(SKIPPED):
        continue
    try:
        importlib.import_module(module.name)
    except ImportError:
        pass  # It needs what is not installed.

# Plug-ins are found by an entry point; the entries of xDSL's universe are its own.
before, hook, finders = state(), sys.excepthook, list(sys.meta_path)
import xdsl_gpu_ext
for module in pkgutil.walk_packages(xdsl_gpu_ext.__path__, "xdsl_gpu_ext."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
after = state()
assert sys.excepthook is hook
assert [type(f).__module__ for f in sys.meta_path if f not in finders] == []
changed = [key for key in before if after.get(key) is not before[key]]
caches = ("__abc_impl", "_abc_impl", "__doc__", "__annotations__", "__path__")
added = [key for key in after if key not in before]
print(json.dumps([key for key in changed + added if not key.endswith(caches)]))
"""
SKIPPED = (
    "xdsl.interactive",
    "xdsl.tools",
    "xdsl.jit",
    "xdsl.backend",
    "xdsl.frontend",
)


def test_nothing_else_of_xdsl_changes() -> None:
    """With every file of the package imported: what differs in xDSL is declared."""
    program = COMPARE.replace("SKIPPED", repr(SKIPPED))
    changed: list[str] = json.loads(run(program).stdout)
    declared = {replacement.path for replacement in REPLACEMENTS}
    assert {*changed} == declared


def test_importing_the_plug_in_changes_the_command_line_alone() -> None:
    said = run(
        "import sys, xdsl_gpu_ext.universe\n"
        "from xdsl_gpu_ext.mlir import activation\n"
        "assert 'xdsl.parser' not in sys.modules\n"
        "print(*activation._lifted)"
    )
    assert said.stdout.split() == ["pass_options"]


PRETEND = """
import importlib.metadata, warnings
import xdsl
xdsl.__version__ = {version!r}
{change}
import xdsl_gpu_ext.mlir.activation as activation
for _ in range(2):
    activation.activate()
from xdsl.dialects.builtin import MemRefType, f32, AffineMapAttr
from xdsl.ir.affine import AffineMap
assert MemRefType(f32, [4], AffineMapAttr(AffineMap.identity(1))) == MemRefType(f32, [4])
"""


@pytest.mark.parametrize("version", [f"{TESTED_RELEASES[0]}.0", TESTED_RELEASES[0]])
def test_on_tested_releases_nothing_is_said(version: str) -> None:
    assert not run(PRETEND.format(version=version, change="")).stderr


@pytest.mark.parametrize("version", ["0.76.0", f"{TESTED_RELEASES[0]}1.0"])
def test_on_another_release_it_says_so_once(version: str) -> None:
    said = run(PRETEND.format(version=version, change="")).stderr
    assert said.count(f"not tested with xDSL {version}") == 1


GONE = "from xdsl.printer import Printer; del Printer.print_ssa_value"
OTHER = (
    "from xdsl.printer import Printer; Printer.print_ssa_value = lambda self, v, w: ''"
)
NOT_THERE = "import xdsl.parser; del xdsl.parser.AffineParser"


@pytest.mark.parametrize("change", [GONE, OTHER, NOT_THERE])
def test_what_does_not_fit_is_refused_whole(change: str) -> None:
    change += (
        "\nfrom xdsl.dialects.builtin import IntegerType; old = IntegerType.verify"
    )
    program = PRETEND.format(version="0.76.0", change=change).replace(
        "for _ in range(2):\n    activation.activate()",
        "try:\n    activation.activate()\nfinally:\n    assert IntegerType.verify is old",
    )
    said = run(program, check=False).stderr.splitlines()[-1]
    assert "IncompatibleXDSL: xDSL 0.76.0 is not one that" in said


def test_a_method_of_another_kind_is_not_replaced() -> None:
    class Theirs:
        def method(self) -> None: ...

    class Derived(Theirs):
        pass

    def same(self: object) -> None: ...
    def other(self: object, more: object) -> None: ...

    limit = Limit("Whatever.", still="")
    limit.replaces(Theirs, "method")(same).check()
    for replacement in (
        limit.replaces(Derived, "method")(same),
        limit.adds(Theirs, "method")(same),
        limit.replaces(Theirs, "gone")(same),
        limit.replaces(Theirs, "method")(other),
    ):
        with pytest.raises(IncompatibleXDSL):
            replacement.check()
